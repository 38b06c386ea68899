"""The rule books of the duels, one a file: rules, then words."""
