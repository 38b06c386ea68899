"""How people have played so far, by opponent and by game."""

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from numduel.match import Match
from numduel.players import PLAYERS
from numduel.study.statistics import PersonalGame, Standing, personal_games, total
from numduel.telling.truth import FORM

T = TypeVar("T")


def statistics_of(matches: Iterable[Match]) -> dict[str, Any]:
    """Finished matches as statistics, as JSON. `matches` may be read from disk one by one."""
    games = [sides for match in matches if (sides := personal_games(match))]
    sides = [side for game in games for side in game]
    opponents = _grouped(
        sides, lambda side: (_strength(side), side.player or "", side.opponent or "")
    )
    return {
        "form": FORM,
        "games": len(games),
        "between_people": _between_people(games),
        "opponents": [
            {
                "player": group[0].player,
                "opponent": group[0].opponent,
                "level": group[0].level,
                "text": _versus(group[0]),
                **_figures(total(group)),
            }
            for group in opponents
        ],
        "by_game": [_of_game(group) for group in _grouped(games, _title)],
    }


def _of_game(games: Sequence[Sequence[PersonalGame]]) -> dict[str, Any]:
    """The figures of one duel. A game between two people is one game, and one of them always wins
    it: only games against the computer are counted as won."""
    sides = [side for game in games for side in game]
    won = sum(side.standing.won for side in sides if side.level is not None)
    return {
        "game": sides[0].game_class.slug,
        "text": _title(sides),
        "between_people": _between_people(games),
        **_figures(replace(total(sides), games=len(games), won=won)),
    }


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
    """The order of opponents: the computer, the weakest level first, then people."""
    levels = list(PLAYERS)
    return levels.index(one.level) if one.level in levels else len(levels)


def _versus(one: PersonalGame) -> str:
    """Who played against whom: "you against the computer (easy)"."""
    opponent = one.opponent
    if one.level is not None:
        opponent = f"{one.opponent or 'the computer'} ({one.level})"
    return f"{one.player or 'you'} against {opponent}"


def _figures(standing: Standing) -> dict[str, Any]:
    share = f" ({standing.right / standing.mattered:.0%})" if standing.mattered else ""
    return {
        "games": standing.games,
        "won": standing.won,
        "mattered": standing.mattered,
        "right": standing.right,
        "right_text": f"{standing.right:,} of {standing.mattered:,}{share}",
    }
