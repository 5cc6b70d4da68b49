"""Pictures of the documentation, drawn by commands."""
