"""The games of a run as they were played, kept on disk and checked when they are read."""
