"""How cases are put to a port: one exchange, a driven process, several at once, a whole run."""
