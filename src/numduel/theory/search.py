"""Exact search of any game. It answers where no theory of the game does.

A position is won if some move leads to one that the opponent loses, and lost if every move leads
to one that the opponent wins. So values spread from the finished positions backwards: first list
everything that can still happen, then settle it layer by layer, the finished positions first. A
won position is settled by the first lost one that turns up behind it, the nearest, and a lost one
by the last of its won ones, the farthest. The layer is therefore the distance, with the winner
hurrying and the loser delaying. Nothing recurses, so a game may be as long as it likes.

Positions of equal `essence` are settled as one. Values are relative to the player to move.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import lru_cache
from random import Random
from threading import Lock
from typing import Any, Generic, TypeVar

from numduel.errors import NumduelError, TooLarge
from numduel.game import AnyGame, Game, Player
from numduel.theory.verdict import (
    BUDGET,
    Analysis,
    Argument,
    Value,
    argue,
    first_best,
    foregone_winner,
    give_up,
    judge,
    weigh,
)
from numduel.words import count

Node = TypeVar("Node")

_FAILURES_KEPT = 1_000
_LINE_SHOWN = 12
# To find out, at a menu, whether choices count: the largest games in which it is tried, and how.
_MOST_MOVES, _RANDOM_GAMES, _MOST_TRIED = 2_000, 6, 20_000


class Solver(ABC, Generic[Node]):
    """The values of positions, searched when they are first asked for.

    Only whole searches are kept: if a position is in the solver, so is everything that can follow
    it. So an answer never depends on what was asked before.
    """

    essence: Callable[[Node], Hashable] | None = None  # None: a position is its own essence

    def __init__(self, budget: int) -> None:
        self.budget = budget  # how many moves one search may try
        self._values: dict[Any, int] = {}
        self._failures: dict[Any, str] = {}
        self._lock = Lock()  # of two threads that ask at once, one searches and the other waits

    @abstractmethod
    def replies(self, node: Node) -> Sequence[Node]:
        """The positions that one move leads to; the opponent is to move there."""

    def is_won(self, node: Node) -> bool:
        """Whether the player to move has won already; asked where there are no replies."""
        return False

    def value(self, node: Node) -> Value:
        """What a position is worth to the player to move; TooLarge if that cannot be found out
        within the budget, NumduelError if the game does not keep the contract."""
        name = node if self.essence is None else self.essence(node)
        value = self._values.get(name)
        if value is None:
            with self._lock:
                value = self._search(node, name)
        return Value(value > 0, abs(value) - 1)

    def _search(self, node: Node, name: Any) -> int:
        if name in self._failures:
            raise TooLarge(self._failures[name])
        if name not in self._values:
            try:
                found = self._settle(node, name)
            except TooLarge as reason:
                if len(self._failures) < _FAILURES_KEPT:
                    self._failures[name] = str(reason)
                raise
            if len(self._values) + len(found) <= self.budget:
                self._values.update(found)
            else:
                self._values = found
        return self._values[name]

    def _settle(self, root: Node, name: Any) -> dict[Any, int]:
        """The value of everything that can follow a position. It is one more than the distance, and
        negative where the player to move loses."""
        essence, left = self.essence, self.budget
        places = {name: 0}
        nodes = [root]
        parents: list[list[int]] = [[]]
        unrefuted: list[int] = []  # how many replies are not yet known to win for the opponent
        values: list[int] = []
        layer: list[int] = []
        for place, node in enumerate(nodes):  # which grow as we go
            replies = self.replies(node)
            left -= len(replies)
            if left < 0:
                raise TooLarge(f"The rest of the game has more than {self.budget:,} moves to try.")
            for reply in replies:
                name = reply if essence is None else essence(reply)
                found = places.get(name)
                if found is None:
                    found = places[name] = len(nodes)
                    nodes.append(reply)
                    parents.append([place])
                else:
                    parents[found].append(place)
            unrefuted.append(len(replies))
            if replies:
                values.append(0)
            else:
                values.append(1 if self.is_won(node) else -1)
                layer.append(place)
        depth = 1
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
        if 0 in values:
            raise NumduelError("Positions come back in this game, and a duel must end.")
        return dict(zip(places, values, strict=True))


class GameSolver(Solver[Any]):
    """The values of a game's states."""

    def __init__(self, game: AnyGame, budget: int = BUDGET) -> None:
        super().__init__(budget)
        self.game = game
        if type(game).essence is not Game.essence:
            self.essence = game.essence

    def replies(self, node: Any) -> list[Any]:
        after = self.game.after
        return [after(node, move) for move in self.game.legal_moves(node)]

    def is_won(self, node: Any) -> bool:
        outcome = self.game.outcome(node)
        return outcome is not None and outcome.winner is node.to_move


