"""What is asked: cases, the files that hold them, sweeps of zones, selections, and the rules."""
