"""How people have played so far: games won, and right moves where it mattered."""

from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import NamedTuple

from numduel.game import AnyGame, Player
from numduel.match import Match
from numduel.study.audit import JUDGED_BUDGET
from numduel.study.review import review
from numduel.theory import analyse


@dataclass(frozen=True)
class Standing:
    """Games of a person, how many of them were won, in how many turns there was a choice between
    winning and losing, and how often the right move was made there."""

    games: int = 0
    won: int = 0
    mattered: int = 0
    right: int = 0

    def __add__(self, other: "Standing") -> "Standing":
        names = [field.name for field in fields(self)]
        return Standing(*(getattr(self, name) + getattr(other, name) for name in names))


class PersonalGame(NamedTuple):
    """One game from one person's side. Against the computer, an unnamed `player` is None."""

    game_class: type[AnyGame]
    player: str | None
    opponent: str | None
    level: str | None
    standing: Standing


def personal_games(match: Match) -> list[PersonalGame]:
    """A finished match as each person in it played it."""
    outcome = match.outcome
    people = [player for player in Player if match.seat(player).is_person]
    if outcome is None or not people:
        return []
    reviewed = review(
        match.game,
        match.moves,
        match.ended,
        # Who wins is enough: how far away the end is takes a hundred times as long to find out.
        judge=lambda game, state: analyse(game, state, JUDGED_BUDGET),
    )
    played = []
    for player in people:
        mattering = [move for move in reviewed.moves if move.player is player and move.mattered]
        standing = Standing(
            games=1,
            won=int(outcome.winner is player),
            mattered=len(mattering),
            right=sum(not move.is_mistake for move in mattering),
        )
        names = (
            match.names if len(people) == 2 else {seat: match.seat(seat).name for seat in Player}
        )
        other = match.seat(player.opponent)
        level = None if other.is_person else other.kind
        played.append(
            PersonalGame(type(match.game), names[player], names[player.opponent], level, standing)
        )
    return played


def total(played: Iterable[PersonalGame]) -> Standing:
    """The games added up."""
    return sum((one.standing for one in played), Standing())
