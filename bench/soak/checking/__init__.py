"""Whether what clients saw agrees with what the database has at the end."""
