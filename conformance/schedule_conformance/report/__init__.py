"""Reports on a run, one format a module."""
