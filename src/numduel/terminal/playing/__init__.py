"""A game at the keyboard, from its first move or resumed, and the one after it."""
