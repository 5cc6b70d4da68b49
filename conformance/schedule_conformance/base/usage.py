"""The error of all that a user hands in: a command line, or a file that it names."""


class UsageError(Exception):
    """What was handed in cannot be used; the text says what and why."""
