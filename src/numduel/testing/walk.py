"""Walks through the positions of a game, which also show whether it is a duel at all.

In a duel the players take turns and no position comes back. Both are checked on the way.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from random import Random
from typing import Any

from numduel.game import AnyGame, Player
from numduel.testing.faults import Findings

MOST_POSITIONS = 1000  # a game with more is not walked through whole
_KEPT = 200  # positions kept of such a game, the nearest to the start
_STROLLS = 6  # random games played at ordinary sizes
_LOOKED_AT = 150  # positions kept of these games
_LONGEST_GAME = 10_000
COMES_BACK = "A position comes back in the course of a game: a duel must end."

MoveAndState = tuple[Any, Any]  # a move and the state it leads to


@dataclass
class Walk:
    """Positions of a game, each with moves that lead there, nearest the start first.

    `steps` has the moves from each position and where they lead. It `is_whole` if every position
    of the game is there.
    """

    game: AnyGame
    positions: dict[Any, tuple[Any, ...]] = field(default_factory=dict)
    steps: dict[Any, list[MoveAndState]] = field(default_factory=dict)
    is_whole: bool = False


def explore(game: AnyGame, findings: Findings, most: int = MOST_POSITIONS) -> Walk:
    """Walk through every position, or the nearest ones where there are very many."""
    walk = Walk(game)
    start = _begin(game, findings)
    if start is None:
        return walk
    walk.positions[start] = ()
    waiting, walk.is_whole = [start], True
    for state in waiting:  # grows on the way
        if len(walk.positions) > most:
            walk.is_whole = False
            walk.positions = dict(islice(walk.positions.items(), _KEPT))
            break
        taken = list(_steps(game, state, walk.positions[state], findings))
        walk.steps[state] = [step for step in taken if step is not None]
        walk.is_whole = walk.is_whole and None not in taken
        for move, after in walk.steps[state]:
            if after not in walk.positions:
                walk.positions[after] = (*walk.positions[state], move)
                waiting.append(after)
    return walk


def stroll(game: AnyGame, findings: Findings) -> Walk:
    """Play a few random games, and keep some of their positions."""
    walk, random = Walk(game), Random(type(game).__name__)
    for _ in range(_STROLLS):
        if findings.has("end"):
            break
        _play_at_random(walk, random, findings)
    return walk


def _play_at_random(walk: Walk, random: Random, findings: Findings) -> None:
    state, met = _begin(walk.game, findings), set()
    moves: list[Any] = []
    while state is not None:
        if state in met:
            findings.add("end", COMES_BACK, walk.game, moves)
            return
        if len(moves) == _LONGEST_GAME:
            if not _may_be_long(walk.game, findings):
                sentence = f"A game is not over after {_LONGEST_GAME:,} moves: a duel must end."
                findings.add("end", sentence, walk.game)
            return
        met.add(state)
        if len(walk.positions) < _LOOKED_AT:
            walk.positions.setdefault(state, tuple(moves))
        step = _random_step(walk.game, state, moves, random, findings)
        if step is None:
            return
        moves.append(step[0])
        state = step[1]


def _may_be_long(game: AnyGame, findings: Findings) -> bool:
    with findings.asking(game):
        return (game.most_moves() or 0) > _LONGEST_GAME
    return False


def _begin(game: AnyGame, findings: Findings) -> Any:
    """The first state, or None if no game can be played from it."""
    with findings.asking(game, ()):
        start, again = game.start(), game.start()
        if not _is_state(start, game, (), findings):
            return None
        if start.to_move is not Player.ONE:
            findings.add("first", "Player 1 is not the first to move.", game, ())
        if start != again or hash(start) != hash(again):
            sentence = "start returns another state each time it is called."
            findings.add("values", sentence, game, (), is_hopeless=True)
            return None
        return start
    return None


def _is_state(
    state: Any,
    game: AnyGame,
    moves: Sequence[Any],
    findings: Findings,
    further: Sequence[Any] = (),
) -> bool:
    """Whether a state can be kept in a set, and says whose turn it is."""
    try:
        hash(state)
    except TypeError as unhashable:
        sentence = f"A state is not a hashable value: {unhashable}."
        findings.add("hash", sentence, game, [*moves, *further], is_hopeless=True)
        return False
    if not isinstance(getattr(state, "to_move", None), Player):
        sentence = "A state does not say in to_move which Player's turn it is."
        findings.add("to_move", sentence, game, [*moves, *further], is_hopeless=True)
        return False
    return True


def _steps(
    game: AnyGame, state: Any, moves: tuple[Any, ...], findings: Findings
) -> Iterator[MoveAndState | None]:
    """The legal moves and where they lead; None for one that leads nowhere."""
    legal: Sequence[Any] | None = None
    with findings.asking(game, moves):
        legal = game.legal_moves(state)
        if not isinstance(legal, Sequence):
            sentence = f"legal_moves returns a {type(legal).__name__}, which is not a sequence."
            findings.add("legal type", sentence, game, moves, is_hopeless=True)
            legal = None
    if legal is None:
        yield None
        return
    for move in legal:
        yield _step(game, state, move, moves, findings)


def _step(
    game: AnyGame, state: Any, move: Any, moves: Sequence[Any], findings: Findings
) -> MoveAndState | None:
    with findings.asking(game, moves, [move]):  # joining them for every move would take long
        after = game.after(state, move)
        if not _is_state(after, game, moves, findings, [move]):
            return None
        if after.to_move is not state.to_move.opponent:
            sentence = f"After a move of {state.to_move} it is not the other player's turn."
            findings.add("turns", sentence, game, [*moves, move])
        return move, after
    return None


def _random_step(
    game: AnyGame, state: Any, moves: Sequence[Any], random: Random, findings: Findings
) -> MoveAndState | None:
    with findings.asking(game, moves):
        legal = game.legal_moves(state)
        if legal:
            return _step(game, state, random.choice(list(legal)), moves, findings)
    return None
