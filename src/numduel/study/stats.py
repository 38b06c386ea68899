"""Statistics of people's games: games won, and right moves where it mattered."""

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import asdict, dataclass, fields, replace
from typing import Any, NamedTuple, TypeVar

from numduel.game import AnyGame, Player
from numduel.match import Match
from numduel.players import PLAYERS
from numduel.study.form import Form, Part
from numduel.study.review import quick_judge, review_of

T = TypeVar("T")


@dataclass(frozen=True)
class OpponentStatistics(Part):
    """A person's results against an opponent."""

    player: str | None
    """null: somebody without a name, against the computer"""
    opponent: str | None
    level: str | None
    """of the computer; null if both are people"""
    text: str
    """who played against whom"""
    games: int
    """a game between two people counts once for each of them"""
    won: int
    mattered: int
    """turns in which one move won and another lost"""
    right: int
    """how often the person found a winning move there"""
    right_text: str


@dataclass(frozen=True)
class GameStatistics(Part):
    """People's results in one game."""

    game: str
    text: str
    """the game's title"""
    between_people: int
    games: int
    won: int
    """games won against the computer"""
    mattered: int
    right: int
    right_text: str


@dataclass(frozen=True, kw_only=True)
class Statistics(Form):
    """Statistics of finished games."""

    games: int
    between_people: int
    """how many of them were between two people"""
    opponents: tuple[OpponentStatistics, ...]
    by_game: tuple[GameStatistics, ...]


@dataclass(frozen=True)
class Standing:
    """A person's games, those won, the turns with a choice between winning and losing, and the
    right moves there."""

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


def statistics_of(matches: Iterable[Match]) -> Statistics:
    """Return the statistics of finished matches, consumed one by one."""
    games = [sides for match in matches if (sides := _personal_games(match))]
    sides = [side for game in games for side in game]
    opponents = _grouped(
        sides, lambda side: (_strength(side), side.player or "", side.opponent or "")
    )
    return Statistics(
        games=len(games),
        between_people=_between_people(games),
        opponents=tuple(
            OpponentStatistics(
                group[0].player,
                group[0].opponent,
                group[0].level,
                _versus(group[0]),
                **_figures(_total(group)),
            )
            for group in opponents
        ),
        by_game=tuple(_of_game(group) for group in _grouped(games, _title)),
    )


def _personal_games(match: Match) -> list[PersonalGame]:
    """Return a finished match from the side of each person in it."""
    outcome = match.outcome
    people = [player for player in Player if match.seat(player).is_person]
    if outcome is None or not people:
        return []
    reviewed = review_of(match, judge=quick_judge, refutes=False)
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


def _of_game(games: Sequence[Sequence[PersonalGame]]) -> GameStatistics:
    """Return the figures of one duel. In a game between two people one of them always wins, so only
    wins against the computer are counted."""
    sides = [side for game in games for side in game]
    won = sum(side.standing.won for side in sides if side.level is not None)
    standing = replace(_total(sides), games=len(games), won=won)
    return GameStatistics(
        sides[0].game_class.slug, _title(sides), _between_people(games), **_figures(standing)
    )


def _total(played: Iterable[PersonalGame]) -> Standing:
    return sum((one.standing for one in played), Standing())


def _figures(standing: Standing) -> dict[str, Any]:
    share = f" ({standing.right / standing.mattered:.0%})" if standing.mattered else ""
    text = f"{standing.right:,} of {standing.mattered:,}{share}"
    return asdict(standing) | {"right_text": text}


def _between_people(games: Iterable[Sequence[PersonalGame]]) -> int:
    return sum(len(sides) == 2 for sides in games)


def _title(sides: Sequence[PersonalGame]) -> str:
    return sides[0].game_class.title


def _grouped(played: Iterable[T], key: Callable[[T], Any]) -> list[list[T]]:
    groups: dict[Hashable, list[T]] = {}
    for one in played:
        groups.setdefault(key(one), []).append(one)
    return [groups[name] for name in sorted(groups)]  # type: ignore[type-var]


def _strength(one: PersonalGame) -> int:
    """Return the opponent's rank in the table: the computer's levels, weakest first, then
    people."""
    levels = list(PLAYERS)
    return levels.index(one.level) if one.level in levels else len(levels)


def _versus(one: PersonalGame) -> str:
    """Return who played against whom: "you against the computer (easy)"."""
    opponent = one.opponent
    if one.level is not None:
        opponent = f"{one.opponent or 'the computer'} ({one.level})"
    return f"{one.player or 'you'} against {opponent}"
