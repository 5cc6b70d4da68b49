"""Commands about the specification: its cases, its rules, and the exploration of its states."""
