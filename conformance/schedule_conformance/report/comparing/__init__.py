"""Reports on several runs side by side: what is better and what is worse than in the first."""
