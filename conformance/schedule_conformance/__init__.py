"""The conformance runner: drives a port of Session-local Schedule through cases and judges it."""
