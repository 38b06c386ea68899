"""Tasksets for verifiers. It looks for top-level modules, so `numduel_puzzles` and
`numduel_self_play` beside the package numduel import what is here."""
