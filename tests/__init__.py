"""The tests. A package, so that no library's `tests` in site-packages hides them."""
