"""Grundy's Game: split one heap into two unequal heaps; both stay on the table.

Goal: be the last to split a heap. The first heap is {start}.

Turn: choose any heap and split it into two unequal heaps, of at least 1 each; both stay on the
table. You must move if you can.

End: a player who finds no heap to split (only heaps of 1 and 2 are left) loses. There is no draw.

Example, from 7: Player 1 splits 7 into 4 and 3. Player 2 splits 4 into 3 and 1. Player 1 splits
one 3 into 2 and 1, Player 2 the other. Only heaps of 1 and 2 are left, and Player 1 is to move:
Player 2 wins.

Options: `start` is the size of the first heap; 15 to 25 make a quick game.

Rulings (this rule book is our own):

- V3. Number Split Duel with both parts kept: nothing is handed over. A split is typed as there.
  Which heap to split is asked first if heaps of several sizes can be split, but the two parts
  name it as well; heaps of equal size are alike. With a start of 1 or 2 Player 1 has no move and
  loses at once.
"""

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import isqrt
from sys import maxsize
from typing import Any, NamedTuple

from numduel.errors import IllegalMove, UnreadableMove
from numduel.game import Game, Outcome, Player, Preset, option, read_number
from numduel.games.number_split_duel import read_parts, read_split, split_fault
from numduel.words import BLANK, Further, Line, Role, Span, Words, line, listing, quote, turn_of


class HeapsState(NamedTuple):
    """The heaps, largest first, and the player to move."""

    heaps: tuple[int, ...]
    to_move: Player


class Split(NamedTuple):
    """A heap and the larger of the two parts that it is split into."""

    heap: int
    larger: int

    @property
    def smaller(self) -> int:
        return self.heap - self.larger


