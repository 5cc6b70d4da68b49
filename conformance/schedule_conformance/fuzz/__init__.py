"""Fuzzing: questions made up by Hypothesis, put to a port and to the reference, and compared.

`strategies` and `scenarios` make up questions, `partners` put them to a port, `oracle` to the
reference. A `Campaign` hunts for divergences of the two, and `findings` reports what it found.
Only modules that say so need Hypothesis.
"""
