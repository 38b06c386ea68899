"""The scores of a run for a reader: a table for the terminal and a page for the browser."""
