"""One question: what the reference rules, and whether a port diverges from it."""
