"""Divisor Duel: take a divisor or a multiple of the number just taken.

Goal: be the last to take a number. Both players share the numbers 1 to {numbers}.

Turn: Player 1 begins by taking any number. From then on a player takes a divisor or a multiple of
the number just taken. A number taken is gone for good.

End: a player who has no such number left loses. Nobody passes, and there is no draw.

Example, with the numbers 1 to 20: Player 1 takes 6, Player 2 may take 1, 2, 3, 12 or 18 and takes
18, Player 1 may take 1, 2, 3 or 9. If Player 1 takes 9, Player 2 may take 1 or 3.

Options: `numbers` is the length of the list. `opening=even` (a variant, the classroom game
Juniper Green) asks for an even first number, `opening=even-below-half` (another classroom
version) for an even one that is less than half of the list.

Rulings, where the rule book is silent or contradicts itself:

- D1. The book's example lists 15, 16, 18 and 20 after 12, 20 after 8, 20 after 16 and 15 after
  10: slips, none is a divisor or a multiple. It is legal up to turn 9 (6 3 9 18 2 12 4 8 16);
  then only 1 may follow.
- D2. From turn 2 on every list of the book lacks 13, though nobody took it: a slip, 13 remains
  until taken. After 6 and 3 the numbers 1-2, 4-5, 7-20 remain.
- D3. "Valid selections" holds only what may be taken now, and is never written as ranges.
  Remaining numbers are written as ranges, two neighbours too, and None when nothing is left. On
  the opening turn neither "Previous number was" nor "Valid selections" is shown.
- D4. "Forced Pass" is a heading only: a player without a move does not pass, they lose.
- V2. `opening=even` needs at least two numbers; only the first number must be even.
- V4. `opening=even-below-half`: twice the first number must be less than the last of the list. It
  needs at least five numbers.
"""

from collections.abc import Hashable
from dataclasses import dataclass
from functools import lru_cache
from math import isqrt
from typing import Any, Literal, NamedTuple

from numduel.errors import BadOption
from numduel.game import Outcome, Player, Preset, option
from numduel.pool import PoolGame, even_numbers, everything, multiples, ranges_in
from numduel.words import BLANK, Line, Role, Span, Words, begin_sentence, line, listing, turn_of


class DivisorState(NamedTuple):
    """The remaining numbers, the last one taken, and the player to move."""

    remaining: int
    last: int | None
    to_move: Player


@lru_cache(maxsize=512)
def relatives(number: int, numbers: int) -> int:
    """Return the divisors and the multiples of a number, up to `numbers`."""
    divisors = 0
    for divisor in range(1, isqrt(number) + 1):
        if number % divisor == 0:
            divisors |= 1 << divisor | 1 << number // divisor
    return divisors | multiples(number, numbers)


