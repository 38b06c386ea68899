"""Asks what to do after a game: play again, swap seats, review it, or go to the menu."""

import secrets

from numduel.match import Match, Series
from numduel.terminal.choosing import ToMenu, choose_one
from numduel.terminal.looking_back.review import show_review
from numduel.terminal.screen import Screen

_AGAIN, _SWAP, _REVIEW, _MENU, _QUIT = "again", "swap seats", "review", "menu", "quit"


def ask_next(
    screen: Screen, match: Match, series: Series | None
) -> tuple[Match, Series | None] | None:
    """Ask at a terminal what to do after a match, or after the last one of a series; returns what
    is to be played next, or None to leave. ToMenu is raised if the menu is wanted."""
    if not screen.is_terminal:
        if screen.has_menu:
            raise ToMenu
        return None
    names = [_AGAIN, _SWAP, *([_REVIEW] if match.moves else []), _MENU, _QUIT]
    usual = 1 + names.index(_MENU if screen.has_menu else _QUIT)
    while True:
        wanted = choose_one(screen, "What next", [(name, "", name) for name in names], usual)
        if wanted == _QUIT:
            return None
        if wanted == _MENU:
            raise ToMenu
        if wanted != _REVIEW:
            screen.tell("")
            return _play_again(match, series, is_swapped=wanted == _SWAP)
        show_review(screen, match)


def _play_again(
    match: Match, series: Series | None, is_swapped: bool
) -> tuple[Match, Series | None]:
    """The same game or series once more, between the same two."""
    one, two = match.seats if series is None else series.people
    seats, seed = (two, one) if is_swapped else (one, two), secrets.randbits(32)
    if series is None:
        return Match(match.game, seats, seed), None
    again = Series(match.game, seats, series.games, seed)
    return again.next_match(), again
