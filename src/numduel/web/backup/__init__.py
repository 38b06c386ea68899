"""Copies of all matches in a file, and databases made from them."""
