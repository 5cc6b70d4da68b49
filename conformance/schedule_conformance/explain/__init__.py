"""Explanations: what becomes of an input, step by step, and by which rules."""
