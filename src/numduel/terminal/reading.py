"""Parses input: an answer to a turn's question, or a whole move at once, as in `why 4`, `why 10 6
6` or `why 10 and 6, then 6`."""

import re
from contextlib import suppress
from typing import Any

from numduel.errors import IllegalMove, UnreadableMove
from numduel.game import AnyGame
from numduel.words import Further, quote

_MOST_COMPARED = 5_000  # moves
_BETWEEN_ANSWERS = re.compile(r"\s*,?\s*\bthen\b\s*|\s*[,;]\s*|\s+")


def read_turn(game: AnyGame, state: Any, text: str, said: tuple[Any, ...] = ()) -> Any:
    """Return the move that an answer completes, or Further. A hint's name for a whole move is read
    too."""
    try:
        return game.words.answer(state, text, said)
    except UnreadableMove:
        named = None if said else find_named(game, state, text)
        if named is None:
            raise
        return named


def read_named(game: AnyGame, state: Any, text: str) -> Any:
    """Read a legal move from its written form, its name, or its answers in a row. Raise
    UnreadableMove or IllegalMove if the text is none of these."""
    with suppress(UnreadableMove):
        move = game.read_move(text)
        if game.refusal(state, move) is None:
            return move
    named = find_named(game, state, text)
    if named is not None:
        return named
    try:
        reply = _read_answers(game, state, text)
    except UnreadableMove:
        example = game.words.answers(state, game.legal_moves(state)[0])
        if len(example) == 1:
            raise
        raise UnreadableMove(
            f"{quote(text)} is not a move: name all of it, as {_in_a_row(example)}."
        ) from None
    if not isinstance(reply, Further):
        game.play(state, reply)
        return reply
    example = _begun_with(game, state, reply)
    raise UnreadableMove(
        f"{quote(text)} is only a part of a move: name all of it, as {_in_a_row(example)}."
    )


def find_named(game: AnyGame, state: Any, text: str) -> Any:
    """Return the legal move with this name, or None if there is none or too many are legal."""
    moves, wanted = game.legal_moves(state), _plain(text)
    if len(moves) <= _MOST_COMPARED:
        for move in moves:
            if _plain(game.words.name_move(state, move)) == wanted:
                return move
    return None


def _read_answers(game: AnyGame, state: Any, text: str, said: tuple[Any, ...] = ()) -> Any:
    """Read a text as one answer or, if that fails, as several answers in a row."""
    try:
        return game.words.answer(state, text, said)
    except (UnreadableMove, IllegalMove) as refused:
        refusal: UnreadableMove | IllegalMove = refused
    for cut in _BETWEEN_ANSWERS.finditer(text):
        try:
            reply = game.words.answer(state, text[: cut.start()], said)
        except IllegalMove as illegal:
            refusal = illegal
        except UnreadableMove:
            continue
        else:
            if isinstance(reply, Further):
                return _read_answers(game, state, text[cut.end() :], reply.said)
    raise refusal


def _begun_with(game: AnyGame, state: Any, reply: Further) -> list[str]:
    """Return the answers of a move that begins like this, or of another move if none is found."""
    moves = game.legal_moves(state)
    typed = (game.words.answers(state, move) for move in moves[:_MOST_COMPARED])
    begun = (answers for answers in typed if game.words.answer(state, answers[0]) == reply)
    return next(begun, game.words.answers(state, moves[0]))


def _in_a_row(answers: list[str]) -> str:
    return ", then ".join(answers)


def _plain(text: str) -> str:
    """Return a name in lower case, without commas and with single spaces."""
    return " ".join(re.findall(r"[^, ]+", text.lower()))