@dataclass(frozen=True)
class DivisorDuel(PoolGame[DivisorState]):
    slug = "divisor-duel"
    title = "Divisor Duel"
    summary = "Take a divisor or a multiple of the last number. If you cannot, you lose."
    order = 1
    board = "lines"
    presets = (
        Preset("as written", {}, ("play", "puzzles", "arena")),
        Preset(
            "1 to 40, begin with an even number",
            {"numbers": 40, "opening": "even"},
            ("play", "puzzles"),
        ),
        Preset(
            "1 to 100, begin with an even number",
            {"numbers": 100, "opening": "even"},
            ("play", "puzzles"),
        ),
        Preset(
            "Juniper Green: 1 to 100, begin with an even number under 50",
            {"numbers": 100, "opening": "even-below-half"},
            ("play",),
        ),
    )

    numbers: int = option(
        20,
        "the list is 1 to this number",
        minimum=1,
        differs="",
    )
    opening: Literal["any", "even", "even-below-half"] = option(
        "any",
        "what the first number may be (a variant)",
        differs={
            "even": "Player 1 must begin with an even number.",
            "even-below-half": "Player 1 must begin with an even number that is less than half of"
            " the last number of the list.",
        },
        labels={
            "any": "any number",
            "even": "an even number",
            "even-below-half": "an even number below half",
        },
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.opening == "even" and self.numbers < 2:
            raise BadOption("opening=even needs at least 2 numbers: 1 alone has no even number.")
        if self.opening == "even-below-half" and self.numbers < 5:
            raise BadOption(
                "opening=even-below-half needs at least 5 numbers: no even number is less than half"
                f" of {self.numbers}."
            )

    def start(self) -> DivisorState:
        return DivisorState(everything(self.numbers), None, Player.ONE)

    def allowed(self, state: DivisorState) -> int:
        if state.last is not None:
            return state.remaining & relatives(state.last, self.numbers)
        if self.opening == "any":
            return state.remaining
        is_below_half = self.opening == "even-below-half"
        return even_numbers((self.numbers - 1) // 2 if is_below_half else self.numbers)

    def forbidden(self, state: DivisorState, number: int) -> str:
        if state.last is None:
            fault = "odd" if number % 2 else f"not less than half of {self.numbers}"
            return f"{number} is {fault}: {self.opening_rule()}"
        return f"{number} is neither a divisor nor a multiple of {state.last}."

    def opening_rule(self) -> str:
        """Return the rule for the first number as a clause, if there is one."""
        half = f" and less than half of {self.numbers}" * (self.opening == "even-below-half")
        return f"the first number must be even{half}."

    def after(self, state: DivisorState, move: int) -> DivisorState:
        return DivisorState(state.remaining ^ 1 << move, move, state.to_move.opponent)

    def stuck(self, state: DivisorState) -> str:
        return f"because no divisor or multiple of {state.last} is left"

    def canonical(self, state: DivisorState) -> Hashable:
        return self.reach(state), self.allowed(state)

    def reach(self, state: DivisorState) -> int:
        """Return the numbers that can still be taken in the course of the game."""
        left = state.remaining
        if left & 2:  # everything is reachable through 1
            return left
        reached = waiting = self.allowed(state)
        while waiting and reached != left:
            lowest = waiting & -waiting
            new = relatives(lowest.bit_length() - 1, self.numbers) & left & ~reached
            reached |= new
            waiting ^= lowest | new
        return reached

    @property
    def words(self) -> "DivisorWords":
        return DivisorWords(self)


class DivisorWords(Words[DivisorState, int]):
    game: DivisorDuel

    def opening(self, state: DivisorState) -> list[Line]:
        return [self.remaining("Available", state), BLANK]

    def turn(self, state: DivisorState) -> list[Line]:
        lines = [line(turn_of(state.to_move, f"{state.to_move}'s Turn:"))]
        if state.last is not None:
            lines.append(line("Previous number was ", Span(str(state.last), Role.LAST)))
        elif self.game.opening != "any":
            lines.append(line(begin_sentence(self.game.opening_rule())))
        else:
            return lines
        return [*lines, *self.choices(state)]

    def choices(self, state: DivisorState) -> list[Line]:
        return [line("Valid selections: ", self.list_choices(state))]

    def board(self, state: DivisorState) -> list[Line]:
        return [self.remaining("Remaining", state), BLANK, *self.turn(state)]

    def question(self, state: DivisorState, said: tuple[Any, ...] = ()) -> Line:
        return line(Span("Select a number: ", Role.PROMPT))

    def task(self, state: DivisorState) -> str:
        if state.last is None:
            half = f" less than half of {self.game.numbers}" * (
                self.game.opening == "even-below-half"
            )
            return f"take any {'even ' * (self.game.opening != 'any')}number{half}"
        return f"take a divisor or a multiple of {state.last}"

    def to_play(self, state: DivisorState, move: int) -> str:
        return f"take {move}"

    def done(self, before: DivisorState, move: int) -> str:
        return f"took {move}"

    def played(self, before: DivisorState, move: int, after: DivisorState) -> list[Line]:
        return [self.remaining("Remaining", after), BLANK]

    def ending(self, state: DivisorState, outcome: Outcome) -> list[Line]:
        return [
            *self.turn(state),
            line(f"{state.to_move} cannot make a valid move and loses the game."),
            line(f"{outcome.winner} wins the game!"),
        ]

    def remaining(self, label: str, state: DivisorState) -> Line:
        ranges = [
            str(first) if first == last else f"{first}-{last}"
            for first, last in ranges_in(state.remaining)
        ]
        return line(f"{label} Numbers: ", listing(ranges, show=lambda text: [Span(text)]))
