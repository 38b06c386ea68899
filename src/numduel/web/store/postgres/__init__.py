"""What several server processes on one PostgreSQL need to know of each other."""
