"""Parity Duel: remove odd and even numbers alternately.

Goal: be the last to remove a number. Both players share the numbers 1 to {numbers}.

Turn: Player 1 begins by removing any number. From then on a player removes a number of the other
parity than the one just removed: after an even number an odd one, after an odd number an even one.
A number removed is gone for good.

End: a player who has no number of the right parity left loses. There is no draw.

Example, with the numbers 1 to 4: Player 1 removes 2, Player 2 must answer with 1 or 3 and
removes 3, Player 1 removes 4, Player 2 removes 1. Player 1 needs an even number, none is left:
Player 2 wins.

Options: `numbers` is the length of the list. `jokers` (a variant, none in the rule book) lets
each player remove a number of the wrong parity that many times in a game.

Rulings, where the rule book is silent or contradicts itself:

- P1. The book's "End Game Scenario" does not continue its example. Its lists are right for the
  game 5, 10, 7, 8, 19, 20, 17, 18, 15, 16 with the seats exchanged.
- P2. The book's tips speak of outmanoeuvring. With as many odd as even numbers the second
  player always wins, whatever anyone does; otherwise only the opening matters. The game is
  played as written.
- P3. The line under "Player 1's Turn" has sixteen dashes, whatever the name.
- V1. The opening never costs a joker. A player whose only moves need a joker, and who has one,
  must play it. The parity of what was removed binds the next player as usual.
"""

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any, NamedTuple

from numduel.game import Player, Preset, option
from numduel.pool import (
    PoolGame,
    even_numbers,
    everything,
    is_odd,
    numbers_in,
    odd_numbers,
    parity_of,
)
from numduel.words import BLANK, Line, Role, Span, Words, line, listing, turn_of


class ParityState(NamedTuple):
    """The remaining numbers, the last one removed, the player to move, and each player's jokers."""

    remaining: int
    last: int | None
    to_move: Player
    jokers: tuple[int, int]


@dataclass(frozen=True)
class ParityDuel(PoolGame[ParityState]):
    slug = "parity-duel"
    title = "Parity Duel"
    summary = "Take odd after even, even after odd. If you cannot, you lose."
    order = 3
    board = "tiles"
    presets = (
        Preset(
            "with a joker",
            {"jokers": 1},
            ("play", "puzzles", "arena"),
            "Once a game you may take a number of the wrong parity.",
        ),
        Preset(
            "with three jokers, 1 to 30",
            {"numbers": 30, "jokers": 3},
            ("puzzles",),
            "Three times a game you may take a number of the wrong parity.",
        ),
    )

    numbers: int = option(
        20,
        "the list is 1 to this number",
        minimum=1,
        differs="",
    )
    jokers: int = option(
        0,
        "how often each player may take a number of the wrong parity (a variant)",
        minimum=0,
        differs="Jokers of each player: {value}. Each of them lets a player remove one number of"
        " the wrong parity. The first number costs no joker. A player who can move only with a"
        " joker, and has one, must play it. The next player is bound by the parity of what was"
        " removed, as usual.",
    )

    def start(self) -> ParityState:
        return ParityState(everything(self.numbers), None, Player.ONE, (self.jokers, self.jokers))

    def allowed(self, state: ParityState) -> int:
        if state.last is None or state.jokers[state.to_move - 1]:
            return state.remaining
        return self.due(state)

    def due(self, state: ParityState) -> int:
        """Return the remaining numbers of the parity that is due after the last one."""
        if is_odd(state.last or 0):
            return state.remaining & even_numbers(self.numbers)
        return state.remaining & odd_numbers(self.numbers)

    def forbidden(self, state: ParityState, number: int) -> str:
        return (
            f"{number} is {parity_of(number)}: you must remove an {parity_of(number + 1)} number."
        )

    def after(self, state: ParityState, move: int) -> ParityState:
        jokers = state.jokers
        if self.jokers and self.needs_joker(state, move):
            left = list(jokers)
            left[state.to_move - 1] -= 1
            jokers = (left[0], left[1])
        return ParityState(state.remaining ^ 1 << move, move, state.to_move.opponent, jokers)

    def needs_joker(self, state: ParityState, move: int) -> bool:
        """Return whether a move is of the wrong parity."""
        return state.last is not None and (state.last + move) % 2 == 0

    def stuck(self, state: ParityState) -> str:
        return f"because no {parity_of((state.last or 0) + 1)} number is left to remove"

    def canonical(self, state: ParityState) -> Hashable:
        odd = (state.remaining & odd_numbers(self.numbers)).bit_count()
        even = state.remaining.bit_count() - odd
        due = None if state.last is None else parity_of(state.last + 1)
        return odd, even, due, *self.jokers_left(state)

    def features(self, state: ParityState) -> tuple[float, ...]:
        """Return the free numbers and the last one removed, then the jokers of the player to move
        and of the opponent."""
        return (*super().features(state), *map(float, self.jokers_left(state)))

    def jokers_left(self, state: ParityState) -> tuple[int, int]:
        """Return the jokers of the player to move, then the opponent's."""
        one, two = state.jokers
        return (one, two) if state.to_move is Player.ONE else (two, one)

    @property
    def words(self) -> "RemovingWords":
        return ParityWords(self)


