"""The session log on disk (chapter LOG)."""
