"""What can be asked of the server, one file for each kind of thing."""
