"""The checker of the soak's history: what a right server can cause passes, and whatever a wrong one
would cause is caught."""

from collections import Counter
from random import Random

import pytest
from bench.soak.checking import check
from hypothesis import assume, given
from hypothesis import strategies as st

from .right_server import BEGINNING, SEATS, RightServer


def records(entries):
    return [{"match": "M", "entries": list(enumerate(entries))}]


@st.composite
def runs(draw, lost=0.15):
    server = RightServer(Random(draw(st.integers(0, 1 << 32))), lost)
    for _ in range(draw(st.integers(40, 120))):
        server.step()
    return server.finish()


def kinds_of(history, entries):
    return {fault.kind for fault in check(history, records(entries))}


def acknowledged_moves(server):
    """The places of the moves whose acknowledgement came, and that nobody sent with another key."""
    asked = {line["op"]: line for line in server.history if line.get("key")}
    sent = {(line["player"], line["ply"], line["move"], line["key"]) for line in asked.values()}
    places = Counter(each[:3] for each in sent)
    keys = {
        line["key"]
        for line in (asked.get(line.get("op")) for line in server.history if line["type"] == "ok")
        if line and places[line["player"], line["ply"], line["move"]] == 1
    }
    return [number for number, entry in enumerate(server.entries) if entry.get("key") in keys]


def pick(data, among):
    assume(among)
    return data.draw(st.sampled_from(among))


@given(runs())
def test_what_a_right_server_can_cause_passes(server):
    assert check(server.history, records(server.entries)) == []


@pytest.mark.parametrize(
    ("change", "kinds"),
    [
        (lambda entry: [], {"lost", "broken log"}),
        (lambda entry: [entry, entry], {"doubled", "broken log"}),
        (lambda entry: [entry | {"move": "99"}], {"misplaced"}),
    ],
    ids=["lost", "doubled", "misplaced"],
)
@given(runs(), st.data())
def test_changed_log_is_caught(change, kinds, server, data):
    number = pick(data, acknowledged_moves(server))
    entries = [*server.entries]
    entries[number : number + 1] = change(entries[number])
    assert kinds_of(server.history, entries) & kinds


@given(runs(), st.data())
def test_an_entry_that_nobody_asked_for_is_caught(server, data):
    assume(not server.now["resigned"] and server.now["joined"] == [1, 2])
    foreign = [{"move": "1"}, {"move": "1", "key": "nobody's"}]
    entry = data.draw(st.sampled_from(foreign))
    assert "foreign" in kinds_of(server.history, [*server.entries, entry])


@given(runs(lost=0), st.data())
def test_a_second_ending_or_taking_back_is_caught(server, data):
    keyless = [entry for entry in server.entries if entry.keys() & {"undo", "end", "takeback"}]
    entry = pick(data, keyless)
    entries = [*server.entries, entry]
    assert kinds_of(server.history, entries) & {"foreign", "broken log"}


@given(runs(), st.data())
def test_checker_finds_lost_acknowledged_action(server, data):
    asked = {line["op"]: line for line in server.history if line["type"] == "invoke"}
    done = [
        line
        for line in server.history
        if line["type"] == "ok" and asked[line["op"]]["do"] in ("resign", "agree", "decline")
    ]
    answer = pick(data, done)
    entries = server.entries[: server.places[answer["op"]]]
    assert "lost" in kinds_of(server.history, entries)


@given(runs(), st.data())
def test_a_refused_move_that_is_there_is_caught(server, data):
    number = pick(data, acknowledged_moves(server))
    key = server.entries[number]["key"]
    operations = [line["op"] for line in server.history if line.get("key") == key]
    answered = {line["op"] for line in server.history if line["type"] in ("ok", "refused")}
    assume(answered.issuperset(operations))
    history = [
        {**line, "type": "refused"} if line["type"] == "ok" and line["op"] in operations else line
        for line in server.history
    ]
    assert "refused, and there" in kinds_of(history, server.entries)


@given(runs(), st.data())
def test_a_state_that_was_never_committed_is_caught(server, data):
    index = pick(data, [at for at, line in enumerate(server.history) if line.get("seen")])
    seen = server.history[index]["seen"]
    other = data.draw(
        st.sampled_from(
            [
                {"moves": [*seen["moves"], "99"]},
                {"takeback": 2 if seen["takeback"] == 1 else 1},
                {"joined": [2]},
                {"resigned": 2 if seen["resigned"] == 1 else 1},
                {"version": len(server.entries) + 1},
            ]
        )
    )
    history = [*server.history]
    history[index] = {**history[index], "seen": seen | other}
    assert "never committed" in kinds_of(history, server.entries)


@given(runs(), st.data())
def test_checker_finds_stream_going_back(server, data):
    heard = [at for at, line in enumerate(server.history) if line["type"] == "seen"]
    index = pick(data, heard)
    line = server.history[index]
    version = data.draw(st.integers(0, line["seen"]["version"]))
    history = [*server.history]
    history.insert(index + 1, {**line, "seen": server.shown[version]})
    assert "went back" in kinds_of(history, server.entries)


@given(runs(), st.data())
def test_stale_read_is_caught(server, data):
    assume(server.entries)
    client = data.draw(st.sampled_from([*SEATS, "somebody else"]))
    version = data.draw(st.integers(0, len(server.entries) - 1))
    asked = {"type": "invoke", "op": 0, "client": client, "match": "M", "do": "get"}
    answer = {"type": "ok", "op": 0, "seen": server.shown[version]}
    kinds = kinds_of([*server.history, asked, answer], server.entries)
    assert kinds == {"stale" if client == "somebody else" else "went back"}


@given(runs(), st.data())
def test_a_match_that_is_there_and_is_not_shown_is_caught(server, data):
    place = data.draw(st.integers(0, len(server.history)))
    refused = [
        {"type": "invoke", "op": 0, "client": "a", "match": "M", "do": "get"},
        {"type": "refused", "op": 0, "seen": None},
    ]
    history = [*server.history[:place], *refused, *server.history[place:]]
    assert kinds_of(history, server.entries) == {"not shown"}


@given(runs(), st.data())
def test_a_listener_that_is_left_behind_is_caught(server, data):
    client = data.draw(st.sampled_from(list(SEATS)))
    heard = [at for at, line in enumerate(server.history) if _is_heard_by(client, line)]
    assume(heard)
    history = [*server.history]
    del history[heard[-1]]
    assert "left behind" in kinds_of(history, server.entries)


def _is_heard_by(client, line):
    return line["type"] == "seen" and line["client"] == client


@given(runs())
def test_a_seat_that_somebody_else_has_is_caught(server):
    assume(any("token" in line for line in server.history))
    entries = [
        {"join": {"player": 2, "token": "another"}} if "join" in entry else entry
        for entry in server.entries
    ]
    assert "lost" in kinds_of(server.history, entries)


def test_a_match_that_is_not_there_is_caught():
    history = [
        {"type": "invoke", "op": 1, "client": "a", "do": "create"},
        {"type": "ok", "op": 1, "match": "M", "seen": BEGINNING},
    ]
    assert [fault.kind for fault in check(history, [])] == ["lost"]
