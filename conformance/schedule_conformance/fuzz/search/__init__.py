"""The search for a divergence, its reduction to a small one, and the examples that are kept."""
