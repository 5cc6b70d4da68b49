"""Mutation adequacy: whether the corpus alone finds out every small change of the reference."""
