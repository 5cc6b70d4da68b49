"""The mutating engine: cases of the corpus, bent a little, put to a port in blocks.

Hypothesis makes up questions from nothing, one at a time, and shrinks them well. This engine begins
with what people thought of, and asks some hundred questions at once while the reference answers the
same ones.
"""
