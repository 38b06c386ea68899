"""How each duel is played: one file per rule book, rules then words."""
