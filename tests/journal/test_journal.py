"""A match on disk: the record is what was played, and a broken record says where."""

import pytest

from numduel import BadRecord, Match, Player, Seat, Series, load_game
from numduel.journal import Journal, entries_of, load, write_lines

from .conftest import HEADER, save

ENTRIES = [
    HEADER,
    {"move": "6"},
    {"move": "3"},
    {"move": "9"},
    {"undo": 2},
    {"redo": 1},
    {"undo": 1},
    {"move": "2"},
    {"end": {"winner": 2, "reason": "by resignation"}},
]
RECORD, _ = write_lines(ENTRIES)


def write(path, *entries, length=0):
    journal = Journal(path, length)
    try:
        journal.write(*entries)
    finally:
        journal.close()


def test_the_header_says_what_is_played_and_by_whom():
    match = Match(load_game("divisor-duel"), (Seat(name="Ada"), Seat("random")), 7)
    assert entries_of(match) == [HEADER]


def test_series_header_has_length_and_score():
    game = load_game("parity-duel")
    series = Series(game, (Seat(name="Ada"), Seat(name="Bo")), 4, won=(2, 1))
    (header,) = entries_of(series.next_match(), series)
    assert header["series"] == {"games": 4, "won": [2, 1]}
    assert [seat["name"] for seat in header["seats"]] == ["Bo", "Ada"]


def test_a_match_comes_back_as_it_was(path):
    match = Match(load_game("sequence-builder", numbers=12), (Seat(name="Ada"), Seat("random")), 3)
    journal = Journal(path)
    journal.write(*entries_of(match))
    for move in ["6", "5", "2"]:
        match.play(move)
        journal.write({"move": move})
    journal.close()
    record = load(path)
    assert record.match.game == match.game
    assert (record.match.state, record.match.moves) == (match.state, match.moves)
    assert (record.match.seats, record.match.seed) == (match.seats, match.seed)
    assert record.series is None
    assert (record.length, record.is_cut) == (path.stat().st_size, False)


def test_a_resignation_is_replayed(path):
    record = load(save(path, *ENTRIES))
    assert record.match.outcome == record.match.ended == (Player.TWO, "by resignation")


@pytest.mark.parametrize(("won", "begins"), [((0, 0), "Ada"), ((1, 2), "Bo")])
def test_a_series_goes_on_where_it_was(path, won, begins):
    series = Series(
        load_game("divisor-duel"), (Seat(name="Ada"), Seat(name="Bo")), 4, seed=5, won=won
    )
    match = series.next_match()
    assert match.seats[0].name == begins
    write(path, *entries_of(match, series))
    again = load(path)
    assert (again.match.seats, again.match.seed) == (match.seats, match.seed)
    assert (again.series.games, again.series.won, again.series.seed) == (4, won, 5)
    assert again.series.people == series.people
    again.match.resign()
    again.series.count(again.match)
    match.resign()
    series.count(match)
    assert again.series.won == series.won


def test_truncated_record_loads_and_continues(path):
    for cut in range(len(RECORD) + 1):
        path.write_bytes(RECORD[:cut])
        whole = RECORD[: cut + 1].count(b"\n")  # a line that lacks only its end is whole
        if whole == 0:
            with pytest.raises(BadRecord, match="line 1: it is not a numduel record"):
                load(path)
            continue
        good = len(b"".join(RECORD.splitlines(keepends=True)[:whole]))
        record = load(path)
        assert (record.length, record.is_cut) == (min(cut, good), cut > good)
        assert entries_of(record.match)[1:] == replayed(ENTRIES[1:whole])
        write(path, *ENTRIES[whole:], length=record.length)
        assert path.read_bytes() == RECORD


def replayed(entries):
    """What is left of these entries once moves taken back are gone."""
    left, undone = [], []
    for entry in entries:
        if "undo" in entry:
            undone = left[-entry["undo"] :] + undone
            del left[-entry["undo"] :]
        elif "redo" in entry:
            left += undone[: entry["redo"]]
            del undone[: entry["redo"]]
        else:
            left.append(entry)
            undone = []
    return left


def test_loaded_match_can_redo(path):
    match = load(save(path, *ENTRIES[:5])).match
    assert (match.moves, match.undone) == ((6,), (3, 9))
    match.redo(2)
    assert match.moves == (6, 3, 9)


@pytest.mark.parametrize("tail", [b'{"move": "3', b"12", b"\x00\xff", b"[" * 100_000])
def test_partial_last_line_is_overwritten(path, tail):
    save(path, HEADER, {"move": "6"})
    good = path.stat().st_size
    path.write_bytes(path.read_bytes() + tail)
    record = load(path)
    assert (record.match.moves, record.length, record.is_cut) == ((6,), good, True)
    write(path, {"move": "3"}, length=record.length)
    again = load(path)
    assert (again.match.moves, again.is_cut) == ((6, 3), False)
