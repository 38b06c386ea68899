"""Tasksets for verifiers, which imports top-level modules: `numduel_puzzles` and
`numduel_self_play` re-export what is here."""
