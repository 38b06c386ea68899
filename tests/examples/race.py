from dataclasses import dataclass
from typing import NamedTuple

from numduel import Game, Outcome, Player, option


class Total(NamedTuple):
    total: int
    to_move: Player


@dataclass(frozen=True)
class Race(Game[Total, int]):
    slug = "race"
    title = "Race"
    summary = "Add one, two or three; whoever reaches the goal wins."

    goal: int = option(21, "the number to reach", minimum=3)

    def start(self):
        return Total(0, Player.ONE)

    def all_moves(self):
        return range(1, 4)

    def refusal(self, state, move):
        is_right = 1 <= move <= 3 and state.total + move <= self.goal
        return None if is_right else f"{move} cannot be added to {state.total}."

    def after(self, state, move):
        return Total(state.total + move, state.to_move.opponent)

    def outcome(self, state):
        if state.total < self.goal:
            return None
        return Outcome(state.to_move.opponent, "by reaching the goal")
