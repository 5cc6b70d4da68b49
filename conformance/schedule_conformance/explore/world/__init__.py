"""The world that is explored: processes, logs, deliveries, and the steps from one to the next."""
