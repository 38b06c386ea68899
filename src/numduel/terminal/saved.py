"""`numduel replay` and `review`: games that are on disk, looked at."""

import json
from pathlib import Path

import click

from numduel.errors import BadRecord, NumduelError
from numduel.game import Player
from numduel.journal import Record, load
from numduel.match import Match, Seat
from numduel.terminal.review import review_as_json, tell_review
from numduel.terminal.screen import Screen
from numduel.terminal.shelf import Shelf
from numduel.terminal.table import tell_match

_MOST_LISTED = 20

plain_option = click.option("--plain", is_flag=True, help="No colour, no wrapping.")


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


@click.command("review")
@click.argument("file", required=False, type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="For other programs.")
@plain_option
def review_command(file: Path | None, as_json: bool, plain: bool) -> None:
    """Show move by move who was winning; without FILE, the latest finished game."""
    if file is None:
        finished = Shelf().finished()
        if not finished:
            raise NumduelError("There is no finished game yet: name the file of a saved one.")
        file = finished[0]
    match = load_file(file).match
    if as_json:
        click.echo(json.dumps(review_as_json(match), ensure_ascii=False))
    else:
        tell_review(Screen(plain), match)


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
            about = describe(load(path))
        except (BadRecord, OSError) as fault:
            about = f"cannot be read: {fault}"
        screen.tell(f"{path}\n  {about}")
    if len(paths) > _MOST_LISTED:
        screen.notice(f"The latest {_MOST_LISTED} of {len(paths)}; all are in {paths[0].parent}.")


def describe(record: Record) -> str:
    """A game in a line: what is played, by whom, how far it is and how it ended."""
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
