"""The reference as a port: its operations, and the scripted host of its scenarios."""
