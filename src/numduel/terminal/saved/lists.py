"""Lists of saved games to choose from, each game in one row."""

from collections.abc import Callable, Sequence
from pathlib import Path

from numduel.errors import BadRecord, NumduelError, reason_of
from numduel.journal import Record, load
from numduel.tables import cell_width, fit_cells
from numduel.terminal.choosing import choose_one
from numduel.terminal.saved.descriptions import how_it_ended, last_played, settings, who_plays
from numduel.terminal.saved.saved_games import SavedGames
from numduel.terminal.screen import Screen
from numduel.words import count

SavedGame = tuple[Path, Record]

MOST_LISTED = 20
_GAP = 2  # spaces between columns
_LEAST = 15  # characters of a column that are worth reading


def choose_finished(screen: Screen) -> Record:
    """Ask which finished game is meant; Enter takes the latest."""
    games: list[SavedGame] = []
    for path in SavedGames().finished():
        if len(games) == MOST_LISTED:
            screen.notice(f"These are the latest {MOST_LISTED}; all are in {path.parent}.")
            break
        try:
            games.append((path, load(path)))
        except (BadRecord, OSError) as fault:
            screen.notice(f"{path} cannot be read: {reason_of(fault)}.")
    if not games:
        raise NumduelError("There is no finished game yet.")
    if len(games) > 1:
        screen.tell("Finished games, the latest first.")
    return choose_one(screen, "Which game", _rows(games, how_it_ended, screen.width))[1]


def unfinished_rows(games: Sequence[SavedGame], width: int) -> list[tuple[str, str, SavedGame]]:
    """Unfinished games as answers: settings, who plays, how many moves, and when."""
    return _rows(games, lambda record: count(len(record.match.moves), "move"), width)


def _rows(
    games: Sequence[SavedGame], tell: Callable[[Record], str], width: int
) -> list[tuple[str, str, SavedGame]]:
    """Games as answers: settings, who plays, what `tell` says, and when."""
    columns = [
        [settings(record) for _, record in games],
        [who_plays(record) for _, record in games],
        [tell(record) for _, record in games],
        [last_played(path) for path, _ in games],
    ]
    columns = _fit(columns, width - len(str(len(games))) - 2 * _GAP)
    return [
        (name, (" " * _GAP).join(about).rstrip(), game)
        for game, name, *about in zip(games, *columns, strict=True)
    ]


def _fit(columns: list[list[str]], width: int) -> list[list[str]]:
    """Columns, each of equal width, that fit side by side. If needed, the two longest are cut and,
    in a very narrow window, the last but one is left out."""
    widths = [max(map(cell_width, column)) for column in columns]
    spare = width - sum(widths) - _GAP * (len(columns) - 1)
    if spare < 0 and widths[0] + widths[1] + spare < 2 * _LEAST and len(columns) > 3:
        return _fit([*columns[:-2], columns[-1]], width)
    if spare < 0:
        room = max(2, widths[0] + widths[1] + spare)
        first = max(room // 2, room - widths[1]) if widths[0] > room // 2 else widths[0]
        widths[:2] = [first, room - first]
    return [
        [fit_cells(text, wide) for text in column]
        for column, wide in zip(columns, widths, strict=True)
    ]
