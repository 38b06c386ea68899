"""What is known of a position: who wins, how far away the end is, and why.

`analyse` and `explain` are what the rest of numduel calls. A theory answers them for its game by
registering `judge` and `argue` for the game's type; exact search answers for every `Game`.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import singledispatch
from math import inf
from typing import Any, NamedTuple

from numduel.game import AnyGame, Player

BUDGET = 250_000  # moves that a search may try: about half a second


class Value(NamedTuple):
    """What a position or a move is worth to the player to move: whether they win, and how many
    moves away the end is when the winner hurries and the loser delays (None if not known)."""

    wins: bool
    distance: int | None

    def before(self) -> "Value":
        """What the move that led here is worth to the player who made it."""
        return Value(not self.wins, None if self.distance is None else self.distance + 1)


class Choice(NamedTuple):
    """A legal move, who wins after it, how many moves away the end is, counting this one, and
    whether nothing better can be played."""

    move: Any
    winner: Player | None
    distance: int | None
    best: bool


@dataclass(frozen=True)
class Analysis:
    """Who wins with best play, how many moves away the end is, and each legal move.

    The winner's best moves are the fastest wins; the loser's are those that last longest and,
    among these, leave the opponent the fewest winning replies. A theory that can tell these apart
    prefers some of them still. What is not known is None, and `unknown` says why in a sentence.
    """

    winner: Player | None
    distance: int | None
    choices: tuple[Choice, ...]
    unknown: str | None


@dataclass(frozen=True)
class Explanation:
    """Why: sentences to read, pairs to draw, and a move to play now (None when the duel is over
    or nothing is known). "You" is the player to move."""

    sentences: tuple[str, ...]
    pairs: tuple[tuple[Any, Any], ...] = ()
    reply: Any = None


def analyse(game: AnyGame, state: Any, budget: int = BUDGET) -> Analysis:
    """What is known of a position. A search tries at most `budget` moves, then gives up."""
    outcome = game.outcome(state)
    if outcome is not None:
        return Analysis(outcome.winner, 0, (), None)
    return judge(game, state, budget)


def explain(game: AnyGame, state: Any, budget: int = BUDGET) -> Explanation:
    """Why a position is won or lost, and what to play; nothing of a duel that is over, for its
    outcome has the reason."""
    if game.outcome(state) is not None:
        return Explanation(())
    return argue(game, state, budget)


@singledispatch
def judge(game: AnyGame, _state: Any, _budget: int) -> Analysis:
    """The analysis of a position that is not over, by the theory of this type of game."""
    raise TypeError(f"{type(game).__name__} is not a Game")


@singledispatch
def argue(game: AnyGame, _state: Any, _budget: int) -> Explanation:
    """The explanation of a position that is not over, by the theory of this type of game."""
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
    kinds = set(values)  # few, even where there are a million moves
    best = max(kinds, key=_merit)
    told = {value: (_winner(player, value), value.distance, value == best) for value in kinds}
    choices = [Choice(move, *told[value]) for move, value in zip(moves, values, strict=True)]
    analysis = Analysis(_winner(player, best), best.distance, tuple(choices), unknown)
    if count_replies is None or best.wins:
        return analysis
    return prefer_least(analysis, count_replies)


def prefer_least(analysis: Analysis, cost: Callable[[Any], float]) -> Analysis:
    """The analysis in which only those of the best moves are best that cost least."""
    costs = {choice.move: cost(choice.move) for choice in analysis.choices if choice.best}
    least = min(costs.values())
    choices = tuple(
        choice._replace(best=False) if costs.get(choice.move, least) > least else choice
        for choice in analysis.choices
    )
    return replace(analysis, choices=choices)


def give_up(moves: Sequence[Any], reason: str) -> Analysis:
    """The analysis of a position of which nothing is known."""
    choices = tuple(Choice(move, None, None, False) for move in moves)
    return Analysis(None, None, choices, reason)


def first_best(analysis: Analysis) -> Any:
    """The first of the best moves."""
    return next(choice.move for choice in analysis.choices if choice.best)


def outlook(analysis: Analysis, player: Player) -> str:
    """Who wins and how far away the end is, as a sentence for the player to move."""
    if analysis.winner is player:
        start = "You can win"
    else:
        start = "Your opponent wins if they make no mistake"
    if analysis.distance is None:
        return f"{start}."
    return f"{start}; the end is {count(analysis.distance, 'move')} away."


def resistance(analysis: Analysis, plan: str = "") -> list[str]:
    """What the best move of the player who loses is good for, in a sentence, or none where nothing
    is known of it; `plan` says the move, as in "take 18"."""
    far, choices = analysis.distance, analysis.choices
    is_longest = any(choice.distance != far for choice in choices)
    is_hardest = any(choice.distance == far and not choice.best for choice in choices)
    hardest = "your opponent has the fewest winning replies"
    if far is None:
        return [f"If you {plan}, {hardest}."] if is_hardest else []
    if is_longest:
        if is_hardest:
            plan += "; of the moves that last as long, it leaves the fewest winning replies"
        return [f"You hold out longest if you {plan}."]
    start = "Every move loses" if len(choices) > 1 else "Your only move loses"
    return [f"{start} in {count(far, 'move')}{f'; if you {plan}, {hardest}' * is_hardest}."]


def count(number: int, noun: str) -> str:
    """A number of things: "1 move", "2 moves"."""
    return f"{number} {noun}" if number == 1 else f"{number:,} {noun}s"


def listed(items: Iterable[Any], limit: int = 12) -> str:
    """Things in a row: "6, 5 and 3"; of many, only the first and how many more there are."""
    texts = [str(item) for item in items]
    if len(texts) > limit:
        texts = [*texts[: limit - 1], f"{len(texts) - limit + 1:,} more"]
    return " and ".join([", ".join(texts[:-1]), texts[-1]]) if len(texts) > 1 else "".join(texts)


def _merit(value: Value) -> tuple[bool, float]:
    """A win counts as far away unless it is known to be near, a loss as near unless it is not."""
    if value.wins:
        return True, -inf if value.distance is None else -value.distance
    return False, 0 if value.distance is None else value.distance


def _winner(player: Player, value: Value) -> Player:
    return player if value.wins else player.opponent
