"""Who takes part in a run: our own computer players, language models, and other programs."""
