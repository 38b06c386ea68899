"""A session at the keyboard: a match or a series, and what the players play after it."""

import secrets
from collections.abc import Sequence
from typing import Any

from numduel.game import AnyGame, Player
from numduel.journal import Journal
from numduel.match import Match, Seat, Series
from numduel.terminal.choosing import ToMenu
from numduel.terminal.line_input import InputEnded, Left
from numduel.terminal.looking_back.review import offer_review
from numduel.terminal.playing.game_loop import GameLoop
from numduel.terminal.playing.next_game import ask_next
from numduel.terminal.playing.outlook import tell_outlook
from numduel.terminal.playing.seating import Seating
from numduel.terminal.saved.autosave import Autosave
from numduel.terminal.screen import Screen
from numduel.words import begin_sentence

FINISHED, INPUT_ENDED, INTERRUPTED = 0, 3, 130  # exit codes


def play_new(
    screen: Screen,
    game: AnyGame,
    names: str | None = None,
    first: str = "1",
    vs: str | None = None,
    series: int | None = None,
    seed: int | None = None,
    moves: Sequence[Any] = (),
) -> int:
    """Begin a match, after these moves, or a series, and play it; returns the exit code."""
    seed = secrets.randbits(32) if seed is None else seed
    seats, coin = Seating(names, vs, needs_names=series is not None).seated(first, seed)
    games = None if series is None else Series(game, seats, series, seed)
    match = Match(game, seats, seed) if games is None else games.next_match()
    for move in moves:
        match.play(move)
    if screen.guides:
        screen.notice("At any question of the game, enter help to see what else you can enter.")
    if not screen.has_menu:  # the menu has told it already, and offered other settings
        tell_outlook(screen, match, is_series=games is not None)
    if coin is not None:
        screen.notice(coin)
    return play_session(screen, match, games)


def play_session(
    screen: Screen,
    match: Match,
    series: Series | None = None,
    journal: Journal | None = None,
) -> int:
    """Play a match and the rest of its series, then what the players want to play after it;
    returns the exit code. ToMenu is raised if they want to go to the menu.

    A match with a `journal` is resumed.
    """
    while True:
        autosave = Autosave(screen, match, series, journal)
        try:
            if journal is None:
                _begin(screen, autosave, match, series)
            elif series is not None and series.number > 1 and match.outcome is None:
                screen.notice(f"Score: {_score(series)}.")
            match = _play(screen, autosave, match, series, is_resumed=journal is not None)
        except ToMenu:
            autosave.say_saved()
            raise
        except Left:
            autosave.say_goodbye()
            return FINISHED
        except InputEnded:
            screen.end_row()
            autosave.say_goodbye()
            return INPUT_ENDED
        except KeyboardInterrupt:
            screen.end_row()
            autosave.say_goodbye()
            return INTERRUPTED
        finally:
            autosave.close()
        wanted = ask_next(screen, match, series)
        if wanted is None:
            return FINISHED
        match, series = wanted
        journal = None


def _play(
    screen: Screen, autosave: Autosave, match: Match, series: Series | None, is_resumed: bool
) -> Match:
    """Play a match and the rest of its series; returns the last one."""
    while True:
        is_last = series is None or series.number == series.games
        if match.outcome is None or not is_resumed:
            GameLoop(screen, match, autosave, series).play(is_resumed)
            if is_last:
                autosave.finish()
            else:
                offer_review(screen, match)
        if series is not None:
            series.count(match)
            screen.notice(f"Score: {_score(series)}.")
        if series is None or is_last:
            return match
        finished = Autosave(screen, match, series, autosave.journal)
        match, is_resumed = series.next_match(), False
        _begin(screen, autosave, match, series)
        # The finished game is moved only now: the series must survive a power cut in between.
        finished.finish()


def _begin(screen: Screen, autosave: Autosave, match: Match, series: Series | None) -> None:
    if series is not None:
        screen.notice(f"Game {series.number} of {series.games}: {_who_begins(match)}.")
    elif not match.seats[0].is_person or not match.seats[1].is_person:
        screen.notice(f"{begin_sentence(_who_begins(match))}.")
    autosave.begin(match, series)


def _who_begins(match: Match) -> str:
    labels = {player: _label(match.seat(player)) for player in Player}
    return ", ".join(
        f"{label} {'are' if label == 'you' else 'is'} {player}" for player, label in labels.items()
    )


def _score(series: Series) -> str:
    return ", ".join(
        f"{_label(seat)} {won}" for seat, won in zip(series.people, series.won, strict=True)
    )


def _label(seat: Seat) -> str:
    if seat.is_person:
        return seat.name or "you"
    return (
        f"{seat.name} (the computer, {seat.kind})" if seat.name else f"the computer ({seat.kind})"
    )
