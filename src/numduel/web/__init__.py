"""The duels in the browser: played, watched and understood over HTTP."""
