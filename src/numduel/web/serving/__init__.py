"""The command `numduel serve`: one process or several, their connections and their log."""
