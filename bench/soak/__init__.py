"""The server under load, under attack, and with its parts killed: `python -m bench.soak --help`."""
