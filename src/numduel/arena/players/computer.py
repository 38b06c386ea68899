"""One of our own computer players in the arena."""

from dataclasses import dataclass

from numduel.arena.players.turn import Turn
from numduel.match import Match
from numduel.players import choose_move


@dataclass(frozen=True)
class Computer:
    """A computer player, named as everywhere in numduel: `random`, `easy` and so on."""

    name: str

    def take_turn(self, match: Match) -> Turn:
        return Turn(match.game.write_move(choose_move(match, self.name)))

    def close(self) -> None:
        pass
