"""What an answer is worth: comparison, verdicts, tz releases, known failures, mistakes."""
