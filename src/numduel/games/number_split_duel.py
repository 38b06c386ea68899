"""Number Split Duel: split the number into two unequal parts and hand one of them over.

Goal: hand over a number that cannot be split. The first N is {start}.

Turn: split N into two unequal whole numbers, both at least 1, and choose which of the two becomes
your opponent's N. You must move if you can.

End: a player who gets a number that cannot be split (1, or 2, whose only split is equal) loses.
There is no draw.

Example: from 16 Player 1 splits 10 and 6 and hands over 6. Player 2 splits 5 and 1 and hands
over 5. Player 1 splits 4 and 1 and hands over 4. Player 2 splits 3 and 1 and hands over 1.
Player 1 cannot split 1: Player 2 wins.

Options: `start` is the first N; 15 to 25 make a quick game.

Rulings, where the rule book is silent or contradicts itself:

- N1. N is 16 unless chosen otherwise. With 1 or 2 Player 1 has no move and loses at once.
- N2. A split is typed `10 and 6`, `10 6`, `10,6`, `10+6` or `(10,6)`, in either order; then the
  new N is asked for. After a wrong answer only that question is repeated; `undo` there takes the
  split back, not a move.
- N4. The book's example lists only (4,1) for N = 5: a slip, (3,2) is legal. Splits are listed
  from the most unequal down, legal ones only.
- N5. The book's tip that a small N may backfire is false: handing over 1 always wins. 2 wins
  too, but cannot be handed over from 4.
"""

import re
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from numduel.errors import IllegalMove, UnreadableMove
from numduel.game import Game, Outcome, Player, Preset, option, read_number
from numduel.words import BLANK, Further, Line, Role, Span, Words, line, listing, quote, turn_of

_SPLIT = re.compile(
    r"(?P<open>\()?\s*(-?[0-9]{1,12})(?:\s+and\s+|\s*[,+]\s*|\s+)(-?[0-9]{1,12})\s*(?(open)\))",
    re.ASCII | re.IGNORECASE,
)


class SplitState(NamedTuple):
    """The current N and the player to move."""

    number: int
    to_move: Player


@lru_cache(maxsize=128)
def unequal_parts(number: int) -> tuple[int, ...]:
    """Return every number that can be handed over: all smaller ones except the half."""
    half, is_odd = divmod(number, 2)
    return (*range(1, half + is_odd), *range(half + 1, number))


def split_fault(part: int, other: int) -> str | None:
    """Return the rule that forbids a split into these parts, or None."""
    if part == other:
        return f"Equal splits are not allowed: {part} and {part} are equal."
    if min(part, other) < 1:
        return f"{part} and {other} is not a split: both parts must be at least 1."
    return None


def read_parts(text: str) -> tuple[int, int] | None:
    """Parse the two numbers of a split, the larger one first; None if the text is not a split."""
    split = _SPLIT.fullmatch(text.strip(" \t\r\n"))
    if split is None:
        return None
    one, two = int(split[2]), int(split[3])
    return max(one, two), min(one, two)


def read_split(number: int, text: str, state: object) -> tuple[int, int]:
    """Parse a split of a number (ruling N2); return the larger part first. `state` is the position
    for errors."""
    parts = read_parts(text)
    if parts is None:
        typed = text.strip(" \t\r\n")
        wrong = f"{quote(typed)} is not a split" if typed else "Nothing was typed"
        raise UnreadableMove(f"{wrong}: write the two parts, for example {number - 1} and 1.")
    larger, smaller = parts
    if larger != smaller and larger + smaller != number:
        makes = f"{larger} and {smaller} make {larger + smaller}, not {number}."
        raise IllegalMove(makes, larger, state)
    rule = split_fault(larger, smaller)
    if rule is not None:
        raise IllegalMove(rule, larger, state)
    return larger, smaller


