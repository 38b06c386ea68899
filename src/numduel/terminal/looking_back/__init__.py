"""Looking back at the keyboard: a game replayed or reviewed, and statistics of all games."""
