"""What players and listeners do, and the connections they have."""
