"""The command `numduel serve`: uvicorn, its workers, its connections and its log."""
