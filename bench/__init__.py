"""Benchmarks: `python -m bench` runs those that have a peer to compare with."""
