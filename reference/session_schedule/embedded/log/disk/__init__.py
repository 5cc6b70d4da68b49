"""The file of a session log, and what it asks of the file system."""
