"""The lines of a session log: its header, its events, and packed rows."""
