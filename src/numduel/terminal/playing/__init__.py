"""Playing, resuming, replaying and reviewing a game at the keyboard, and solving puzzles."""
