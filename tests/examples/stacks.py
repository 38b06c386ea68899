"""Stacks: take any number of coins from one stack; whoever takes the last coin wins.

Three stacks of coins lie on the table. By turns each player takes as many coins as they like from
one stack. Whoever finds no coin left, loses. There is no draw.

Example, with stacks of 1, 1 and 2: Player 1 takes both coins of the third stack. Player 2 takes
one of the two that are left, Player 1 takes the other and wins.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from numduel import Game, Outcome, Player, UnreadableMove, option


class Table(NamedTuple):
    """How many coins each stack has, and whose turn it is."""

    stacks: tuple[int, ...]
    to_move: Player


class Taking(NamedTuple):
    """A stack, counted from 1, and how many coins are taken from it: written 3:2."""

    stack: int
    coins: int


@dataclass(frozen=True)
class Stacks(Game[Table, Taking]):
    slug = "stacks"
    title = "Stacks"
    summary = "Take coins from one stack; the last coin wins."

    coins: int = option(3, "how many coins the largest stack has", minimum=3, maximum=9)

    def start(self) -> Table:
        return Table((self.coins - 2, self.coins - 1, self.coins), Player.ONE)

    def all_moves(self) -> Sequence[Taking]:
        largest = range(1, self.coins + 1)
        return [Taking(stack, coins) for stack in (1, 2, 3) for coins in largest]

    def refusal(self, state: Table, move: Taking) -> str | None:
        if not 1 <= move.stack <= 3:
            return f"There is no stack {move.stack}: the stacks are 1, 2 and 3."
        left = state.stacks[move.stack - 1]
        if not 1 <= move.coins <= left:
            return f"{move.coins} coins cannot be taken from stack {move.stack}: it has {left}."
        return None

    def after(self, state: Table, move: Taking) -> Table:
        stacks = list(state.stacks)
        stacks[move.stack - 1] -= move.coins
        return Table(tuple(stacks), state.to_move.opponent)

    def outcome(self, state: Table) -> Outcome | None:
        if any(state.stacks):
            return None
        return Outcome(state.to_move.opponent, "by taking the last coin")

    def read_move(self, text: str) -> Taking:
        stack, _, coins = text.partition(":")
        if not (stack.isdigit() and coins.isdigit()):
            raise UnreadableMove(f'"{text}" is not a stack and a number of coins, such as 3:2')
        return Taking(int(stack), int(coins))

    def write_move(self, move: Taking) -> str:
        return f"{move.stack}:{move.coins}"
