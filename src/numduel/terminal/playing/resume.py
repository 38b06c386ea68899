"""Resuming an unfinished game, or discarding it."""

from collections.abc import Iterable
from contextlib import closing
from functools import partial
from pathlib import Path

from numduel.errors import NumduelError
from numduel.journal import Record, load
from numduel.json_lines import Journal
from numduel.players import find_player
from numduel.terminal.choosing import choose_one
from numduel.terminal.line_input import InputEnded
from numduel.terminal.playing.session import play_session
from numduel.terminal.saved.descriptions import describe, last_played, settings, who_plays
from numduel.terminal.saved.saved_games import SavedGames, how_to_resume
from numduel.terminal.screen import Screen
from numduel.words import count

_Saved = tuple[Path, Record]


class _Discarded(Exception):
    """A game was discarded: the list is shown again."""


def resume_game(screen: Screen, saved_games: SavedGames) -> int:
    """Choose an unfinished game and play it to its end; returns the exit code."""
    games, open_elsewhere, faults = saved_games.unfinished()
    for fault in faults:
        screen.notice(fault)
    tell_open_elsewhere(screen, open_elsewhere)
    if not games and open_elsewhere:
        raise NumduelError("There is no other unfinished game.")
    if not games:
        raise NumduelError("There is no unfinished game.")
    path, record = _choose_game(screen, saved_games, games) if screen.is_terminal else games[0]
    journal = _open_journal(path, record)
    for seat in record.match.seats:
        if not seat.is_person:
            find_player(seat.kind)
    if record.is_cut:
        screen.notice("The last line was only half written when the game was cut off: left out.")
    screen.notice(f"Resumed: {describe(record)}.")
    return play_session(screen, saved_games, record.match, record.series, journal)


def tell_open_elsewhere(screen: Screen, records: Iterable[Record]) -> None:
    """Name the games that are being played in other windows."""
    for record in records:
        screen.notice(f"Open in another window: {describe(record)}.")


def _choose_game(screen: Screen, saved_games: SavedGames, games: list[_Saved]) -> _Saved:
    """Ask which game to resume. Games may be discarded before one is chosen."""
    if len(games) == 1:
        return games[0]
    while games:
        screen.tell("Unfinished games, the latest first. Enter discard and a number to drop one.")
        try:
            return choose_one(
                screen, "Which game", _rows(games), otherwise=partial(_discard, screen, games)
            )
        except _Discarded:
            games = saved_games.unfinished().games
    raise InputEnded


def _rows(games: list[_Saved]) -> list[tuple[str, str, _Saved]]:
    """The rows of the list: settings, who plays, how many moves, when it was last played."""
    people = [who_plays(record) for _, record in games]
    counts = [count(len(record.match.moves), "move") for _, record in games]
    widths = [max(map(len, column)) for column in (people, counts)]
    return [
        (
            settings(game[1]),
            f"{who:{widths[0]}}  {moves:{widths[1]}}  {last_played(game[0])}",
            game,
        )
        for game, who, moves in zip(games, people, counts, strict=True)
    ]


def _discard(screen: Screen, games: list[_Saved], typed: str) -> bool:
    """Discard the game with the number that was entered, after asking.

    Returns whether the entry was about discarding at all.
    """
    word, _, number = typed.lower().partition(" ")
    if word != "discard":
        return False
    chosen = {str(place): game for place, game in enumerate(games, start=1)}.get(number.strip())
    if chosen is None:
        screen.tell(f"Enter discard and a number from 1 to {len(games)}.")
        return True
    path, record = chosen
    screen.tell(f"{describe(record)}. It cannot be brought back.")
    if screen.ask("Discard it? Enter yes or no: ").strip().lower() not in ("yes", "y"):
        screen.tell("It stays.")
        return True
    with closing(_open_journal(path, record)):
        path.unlink()
    screen.notice("Discarded.")
    raise _Discarded


def _open_journal(path: Path, record: Record) -> Journal:
    """Open the journal of the chosen game, unless another window has changed or opened it."""
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
