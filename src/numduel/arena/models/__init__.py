"""Language models as players: how one is set up, asked over HTTP, heard and paid for."""
