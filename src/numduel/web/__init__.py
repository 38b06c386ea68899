"""The browser: the duels played, watched and understood over HTTP."""
