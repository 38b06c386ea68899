from dataclasses import dataclass
from typing import NamedTuple

from numduel import Game, Outcome, Player, UnreadableMove, option


class Table(NamedTuple):
    stacks: tuple[int, ...]
    to_move: Player


@dataclass(frozen=True)
class Stacks(Game[Table, tuple[int, int]]):
    slug = "stacks"
    title = "Stacks"
    summary = "Take coins from one stack; whoever takes the last coin wins."

    height: int = option(3, "coins in the highest stack", minimum=1, maximum=9)

    def start(self):
        return Table(tuple(range(1, self.height + 1)), Player.ONE)

    def all_moves(self):
        return [
            (stack, coins) for stack in range(1, self.height + 1) for coins in range(1, stack + 1)
        ]

    def refusal(self, state, move):
        stack, coins = move
        if 1 <= stack <= self.height and 1 <= coins <= state.stacks[stack - 1]:
            return None
        return f"{coins} coins cannot be taken from stack {stack}."

    def after(self, state, move):
        stacks = list(state.stacks)
        stacks[move[0] - 1] -= move[1]
        return Table(tuple(stacks), state.to_move.opponent)

    def outcome(self, state):
        return None if any(state.stacks) else Outcome(state.to_move.opponent, "with the last coin")

    def read_move(self, text):
        stack, _, coins = text.partition(":")
        if not (stack.isdecimal() and coins.isdecimal() and text.isascii() and len(text) < 9):
            raise UnreadableMove(f'"{text[:9]}" is not a stack and a number of coins, as in 2:1')
        return int(stack), int(coins)

    def write_move(self, move):
        return f"{move[0]}:{move[1]}"
