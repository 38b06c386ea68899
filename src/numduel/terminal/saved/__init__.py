"""Games on disk: saved while they are played, found again and described."""
