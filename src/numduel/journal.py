"""A match on disk, line by line.

The file has checked lines, see numduel.json_lines. The first is the header: the format, the game
with its rules version and every option, who sits where, the seed and, in a series, its length and
score. Each further line is a move, moves taken back or redone, or an ending:

    {"move": "6"}  {"undo": 1}  {"redo": 1}  {"end": {"winner": 2, "reason": "by resignation"}}

Loading replays the moves, so a record proves itself.
"""

import re
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from numduel.catalogue import build_game, find_game
from numduel.errors import BadRecord, NumduelError
from numduel.game import AnyGame, Player
from numduel.json_lines import read_lines, whole_lines
from numduel.match import Match, Seat, Series

FORMAT = 1
_MOST_BYTES = 16 << 20
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")


def entries_of(match: Match, series: Series | None = None) -> list[dict[str, Any]]:
    """The whole record of a match: its header, its moves and its ending."""
    header: dict[str, Any] = {
        "numduel": FORMAT,
        "game": match.game.slug,
        "rules": match.rules_version,
        "options": match.game.options,
        "seats": [{"kind": seat.kind, "name": seat.name} for seat in match.seats],
        "seed": match.seed,
    }
    if series is not None:
        header["series"] = {"games": series.games, "won": list(series.won)}
    moves = [{"move": written} for written in match.written_moves]
    return [header, *moves, *([ending_of(match)] if match.outcome else [])]


def ending_of(match: Match) -> dict[str, Any]:
    """The entry that ends a record."""
    assert match.outcome is not None
    return {"end": {"winner": int(match.outcome.winner), "reason": match.outcome.reason}}


@dataclass
class Record:
    """A match read back from disk."""

    match: Match
    series: Series | None
    length: int  # how many bytes of the file are good
    is_cut: bool  # whether a half-written last line was left out


def load(path: Path) -> Record:
    """Read and replay a record; BadRecord names the line that is wrong, and why."""
    data = _read(path)
    lines = read_lines(data)
    header = next(lines, None)
    if header is None:
        raise BadRecord(1, "it is not a numduel record: there is no complete line.")
    match, series = _read_header(header.entry)
    for line in lines:
        try:
            apply_entry(match, line.entry)
        except NumduelError as error:
            raise BadRecord(line.number, str(error).removesuffix(".") + ".") from None
    length = len(whole_lines(data))
    return Record(match, series, length, is_cut=length < len(data))


def _read(path: Path) -> bytes:
    """Read a file; OSError for one that would never end or fill the memory."""
    about = path.stat()
    if not (stat.S_ISREG(about.st_mode) or stat.S_ISDIR(about.st_mode)):
        raise OSError("it is not a regular file")
    if about.st_size > _MOST_BYTES:
        raise OSError(f"it has more than {_MOST_BYTES >> 20} MB")
    return path.read_bytes()


def _read_header(header: dict[str, Any]) -> tuple[Match, Series | None]:
    format = header.get("numduel")
    if type(format) is not int or format < 1:
        raise BadRecord(1, "it is not the header of a numduel record.")
    if format > FORMAT:
        raise BadRecord(1, f"it has format {format}; this numduel reads up to {FORMAT}.")
    slug, options, seats = header.get("game"), header.get("options"), header.get("seats")
    if not isinstance(slug, str) or not isinstance(options, dict):
        raise BadRecord(1, "it must name the game and its options.")
    try:
        game = build_game(find_game(slug), options)
        check_rules(game, header.get("rules"))
    except NumduelError as error:
        raise BadRecord(1, str(error)) from None
    if not isinstance(seats, list) or len(seats) != 2:
        raise BadRecord(1, "it must say who sits in the two seats.")
    one, two = (_read_seat(seat) for seat in seats)
    if type(header.get("seed")) is not int:
        raise BadRecord(1, "its seed must be a whole number.")
    match = Match(game, (one, two), header["seed"], header["rules"])
    return match, _read_series(header["series"], match) if "series" in header else None


def _read_seat(seat: Any) -> Seat:
    if not isinstance(seat, dict) or not isinstance(seat.get("kind"), str):
        raise BadRecord(1, "a seat must say what kind of player has it.")
    name = seat.get("name")
    if not isinstance(name, str | None) or any(_CONTROL.findall(name or "")):
        raise BadRecord(1, "the name at a seat must be null or a text without control characters.")
    return Seat(seat["kind"], seat.get("name"))


def _read_series(about: Any, this: Match) -> Series:
    match about:
        case {"games": int(games), "won": [int(one), int(two)]} if all(
            type(number) is int and number >= 0 for number in (games, one, two)
        ):
            pass
        case _:
            raise BadRecord(1, "a series must say how many games it has and who won how many.")
    if one + two >= games:
        raise BadRecord(1, "its series was over before this game.")
    try:
        series = Series(this.game, this.seats, games, this.seed - one - two, (one, two))
    except NumduelError as error:
        raise BadRecord(1, str(error)) from None
    if series.number % 2 == 0:
        series.people = (this.seats[1], this.seats[0])
    return series


def check_rules(game: AnyGame, version: Any) -> None:
    """Raise NumduelError if a match was played by rules that this numduel does not have."""
    if type(version) is not int or not 1 <= version <= game.rules_version:
        raise NumduelError(f"it has rules {version}; this numduel has {game.rules_version}.")


def apply_entry(match: Match, entry: dict[str, Any]) -> None:
    """Do to a match what an entry says: a move, undo, redo or an ending. Journals on disk and the
    server's store mean the same by an entry."""
    what = entry.keys() & {"move", "undo", "redo", "end"}
    if len(what) != 1:
        raise NumduelError("it must have exactly one of move, undo, redo and end.")
    (kind,) = what
    if kind == "move":
        if not isinstance(entry["move"], str):
            raise NumduelError("a move must be in its written form, as a text.")
        match.play(entry["move"])
    elif kind == "end":
        _replay_ending(match, entry["end"])
    else:
        if type(entry[kind]) is not int:
            raise NumduelError(f"{kind} must say how many moves.")
        match.undo(entry[kind]) if kind == "undo" else match.redo(entry[kind])


def _replay_ending(match: Match, end: Any) -> None:
    winner = end.get("winner") if isinstance(end, dict) else None
    reason = end.get("reason") if isinstance(end, dict) else None
    if type(winner) is not int or winner not in (1, 2) or not isinstance(reason, str):
        raise NumduelError("an end must have a winner, 1 or 2, and a reason.")
    if match.outcome is None:
        match.end(Player(winner), reason)
    elif match.outcome.winner != winner or match.ended:
        raise NumduelError(f"the game was over: {match.outcome.winner} had won.")
