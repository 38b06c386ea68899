"""The site: an HTTP API, and the page to play, watch and analyse duels."""
