"""Deliberately wrong ports: the reference, each with one classic mistake.

They prove that the corpus finds each of these mistakes and that the runner names it; their
catalogue is `docs/mistakes.md`. A mistake is a function that stands in the place of one of the
reference; nothing else of the reference changes.
"""
