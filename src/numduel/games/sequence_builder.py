"""Sequence Builder: five numbers in a row whose neighbours all add up to even numbers.

Goal: build a sequence of {length} numbers in which all pairs of neighbours are valid. A pair is
valid if its sum is even.

Turn: take any number from the pool that both share, 1 to {numbers}, and put it at the end of your
own sequence.

End: a player who completes {length} numbers with all pairs valid wins at once. Otherwise, when the
numbers are used up or both sequences are full, the player with more valid pairs wins; if they have
equally many, the one who completed a sequence first. There is no draw.

Example, with 9 numbers: Player 1 ends with 6, 2, 7, 4, 9 and has one valid pair (6 + 2 = 8);
Player 2 ends with 5, 3, 1, 8 and has two (5 + 3 = 8 and 3 + 1 = 4): Player 2 wins.

Options: `numbers` is the size of the pool, `length` that of a full sequence.

Rulings, where the rule book is silent or contradicts itself:

- S1. A sequence is complete when it has five numbers. From nine numbers only Player 1 gets
  five, so Player 1 wins ties.
- S2. `length` is at least 2 and `numbers` at least 2 × length − 1, so that the first player can
  complete a sequence; with fewer a game could end in a draw.
- S3. With more than 2 × length numbers the game ends when both sequences are full.
- S4. Player 2 can win at once only with at least 2 × length numbers.
- S5. The final sequences are shown after every ending; a sequence without a pair has the line
  "Adjacent Pair Sums: None".
- S6. On a turn the pairs stand on one line, and a single number has no such line. `board` shows
  both players' sequences.
"""

from collections.abc import Hashable
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any, NamedTuple

from numduel.errors import BadOption
from numduel.game import LARGEST, Outcome, Player, Preset, option
from numduel.pool import PoolGame, everything, numbers_in, odd_numbers, parity_of, pool_of
from numduel.words import BLANK, Line, Role, Span, Words, line, listing, turn_of

Sequence = tuple[int, ...]
_NUMBER_WORDS = "zero one two three four five six seven eight nine ten".split()
_SHORT = 20


class SequenceState(NamedTuple):
    """The remaining pool, each player's sequence, and the player to move."""

    remaining: int
    sequences: tuple[Sequence, Sequence]
    to_move: Player


def pair_parities(sequence: Sequence) -> list[int]:
    """Return for each pair of neighbours in a sequence the parity of their sum."""
    return [(first + second) & 1 for first, second in pairwise(sequence)]


def validity_of(state: SequenceState) -> list[list[bool]]:
    """Return whether each pair in each player's sequence is valid."""
    return [[parity == 0 for parity in pair_parities(row)] for row in state.sequences]


def valid_pairs(sequence: Sequence) -> int:
    """Return the number of neighbours with an even sum."""
    return _short_pairs(sequence) if len(sequence) <= _SHORT else pair_parities(sequence).count(0)


@lru_cache(maxsize=1 << 14)  # a search repeats the same short rows
def _short_pairs(sequence: Sequence) -> int:
    return pair_parities(sequence).count(0)


def _kind(row: Sequence) -> tuple[int, int, int]:
    """Return the key of a row: its length, its valid pairs and the parity of its end."""
    return len(row), valid_pairs(row), row[-1] % 2 if row else 0


