"""`numduel resume` and `numduel replay`: games that are on disk."""

from pathlib import Path

import click

from numduel.errors import BadRecord, NumduelError
from numduel.game import Player
from numduel.journal import Journal, Record, load
from numduel.match import Match, Seat
from numduel.players import find_player
from numduel.terminal.screen import InputEnded, Screen
from numduel.terminal.shelf import Shelf
from numduel.terminal.sitting import sit_down
from numduel.terminal.table import tell_match
from numduel.words import quote

_MOST_LISTED = 20

plain_option = click.option("--plain", is_flag=True, help="No colour, no wrapping.")


@click.command()
@plain_option
def resume(plain: bool) -> None:
    """Go on with an unfinished game: the latest one, or choose at a terminal."""
    click.get_current_context().exit(resume_game(Screen(plain), Shelf()))


def resume_game(screen: Screen, shelf: Shelf) -> int:
    """Choose an unfinished game and play it to its end; returns the exit code."""
    games, faults = shelf.unfinished()
    for fault in faults:
        screen.notice(fault)
    if not games:
        raise NumduelError("There is no unfinished game.")
    path, record = _choose(screen, games) if screen.is_terminal else games[0]
    try:
        journal = Journal(path, record.length)
    except BlockingIOError:
        raise NumduelError("That game is being played in another window.") from None
    for seat in record.match.seats:
        if not seat.is_person:
            find_player(seat.kind)
    if record.is_cut:
        screen.notice("The last line was only half written when the game was cut off: left out.")
    screen.notice(f"Resumed: {_describe(record)}.")
    return sit_down(screen, shelf, record.match, record.series, journal)


def _choose(screen: Screen, games: list[tuple[Path, Record]]) -> tuple[Path, Record]:
    if len(games) == 1:
        return games[0]
    for number, (_, record) in enumerate(games, start=1):
        screen.tell(f"  {number}  {_describe(record)}")
    while True:
        try:
            typed = screen.ask("Which game? [1]: ").strip() or "1"
        except InputEnded:
            raise click.exceptions.Exit(0) from None
        if typed.isdecimal() and 1 <= int(typed) <= len(games):
            return games[int(typed) - 1]
        screen.tell(f"{quote(typed)} is not one of these: enter a number from 1 to {len(games)}.")


@click.command()
@click.argument("file", required=False, type=click.Path(path_type=Path))
@plain_option
def replay(file: Path | None, plain: bool) -> None:
    """Show a saved game from its first move; without FILE, list the finished games."""
    screen = Screen(plain)
    if file is None:
        list_finished(screen, Shelf())
        return
    record = load_file(file)
    if record.is_cut:
        screen.notice("The last line is only half written: left out.")
    tell_match(screen, record.match)


def load_file(file: Path) -> Record:
    """A record from a file that somebody named, with one sentence for whatever is wrong."""
    try:
        return load(file)
    except BadRecord as bad:
        raise NumduelError(f"{file}, {bad}") from None
    except (OSError, ValueError) as fault:
        reason = getattr(fault, "strerror", None) or str(fault)
        raise NumduelError(f"{file} cannot be read: {reason}.") from None


def list_finished(screen: Screen, shelf: Shelf) -> None:
    """The latest finished games, a line each, with the file to replay."""
    paths = shelf.finished()
    if not paths:
        screen.notice("There is no finished game yet.")
    for path in paths[:_MOST_LISTED]:
        try:
            about = _describe(load(path))
        except (BadRecord, OSError) as fault:
            about = f"cannot be read: {fault}"
        screen.tell(f"{path}\n  {about}")
    if len(paths) > _MOST_LISTED:
        screen.notice(f"The latest {_MOST_LISTED} of {len(paths)}; all are in {paths[0].parent}.")


def _describe(record: Record) -> str:
    match = record.match
    players = " against ".join(_who(match, player) for player in Player)
    count = len(match.moves)
    about = f"{match.game.title}, {players}, {count} move{'s' if count != 1 else ''}"
    if record.series is not None:
        about += f", game {record.series.number} of {record.series.games}"
    if match.outcome is not None:
        about += f", {match.names[match.outcome.winner]} won {match.outcome.reason}"
    return about


def _who(match: Match, player: Player) -> str:
    seat: Seat = match.seat(player)
    return match.names[player] if seat.is_person else f"{match.names[player]} ({seat.kind})"
