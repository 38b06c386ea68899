"""One sitting: a match or a series, from the first prompt to the goodbye."""

import secrets

from numduel.game import AnyGame, Player
from numduel.journal import Journal
from numduel.match import Match, Seat, Series
from numduel.terminal.keeper import Keeper
from numduel.terminal.party import Party
from numduel.terminal.requests import Left
from numduel.terminal.review import offer_review
from numduel.terminal.screen import InputEnded, Screen
from numduel.terminal.shelf import Shelf
from numduel.terminal.table import Table
from numduel.words import begin_sentence

FINISHED, INPUT_ENDED, INTERRUPTED = 0, 3, 130  # exit codes


def start(
    screen: Screen,
    game: AnyGame,
    names: str | None = None,
    first: str = "1",
    vs: str | None = None,
    series: int | None = None,
    seed: int | None = None,
) -> int:
    """Seat the players and play; returns the exit code."""
    seed = secrets.randbits(32) if seed is None else seed
    seats, coin = Party(names, vs, needs_names=series is not None).seated(first, seed)
    if coin is not None:
        screen.notice(coin)
    if series is None:
        return sit_down(screen, Shelf(), Match(game, seats, seed))
    games = Series(game, seats, series, seed)
    return sit_down(screen, Shelf(), games.next_match(), games)


def sit_down(
    screen: Screen,
    shelf: Shelf,
    match: Match,
    series: Series | None = None,
    journal: Journal | None = None,
) -> int:
    """Play a match and the rest of its series; a `journal` makes it one that is resumed.

    Returns the exit code.
    """
    keeper = Keeper(screen, shelf, match, series, journal)
    try:
        if journal is None:
            _begin(screen, keeper, match, series)
        _play(screen, keeper, match, series, is_resumed=journal is not None)
    except Left:
        keeper.say_goodbye()
        return FINISHED
    except InputEnded:
        screen.end_row()
        keeper.say_goodbye()
        return INPUT_ENDED
    except KeyboardInterrupt:
        screen.end_row()
        keeper.say_goodbye()
        return INTERRUPTED
    finally:
        keeper.close()
    return FINISHED


def _play(
    screen: Screen, keeper: Keeper, match: Match, series: Series | None, is_resumed: bool
) -> None:
    while True:
        is_last = series is None or series.number == series.games
        if match.outcome is None or not is_resumed:
            Table(screen, match, keeper, series).play(is_resumed)
            if is_last:
                keeper.finish()
            offer_review(screen, match)
        if series is not None:
            series.count(match)
            screen.notice(f"Score: {_score(series)}.")
        if series is None or is_last:
            return
        finished = Keeper(screen, keeper.shelf, match, series, keeper.journal)
        match, is_resumed = series.next_match(), False
        _begin(screen, keeper, match, series)
        # Only now: were it put away before, a power cut in between would lose the series.
        finished.finish()


def _begin(screen: Screen, keeper: Keeper, match: Match, series: Series | None) -> None:
    if series is not None:
        screen.notice(f"Game {series.number} of {series.games}: {_who_begins(match)}.")
    elif not match.seats[0].is_person or not match.seats[1].is_person:
        screen.notice(f"{begin_sentence(_who_begins(match))}.")
    keeper.begin(match, series)


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
    return seat.name or ("you" if seat.is_person else f"the computer ({seat.kind})")