@dataclass(frozen=True)
class NumberSplitDuel(Game[SplitState, int]):
    """A move is the part that is handed over; the split follows from N."""

    slug = "number-split-duel"
    title = "Number Split Duel"
    summary = "Split N into two unequal parts, hand one over. If you cannot, you lose."
    order = 5
    sequel = "grundys-game"
    board = "bar"
    presets = (Preset("as written", {}, ("arena",)),)  # Player 1 wins it with the first move

    start_number: int = option(
        16,
        "the first N",
        minimum=1,
        name="start",
        suggest="15 to 25 make a quick game",
        differs="",
    )

    def start(self) -> SplitState:
        return SplitState(self.start_number, Player.ONE)

    def all_moves(self) -> Sequence[int]:
        return range(1, self.start_number) if self.start_number > 2 else range(0)

    def refusal(self, state: SplitState, move: int) -> str | None:
        if state.number > 2 and not 0 < move < state.number:
            return f"You cannot hand over {move}: choose from 1 to {state.number - 1}."
        return split_fault(move, state.number - move)

    def legal_moves(self, state: SplitState) -> Sequence[int]:
        return unequal_parts(state.number)

    def after(self, state: SplitState, move: int) -> SplitState:
        return SplitState(move, state.to_move.opponent)

    def outcome(self, state: SplitState) -> Outcome | None:
        if state.number > 2:
            return None
        return Outcome(
            state.to_move.opponent, f"because {state.number} has no split into unequal parts"
        )

    def canonical(self, state: SplitState) -> Hashable:
        return state.number

    def most_moves(self) -> int:
        return max(0, self.start_number - 2)  # by handing over one less each time

    def features(self, state: SplitState) -> tuple[float, ...]:
        """Return the current N in one-hot encoding."""
        return tuple(float(n == state.number) for n in range(1, self.start_number + 1))

    @property
    def words(self) -> "SplitWords":
        return SplitWords(self)


class SplitWords(Words[SplitState, int]):
    game: NumberSplitDuel

    def opening(self, state: SplitState) -> list[Line]:
        return [line(f"Game Start: N = {state.number}"), BLANK]

    def turn(self, state: SplitState) -> list[Line]:
        return [
            line(turn_of(state.to_move, f"{state.to_move}'s Turn:")),
            line("- Current N: ", Span(str(state.number), Role.LAST)),
            *self.choices(state),
        ]

    def choices(self, state: SplitState) -> list[Line]:
        return [line("- Possible Splits: ", self.list_choices(state))]

    def further_choices(self, state: SplitState, said: tuple[Any, ...]) -> list[Line]:
        parts = listing(said, show=lambda part: [Span(str(part), Role.ALLOWED, part)])
        return [line(f"- Possible new N for {state.to_move.opponent}: ", parts)]

    def list_choices(self, state: SplitState) -> list[Span]:
        def show(larger: int) -> list[Span]:
            smaller = state.number - larger
            parts = [Span(str(part), Role.ALLOWED, part) for part in (larger, smaller)]
            return [Span("("), parts[0], Span(","), parts[1], Span(")")]

        # Ruling N4: from the most unequal down.
        larger_parts = range(state.number - 1, state.number // 2, -1)
        return listing(larger_parts, show=show)

    def question(self, state: SplitState, said: tuple[Any, ...] = ()) -> Line:
        if said:
            return line(Span(f"- Select new N for {state.to_move.opponent}: ", Role.PROMPT))
        return line(Span("- Choose a split: ", Role.PROMPT))

    def answer(self, state: SplitState, text: str, said: tuple[Any, ...] = ()) -> int | Further:
        if said:
            return self.choose_part(state, text, *said)
        return Further(read_split(state.number, text, state))

    def choose_part(self, state: SplitState, text: str, larger: int, smaller: int) -> int:
        """Return the part that is handed over."""
        try:
            part = read_number(text)
        except UnreadableMove as unreadable:
            raise UnreadableMove(f"{unreadable}: enter {larger} or {smaller}.") from None
        if part not in (larger, smaller):
            rule = f"{part} is not part of your split: the new N must be {larger} or {smaller}."
            raise IllegalMove(rule, part, state)
        return part

    def answers(self, state: SplitState, move: int) -> list[str]:
        larger, smaller = max(move, state.number - move), min(move, state.number - move)
        return [f"{larger} and {smaller}", str(move)]

    def task(self, state: SplitState) -> str:
        return f"split {state.number} into two unequal parts, one to hand over"

    def name_move(self, state: SplitState, move: int) -> str:
        split, part = self.answers(state, move)
        return f"{split} (hand over {part})"  # which stays clear in a list of several

    def to_play(self, state: SplitState, move: int) -> str:
        split, part = self.answers(state, move)
        return f"split {state.number} into {split}, handing over {part}"

    def done(self, before: SplitState, move: int) -> str:
        split, part = self.answers(before, move)
        return f"split {before.number} into {split} and handed over {part}"

    def played(self, before: SplitState, move: int, after: SplitState) -> list[Line]:
        split, _ = self.answers(before, move)
        announced = f"{before.to_move} splits {before.number} into {split}."
        new = Span(str(move), Role.LAST)
        return [line(f"{announced} New N for {after.to_move} is ", new, "."), BLANK]

    def ending(self, state: SplitState, outcome: Outcome) -> list[Line]:
        verdict = f"{state.to_move} cannot make a valid move. {outcome.winner} wins the game!"
        return [*self.turn(state), line(verdict)]
