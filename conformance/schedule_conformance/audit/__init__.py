"""Audits of session logs: every finding, each reminder's life, in the memory of the state."""
