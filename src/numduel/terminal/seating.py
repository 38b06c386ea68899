"""The seats: who plays, and who begins."""

from random import Random

from numduel.errors import BadOption
from numduel.match import Seat, check_name
from numduel.words import listed, quote


class BadSeating(BadOption):
    """Names that cannot be used, or an unknown first player."""


class Seating:
    """The two players, in the order in which they were named."""

    def __init__(
        self, names: str | None = None, computer: str | None = None, needs_names: bool = False
    ) -> None:
        """`names` is a text like "Ann,Bob"; the second name may be the computer's.

        `needs_names`: call two people without names A and B. A series needs this, because there
        Player 1 is not always the same person.
        """
        given = _read_names(names, 1 if computer else 2) if names is not None else []
        if needs_names and not computer:
            given = given or ["A", "B"]
        one, two = (*given, None, None)[:2]
        people = ("the first player", "the second player")
        unnamed = ("you", "the computer") if computer else people
        self.labels = (one or unnamed[0], two or unnamed[1])
        self.seats = (Seat(name=one), Seat(computer, two) if computer else Seat(name=two))

    def seated(self, first: str, seed: int) -> tuple[tuple[Seat, Seat], str | None]:
        """Return the seats, the first player's first, and the result of the coin toss if there was
        one."""
        is_tossed = first.strip().lower() == "random"
        place = Random(f"{seed}/coin").randrange(2) if is_tossed else self._place_of(first)
        who = self.labels[place]
        coin = f"Coin toss: {who} {'begin' if who == 'you' else 'begins'}." if is_tossed else None
        return (self.seats if place == 0 else (self.seats[1], self.seats[0])), coin

    def _place_of(self, first: str) -> int:
        """Return which of the two begins, 0 or 1, by name, number or role."""
        wanted = first.strip().casefold()
        roles = ("you", "computer") if not self.seats[1].is_person else ("A", "B")
        for labels in (self.labels, ("1", "2"), roles):
            folded = [label.casefold() for label in labels]
            if wanted in folded:
                return folded.index(wanted)
        if wanted == "computer":
            raise BadSeating("There is no computer player. Add --vs easy to play against one.")
        has_names = self.seats[1].name or not self.seats[1].is_person
        ways = listed([*(self.labels if has_names else ()), 1, 2, "random"], word="or")
        raise BadSeating(f"No player is called {quote(first)}. Use {ways}.")


def _read_names(text: str, fewest: int) -> list[str]:
    """Return the names in a text like "Ann,Bob"; raise BadSeating if they cannot be used."""
    names = text.split(",")
    if not fewest <= len(names) <= 2:
        raise BadSeating('Give two names with a comma between them, for example "Ann,Bob".')
    names = [check_name(name) for name in names]
    for name in names:
        if name.casefold() in ("1", "2", "random"):
            raise BadSeating(f'"{name}" cannot be a name: it is a way to say who begins.')
    if len({name.casefold() for name in names}) < len(names):
        raise BadSeating("The two names must be different.")
    return names
