"""Commands about a port: run, fuzz, and serving the reference as one."""
