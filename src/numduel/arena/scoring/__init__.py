"""What the games of a run say of its players."""