class RemovingWords(Words[ParityState, int]):
    """The words that Parity Duel and Even/Odd Match share."""

    game: ParityDuel

    def task(self, state: ParityState) -> str:
        if state.last is None:
            return "remove any number"
        joker = ", or any number with a joker" if state.jokers[state.to_move - 1] else ""
        return f"remove an {parity_of(state.last + 1)} number{joker}"

    def cost(self, state: ParityState, move: int) -> str | None:
        left = state.jokers[state.to_move - 1]
        if not left or not self.game.needs_joker(state, move):
            return None
        spent = "your joker" if self.game.jokers == 1 else "your last joker"
        return f"This spends {spent if left == 1 else f'one of your {left} jokers'}."

    def to_play(self, state: ParityState, move: int) -> str:
        return f"{'play a joker on' if self.game.needs_joker(state, move) else 'remove'} {move}"

    def done(self, before: ParityState, move: int) -> str:
        return f"{'played a joker and ' * self.game.needs_joker(before, move)}removed {move}"


class ParityWords(RemovingWords):
    separator = "  "

    def opening(self, state: ParityState) -> list[Line]:
        return []

    def turn(self, state: ParityState) -> list[Line]:
        player, allowed = state.to_move, self.game.allowed(state)
        remaining = listing(
            numbers_in(state.remaining), "  ", is_allowed=lambda number: allowed >> number & 1 == 1
        )
        last = "None" if state.last is None else f"{state.last} ({parity_of(state.last)})"
        lines = [
            line("Available Numbers:"),
            line(remaining),
            BLANK,
            line(turn_of(player, f"{player}'s Turn")),
            line("-" * 16),
            line(f"Last Number Removed by {player.opponent}: ", Span(last, Role.LAST)),
        ]
        if state.last is None:
            return [*lines, line("You may select any number.")]
        lines.append(line(f"You must select an {parity_of(state.last + 1)} number."))
        return [*lines, *self.choices(state)]

    def choices(self, state: ParityState) -> list[Line]:
        if state.last is None:
            return [line("Available Numbers: ", self.list_choices(state))]
        label = f"Available {parity_of(state.last + 1).capitalize()} Numbers: "
        due = line(label, listing(numbers_in(self.game.due(state)), "  "))
        return [due, *joker_choices(self.game, state, "  ")]

    def question(self, state: ParityState, said: tuple[Any, ...] = ()) -> Line:
        return line(Span("Enter the number to remove: ", Role.PROMPT))

    def played(self, before: ParityState, move: int, after: ParityState) -> list[Line]:
        how = "plays a joker and removes" if self.game.needs_joker(before, move) else "removes"
        removed = Span(str(move), Role.LAST)
        return [line(f"{before.to_move} {how} ", removed, f" ({parity_of(move)})."), BLANK]

    def ending(self, state: ParityState, outcome: Any) -> list[Line]:
        return [
            *self.turn(state),
            line(f"{state.to_move} cannot make a valid move and loses the game."),
            line(f"{outcome.winner} wins the game!"),
        ]


def joker_choices(
    game: Any, state: ParityState, separator: str, brackets: str = "{}"
) -> list[Line]:
    """Return the numbers that a joker could remove and the jokers left, in a game with jokers."""
    if not game.jokers:
        return []
    left = state.jokers[state.to_move - 1]
    others = numbers_in(state.remaining & ~game.due(state)) if left else []
    before, _, behind = brackets.partition("{}")
    choices = listing(others, separator, none="" if behind else "None")
    return [line(f"With a joker ({left} left): {before}", choices, behind)]
