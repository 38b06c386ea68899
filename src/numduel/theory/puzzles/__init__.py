"""What each game's theory knows about its puzzles: what they teach, and where to look."""