@lru_cache(maxsize=4)
def solver_of(game: AnyGame, budget: int = BUDGET) -> GameSolver:
    """The solver of a game; those of the last few games are kept."""
    return GameSolver(game, budget)


@judge.register(Game)
def judge_by_search(game: AnyGame, state: Any, budget: int) -> Analysis:
    """The analysis of any game, by looking at everything that can still happen."""
    solver, moves = solver_of(game, budget), game.legal_moves(state)
    try:
        solver.value(state)
    except NumduelError as reason:
        return give_up(moves, str(reason))

    def count_replies(move: Any) -> int:
        after = game.after(state, move)
        replies = (game.after(after, reply) for reply in game.legal_moves(after))
        return sum(not solver.value(reply).wins for reply in replies)

    values = [solver.value(game.after(state, move)).before() for move in moves]
    return weigh(state.to_move, moves, values, count_replies)


@argue.register(Game)
def argue_by_search(game: AnyGame, state: Any, budget: int, _moves: tuple[Any, ...]) -> Argument:
    """The line of best play, where no theory has a better reason."""
    analysis = judge(game, state, budget)
    if analysis.unknown is not None:
        return Argument()
    line = best_line(game, state, budget)
    shown = ", ".join(_names(game, state, line[:_LINE_SHOWN]))
    rest = f" and so on, {count(len(line), 'move')} in all" if len(line) > _LINE_SHOWN else ""
    return Argument((f"If both play their best: {shown}{rest}.",), reply=line[0])


@foregone_winner.register(Game)
def foregone_by_search(game: AnyGame, state: Any) -> Player | None:
    """The winner of every ending that can be reached, if it is the same in all of them."""
    if len(game.all_moves()) > _MOST_MOVES:
        return None
    winners: set[Player] = set()
    random = Random(0)
    for _ in range(_RANDOM_GAMES):  # they nearly always show at once that choices count
        winners.add(_end_at_random(game, state, random))
        if len(winners) > 1:
            return None
    left, seen, waiting = _MOST_TRIED, {(state.to_move, game.essence(state))}, [state]
    while waiting and len(winners) == 1:
        state = waiting.pop()
        outcome = game.outcome(state)
        if outcome is not None:
            winners.add(outcome.winner)
            continue
        moves = game.legal_moves(state)
        left -= len(moves)
        if left < 0:
            return None
        for move in moves:
            after = game.after(state, move)
            name = (after.to_move, game.essence(after))
            if name not in seen:
                seen.add(name)
                waiting.append(after)
    return winners.pop() if len(winners) == 1 else None


def _end_at_random(game: AnyGame, state: Any, random: Random) -> Player:
    while (outcome := game.outcome(state)) is None:
        state = game.after(state, random.choice(game.legal_moves(state)))
    return outcome.winner


def _names(game: AnyGame, state: Any, line: list[Any]) -> Iterator[str]:
    """Moves one after another, as people read them."""
    for move in line:
        yield game.words.name_move(game, state, move)
        state = game.after(state, move)


def best_line(game: AnyGame, state: Any, budget: int = BUDGET) -> list[Any]:
    """The moves until the end if both play the first of their best moves."""
    line = []
    while game.outcome(state) is None:
        line.append(first_best(judge(game, state, budget)))
        state = game.after(state, line[-1])
    return line
