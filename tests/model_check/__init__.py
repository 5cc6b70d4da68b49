"""Ties the TLA+ model of a session (``spec/model``) to scenarios and to what ports observe.

``python -m model_check`` does all of it and records the counts; run it in ``tests/``.
"""
