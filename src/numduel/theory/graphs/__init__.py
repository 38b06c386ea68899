"""Work on graphs, for Divisor Duel: maximum matchings, the pairings that win, and how soon."""
