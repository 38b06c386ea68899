"""Chomp: bite into a bar of chocolate, but leave the poisoned square to your opponent.

Goal: do not eat the top left square, which is poisoned. The bar has {rows} rows of {columns}
squares.

Turn: choose a square that is left and eat it, with every square below it, to its right, or both.

End: whoever eats the poisoned square loses. There is no draw.

Example, with 2 rows of 3: Player 1 eats 2:3 and leaves rows of 3 and 2. Player 2 eats 1:2 and
leaves two single squares, Player 1 eats 2:1, and Player 2 must eat the poison: Player 1 wins.
"""

from dataclasses import dataclass
from typing import NamedTuple

from numduel.errors import UnreadableMove
from numduel.game import Game, Outcome, Player, option
from numduel.words import quote


class Square(NamedTuple):
    """A square by its row and its column, counted from 1."""

    row: int
    column: int


class Bar(NamedTuple):
    """How many squares are left in each row, and whose turn it is."""

    rows: tuple[int, ...]
    to_move: Player


@dataclass(frozen=True)
class Chomp(Game[Bar, Square]):
    """A move is a row and a column, as in 2:3."""

    slug = "chomp"
    title = "Chomp"
    summary = "Eat squares of chocolate; the first one is poisoned."

    rows: int = option(3, "how many rows the bar has", minimum=1, maximum=20)
    columns: int = option(4, "how many squares a row has", minimum=1, maximum=20)

    def start(self) -> Bar:
        return Bar((self.columns,) * self.rows, Player.ONE)

    def all_moves(self) -> list[Square]:
        return [
            Square(row, column)
            for row in range(1, self.rows + 1)
            for column in range(1, self.columns + 1)
        ]

    def refusal(self, state: Bar, move: Square) -> str | None:
        if not (1 <= move.row <= self.rows and 1 <= move.column <= self.columns):
            return f"{move.row}:{move.column} is not on the bar."
        if move.column > state.rows[move.row - 1]:
            return f"{move.row}:{move.column} has been eaten."
        return None

    def after(self, state: Bar, move: Square) -> Bar:
        rows = (
            min(left, move.column - 1) if row >= move.row else left
            for row, left in enumerate(state.rows, 1)
        )
        return Bar(tuple(rows), state.to_move.opponent)

    def outcome(self, state: Bar) -> Outcome | None:
        return None if state.rows[0] else Outcome(state.to_move, "by leaving the poison")

    def read_move(self, text: str) -> Square:
        row, _, column = text.strip().partition(":")
        if not all(part.isascii() and part.isdecimal() and len(part) < 4 for part in (row, column)):
            raise UnreadableMove(f"{quote(text)} is not a row and a column, such as 2:3")
        return Square(int(row), int(column))

    def write_move(self, move: Square) -> str:
        return f"{move.row}:{move.column}"