class Splits(Sequence[Split]):
    """All splits of all heaps up to a size, by heap and then by larger part: a heap has (heap − 1)
    // 2 of them, so heaps up to a size have (size − 1)² // 4."""

    def __init__(self, largest: int) -> None:
        self.largest = largest

    def __len__(self) -> int:
        return (self.largest - 1) ** 2 // 4

    def __getitem__(self, place: Any) -> Any:
        if isinstance(place, slice):
            return [self[each] for each in range(len(self))[place]]
        place = range(len(self))[place]
        heap = isqrt(4 * place + 3) + 2
        return Split(heap, place - (heap - 2) ** 2 // 4 + heap // 2 + 1)

    def index(self, value: Any, start: int = 0, stop: int = maxsize) -> int:
        heap, larger = value
        place: int = (heap - 2) ** 2 // 4 + larger - heap // 2 - 1
        if heap // 2 < larger < heap <= self.largest and start <= place < stop:
            return place
        raise ValueError(f"{value} is not in the list")

    def __contains__(self, value: Any) -> bool:
        try:
            self.index(value)
        except ValueError:
            return False
        return True


@dataclass(frozen=True)
class GrundysGame(Game[HeapsState, Split]):
    """A move is written as the heap and its larger part: 16:10 splits 16 into 10 and 6."""

    slug = "grundys-game"
    title = "Grundy's Game"
    summary = "Split a heap into two unequal heaps. If you cannot, you lose."
    order = 6
    board = "heaps"
    presets = (
        Preset("as written", {}, ("play", "arena")),
        Preset("a heap of 24", {"start": 24}, ("play", "puzzles")),
        Preset("a heap of 30", {"start": 30}, ("play", "puzzles")),
    )

    start_number: int = option(
        16,
        "the first heap",
        minimum=1,
        name="start",
        suggest="15 to 25 make a quick game",
        differs="",
    )

    def start(self) -> HeapsState:
        return HeapsState((self.start_number,), Player.ONE)

    def all_moves(self) -> Sequence[Split]:
        return Splits(self.start_number)

    def refusal(self, state: HeapsState, move: Split) -> str | None:
        heap, larger = move
        rule = heap_fault(state.heaps, heap)
        if rule is None and larger < move.smaller:
            rule = f"{larger} is the smaller part: name the larger one, {move.smaller}."
        return rule or split_fault(larger, move.smaller)

    def legal_moves(self, state: HeapsState) -> Sequence[Split]:
        return splits_of(state.heaps)

    def after(self, state: HeapsState, move: Split) -> HeapsState:
        heap, larger = move
        heaps = [*state.heaps, larger, heap - larger]
        heaps.remove(heap)
        heaps.sort(reverse=True)
        return HeapsState(tuple(heaps), state.to_move.opponent)

    def outcome(self, state: HeapsState) -> Outcome | None:
        if state.heaps[0] > 2:
            return None
        reason = "because no heap is left that can be split into unequal parts"
        return Outcome(state.to_move.opponent, reason)

    def read_move(self, text: str) -> Split:
        heap, colon, larger = text.partition(":")
        if not colon:
            raise UnreadableMove(f"{quote(text)} is not a heap and its larger part, such as 16:10")
        return Split(read_number(heap), read_number(larger))

    def write_move(self, move: Split) -> str:
        return f"{move.heap}:{move.larger}"

    def canonical(self, state: HeapsState) -> Hashable:
        return tuple(heap for heap in state.heaps if heap > 2)

    def most_moves(self) -> int:
        return max(0, self.start_number - 2)  # by splitting off 1 each time

    def features(self, state: HeapsState) -> tuple[float, ...]:
        """Return the number of heaps of each size."""
        sizes = Counter(state.heaps)
        return tuple(float(sizes[size]) for size in range(1, self.start_number + 1))

    @property
    def words(self) -> "HeapsWords":
        return HeapsWords(self)


def splittable(heaps: tuple[int, ...]) -> list[int]:
    """Return the sizes of the heaps that can be split, largest first."""
    return [heap for heap in dict.fromkeys(heaps) if heap > 2]


def heap_fault(heaps: tuple[int, ...], heap: int) -> str | None:
    """Return the rule that forbids splitting a heap of this size, or None."""
    if heap not in heaps:
        return f"There is no heap of {heap}."
    return f"A heap of {heap} cannot be split into unequal parts." if heap <= 2 else None


@lru_cache(maxsize=512)
def splits_of(heaps: tuple[int, ...]) -> tuple[Split, ...]:
    """Return all splits of these heaps, the smallest heap first; equal heaps are alike."""
    return tuple(
        Split(heap, larger)
        for heap in reversed(splittable(heaps))
        for larger in range(heap // 2 + 1, heap)
    )


class HeapsWords(Words[HeapsState, Split]):
    game: GrundysGame

    def turn(self, state: HeapsState) -> list[Line]:
        def show(heap: int) -> list[Span]:
            return [Span(str(heap), Role.ALLOWED if heap > 2 else Role.DIM)]

        turn = line(turn_of(state.to_move, f"{state.to_move}'s Turn:"))
        heaps = line("- Heaps: ", listing(state.heaps, show=show))
        return [turn, heaps, *self.choices(state)]

    def choices(self, state: HeapsState) -> list[Line]:
        lines = [self.list_splits(heap) for heap in splittable(state.heaps)]
        return lines or [line("- Possible Splits: None")]

    def further_choices(self, state: HeapsState, said: tuple[Any, ...]) -> list[Line]:
        return [self.list_splits(heap) for heap in said]

    def list_splits(self, heap: int) -> Line:
        """Return the splits of one heap."""

        def show(larger: int) -> list[Span]:
            split = Split(heap, larger)
            return [Span(f"({larger},{split.smaller})", Role.ALLOWED, split)]

        splits = listing(range(heap - 1, heap // 2, -1), show=show)
        return line(f"- Possible Splits of {heap}: ", splits)

    def question(self, state: HeapsState, said: tuple[Any, ...] = ()) -> Line:
        heap = self.chosen_heap(state, said)
        asked = "Choose a heap" if heap is None else f"Choose a split of {heap}"
        return line(Span(f"- {asked}: ", Role.PROMPT))

    def chosen_heap(self, state: HeapsState, said: tuple[Any, ...]) -> int | None:
        """Return the heap to split, if it is clear."""
        heaps = said or splittable(state.heaps)
        return heaps[0] if len(heaps) == 1 else None

    def answer(self, state: HeapsState, text: str, said: tuple[Any, ...] = ()) -> Split | Further:
        heap = self.chosen_heap(state, said)
        if heap is None:
            parts = read_parts(text)
            return self.choose_heap(state, text) if parts is None else self.split(state, *parts)
        return Split(heap, read_split(heap, text, state)[0])

    def split(self, state: HeapsState, larger: int, smaller: int) -> Split:
        """Return the split into these parts, of the heap that is as large as both together."""
        split = Split(larger + smaller, larger)
        rule = self.game.refusal(state, split)
        if rule is not None:
            raise IllegalMove(rule, split, state)
        return split

    def choose_heap(self, state: HeapsState, text: str) -> Further:
        """Return the heap whose size was typed."""
        try:
            heap = read_number(text)
        except UnreadableMove as unreadable:
            sizes = line(listing(splittable(state.heaps)))
            raise UnreadableMove(f"{unreadable}: enter one of {sizes}.") from None
        rule = heap_fault(state.heaps, heap)
        if rule is not None:
            raise IllegalMove(rule, heap, state)
        return Further((heap,))

    def answers(self, state: HeapsState, move: Split) -> list[str]:
        heap = [] if self.chosen_heap(state, ()) else [str(move.heap)]
        return [*heap, f"{move.larger} and {move.smaller}"]

    def task(self, state: HeapsState) -> str:
        return "split one heap into two unequal heaps"

    def name_move(self, state: HeapsState, move: Split) -> str:
        return f"{move.heap} into {move.larger} and {move.smaller}"

    def to_play(self, state: HeapsState, move: Split) -> str:
        return f"split {self.name_move(state, move)}"

    def done(self, before: HeapsState, move: Split) -> str:
        return self.to_play(before, move)  # "split" is its own past tense

    def played(self, before: HeapsState, move: Split, after: HeapsState) -> list[Line]:
        parts = Span(f"{move.larger} and {move.smaller}", Role.LAST)
        return [line(f"{before.to_move} splits {move.heap} into ", parts, "."), BLANK]

    def ending(self, state: HeapsState, outcome: Outcome) -> list[Line]:
        verdict = f"{state.to_move} cannot make a valid move. {outcome.winner} wins the game!"
        return [*self.turn(state), line(verdict)]
