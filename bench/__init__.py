"""Measurements: `python -m bench` runs those that stand side by side with a peer."""
