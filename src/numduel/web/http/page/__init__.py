"""The page as it is sent: its files, joined and packed, and the shell that loads them."""
