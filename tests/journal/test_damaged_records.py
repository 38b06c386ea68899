"""Saved games that were damaged on disk: none is read as another game."""

import json
from random import Random

import pytest

from numduel import BadRecord, Match, Seat, load_game
from numduel.journal import entries_of, load
from numduel.json_lines import Journal, write_lines


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


def test_without_check_values_damage_is_not_noticed(tmp_path):
    """What the test above is worth: the same damage to lines that have none."""
    path = tmp_path / "match.jsonl"
    plain = b"".join(json.dumps(entry).encode() + b"\n" for entry in played())
    path.write_bytes(plain)
    whole = what_is_in(path)
    others = 0
    for seed in range(400):
        path.write_bytes(replace(plain, Random(seed)))
        others += what_is_in(path) not in (None, whole)
    assert others > 10


def test_an_older_record_is_read_and_what_is_added_to_it_guards_all_of_it(tmp_path):
    path = tmp_path / "match.jsonl"
    header, *moves = played()[:6]
    old = b"".join(json.dumps(entry).encode() + b"\n" for entry in [header, *moves])
    path.write_bytes(old)
    journal = Journal(path, load(path).length)
    journal.write({"move": "8"})
    journal.close()
    assert load(path).match.moves == (1, 2, 3, 4, 5, 8)
    path.write_bytes(path.read_bytes().replace(b'"seed": 7', b'"seed": 8'))
    with pytest.raises(BadRecord, match="line 7: its check value is wrong: it or an earlier line"):
        load(path)


def test_a_line_without_a_check_value_after_lines_that_have_one_is_refused(tmp_path):
    path = tmp_path / "match.jsonl"
    path.write_bytes(write_lines(played()[:3])[0] + b'{"move": "9"}\n')
    with pytest.raises(BadRecord, match="line 4: it has no check value"):
        load(path)
