"""What is known, told: one JSON form and one set of sentences, for terminal, site and reports.

A theory gives its game's own reasons, and a rule book's words name moves and tasks. Everything that
can be said of any game (who wins, how far away the end is, how to resist) is worded here alone.
docs/json.md describes the JSON forms.
"""
