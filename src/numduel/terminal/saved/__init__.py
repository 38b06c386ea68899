"""Games on disk: saved while they are played, listed and resumed."""
