"""Playing, replaying and reviewing a game at the keyboard."""
