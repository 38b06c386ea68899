"""Checks a strategy, which proves a position of any game: an answer to whatever the loser plays.

Each node stands for positions in which it is the loser's turn. It has an answer to every move, or
to every kind of move where moves of a kind come to the same, and the node that follows. Where a
move of either player ends the duel, nothing follows.
"""

from collections.abc import Hashable
from functools import singledispatch
from typing import Any

from numduel.game import AnyGame, Game, Player
from numduel.games.sequence_builder import SequenceBuilder
from numduel.pool import parity_of
from numduel.theory.proofs.claim import Claim, part_of, show


@singledispatch
def name_kind(game: AnyGame, _move: Any) -> str:
    """The name of a kind of moves: the written form, unless several moves come to the same."""
    raise TypeError(f"{type(game).__name__} is not a Game")


@singledispatch
def merged_position(game: AnyGame, _state: Any) -> Hashable:
    """What two states have in common if the same kinds of moves lead to the same end."""
    raise TypeError(f"{type(game).__name__} is not a Game")


@name_kind.register(Game)
def _(game: AnyGame, move: Any) -> str:
    return game.write_move(move)


@merged_position.register(Game)
def _(_game: AnyGame, state: Hashable) -> Hashable:
    return state


@name_kind.register(SequenceBuilder)
def _(_game: SequenceBuilder, move: int) -> str:
    return parity_of(move)  # whether a sum is even depends on nothing else


@merged_position.register(SequenceBuilder)
def _(game: SequenceBuilder, state: Any) -> Hashable:
    return game.canonical(state)


def kinds_of(game: AnyGame, state: Any) -> dict[str, Any]:
    """A move of each kind that may be played, by the name of the kind."""
    return {name_kind(game, move): move for move in game.legal_moves(state)}


def check(claim: Claim, proof: dict[str, Any]) -> None:
    """Refuse the certificate unless the strategy wins against everything."""
    game, answers = claim.match.game, part_of(proof, "answers", list)
    waiting: list[tuple[Any, Any]] = []
    seen = set()

    def follow(state: Any, node: Any) -> None:
        if _goes_on(game, state, claim.winner):
            show(type(node) is int and 0 <= node < len(answers), "a node is missing.")
            place = (merged_position(game, state), node)
            if place not in seen:
                seen.add(place)
                waiting.append((state, node))

    follow(claim.before_loser, 0)
    while waiting:
        state, node = waiting.pop()
        for kind, move in kinds_of(game, state).items():
            after = game.after(state, move)
            if not _goes_on(game, after, claim.winner):
                continue
            answer = part_of(answers[node], kind, list)
            show(len(answer) == 2, f"{answer[:5]} is not an answer and a node.")
            replies = kinds_of(game, after)
            is_allowed = isinstance(answer[0], str) and answer[0] in replies
            show(is_allowed, f"the answer to {kind} is not allowed.")
            follow(game.after(after, replies[answer[0]]), answer[1])


def _goes_on(game: AnyGame, state: Any, winner: Player) -> bool:
    """Whether the duel goes on; if not, the right player must have won."""
    outcome = game.outcome(state)
    show(outcome is None or outcome.winner is winner, "a line of the strategy is lost.")
    return outcome is None
