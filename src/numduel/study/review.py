"""A finished or unfinished game, move by move, compared with the exact truth."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from numduel.game import AnyGame, Outcome, Player
from numduel.theory import Analysis, analyse


@dataclass(frozen=True)
class ReviewedMove:
    """One move of a game: who was winning before it and after it."""

    ply: int
    player: Player
    move: str
    name: str  # the move as people read it
    winner_before: Player | None
    winner_after: Player | None
    distance_before: int | None
    distance_after: int | None
    is_mistake: bool
    mattered: bool  # whether some moves here would have won and others lost
    better: tuple[str, ...]  # what would have won, if this threw the game away
    better_names: tuple[str, ...]


@dataclass(frozen=True)
class Review:
    """A game, move by move."""

    moves: tuple[ReviewedMove, ...]
    winners: tuple[Player | None, ...]  # who is winning before the first move and after each
    outcome: Outcome | None

    @property
    def mistakes(self) -> list[ReviewedMove]:
        return [move for move in self.moves if move.is_mistake]

    @property
    def mattered(self) -> bool:
        """Whether anybody ever had a choice between winning and losing."""
        return any(move.mattered for move in self.moves)


def review(
    game: AnyGame,
    moves: Sequence[Any],
    ended: Outcome | None,
    judge: Callable[[AnyGame, Any], Analysis] = analyse,
) -> Review:
    """Review the game that these moves make. `ended` is an ending that the rules do not know, such
    as a resignation. For many games, `judge` can be a function that remembers positions."""
    state = game.start()
    analyses = [judge(game, state)]
    reviewed = []
    for ply, move in enumerate(moves, start=1):
        before, state = state, game.after(state, move)
        analyses.append(judge(game, state))
        reviewed.append(_review_move(game, ply, before, move, *analyses[-2:]))
    winners = tuple(analysis.winner for analysis in analyses)
    return Review(tuple(reviewed), winners, ended or game.outcome(state))


def _review_move(
    game: AnyGame, ply: int, state: Any, move: Any, before: Analysis, after: Analysis
) -> ReviewedMove:
    player: Player = state.to_move
    is_mistake = before.winner is player and after.winner is player.opponent
    winning = [choice for choice in before.choices if choice.winner is player]
    winning.sort(key=lambda choice: not choice.best)
    better = [choice.move for choice in winning] if is_mistake else []
    return ReviewedMove(
        ply,
        player,
        game.write_move(move),
        game.words.name_move(state, move),
        before.winner,
        after.winner,
        before.distance,
        after.distance,
        is_mistake,
        before.matters,
        tuple(map(game.write_move, better)),
        tuple(game.words.name_move(state, move) for move in better),
    )
