"""`numduel resume`: going on with an unfinished game, or discarding it."""

from contextlib import closing
from datetime import datetime
from functools import partial
from itertools import count
from pathlib import Path

import click

from numduel.errors import NumduelError
from numduel.journal import Journal, Record, load
from numduel.options import options_of
from numduel.players import find_player
from numduel.terminal.analyse import moves_in_words
from numduel.terminal.choice import choose
from numduel.terminal.saved import describe, plain_option
from numduel.terminal.screen import InputEnded, Screen
from numduel.terminal.shelf import Shelf, how_to_resume
from numduel.terminal.sitting import sit_down

_Saved = tuple[Path, Record]


class _Discarded(Exception):
    """There is a game less: the list is shown anew."""


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
    path, record = _choose_game(screen, shelf, games) if screen.is_terminal else games[0]
    journal = _take_up(path, record)
    for seat in record.match.seats:
        if not seat.is_person:
            find_player(seat.kind)
    if record.is_cut:
        screen.notice("The last line was only half written when the game was cut off: left out.")
    screen.notice(f"Resumed: {describe(record)}.")
    return sit_down(screen, shelf, record.match, record.series, journal)


def _choose_game(screen: Screen, shelf: Shelf, games: list[_Saved]) -> _Saved:
    """One of several games; any of them can be discarded before."""
    if len(games) == 1:
        return games[0]
    while games:
        screen.tell("Unfinished games, the latest first. Enter discard and a number to drop one.")
        try:
            return choose(
                screen, "Which game", _rows(games), otherwise=partial(_discard, screen, games)
            )
        except _Discarded:
            games, _ = shelf.unfinished()
    raise InputEnded


def _rows(games: list[_Saved]) -> list[tuple[str, str, _Saved]]:
    """What a list says of each game: its settings, who plays, how far it is, since when."""
    people = [_who_plays(record) for _, record in games]
    counts = [moves_in_words(len(record.match.moves)) for _, record in games]
    widths = [max(map(len, column)) for column in (people, counts)]
    return [
        (
            _settings(game[1]),
            f"{who:{widths[0]}}  {moves:{widths[1]}}  {_last_played(game[0])}",
            game,
        )
        for game, who, moves in zip(games, people, counts, strict=True)
    ]


def _settings(record: Record) -> str:
    """The game with the options that are not as written, and its place in a series."""
    game = record.match.game
    parts = [game.title]
    for option in options_of(type(game)):
        value = game.options[option.name]
        if value != option.default:
            parts.append(f"{option.name} {('no', 'yes')[value] if option.kind is bool else value}")
    if record.series is not None:
        parts.append(f"game {record.series.number} of {record.series.games}")
    return ", ".join(parts)


def _who_plays(record: Record) -> str:
    seats = record.match.seats
    if not any(seat.name for seat in seats) and all(seat.is_person for seat in seats):
        return "two people"
    one, two = (seat.name or ("you" if seat.is_person else seat.kind) for seat in seats)
    return f"{one} against {two}"


def _last_played(path: Path) -> str:
    """When a game was last played, in local time: the hour today, else the day."""
    try:
        then = datetime.fromtimestamp(path.stat().st_mtime)
    except OSError:  # it has just been finished in another window
        return ""
    now = datetime.now()
    if then.date() == now.date():
        return f"today {then:%H:%M}"
    return f"{then.day} {then:%b}" + (f" {then.year}" if then.year != now.year else "")


def _discard(screen: Screen, games: list[_Saved], typed: str) -> bool:
    """Discard the game that is named by its number, once that is sure; returns whether discarding
    was meant."""
    word, _, number = typed.lower().partition(" ")
    if word != "discard":
        return False
    chosen = dict(zip(map(str, count(1)), games, strict=False)).get(number.strip())
    if chosen is None:
        screen.tell(f"Enter discard and a number from 1 to {len(games)}.")
        return True
    path, record = chosen
    screen.tell(f"{describe(record)}. It cannot be brought back.")
    if screen.ask("Discard it? Enter yes or no: ").strip().lower() not in ("yes", "y"):
        screen.tell("It stays.")
        return True
    with closing(_take_up(path, record)):
        path.unlink()
    screen.notice("Discarded.")
    raise _Discarded


def _take_up(path: Path, record: Record) -> Journal:
    """The journal of a game that was chosen, unless another window has it or had it meanwhile."""
    try:
        journal = Journal(path, record.length)
        has_gone_on = load(path).length != record.length
    except BlockingIOError:
        raise NumduelError("That game is being played in another window.") from None
    except FileNotFoundError:
        raise NumduelError("That game was finished in another window.") from None
    if has_gone_on:
        again = f"enter {how_to_resume()} again"
        raise NumduelError(f"That game went on in another window: {again}.")
    return journal
