"""Records that cannot be replayed: the line that is wrong is named, and why."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from numduel import BadRecord
from numduel.journal import load, write_lines

from .conftest import HEADER, save

RESIGNED = [HEADER, {"move": "6"}, {"end": {"winner": 2, "reason": "by resignation"}}]
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda values: (
        st.lists(values, max_size=3)
        | st.dictionaries(st.sampled_from("games won kind name winner reason".split()), values)
    ),
    max_leaves=6,
)


def refused(path):
    with pytest.raises(BadRecord) as error:
        load(path)
    return error.value


def load_or_refuse(path):
    """Load a record or be refused with a line that there is, and nothing else."""
    try:
        return load(path)
    except BadRecord as error:
        return error


def test_an_ending_by_the_rules_is_proved_and_not_believed(path):
    ended = [{"move": "1"}, {"move": "11"}]
    record = load(save(path, HEADER, *ended, {"end": {"winner": 2, "reason": "by the rules"}}))
    assert record.match.ended is None
    assert record.match.outcome.reason == "because no divisor or multiple of 11 is left"
    error = refused(save(path, HEADER, *ended, {"end": {"winner": 1, "reason": "by luck"}}))
    assert str(error) == "line 4: the game was over: Player 2 had won."


def changed(**fields):
    return {**HEADER, **fields}


BROKEN_HEADERS = [
    ({"move": "6"}, "it is not the header of a numduel record."),
    (changed(numduel=True), "it is not the header of a numduel record."),
    (changed(numduel=2), "it has format 2; this numduel reads up to 1."),
    (changed(options=[20]), "it must name the game and its options."),
    (changed(game="divisor-dual"), 'There is no game "divisor-dual". Did you mean "divisor-duel"?'),
    (changed(options={"number": 20}), 'Unknown option "number". Did you mean "numbers"?'),
    (
        changed(options={"numbers": "20"}),
        "numbers must be a whole number from 1 to 1000, not '20'.",
    ),
    (changed(rules=2), "it has rules 2; this numduel has 1."),
    (changed(rules=0), "it has rules 0; this numduel has 1."),
    (changed(seats=None), "it must say who sits in the two seats."),
    (changed(seats=[{"kind": 1}] * 2), "a seat must say what kind of player has it."),
    (
        changed(seats=[{"kind": "person", "name": 1}] * 2),
        "the name at a seat must be null or a text without control characters.",
    ),
    (changed(seed=True), "its seed must be a whole number."),
    *(
        (changed(series=series), "a series must say how many games it has and who won how many.")
        for series in [None, {"games": 4, "won": [0, 0, 0]}, {"games": 4, "won": [False, True]}]
    ),
    (changed(series={"games": 4, "won": [2, 2]}), "its series was over before this game."),
]


@pytest.mark.parametrize(("header", "reason"), BROKEN_HEADERS, ids=lambda value: str(value)[-60:])
def test_a_broken_header_is_refused_with_the_reason(path, header, reason):
    error = refused(save(path, header, {"move": "6"}))
    assert (error.line, error.reason) == (1, reason)
    assert str(error) == f"line 1: {reason}"


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b"\xff\xfe", "it is not JSON."),
        (b"[" * 100_000, "it is not JSON."),
        (b'"move"', "it is not a JSON object."),
        (b"{}", "it must have exactly one of move, undo, redo and end."),
        (b'{"move": "3", "undo": 1}', "it must have exactly one of move, undo, redo and end."),
        (b'{"move": 3}', "a move must be in its written form, as a text."),
        (b'{"move": "three"}', '"three" is not a whole number.'),
        (b'{"move": "5"}', "5 is neither a divisor nor a multiple of 6."),
        (b'{"undo": true}', "undo must say how many moves."),
        (b'{"undo": 2}', "No more moves can be taken back than were played."),
        (b'{"redo": true}', "redo must say how many moves."),
        (b'{"redo": 1}', "There is nothing to redo."),
        (b'{"end": 2}', "an end must have a winner, 1 or 2, and a reason."),
        (
            b'{"end": {"winner": true, "reason": ""}}',
            "an end must have a winner, 1 or 2, and a reason.",
        ),
    ],
)
def test_a_broken_line_is_named_with_the_reason(path, line, reason):
    before, check = write_lines([HEADER, {"move": "6"}])
    if line.startswith(b"{"):
        line = write_lines([json.loads(line)], check)[0].removesuffix(b"\n")
    path.write_bytes(before + line + b"\n" + b'{"move": "3"}\n')
    error = refused(path)
    assert (error.line, error.reason) == (3, reason)


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        ({"move": "3"}, "The match is over."),
        ({"undo": 1}, "There is nothing to take back."),
        ({"redo": 1}, "There is nothing to redo."),
        ({"end": {"winner": 2, "reason": "again"}}, "the game was over: Player 2 had won."),
    ],
)
def test_nothing_follows_a_resignation(path, entry, reason):
    error = refused(save(path, *RESIGNED, entry))
    assert (error.line, error.reason) == (len(RESIGNED) + 1, reason)


def test_an_empty_file_is_no_record(path):
    path.touch()
    assert str(refused(path)) == "line 1: it is not a numduel record: there is no complete line."


@pytest.mark.parametrize("order", [[0, 1, 3], [0, 2, 1, 3], [0, 1, 1, 2, 3]])
def test_a_line_that_is_lost_moved_or_doubled_is_found_out(path, order):
    """Each of these could be a game."""
    lines = write_lines([HEADER, *({"move": move} for move in ("1", "2", "4"))])[0].splitlines(True)
    path.write_bytes(b"".join(lines[place] for place in order))
    assert "its check value is wrong" in refused(path).reason


def test_a_line_without_a_check_value_is_refused(path):
    save(path, HEADER)
    path.write_bytes(path.read_bytes() + b'{"move": "9"}\n')
    assert str(refused(path)) == "line 2: it has no check value."


def check(path, data):
    path.write_bytes(data)
    loaded = load_or_refuse(path)
    if isinstance(loaded, BadRecord):
        assert 1 <= loaded.line <= data.count(b"\n") + 1
        assert str(loaded).startswith(f"line {loaded.line}: {loaded.reason}")
    else:
        assert 0 < loaded.length <= len(data)


@given(st.binary(max_size=200))
def test_any_bytes_are_no_record_and_nothing_worse(scratch, data):
    check(scratch, data)
    check(scratch, save(scratch, HEADER).read_bytes() + data)
    check(scratch, save(scratch, HEADER).read_bytes() + data + b"\n")


@given(st.data())
def test_corrupted_record_loads_or_is_refused(scratch, data):
    changed = bytearray(save(scratch, *RESIGNED[:2], {"undo": 1}, *RESIGNED[1:]).read_bytes())
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(changed) - 1))
        end = place + data.draw(st.sampled_from([0, 1, 1, 1, 5]))
        changed[place:end] = data.draw(st.binary(max_size=2) | st.sampled_from([b'"', b"\n", b"9"]))
    check(scratch, bytes(changed))


@given(st.sampled_from([*HEADER, "series"]), json_values)
def test_a_header_with_any_value_loads_or_is_refused(scratch, field, value):
    check(scratch, save(scratch, changed(**{field: value}), {"move": "6"}).read_bytes())


@given(st.sampled_from(["move", "undo", "redo", "end"]), json_values)
def test_an_entry_with_any_value_is_replayed_or_refused(scratch, what, value):
    check(scratch, save(scratch, HEADER, {"move": "6"}, {what: value}).read_bytes())
