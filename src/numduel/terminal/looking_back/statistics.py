"""Shows how people have played so far."""

import sys
from collections.abc import Iterable, Iterator, Sequence

import click

from numduel.errors import BadRecord, reason_of
from numduel.journal import load
from numduel.match import Match
from numduel.study import Statistics, statistics_of
from numduel.study.stats import GameStatistics, OpponentStatistics
from numduel.terminal.saved.saved_games import SavedGames
from numduel.terminal.screen import Screen
from numduel.words import count

# For each column its heading, and the field that it shows.
_OF_OPPONENTS = {"games": "games", "won": "won", "right moves": "right_text"}
_OF_GAMES = {
    "games": "games",
    "two people": "between_people",
    "computer beaten": "won",
    "right moves": "right_text",
}
_MANY = 50  # games: reviewing them takes a while
_GAP = "  "


def read_statistics(screen: Screen) -> Statistics:
    """Return the statistics of all finished games."""
    return statistics_of(_finished(screen))


def show_statistics(screen: Screen) -> None:
    """Print the statistics by opponent and by game."""
    told = read_statistics(screen)
    if not told.games:
        screen.tell("There is no finished game yet.")
        return
    between = told.between_people
    of_people = f", {between:,} between two people" if between else ""
    screen.tell(f"{count(told.games, 'finished game')}{of_people}")
    _show_table(screen, told.opponents, _OF_OPPONENTS)
    _show_table(screen, told.by_game, _OF_GAMES)
    screen.tell("")
    screen.tell("Right moves are counted where one move wins and another loses.")


def _finished(screen: Screen) -> Iterator[Match]:
    """The finished games, with a progress bar at a terminal if there are many."""
    paths = SavedGames().finished()
    with click.progressbar(
        paths,
        label="Reviewing",
        width=0,
        file=sys.stderr,
        hidden=not screen.is_terminal or len(paths) < _MANY,
    ) as bar:
        for path in bar:
            try:
                yield load(path).match
            except (BadRecord, OSError) as fault:
                screen.notice(f"{path} cannot be read: {reason_of(fault)}.")


def _show_table(
    screen: Screen, rows: Sequence[OpponentStatistics | GameStatistics], columns: dict[str, str]
) -> None:
    """A row for each opponent or game, or two rows in a narrow window."""
    figures = [tuple(columns), *(_figures(row, columns.values()) for row in rows)]
    widths = [max(map(len, column)) for column in zip(*figures, strict=True)]
    texts = ["", *(row.text for row in rows)]
    first = max(map(len, texts))
    is_narrow = first + sum(widths) + len(_GAP) * len(widths) > screen.width
    screen.tell("")
    for text, row in zip(texts, figures, strict=True):
        cells = _GAP.join(f"{cell:>{width}}" for cell, width in zip(row, widths, strict=True))
        if is_narrow and text:
            screen.tell(text)
        screen.tell(f"{'' if is_narrow else text:{2 if is_narrow else first}}{_GAP}{cells}")


def _figures(row: OpponentStatistics | GameStatistics, fields: Iterable[str]) -> tuple[str, ...]:
    values = (getattr(row, field) for field in fields)
    return tuple(value if isinstance(value, str) else f"{value:,}" for value in values)
