"""What is known of a position: who wins, how far away the end is, and why.

`analyse`, `reasons_for` and `foregone_winner` are what the rest of numduel calls. A theory answers
them for its game by registering `judge`, `argue` and `foregone_winner` for the game's type; exact
search answers for every `Game`. A theory gives its game's own reasons; what can be said of any game
is worded in `telling/`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import singledispatch
from math import inf
from typing import Any, NamedTuple

from numduel.game import AnyGame, Player

BUDGET = 250_000  # moves that a search may try: about half a second


class Value(NamedTuple):
    """What a position or a move is worth to the player to move: whether they win, and how many
    moves away the end is when the winner hurries and the loser delays. Where that is not known,
    the distance is None, and it lies between `at_least` and `at_most` where these are known."""

    wins: bool
    distance: int | None
    at_least: int | None = None
    at_most: int | None = None

    def before(self) -> "Value":
        """What the move that led here is worth to the player who made it."""
        return Value(not self.wins, None if self.distance is None else self.distance + 1)

    @property
    def range(self) -> tuple[float, float]:
        """The least and the greatest that the distance may be."""
        if self.distance is not None:
            return self.distance, self.distance
        return self.at_least or (1 if self.wins else 2), self.at_most or inf


class Choice(NamedTuple):
    """A legal move, who wins after it, how many moves away the end is, counting this one, and
    whether no move is better. Where the distance is not known, bounds of it may be."""

    move: Any
    winner: Player | None
    distance: int | None
    best: bool
    at_least: int | None = None
    at_most: int | None = None


@dataclass(frozen=True)
class Analysis:
    """Who wins with best play, how many moves away the end is, and each legal move.

    The winner's best moves are the fastest wins; the loser's are those that last longest and,
    among these, leave the opponent the fewest winning replies. A theory may prefer some of these
    for a further reason. What is not known is None, and `unknown` says why in a sentence;
    the distance then lies between `at_least` and `at_most`, where these are known.
    """

    winner: Player | None
    distance: int | None
    choices: tuple[Choice, ...]
    unknown: str | None
    at_least: int | None = None
    at_most: int | None = None

    @property
    def best_moves(self) -> list[Any]:
        """The best moves."""
        return [choice.move for choice in self.choices if choice.best]

    @property
    def matters(self) -> bool:
        """Whether it is known that one move wins and another loses."""
        return bool(self.count_won(Player.ONE) and self.count_won(Player.TWO))

    def moves_won_by(self, player: Player) -> list[Any]:
        """The moves after which this player wins."""
        return [choice.move for choice in self.choices if choice.winner is player]

    def count_won(self, player: Player) -> int | None:
        """How many moves lead to this player's win; None unless all moves are judged."""
        winners = [choice.winner for choice in self.choices]
        return None if None in winners else winners.count(player)


@dataclass(frozen=True)
class Argument:
    """A game's own reasons for who wins: sentences in which "you" are the player to move, pairs to
    draw, and a best move to play now.

    It is empty if the duel is over or nothing is known. `tells_resistance`: the reasons already say
    why the loser's best move is best.
    """

    reasons: tuple[str, ...] = ()
    pairs: tuple[tuple[Any, Any], ...] = ()
    reply: Any = None
    tells_resistance: bool = False


def analyse(game: AnyGame, state: Any, budget: int = BUDGET) -> Analysis:
    """What is known of a position. A search tries at most `budget` moves, then gives up."""
    outcome = game.outcome(state)
    if outcome is not None:
        return Analysis(outcome.winner, 0, (), None, 0, 0)
    return judge(game, state, budget)


def reasons_for(
    game: AnyGame, state: Any, moves: Sequence[Any] = (), budget: int = BUDGET
) -> Argument:
    """Why a position is won or lost, and what to play. A theory that follows one plan through a
    game needs the moves that led here. Without them it makes a plan for this position alone."""
    if game.outcome(state) is not None:
        return Argument()
    return argue(game, state, budget, tuple(moves))


@singledispatch
def judge(game: AnyGame, _state: Any, _budget: int) -> Analysis:
    """The analysis of a position that is not over, by the theory of this type of game."""
    raise TypeError(f"{type(game).__name__} is not a Game")


@singledispatch
def argue(game: AnyGame, _state: Any, _budget: int, _moves: tuple[Any, ...]) -> Argument:
    """The reasons for a position that is not over, by the theory of this type of game."""
    raise TypeError(f"{type(game).__name__} is not a Game")


@singledispatch
def foregone_winner(game: AnyGame, _state: Any) -> Player | None:
    """Who wins from here whatever anybody plays. None if it depends on the moves, or if finding out
    would take too long for a menu."""
    raise TypeError(f"{type(game).__name__} is not a Game")


def weigh(
    player: Player,
    moves: Sequence[Any],
    values: Sequence[Value],
    count_replies: Callable[[Any], int] | None = None,
    unknown: str | None = None,
) -> Analysis:
    """The analysis that follows from what each move is worth to the player who makes it.

    `count_replies` tells how many winning replies a losing move leaves the opponent; without it,
    the moves that last longest are all best.
    """
    best = max(values, key=_merit)
    choices = tuple(
        Choice(move, _winner(player, value), value.distance, value == best, *_bounds(*value.range))
        for move, value in zip(moves, values, strict=True)
    )
    # The winner takes the nearest end, the loser the farthest.
    decide = min if best.wins else max
    ranges = [value.range for value in values if value.wins == best.wins]
    nearest, farthest = (decide(ends) for ends in zip(*ranges, strict=True))
    distance = int(nearest) if nearest == farthest else None
    analysis = Analysis(
        _winner(player, best), distance, choices, unknown, *_bounds(nearest, farthest)
    )
    if count_replies is None or best.wins:
        return analysis
    return prefer_least(analysis, count_replies)


def prefer_least(analysis: Analysis, cost: Callable[[Any], float]) -> Analysis:
    """The same analysis, but only the cheapest of the best moves stay best."""
    costs = {choice.move: cost(choice.move) for choice in analysis.choices if choice.best}
    least = min(costs.values())
    choices = tuple(
        choice._replace(best=False) if costs.get(choice.move, least) > least else choice
        for choice in analysis.choices
    )
    return replace(analysis, choices=choices)


def give_up(moves: Sequence[Any], reason: str) -> Analysis:
    """The analysis of a position about which nothing is known."""
    choices = tuple(Choice(move, None, None, False) for move in moves)
    return Analysis(None, None, choices, reason)


def first_best(analysis: Analysis) -> Any:
    """The first of the best moves."""
    return next(choice.move for choice in analysis.choices if choice.best)


def _merit(value: Value) -> tuple[bool, float]:
    """How good a value is, for comparing. If the distance of a win is not known, the greatest that
    it may be counts; of a loss, the least."""
    nearest, farthest = value.range
    return (True, -farthest) if value.wins else (False, nearest)


def _bounds(nearest: float, farthest: float) -> tuple[int, int | None]:
    """The bounds to tell; None if there is no upper one."""
    return int(nearest), None if farthest == inf else int(farthest)


def _winner(player: Player, value: Value) -> Player:
    return player if value.wins else player.opponent
