"""Resuming an unfinished game, or discarding it."""

from collections.abc import Iterable
from contextlib import closing, suppress
from functools import partial
from pathlib import Path

from numduel.errors import NumduelError
from numduel.journal import Journal, Record, entries_of, load
from numduel.players import find_player
from numduel.terminal.choosing import ToMenu, ask_yes, choose_one
from numduel.terminal.line_input import Left
from numduel.terminal.playing.session import play_session
from numduel.terminal.saved.descriptions import describe
from numduel.terminal.saved.lists import SavedGame, unfinished_rows
from numduel.terminal.saved.saved_games import (
    SavedGames,
    has_more_games,
    how_to_resume,
    load_file,
)
from numduel.terminal.screen import Screen
from numduel.words import begin_sentence


class _Discarded(Exception):
    """A game was discarded: the list is shown again."""


def resume_game(screen: Screen) -> int:
    """Choose an unfinished game and play it to its end; returns the exit code."""
    games, open_elsewhere, faults = SavedGames().unfinished()
    for fault in faults:
        screen.notice(fault)
    tell_open_elsewhere(screen, open_elsewhere)
    if not games and open_elsewhere:
        raise NumduelError("There is no other unfinished game.")
    if not games:
        raise NumduelError("There is no unfinished game.")
    path, record = _choose_game(screen, games) if screen.is_terminal else games[0]
    return _go_on(screen, record, _open_journal(path, record))


def resume_file(screen: Screen, file: Path) -> int:
    """Go on with a game that `save` wrote, in a copy, so that the file stays as it is. A file from
    the list of unfinished games is not copied."""
    saved_games, record = SavedGames(), load_file(file)
    if record.match.outcome is not None and not has_more_games(record):
        raise NumduelError(f"The game in {file} is over: numduel review FILE tells how it went.")
    if file.resolve().parent == saved_games.unfinished_folder.resolve():
        return _go_on(screen, record, _open_journal(file, record))
    journal = saved_games.new_journal(record.match)
    with suppress(OSError):
        saved_games.make_folders()
    with suppress(OSError):  # it is tried again with the next move, and told if it fails then
        journal.write(*entries_of(record.match, record.series))
    return _go_on(screen, record, journal)


def _go_on(screen: Screen, record: Record, journal: Journal) -> int:
    for seat in record.match.seats:
        if not seat.is_person:
            find_player(seat.kind)  # an unknown one is told before the game goes on
    if record.is_cut:
        screen.notice("The last line was only half written when the game was cut off: left out.")
    screen.notice(f"Resumed: {describe(record)}.")
    return play_session(screen, record.match, record.series, journal)


def tell_open_elsewhere(screen: Screen, records: Iterable[Record]) -> None:
    """Name the games that are being played in other windows."""
    for record in records:
        screen.notice(f"Open in another window: {describe(record)}.")


def _choose_game(screen: Screen, games: list[SavedGame]) -> SavedGame:
    """Ask which game to resume. Games may be discarded before one is chosen."""
    if len(games) == 1:
        return games[0]
    while games:
        screen.tell("Unfinished games, the latest first.")
        screen.tell("Enter discard and a number to drop one, or discard all.")
        try:
            return choose_one(
                screen,
                "Which game",
                unfinished_rows(games, screen.width),
                otherwise=partial(_discard, screen, games),
            )
        except _Discarded:
            games = SavedGames().unfinished().games
    if screen.has_menu:
        raise ToMenu
    raise Left


def _discard(screen: Screen, games: list[SavedGame], typed: str) -> bool:
    """Discard the game with the number that was entered, or all of them, after asking.

    Returns whether the entry was about discarding at all.
    """
    word, _, which = typed.lower().partition(" ")
    if word != "discard":
        return False
    numbered = {str(place): [game] for place, game in enumerate(games, start=1)}
    chosen = (numbered | {"all": games}).get(which.strip())
    if chosen is None:
        screen.refuse(f"Enter discard and a number from 1 to {len(games)}, or discard all.")
        return True
    if len(chosen) > 1:
        what, they, them, are, stay = f"All {len(games)} games", "they", "them", "are", "stay"
    else:
        what, they, them, are, stay = describe(chosen[0][1]), "it", "it", "is", "stays"
    screen.tell(f"{what}. {begin_sentence(they)} cannot be brought back.")
    help = f"With yes {they} {are} deleted, with no {they} {stay} in the list."
    if not ask_yes(screen, f"Discard {them}?", help):
        screen.tell(f"{begin_sentence(they)} {stay}.")
        return True
    for path, record in chosen:
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
