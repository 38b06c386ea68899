"""The servers, the database and the proxy that are measured and killed."""
