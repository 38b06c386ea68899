"""How people have played so far, by opponent and by game."""

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any

from numduel.match import Match
from numduel.players import PLAYERS
from numduel.study.statistics import PersonalGame, Standing, personal_games, total
from numduel.telling.truth import FORM


def statistics_of(matches: Iterable[Match]) -> dict[str, Any]:
    """Finished matches as statistics, as JSON. `matches` may be read from disk one by one."""
    count, played = 0, list[PersonalGame]()
    for match in matches:
        count += match.outcome is not None
        played += personal_games(match)
    opponents = _grouped(played, lambda one: (_strength(one), one.player or "", one.opponent or ""))
    games = _grouped(played, lambda one: one.game_class.title)
    return {
        "form": FORM,
        "games": count,
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
        "by_game": [
            {
                "game": group[0].game_class.slug,
                "text": group[0].game_class.title,
                **_figures(total(group)),
            }
            for group in games
        ],
    }


def _grouped(
    played: Sequence[PersonalGame], key: Callable[[PersonalGame], Any]
) -> list[list[PersonalGame]]:
    groups: dict[Hashable, list[PersonalGame]] = {}
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
