"""Commands about a session log: auditing one, and living in one."""
