"""Reading a move that is named in one go, as in `why 4` or `why 10 and 6, then 6`."""

import re
from contextlib import suppress
from typing import Any

from numduel.errors import UnreadableMove
from numduel.game import AnyGame
from numduel.words import Further, quote

_MOST_COMPARED = 5_000  # names of moves


def read_named(game: AnyGame, state: Any, text: str) -> Any:
    """The legal move that is meant: written as in records, typed answer by answer, or by the name
    that people read. UnreadableMove or IllegalMove, with a sentence, if there is none."""
    with suppress(UnreadableMove):
        move = game.read_move(text)
        if game.refusal(state, move) is None:
            return move
    moves = game.legal_moves(state)
    if len(moves) <= _MOST_COMPARED:
        wanted = _plain(text)
        for move in moves:
            if _plain(game.words.name_move(game, state, move)) == wanted:
                return move
    said: tuple[Any, ...] = ()
    for part in re.split(r"\s*,?\s*\bthen\b\s*|\s*;\s*", text):
        reply = game.words.answer(game, state, part, said)
        if not isinstance(reply, Further):
            return reply
        said = reply.said
    example = game.words.name_move(game, state, moves[0])
    raise UnreadableMove(f"{quote(text)} is only a part of a move: name all of it, as {example}.")


def _plain(text: str) -> str:
    return " ".join(text.lower().replace(",", " ").split())
