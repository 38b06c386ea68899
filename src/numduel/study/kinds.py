"""All positions of a game, with those of equal canonical key counted as one kind.

The kinds are listed in an order in which everything that can follow a kind stands before it. So
one pass from the front answers any question about the rest of the game, such as how likely a game
played at random is won. A player of graded strength imagines such games; among listed kinds each of
them is a single draw with that chance, which comes to the same and takes a fraction of the time.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from numduel.errors import TooLarge
from numduel.game import AnyGame, Outcome, Player
from numduel.players import Thought

_TELL_EVERY = 1_000  # kinds


@dataclass(frozen=True)
class Kind:
    """A kind of position: how many moves lead to each of the kinds that follow, by their places
    in the list."""

    followers: dict[int, int]
    mover_won: bool | None  # whether the player to move has won; None while the duel goes on


def list_kinds(
    game: AnyGame, budget: int, progress: Callable[[float], None] = lambda _done: None
) -> list[Kind]:
    """Every kind that can be reached, the start last; TooLarge if that takes more than `budget`
    moves. `progress` is told which share of the budget is used."""
    start = game.start()
    places: dict[Any, int] = {}
    kinds: list[Kind] = []
    tried = 0
    path: list[tuple[Any, Any, list[tuple[Any, Any]] | None]] = [
        (start, game.canonical(start), None)
    ]
    while path:
        state, canonical, next_ones = path.pop()
        if canonical in places:
            continue
        if next_ones is None:
            moves = game.legal_moves(state)
            tried += len(moves)
            if tried > budget:
                raise TooLarge(f"To list all positions takes more than {budget:,} moves.")
            next_ones = [
                (next_state, game.canonical(next_state))
                for next_state in (game.after(state, move) for move in moves)
            ]
            path.append((state, canonical, next_ones))
            path += [(*pair, None) for pair in next_ones if pair[1] not in places]
            continue
        outcome = game.outcome(state)
        mover_won = None if outcome is None else outcome.winner is state.to_move
        followers = Counter(places[next_canonical] for _, next_canonical in next_ones)
        places[canonical] = len(kinds)
        if len(kinds) % _TELL_EVERY == 0:
            progress(tried / budget)
        kinds.append(Kind(dict(followers), mover_won))
    return kinds


def chances_of_winning(kinds: list[Kind]) -> list[float]:
    """For each kind, how likely the player to move wins if both move at random."""
    chances: list[float] = []
    for kind in kinds:
        if kind.mover_won is not None:
            chances.append(float(kind.mover_won))
            continue
        lost = sum(count * chances[place] for place, count in kind.followers.items())
        chances.append(1 - lost / sum(kind.followers.values()))
    return chances


class AtKind(NamedTuple):
    """The place of a kind in the list, and whose turn it is."""

    place: int
    to_move: Player


class ListedGame:
    """A game whose positions are the kinds of another game, for players of graded strength. A move
    is the place of the kind that it leads to. It is listed as often as moves of the other game
    lead to that kind."""

    def __init__(self, kinds: list[Kind]) -> None:
        self.kinds = kinds
        self._moves: dict[int, list[int]] = {}
        self._wins: dict[int, list[int]] = {}

    def __reduce__(self) -> tuple[Any, ...]:
        return ListedGame, (self.kinds,)  # the other fields are caches

    @cached_property
    def chances(self) -> list[float]:
        return chances_of_winning(self.kinds)

    def start(self) -> AtKind:
        return AtKind(len(self.kinds) - 1, Player.ONE)

    def legal_moves(self, state: AtKind) -> Sequence[int]:
        moves = self._moves.get(state.place)
        if moves is None:
            followers = self.kinds[state.place].followers
            moves = [place for place, count in followers.items() for _ in range(count)]
            self._moves[state.place] = moves
        return moves

    def wins_at_once(self, state: AtKind) -> list[int]:
        """The moves after which the opponent has lost."""
        wins = self._wins.get(state.place)
        if wins is None:
            wins = [move for move in self.legal_moves(state) if self.kinds[move].mover_won is False]
            self._wins[state.place] = wins
        return wins

    def after(self, state: AtKind, move: int) -> AtKind:
        return AtKind(move, state.to_move.opponent)

    def outcome(self, state: AtKind) -> Outcome | None:
        mover_won = self.kinds[state.place].mover_won
        if mover_won is None:
            return None
        return Outcome(state.to_move if mover_won else state.to_move.opponent, "")


class ListedThought(Thought):
    """The thinking of a player in a listed game, who draws the games that it imagines."""

    game: ListedGame

    def wins_at_once(self, state: AtKind) -> list[int]:
        return self.game.wins_at_once(state)

    def imagine(self, state: AtKind) -> float:
        mover_wins = self.random.random() < self.game.chances[state.place]
        return float(mover_wins == (state.to_move is self.player))
