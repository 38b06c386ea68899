"""Exact search of any game, and the one walk over positions.

`explore` lists everything that can follow a position, `backward_induction` finds out from such a
list who wins and how fast, and `random_playout` plays a game to its end at random.

A position is won if some move leads to one that the opponent loses, and lost if every move leads
to one that the opponent wins. So values spread from the finished positions backwards, layer by
layer. A won position is settled by the first lost one that turns up behind it, the nearest, and a
lost one by the last of its won ones, the farthest. The layer is therefore the distance, with the
winner hurrying and the loser delaying. Nothing recurses, so a game may be as long as it likes.
"""

from collections.abc import Callable, Hashable, Iterator
from functools import lru_cache
from math import inf
from random import Random
from threading import Lock
from typing import Any, NamedTuple, Protocol

from numduel.errors import NumduelError, TooLarge
from numduel.game import AnyGame, Game

# Moves that a search may try: half a second. In Divisor Duel, positions: a fifth of a second if it
# is compiled, else five.
BUDGET = 250_000
BRIEF = 25_000  # where many positions are asked for
_FAILURES_KEPT = 1_000


class Value(NamedTuple):
    """The value of a position or a move to the player to move: whether they win, and how many moves
    away the end is when the winner hurries and the loser delays. Where that is not known, the
    distance is None, and it lies between `at_least` and `at_most` where these are known."""

    wins: bool
    distance: int | None
    at_least: int | None = None
    at_most: int | None = None

    def before(self) -> "Value":
        """Return the value of the move that led here to the player who made it."""
        return Value(not self.wins, None if self.distance is None else self.distance + 1)

    @property
    def range(self) -> tuple[float, float]:
        """The least and the greatest that the distance may be."""
        if self.distance is not None:
            return self.distance, self.distance
        return self.at_least or (1 if self.wins else 2), self.at_most or inf


class Walkable(Protocol):
    """What `explore` asks of a game."""

    def legal_moves(self, state: Any) -> Any: ...
    def after(self, state: Any, move: Any) -> Any: ...


class Positions(NamedTuple):
    """Everything that can follow a position, which is at place 0.

    `states` has one state for each key. `successors[place]` are the places that its legal moves
    lead to, in the order of the moves. Places are in the order of a breadth-first search: a
    position stands behind one from which it is reached first, not behind all of them.
    """

    states: list[Any]
    successors: list[tuple[int, ...]]
    places: dict[Hashable, int]  # by key

    def ends_first(self) -> list[int]:
        """Return the places in an order in which all that follows a position stands before it."""
        left = [len(following) for following in self.successors]
        order = [place for place, moves in enumerate(left) if not moves]
        parents = self.parents()
        for place in order:  # which grows as we go
            for parent in parents[place]:
                left[parent] -= 1
                if not left[parent]:
                    order.append(parent)
        return order

    def parents(self) -> list[list[int]]:
        """Return for each place those from which a move leads there, once for each such move."""
        parents: list[list[int]] = [[] for _ in self.states]
        for place, following in enumerate(self.successors):
            for other in following:
                parents[other].append(place)
        return parents


def explore(
    game: Walkable,
    state: Any,
    budget: float = inf,
    *,
    key: Callable[[Any], Hashable] | None = None,
    depth: float = inf,
) -> Positions:
    """List every position that can follow a state, positions with equal keys as one.

    The key is the game's canonical key unless another is given; `key=lambda state: state` merges
    nothing but equal states. Raise TooLarge if there are more than `budget` moves to try. Positions
    `depth` moves away have no successors listed.
    """
    if key is None and isinstance(game, Game) and type(game).canonical is not Game.canonical:
        key = game.canonical
    legal_moves, after, left = game.legal_moves, game.after, budget
    places: dict[Hashable, int] = {state if key is None else key(state): 0}
    states: list[Any] = [state]
    successors: list[tuple[int, ...]] = []
    end_of_layer, layer = 1, 0
    for place, state in enumerate(states):  # which grow as we go
        if place == end_of_layer:
            end_of_layer, layer = len(states), layer + 1
        if layer >= depth:
            break
        moves = legal_moves(state)
        left -= len(moves)
        if left < 0:
            raise TooLarge(f"The rest of the game has more than {budget:,} moves to try.")
        following = []
        for reply in [after(state, move) for move in moves]:
            new = len(states)
            found = places.setdefault(reply if key is None else key(reply), new)
            if found == new:
                states.append(reply)
            following.append(found)
        successors.append(tuple(following))
    successors += [()] * (len(states) - len(successors))
    return Positions(states, successors, places)


def backward_induction(game: AnyGame, positions: Positions) -> list[int]:
    """Solve a list of positions by backward induction: for each place one more than the distance,
    negative where the player to move loses; 0 where that is not decided within the list."""
    states = positions.states
    unrefuted = [len(following) for following in positions.successors]  # replies that may not win
    values = [0] * len(states)
    layer = []
    for place, moves in enumerate(unrefuted):
        if not moves and (outcome := game.outcome(states[place])) is not None:
            values[place] = 1 if outcome.winner is states[place].to_move else -1
            layer.append(place)
    parents, depth = positions.parents(), 1
    while layer:
        depth += 1
        settled = []
        for place in layer:
            if values[place] < 0:
                for parent in parents[place]:
                    if not values[parent]:
                        values[parent] = depth
                        settled.append(parent)
            else:
                for parent in parents[place]:
                    unrefuted[parent] -= 1
                    if not unrefuted[parent]:
                        values[parent] = -depth
                        settled.append(parent)
        layer = settled
    return values


def random_playout(game: Walkable, state: Any, random: Random) -> Iterator[tuple[Any, Any]]:
    """Play to the end at random: yield each move and the state that it leads to."""
    while moves := game.legal_moves(state):
        move = random.choice(moves)
        state = game.after(state, move)
        yield move, state


class GameSolver:
    """The values of a game's states, searched when they are first asked for.

    Only whole searches are kept: if a position is in the solver, so is everything that can follow
    it. So an answer never depends on what was asked before.
    """

    def __init__(self, game: AnyGame, budget: int = BUDGET) -> None:
        self.game = game
        self.budget = budget  # how many moves one search may try
        self._is_merged = type(game).canonical is not Game.canonical
        self._values: dict[Any, int] = {}
        self._failures: dict[Any, str] = {}
        self._lock = Lock()  # of two threads that ask at once, one searches and the other waits

    def value(self, state: Any) -> Value:
        """Return what a state is worth to the player to move. Raise TooLarge if that takes more
        than the budget, NumduelError if the game does not keep the contract."""
        key = self.game.canonical(state) if self._is_merged else state
        value = self._values.get(key)
        if value is None:
            with self._lock:
                value = self._search(state, key)
        return Value(value > 0, abs(value) - 1)

    def _search(self, state: Any, key: Any) -> int:
        if key in self._failures:
            raise TooLarge(self._failures[key])
        if key not in self._values:
            try:
                positions = explore(self.game, state, self.budget)
            except TooLarge as reason:
                if len(self._failures) < _FAILURES_KEPT:
                    self._failures[key] = str(reason)
                raise
            values = backward_induction(self.game, positions)
            if 0 in values:
                raise NumduelError("Positions come back in this game, and a duel must end.")
            found = dict(zip(positions.places, values, strict=True))
            if len(self._values) + len(found) > self.budget:
                self._values = {}
            self._values.update(found)
        return self._values[key]


@lru_cache(maxsize=4)
def solver_of(game: AnyGame, budget: int = BUDGET) -> GameSolver:
    """Return the solver of a game; those of the last few games are kept."""
    return GameSolver(game, budget)
