"""The checker of the soak catches whatever a wrong server would cause. That it passes what a right
one causes, the soak itself shows."""

import pytest
from bench.soak.checking import check

BEGINNING = {"version": 0, "moves": [], "takeback": None, "joined": [1], "resigned": None}
# Who asks for what, the entry that it makes, and how it changes what is shown.
STORY = [
    ("b", "join", {}, {"join": {"player": 2, "token": "t"}}, {"joined": [1, 2]}),
    ("a", "move", {"ply": 0, "move": "6"}, {"move": "6"}, {"moves": ["6"]}),
    ("a", "ask", {}, {"takeback": 1}, {"takeback": 1}),
    ("b", "decline", {}, {"takeback": None}, {"takeback": None}),
    ("b", "move", {"ply": 1, "move": "3"}, {"move": "3"}, {"moves": ["6", "3"]}),
    ("b", "ask", {}, {"takeback": 2}, {"takeback": 2}),
    ("a", "agree", {}, {"undo": 1}, {"moves": ["6"], "takeback": None}),
    ("b", "resign", {}, {"end": {"winner": 1}}, {"resigned": 1}),
]
ASK, ANSWER, HEARD_BY_A = range(3)  # the first of the four lines that each of these makes


def told():
    """The history and the entries of a match in which everything is right."""
    shown, history, entries = BEGINNING, [], []
    for op, (client, do, more, entry, change) in enumerate(STORY):
        key = {"key": f"k{op}"} if do == "move" else {}
        token = {"token": "t"} if do == "join" else {}
        entries.append(entry | key)
        shown = shown | {"version": op + 1} | change
        asked = {"match": "M", "player": "ab".index(client) + 1, "do": do}
        history.append({"type": "invoke", "op": op, "client": client, **asked, **more, **key})
        history.append({"type": "ok", "op": op, "seen": shown, **token})
        history += [{"type": "seen", "client": who, "match": "M", "seen": shown} for who in "ab"]
    history += [{"type": "end", "client": who, "match": "M"} for who in "ab"]
    return history, entries


def look(history, client, answer, seen):
    history.append({"type": "invoke", "op": 99, "client": client, "match": "M", "do": "get"})
    history.append({"type": answer, "op": 99, "seen": seen})


def change(line, **parts):
    line.update(parts)


FAULTS = {
    "a move is missing": ("lost", lambda history, entries: entries.pop(1)),
    "an answer to a request is missing": ("lost", lambda history, entries: entries.pop(3)),
    "a seat is somebody else's": (
        "lost",
        lambda history, entries: change(entries[0], join={"player": 2, "token": "another"}),
    ),
    "a move is there twice": ("doubled", lambda history, entries: entries.insert(2, entries[1])),
    "a move is another": ("misplaced", lambda history, entries: change(entries[1], move="99")),
    "a move is nobody's": (
        "foreign",
        lambda history, entries: entries.insert(7, {"move": "1", "key": "nobody's"}),
    ),
    "a request is nobody's": (
        "foreign",
        lambda history, entries: entries.insert(7, {"takeback": 1}),
    ),
    "it ends twice": ("broken log", lambda history, entries: entries.append(entries[-1])),
    "a refused move is there": (
        "refused, and there",
        lambda history, entries: change(history[4 + ANSWER], type="refused", seen=None),
    ),
    "a state never was": (
        "never committed",
        lambda history, entries: change(
            history[4 + HEARD_BY_A], seen=history[4 + HEARD_BY_A]["seen"] | {"moves": ["8"]}
        ),
    ),
    "a stream goes back": (
        "went back",
        lambda history, entries: history.append(history[HEARD_BY_A]),
    ),
    "a client is shown less than before": (
        "went back",
        lambda history, entries: look(history, "a", "ok", history[ANSWER]["seen"]),
    ),
    "somebody else is shown an old state": (
        "stale",
        lambda history, entries: look(history, "c", "ok", history[ANSWER]["seen"]),
    ),
    "a match is not shown": (
        "not shown",
        lambda history, entries: look(history, "a", "refused", None),
    ),
    "a listener misses the end": ("left behind", lambda history, entries: history.pop(-4)),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_fault_is_caught(fault):
    history, entries = told()
    assert check(history, [{"match": "M", "entries": list(enumerate(entries))}]) == []
    kind, damage = FAULTS[fault]
    damage(history, entries)
    found = check(history, [{"match": "M", "entries": list(enumerate(entries))}])
    assert kind in {fault.kind for fault in found}


def test_a_match_that_is_not_there_is_caught():
    assert [fault.kind for fault in check(told()[0], [])] == ["lost"]
