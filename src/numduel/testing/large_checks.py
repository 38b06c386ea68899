"""Checks of large games: moves are counted without listing them, and the rules are quick."""

import time
import tracemalloc
from bisect import bisect_left
from random import Random
from typing import Any

from numduel.game import AnyGame, Game
from numduel.testing.faults import Findings
from numduel.testing.word_checks import drawings_show_what_is_allowed

_MOST_BYTES = 100_000
_MOST_LISTED = 2_000_000  # moves that the default legal_moves can go through
_MOST_SECONDS = 1.0  # of processor time for one size; beyond, larger ones are not tried
_TURNS, _TRIES = 4, 40


def check_large_game(game: AnyGame, findings: Findings) -> bool:
    """Check a large game, and return whether a larger one can be tried in reasonable time."""
    began = time.process_time()
    if not findings.passes(moves_are_not_built, game):
        return False
    is_listed = type(game).legal_moves is Game.legal_moves
    if is_listed and len(game.all_moves()) > _MOST_LISTED:
        return False
    if not findings.faults:
        findings.passes(rules_hold, game)
        findings.passes(drawing_fits, game)
    return time.process_time() - began < _MOST_SECONDS


def moves_are_not_built(game: AnyGame) -> str | None:
    """all_moves computes its moves when asked: `len`, `[i]` and `index` build no list."""
    tracemalloc.start()
    try:
        moves = game.all_moves()
        count = len(moves)
        places = [place for place in (0, 1, count // 2, count - 1) if 0 <= place < count]
        is_right = all(moves.index(moves[place]) == place for place in places)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    if not is_right:
        return "all_moves does not find a move at its place."
    if most > _MOST_BYTES:
        return (
            f"all_moves builds its {count:,} moves in memory. Let it return a sequence that works"
            " them out, such as a range, or give the option a smaller maximum."
        )
    return None


def drawing_fits(game: AnyGame) -> str | None:
    """A drawing does not flood the screen."""
    return drawings_show_what_is_allowed(game, game.start(), ())


def rules_hold(game: AnyGame) -> str | None:
    """The rules agree with one another throughout a game."""
    random, state = Random(1), game.start()
    everything: Any = game.all_moves()
    for _ in range(_TURNS):
        legal = game.legal_moves(state)
        if (game.outcome(state) is None) != bool(legal):
            return "outcome and legal_moves do not agree whether the duel is over."
        if not legal:
            return None
        for move in [legal[0], legal[-1], *(random.choice(everything) for _ in range(_TRIES))]:
            place = everything.index(move)
            found = bisect_left(legal, place, key=everything.index)  # they are in this order
            is_legal = found < len(legal) and legal[found] == move
            if (game.refusal(state, move) is None) != is_legal:
                return f"legal_moves and refusal do not agree on {game.write_move(move)}."
        state = game.play(state, random.choice(legal))
    return None