@dataclass(frozen=True)
class SequenceBuilder(PoolGame[SequenceState]):
    slug = "sequence-builder"
    title = "Sequence Builder"
    summary = "Build a row whose neighbours all add up to even numbers."
    order = 2
    board = "rows"
    presets = (
        Preset("1 to 12", {"numbers": 12}, ("play", "arena"), "Both rows can be filled."),
        Preset("rows of seven, 1 to 15", {"numbers": 15, "length": 7}, ("puzzles",)),
    )

    numbers: int = option(
        9,
        "the pool is 1 to this number",
        minimum=3,
        differs="",
    )
    length: int = option(
        5,
        "how many numbers make a sequence",
        minimum=2,
        maximum=(LARGEST + 1) // 2,
        differs="",
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.numbers < 2 * self.length - 1:
            raise BadOption(
                f"length {self.length} needs at least {2 * self.length - 1} numbers: with"
                f" {self.numbers} nobody could complete a sequence, and a game could be a draw."
            )

    def start(self) -> SequenceState:
        return SequenceState(everything(self.numbers), ((), ()), Player.ONE)

    def allowed(self, state: SequenceState) -> int:
        is_early = len(state.sequences[0]) < self.length  # a shortcut for outcome
        return state.remaining if is_early or self.outcome(state) is None else 0

    def gone(self, state: SequenceState, number: int) -> str:
        taker = Player.ONE if number in state.sequences[0] else Player.TWO
        return f"{number} has been taken by {taker}."

    def forbidden(self, state: SequenceState, number: int) -> str:
        return "The duel is over."

    def after(self, state: SequenceState, move: int) -> SequenceState:
        remaining, (one, two), mover = state
        sequences = ((*one, move), two) if mover == 1 else (one, (*two, move))
        return SequenceState(remaining ^ 1 << move, sequences, mover.opponent)

    def outcome(self, state: SequenceState) -> Outcome | None:
        if len(state.sequences[0]) < self.length:  # Player 1 is the first to complete one
            return None
        mover = state.to_move.opponent
        pairs = valid_pairs(state.sequences[mover - 1])
        if pairs == self.length - 1:
            length = _NUMBER_WORDS[self.length] if self.length <= 10 else self.length
            reason = f"with {length} numbers whose adjacent pairs all sum to even numbers"
            return Outcome(mover, reason)
        if state.remaining and len(state.sequences[0]) > len(state.sequences[1]):
            return None
        other_pairs = valid_pairs(state.sequences[state.to_move - 1])
        if pairs == other_pairs:
            return Outcome(Player.ONE, "the tie by completing a sequence first")
        winner = mover if pairs > other_pairs else state.to_move
        return Outcome(winner, "with more valid adjacent pairs")

    def canonical(self, state: SequenceState) -> Hashable:
        odd = (state.remaining & odd_numbers(self.numbers)).bit_count()
        even = state.remaining.bit_count() - odd
        one, two = state.sequences
        return odd, even, _kind(one), _kind(two)

    def most_moves(self) -> int:
        return min(self.numbers, 2 * self.length)

    def view(self, state: SequenceState) -> dict[str, Any]:
        """Return the state, and which pairs of each player are valid."""
        return super().view(state) | {"pairs": validity_of(state)}

    def features(self, state: SequenceState) -> tuple[float, ...]:
        """Return the free numbers, mine and theirs, then my last number and theirs, in one-hot
        encoding."""
        mine, theirs = state.sequences[:: 1 if state.to_move is Player.ONE else -1]
        pools = [state.remaining, *map(pool_of, (mine, theirs, mine[-1:], theirs[-1:]))]
        return tuple(float(pool >> number & 1) for pool in pools for number in self.all_moves())

    @property
    def words(self) -> "SequenceWords":
        return SequenceWords(self)


class SequenceWords(Words[SequenceState, int]):
    game: SequenceBuilder

    def opening(self, state: SequenceState) -> list[Line]:
        return [self.pool("Current Number Pool", state.remaining), BLANK]

    def turn(self, state: SequenceState) -> list[Line]:
        player = state.to_move
        return [line(turn_of(player, str(player)), ", it's your turn."), *self.choices(state)]

    def choices(self, state: SequenceState) -> list[Line]:
        return [self.pool("Available Numbers", self.game.allowed(state))]

    def board(self, state: SequenceState) -> list[Line]:
        rows = [shown for player in Player for shown in self.row(state, player)]
        return [*rows, BLANK, *self.turn(state)]

    def question(self, state: SequenceState, said: tuple[Any, ...] = ()) -> Line:
        return line(Span("Enter your chosen number: ", Role.PROMPT))

    def task(self, state: SequenceState) -> str:
        return "take a number for the next place in the row"

    def to_play(self, state: SequenceState, move: int) -> str:
        return f"take {move}"

    def done(self, before: SequenceState, move: int) -> str:
        return f"took {move}"

    def played(self, before: SequenceState, move: int, after: SequenceState) -> list[Line]:
        row = self.row(after, before.to_move)
        pool = self.pool("Remaining Numbers", after.remaining)
        return [BLANK, *row, pool, BLANK, line("---"), BLANK]

    def ending(self, state: SequenceState, outcome: Outcome) -> list[Line]:
        lines = [line("Final Sequences:"), BLANK]
        for player in Player:
            sequence, *_ = self.row(state, player)
            pairs = pair_sums(state.sequences[player - 1])
            label = "Adjacent Pair Sums:" if pairs else "Adjacent Pair Sums: None"
            lines += [sequence, line(label), *(line(f"- {pair}") for pair in pairs), BLANK]
        return [*lines, line(f"Winner: {outcome}")]

    def row(self, state: SequenceState, player: Player) -> list[Line]:
        """Return a player's sequence and, with two or more numbers, its pairs."""
        sequence = state.sequences[player - 1]
        lines = [line(turn_of(player, f"{player}'s Sequence"), f": {list(sequence)}")]
        if len(sequence) > 1:
            lines.append(line(f"Adjacent Pair Sums: [{', '.join(pair_sums(sequence))}]"))
        return lines

    def pool(self, label: str, numbers: int) -> Line:
        return line(f"{label}: [", listing(numbers_in(numbers), none=""), "]")


def pair_sums(sequence: Sequence) -> list[str]:
    """Return each pair of neighbours with its sum, as "6 + 2 = 8 (Even)"."""
    return [
        f"{first} + {second} = {first + second} ({parity_of(first + second).capitalize()})"
        for first, second in pairwise(sequence)
    ]
