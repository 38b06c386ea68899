"""What is done for SQLite alone: who may open a file, and how a batch is written."""
