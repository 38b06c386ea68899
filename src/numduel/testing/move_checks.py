"""Checks of the moves of a game, in no particular position: their places and written forms."""

import re
from collections.abc import Sequence
from random import Random
from typing import Any

from numduel.game import AnyGame
from numduel.testing.faults import Findings

MOST_TRIED = 2_000  # moves; of more, a sample is tried
SAMPLE = 60


def check_moves(game: AnyGame, findings: Findings) -> None:
    """Check the moves of a game."""
    for check in (moves_have_their_places, moves_have_one_written_form):
        findings.passes(check, game)


def tried_moves(game: AnyGame) -> Sequence[Any]:
    """All moves of a game, or a sample in their order where there are very many."""
    moves = game.all_moves()
    if len(moves) <= MOST_TRIED:
        return moves
    places = Random(len(moves)).sample(range(len(moves)), SAMPLE)
    return [moves[place] for place in sorted({0, *places, len(moves) - 1})]


def moves_have_their_places(game: AnyGame) -> str | None:
    moves = game.all_moves()
    for move in tried_moves(game):
        place = moves.index(move)
        if moves[place] != move:
            return f"all_moves has {moves[place]!r} at the place of {move!r}."
    if len(tried_moves(game)) == len(moves) != len(set(moves)):
        return "all_moves has a move twice."
    if [moves[place] for place in range(min(len(moves), 100))] != list(moves[:100]):
        return "all_moves gives other moves by their places than one after another."
    return None


def moves_have_one_written_form(game: AnyGame) -> str | None:
    seen = set()
    for move in tried_moves(game):
        written = game.write_move(move)
        if not re.fullmatch("[A-Za-z0-9:.-]+", written):
            allowed = "letters, digits and : . - are allowed"
            return f'The move {move!r} is written "{written}", where only {allowed}.'
        if written in seen:
            return f'Two moves are written "{written}".'
        seen.add(written)
        again = game.read_move(written)
        if again != move or type(again) is not type(move):
            return f'The move {move!r} is written "{written}", which is read as {again!r}.'
    return None
