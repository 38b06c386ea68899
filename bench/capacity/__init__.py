"""What a move, a listener, an analysis and a page cost: `python -m bench.capacity --help`."""
