"""The live owner of a session on asyncio, and what it asks of agent, clock and log."""
