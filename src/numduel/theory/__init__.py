"""Who wins, and why."""
