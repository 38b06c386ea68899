"""What a certificate claims, and how its parts are read. The reading is strict, because a
certificate may come from anybody."""

from typing import Any, NamedTuple, TypeVar

from numduel.errors import BadCertificate
from numduel.game import Player
from numduel.match import Match

FORM = 1  # of certificates

Part = TypeVar("Part")


class Claim(NamedTuple):
    """A position, who is said to win it, and by which move if it is their turn."""

    match: Match
    winner: Player
    reply: Any

    @property
    def before_loser(self) -> Any:
        """The state in which it is the loser's turn."""
        game, state = self.match.game, self.match.state
        return state if self.reply is None else game.after(state, self.reply)


def show(is_shown: bool, fault: str) -> None:
    """Refuse the certificate because of this fault, unless the condition holds."""
    if not is_shown:
        raise BadCertificate(fault)


def part_of(whole: Any, name: str, kind: type[Part]) -> Part:
    """A part of an object, of the right type: True is not the number 1."""
    part = whole.get(name) if isinstance(whole, dict) else None
    if type(part) is not kind:
        raise BadCertificate(f"{name} is missing, or is not what it should be.")
    return part


def whole_numbers(part: Any, name: str) -> list[int]:
    """A list of whole numbers."""
    show(type(part) is list, f"{name} is not a list.")
    show(all(type(number) is int for number in part), f"{name} has more in it than whole numbers.")
    return list(part)
