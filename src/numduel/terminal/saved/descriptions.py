"""Saved games in a few words, for lists and messages."""

from datetime import datetime
from pathlib import Path

from numduel.game import Player, write_value
from numduel.journal import Record
from numduel.match import Match, Seat
from numduel.study import Address, tell_won
from numduel.words import count


def describe(record: Record) -> str:
    """A game in a line: its title, who plays, how many moves, and how it ended."""
    match = record.match
    players = " against ".join(_name_and_kind(match, player) for player in Player)
    about = f"{match.game.title}, {players}, {count(len(match.moves), 'move')}"
    if record.series is not None:
        about += f", game {record.series.number} of {record.series.games}"
    if match.outcome is not None:
        about += f", {tell_won(match.outcome, Address(match.names))}"
    return about


def _name_and_kind(match: Match, player: Player) -> str:
    seat = match.seat(player)
    return match.names[player] if seat.is_person else f"{match.names[player]} ({seat.kind})"


def settings(record: Record) -> str:
    """The title with the options that differ from their defaults, and the place in a series."""
    changed = record.match.game.changed_options
    parts = [record.match.game.title]
    parts += [f"{name} {write_value(value)}" for name, value in changed.items()]
    if record.series is not None:
        parts.append(f"game {record.series.number} of {record.series.games}")
    return ", ".join(parts)


def who_plays(record: Record) -> str:
    """The two players, or "two people"."""
    seats = record.match.seats
    if not any(seat.name for seat in seats) and all(seat.is_person for seat in seats):
        return "two people"
    return " against ".join(_label(seat) for seat in seats)


def _label(seat: Seat) -> str:
    if seat.is_person:
        return seat.name or "you"
    return f"{seat.name} ({seat.kind})" if seat.name else seat.kind


def how_it_ended(record: Record) -> str:
    """Who won: "Ann won", "you won"."""
    match = record.match
    assert match.outcome is not None
    seat = match.seat(match.outcome.winner)
    if seat.name or all(other.is_person for other in match.seats):
        return f"{match.names[match.outcome.winner]} won"
    return "you won" if seat.is_person else "you lost"


def last_played(path: Path) -> str:
    """When a game was last played, in local time: the time today, otherwise the day."""
    try:
        then = datetime.fromtimestamp(path.stat().st_mtime)
    except OSError:  # it has just been finished in another window
        return ""
    now = datetime.now()
    if then.date() == now.date():
        return f"today {then:%H:%M}"
    return f"{then.day} {then:%b}" + (f" {then.year}" if then.year != now.year else "")
