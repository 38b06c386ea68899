"""Tasksets for verifiers. It looks for modules at the top, so `numduel_puzzles` and
`numduel_self_play` beside this package lead here."""
