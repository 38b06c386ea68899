"""What a server process keeps in memory: matches in use, who listens, and what other processes
tell."""
