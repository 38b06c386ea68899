"""Exact search of any game, and the one walk over positions.

`explore` lists everything that can follow a position, `backward_induction` finds the winners and
distances of such a list, and `random_playout` plays a game to its end at random.

A position is won if some move leads to one that the opponent loses, and lost if every move leads to
one that the opponent wins. So values spread backwards from the finished positions, layer by layer.
A won position is settled by the nearest lost one after it, which turns up first, and a lost one by
the farthest of its won ones, which turns up last. So the layer is the distance, with the winner
hurrying and the loser delaying. Nothing recurses, so a game may have any length.
"""

from collections.abc import Callable, Hashable, Iterator
from functools import lru_cache
from math import inf
from random import Random
from threading import Lock
from typing import Any, NamedTuple, Protocol

from numduel.errors import NumduelError, TooLarge
from numduel.game import AnyGame, Game

# Moves that a search may try: half a second. In Divisor Duel, positions: a fifth of a second if the
# search is compiled, else five seconds.
BUDGET = 250_000
BRIEF = 25_000  # for callers that ask about many positions
_FAILURES_KEPT = 1_000


class Value(NamedTuple):
    """The value of a position or a move to the player to move: whether they win, and the distance
    of the end when the winner hurries and the loser delays. An unknown distance is None and lies
    between `at_least` and `at_most`, if these are known."""

    wins: bool
    distance: int | None
    at_least: int | None = None
    at_most: int | None = None

    def before(self) -> "Value":
        """Return the value of the move that led here, to the player who made it."""
        return Value(not self.wins, None if self.distance is None else self.distance + 1)

    @property
    def range(self) -> tuple[float, float]:
        """The least and the greatest possible distance."""
        if self.distance is not None:
            return self.distance, self.distance
        return self.at_least or (1 if self.wins else 2), self.at_most or inf


class Walkable(Protocol):
    """The part of a game that `explore` needs."""

    def legal_moves(self, state: Any) -> Any: ...
    def after(self, state: Any, move: Any) -> Any: ...


class Positions(NamedTuple):
    """Everything that can follow a position, which is at place 0.

    `states` has one state for each key. `successors[place]` are the places that its legal moves
    lead to, in the order of the moves. Places are in breadth-first order: a position comes after
    the one from which it is reached first, not after all of its predecessors.
    """

    states: list[Any]
    successors: list[tuple[int, ...]]
    places: dict[Hashable, int]  # by key

    def ends_first(self) -> list[int]:
        """Return the places in reverse topological order: successors first."""
        left = [len(following) for following in self.successors]
        order = [place for place, moves in enumerate(left) if not moves]
        parents = self.parents()
        for place in order:  # grows meanwhile
            for parent in parents[place]:
                left[parent] -= 1
                if not left[parent]:
                    order.append(parent)
        return order

    def parents(self) -> list[list[int]]:
        """Return the predecessors of each place, repeated for each move."""
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
    """List every position that can follow a state, merging positions with equal keys.

    The key is the game's canonical key unless another is given; `key=lambda state: state` merges
    only equal states. Raise TooLarge if there are more than `budget` moves to try. Positions
    `depth` moves away have no successors listed.
    """
    if key is None and isinstance(game, Game) and type(game).canonical is not Game.canonical:
        key = game.canonical
    legal_moves, after, left = game.legal_moves, game.after, budget
    places: dict[Hashable, int] = {state if key is None else key(state): 0}
    states: list[Any] = [state]
    successors: list[tuple[int, ...]] = []
    end_of_layer, layer = 1, 0
    for place, state in enumerate(states):  # grows meanwhile
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
    """Solve a list of positions by backward induction. A value is one more than the distance,
    negative if the player to move loses; 0 if it is not decided within the list."""
    states = positions.states
    unrefuted = [len(following) for following in positions.successors]  # moves not refuted yet
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
    """Play to the end at random; yield each move and the state after it."""
    while moves := game.legal_moves(state):
        move = random.choice(moves)
        state = game.after(state, move)
        yield move, state


class GameSolver:
    """The values of a game's states, searched on demand.

    Only complete searches are kept: with a position, the solver knows everything that can follow
    it. So a value never depends on earlier queries.
    """

    def __init__(self, game: AnyGame, budget: int = BUDGET) -> None:
        self.game = game
        self.budget = budget  # moves a search may try
        self._is_merged = type(game).canonical is not Game.canonical
        self._values: dict[Any, int] = {}
        self._failures: dict[Any, str] = {}
        self._lock = Lock()  # concurrent queries wait for one search

    def value(self, state: Any) -> Value:
        """Return the value of a state to the player to move. Raise TooLarge beyond the budget,
        NumduelError if the game breaks the contract."""
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
    """Return the solver of a game, cached for the last few games."""
    return GameSolver(game, budget)
