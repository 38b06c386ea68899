"""Saved games that were damaged on disk: none is read as another game."""

from random import Random

import pytest

from numduel import BadRecord, Match, Seat, load_game
from numduel.journal import entries_of, load, write_lines


def played():
    match = Match(load_game("parity-duel", numbers=60), (Seat(name="Ada"), Seat("easy")), 7)
    header, *_ = entries_of(match)
    moves = [{"move": str(move)} for move in range(1, 41)]
    taken_back = [{"undo": 1}, {"move": "50"}]
    resigned = {"end": {"winner": 2, "reason": "by resignation"}}
    return [header, *moves[:20], *taken_back, *moves[20:], resigned]


RECORD, _ = write_lines(played())


def flip(data, chance):
    place = chance.randrange(len(data))
    return data[:place] + bytes([data[place] ^ 1 << chance.randrange(8)]) + data[place + 1 :]


def replace(data, chance):
    """Another digit in a digit's place: such a line still looks right."""
    place = chance.choice([at for at, sign in enumerate(data) if chr(sign).isdigit()])
    return data[:place] + str(chance.randrange(10)).encode() + data[place + 1 :]


def drop(data, chance):
    lines = data.splitlines(keepends=True)
    del lines[chance.randrange(len(lines))]
    return b"".join(lines)


def double(data, chance):
    lines = data.splitlines(keepends=True)
    place = chance.randrange(len(lines))
    return b"".join([*lines[:place], lines[place], *lines[place:]])


def swap(data, chance):
    lines = data.splitlines(keepends=True)
    one, two = chance.sample(range(len(lines)), 2)
    lines[one], lines[two] = lines[two], lines[one]
    return b"".join(lines)


def what_is_in(path):
    """All that a record says, or None if it is refused or says that something was left out."""
    try:
        record = load(path)
    except BadRecord:
        return None
    return None if record.is_cut else (entries_of(record.match), record.series)


@pytest.mark.parametrize("damage", [flip, replace, drop, double, swap])
def test_no_damage_makes_it_another_game(tmp_path, damage):
    path = tmp_path / "match.jsonl"
    path.write_bytes(RECORD)
    whole = what_is_in(path)
    refused = 0
    for seed in range(400):
        damaged = damage(RECORD, Random(seed))
        path.write_bytes(damaged)
        told = what_is_in(path)
        refused += told is None
        # A file that ends earlier, between two lines, is as it was when it was written so far.
        assert told in (None, whole) or RECORD.startswith(damaged)
    assert refused > 250


def test_a_line_without_a_check_value_is_refused(tmp_path):
    path = tmp_path / "match.jsonl"
    for good in (0, 3):
        path.write_bytes(write_lines(played()[:good])[0] + b'{"move": "9"}\n')
        with pytest.raises(BadRecord, match=f"line {good + 1}: it has no check value"):
            load(path)
