"""Shows how people have played so far."""

import sys
from collections.abc import Iterator
from typing import Any

import click

from numduel.errors import BadRecord
from numduel.journal import load
from numduel.match import Match
from numduel.telling import statistics_of
from numduel.terminal.saved.saved_games import SavedGames
from numduel.terminal.screen import Screen
from numduel.words import count

_HEADINGS = ("games", "won", "right where it mattered")
_GAP = "  "


def read_statistics(screen: Screen, saved_games: SavedGames) -> dict[str, Any]:
    """The statistics of all finished games, as JSON."""
    return statistics_of(_finished(screen, saved_games))


def show_statistics(screen: Screen, saved_games: SavedGames) -> None:
    """Print the statistics by opponent and by game."""
    told = read_statistics(screen, saved_games)
    if not told["games"]:
        screen.tell("There is no finished game yet.")
        return
    screen.tell(count(told["games"], "finished game"))
    _show_table(screen, told["opponents"])
    _show_table(screen, told["by_game"])
    screen.tell("")
    screen.tell("It matters where one move wins and another loses.")


def _finished(screen: Screen, saved_games: SavedGames) -> Iterator[Match]:
    """The finished games, with a progress bar at a terminal if there are many."""
    paths = saved_games.finished()
    with click.progressbar(
        paths, label="Reviewing", width=0, file=sys.stderr, hidden=not screen.is_terminal
    ) as bar:
        for path in bar:
            try:
                yield load(path).match
            except (BadRecord, OSError) as fault:
                screen.notice(f"{path} cannot be read: {fault}")


def _show_table(screen: Screen, rows: list[dict[str, object]]) -> None:
    """A row for each opponent or game; nothing where there are none."""
    if not rows:
        return
    width = max(len(str(row["text"])) for row in rows)
    screen.tell("")
    screen.tell(f"{'':{width}}{_GAP}{_GAP.join(_HEADINGS)}")
    for row in rows:
        figures = (row["games"], row["won"], row["right_text"])
        cells = [
            f"{figure!s:>{len(heading)}}"
            for figure, heading in zip(figures, _HEADINGS, strict=True)
        ]
        screen.tell(f"{row['text']!s:{width}}{_GAP}{_GAP.join(cells)}")
