"""Offers: what to play first, what to play next, and remarks on decided settings.

Fairness: the first offer has choices that matter and a seat in which a newcomer can win. A decided
setting is never offered first, and is labelled wherever it is offered.
"""

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Literal, NamedTuple

from numduel.catalogue import build_game, find_game
from numduel.errors import IllegalMove
from numduel.game import AnyGame, Player, presets_of
from numduel.match import Match
from numduel.players import DEFAULT_LEVEL, PLAYERS
from numduel.study.analysis import foregone_winner
from numduel.study.audit import usual_length
from numduel.theory import analyse, theory_of

_SOON = 5  # moves; a game won as fast is soon seen through


class Offer(NamedTuple):
    """Settings to play: a game, its preset's name and description, and for a newcomer a seat that
    can win and the computer's level."""

    game: AnyGame
    name: str
    about: str
    seat: Player
    level: str

    @property
    def label(self) -> str:
        """The text of a button."""
        return f"Play {self.name}" if self.game.changed_options else "Play"


def first_offer(game_class: type[AnyGame]) -> Offer:
    """Return what to offer first: the rule book as written if choices matter in it, otherwise the
    nearest preset in which they do."""
    as_written, *others = _offers(game_class)
    return next(
        (each for each in (as_written, *others) if not foregone_winner(each.game)), as_written
    )


def harder_offers(game: AnyGame) -> list[Offer]:
    """Return what to try when a game is won too easily: the presets after it, otherwise the first
    offer of its sequel."""
    offers = _offers(type(game))
    place = next((place for place, offer in enumerate(offers) if offer.game == game), 0)
    harder = [offer for offer in offers[place + 1 :] if not foregone_winner(offer.game)]
    if not harder and game.sequel:
        return [first_offer(find_game(game.sequel))]
    return harder


class Finished(NamedTuple):
    """A finished game from one person's side; without a seat if it was between two people."""

    game: AnyGame
    winner: Player
    moves: int
    seat: Player | None = None
    level: str | None = None

    @classmethod
    def of(cls, match: Match) -> "Finished":
        """Return a finished match from its person's side."""
        if match.outcome is None:
            raise IllegalMove("The match is not over.", None, match.state)
        people = [player for player in Player if match.seat(player).is_person]
        seat = people[0] if len(people) == 1 else None
        level = None if seat is None else match.seat(seat.opponent).kind
        return cls(match.game, match.outcome.winner, match.ply, seat, level)

    @property
    def is_won(self) -> bool:
        """Whether the person won against the computer."""
        return self.seat is self.winner

    @property
    def is_quick(self) -> bool:
        """Whether it took no more moves than a random game."""
        return self.moves <= usual_length(self.game)


class Suggestion(NamedTuple):
    """What to do after a game: the text of a button, and for a new game its settings and the
    person's seat. Between two people, the seats are swapped, and seat and level are None."""

    kind: Literal["again", "harder", "review"]
    label: str
    game: AnyGame
    seat: Player | None
    level: str | None


def what_next(played: Sequence[Finished]) -> list[Suggestion]:
    """Return suggestions after the last of these games (oldest first), the likeliest wish first: a
    review after a loss, a harder game after two quick wins or if no choice matters, otherwise the
    same again."""
    last = played[-1]
    again = _again(last)
    review = Suggestion("review", "See what decided it", last.game, last.seat, last.level)
    harder = _harder(last)
    if last.seat and not last.is_won and not foregone_winner(last.game):
        return [review, again] if last.moves else [again]
    soon = [one for one in played[-2:] if one[0] == last.game and one[3:] == last[3:]]
    is_easy = len(soon) == 2 and all(one.is_won and one.is_quick for one in soon)
    wants_more = harder and (is_easy or foregone_winner(last.game))
    new = [*harder, again] if wants_more else [again, *harder]
    return [*new, *([review] if last.moves else [])]


def _again(last: Finished) -> Suggestion:
    if last.seat is None:
        return Suggestion("again", "Play again, seats swapped", last.game, None, None)
    seat = last.seat.opponent if swaps_seats(last.game, last.seat) else last.seat
    begins = "you begin" if seat is Player.ONE else "the computer begins"
    return Suggestion("again", f"Play again: {begins}", last.game, seat, last.level)


@lru_cache(maxsize=256)
def swaps_seats(game: AnyGame, seat: Player) -> bool:
    """Return whether a person who had this seat against the computer takes the other one in a
    rematch: not if that seat is lost before the person has moved."""
    if foregone_winner(game) is seat:
        return False
    start = analyse(game, game.start(), 0)
    return seat is Player.TWO or not (start.winner is Player.ONE and start.distance == 1)


def _harder(last: Finished) -> list[Suggestion]:
    """Return the next harder settings or, if there are none, the next level; the first offer for a
    game in which no choice matters."""
    offers = _offers(type(last.game))
    if foregone_winner(last.game):
        harder = [first_offer(type(last.game))]
    else:
        is_offered = any(offer.game == last.game for offer in offers)
        harder = harder_offers(last.game) if is_offered else []
    for offer in harder[:1]:
        name = offer.name if offer.game.changed_options else offer.game.title
        level = None if last.seat is None else last.level
        seat = None if last.seat is None else offer.seat
        it = "it " if name.startswith("with ") else ""
        return [Suggestion("harder", f"Now try {it}{name}", offer.game, seat, level)]
    levels = list(PLAYERS)
    if last.seat is None or last.level not in levels[:-1]:
        return []
    level = levels[levels.index(last.level) + 1]
    return [Suggestion("harder", f"Now try {level}", last.game, last.seat, level)]


def truth_as_written(game_class: type[AnyGame]) -> str:
    """Return what is known about a rule book as written, as a sentence; empty if nothing is."""
    game = game_class()
    if winner := foregone_winner(game):
        return f"With the original rules {winner} always wins."
    analysis = analyse(game, game.start())
    if analysis.winner is None:
        return ""
    if analysis.distance == 1:
        return f"{analysis.winner} wins with the first move, once you know how."
    if analysis.distance and analysis.distance <= _SOON:
        return f"{analysis.winner} wins in {analysis.distance} moves, once you know how."
    return f"{analysis.winner} can win; it takes the right moves."


@cache
def _offers(game_class: type[AnyGame]) -> list[Offer]:
    """Return the presets to play, the rule book as written first."""
    presets = [preset for preset in presets_of(game_class) if preset.is_offered]
    presets.sort(key=lambda preset: bool(preset.options))
    return [
        Offer(game, preset.name, preset.about, _winning_seat(game), DEFAULT_LEVEL)
        for preset in presets
        for game in [build_game(game_class, preset.options)]
    ]


def _winning_seat(game: AnyGame) -> Player:
    return theory_of(game).winner(game.start()) or Player.ONE
