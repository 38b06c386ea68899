"""Checks the history of the clients against the database at the end.

Knows only what a match's entries mean, so that a bug in the server cannot hide here. A line of the
history is one of

    {"type": "invoke", "op": 7, "client": "a", "match": "M", "do": "move", "player": 1,
     "ply": 0, "move": "6", "key": "k"}             a request
    {"type": "ok", "op": 7, "seen": SNAPSHOT}       acknowledged (with the "match" that was
                                                    created, with the hash "token" of a seat)
    {"type": "refused", "op": 7, "seen": null}      refused: it must not have happened;
                                                    a "get" of an existing match never is
    {"type": "unknown", "op": 7, "seen": null}      no answer, or a fault: it may have happened
    {"type": "seen", "client": "a", "match": "M", "seen": SNAPSHOT}     an event of a stream
    {"type": "end", "client": "a", "match": "M"}    the stream is up to date, or should be

in the order of events. `do` is create, join, move, ask, agree, decline, resign or get. A snapshot
has its version, the moves, who asks for a move back, who has joined and who won by resignation. A
line of the records is a match with all its entries:

    {"match": "M", "entries": [[0, {"join": {…}}], [1, {"move": "6", "key": "k"}]]}
"""

import json
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

Json = dict[str, Any]


class History:
    """A history of events as a file of JSON lines."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("w", encoding="utf-8")
        self._operations = 0

    def invoke(self, **asked: Any) -> int:
        """Record a request; return the number of the operation."""
        self._operations += 1
        self._write({"type": "invoke", "op": self._operations, **asked})
        return self._operations

    def finish(self, operation: int, result: str, snapshot: Json | None, **more: Any) -> None:
        """Record the result of an operation: "ok", "refused" or "unknown"."""
        seen = None if snapshot is None else seen_in(snapshot)
        self._write({"type": result, "op": operation, "seen": seen, **more})

    def hear(self, client: str, match: str, snapshot: Json) -> None:
        """Record an event of a client's stream."""
        seen = seen_in(snapshot)
        self._write({"type": "seen", "client": client, "match": match, "seen": seen})

    def end(self, client: str, match: str) -> None:
        """Record the end of a client's stream, which should be up to date by then."""
        self._write({"type": "end", "client": client, "match": match})

    def close(self) -> None:
        self._file.close()

    def _write(self, line: Json) -> None:
        line["at"] = round(time.perf_counter(), 6)
        self._file.write(json.dumps(line, separators=(",", ":")) + "\n")


def seen_in(snapshot: Json) -> Json:
    """Return the fields of a snapshot that the checker compares."""
    outcome = snapshot["outcome"]
    is_given_up = outcome is not None and outcome["reason"] == "by resignation"
    return {
        "version": snapshot["version"],
        "moves": snapshot["moves"],
        "takeback": snapshot["takeback"],
        "joined": [int(seat) for seat, about in snapshot["seats"].items() if about["is_taken"]],
        "resigned": outcome["winner"] if is_given_up else None,
    }


class Fault(NamedTuple):
    """A violation of the server's promises."""

    kind: str
    match: str
    what: str


class Shown(NamedTuple):
    """The public state of a match."""

    moves: tuple[str, ...] = ()
    takeback: int | None = None  # who asks for a move back
    joined: tuple[int, ...] = (1,)
    resigned: int | None = None  # who won by resignation

    @classmethod
    def of(cls, seen: Json) -> "Shown":
        return cls(
            tuple(seen["moves"]), seen["takeback"], tuple(sorted(seen["joined"])), seen["resigned"]
        )

    def after(self, entry: Json) -> "Shown":
        """Return the state after an entry; ValueError if the entry is impossible here."""
        if self.resigned is not None and "join" not in entry:
            raise ValueError("something happened after the end")
        if "move" in entry:
            return self._replace(moves=(*self.moves, entry["move"]), takeback=None)
        if "undo" in entry:
            if not 0 < entry["undo"] <= len(self.moves):
                raise ValueError("moves were taken back that had not been made")
            return self._replace(moves=self.moves[: -entry["undo"]], takeback=None)
        if "end" in entry:
            return self._replace(resigned=entry["end"]["winner"], takeback=None)
        if "takeback" in entry:
            return self._replace(takeback=entry["takeback"])
        player = entry["join"]["player"]
        if player in self.joined:
            raise ValueError("a seat was taken twice")
        return self._replace(joined=tuple(sorted((*self.joined, player))))


@dataclass
class Operation:
    """A client's request and its result."""

    asked: Json
    known: int = 0  # the newest version this client had seen at that time
    told: int = 0  # the newest version anybody had seen
    result: str = "unknown"
    seen: Json | None = None
    token: str | None = None

    def could_be(self, number: int, entry: Json) -> bool:
        """Return whether this operation may have written that entry. Moves have keys and are not
        compared here."""
        version = self.seen["version"] if self.result == "ok" and self.seen else number + 1
        return self.result != "refused" and self._writes(entry) and self.told <= number < version

    def _writes(self, entry: Json) -> bool:
        do, player = self.asked["do"], self.asked.get("player")
        if do in ("ask", "decline"):
            return "takeback" in entry and entry["takeback"] == (player if do == "ask" else None)
        if do == "resign":
            return "end" in entry and entry["end"]["winner"] != player
        return do == "agree" and "undo" in entry


@dataclass
class Story:
    """The history of one match."""

    match: str
    operations: list[Operation] = field(default_factory=list)
    shown: list[Json] = field(default_factory=list)  # every snapshot, by stream or answer
    ends: dict[str, int] = field(default_factory=dict)  # final versions of the streams
    told: int = 0  # the newest version anybody has seen so far
    known: defaultdict[str, int] = field(default_factory=lambda: defaultdict(int))
    streamed: defaultdict[str, int] = field(default_factory=lambda: defaultdict(lambda: -1))

    def show(self, client: str, seen: Json) -> None:
        """Record a snapshot that a client sees."""
        self.shown.append(seen)
        self.told = max(self.told, seen["version"])
        self.known[client] = max(self.known[client], seen["version"])


class Reader:
    """A reader of histories, line by line."""

    def __init__(self) -> None:
        self.stories: dict[str, Story] = {}
        self.faults: list[Fault] = []
        self._under_way: dict[int, Operation] = {}

    def read(self, line: Json) -> None:
        kind = line["type"]
        if kind == "invoke":
            self._begin(line)
        elif kind == "seen":
            self._hear(self._story(line["match"]), line["client"], line["seen"])
        elif kind == "end":
            story = self._story(line["match"])
            story.ends[line["client"]] = story.streamed[line["client"]]
        else:
            self._finish(self._under_way.pop(line["op"]), line)

    def _story(self, match: str) -> Story:
        return self.stories.setdefault(match, Story(match))

    def _begin(self, asked: Json) -> None:
        operation = self._under_way[asked["op"]] = Operation(asked)
        if asked["do"] != "create":
            story = self._story(asked["match"])
            operation.known, operation.told = story.known[asked["client"]], story.told
            story.operations.append(operation)

    def _hear(self, story: Story, client: str, seen: Json) -> None:
        version, before = seen["version"], story.streamed[client]
        if version <= before:
            what = f"{client} heard of {version} after {before}"
            self.faults.append(Fault("went back", story.match, what))
        story.streamed[client] = max(before, version)
        story.show(client, seen)

    def _finish(self, operation: Operation, answer: Json) -> None:
        seen, asked = answer["seen"], operation.asked
        operation.result, operation.seen = answer["type"], seen
        operation.token = answer.get("token")
        if seen is None:
            return
        story = self._story(answer.get("match") or asked["match"])
        if seen["version"] < operation.told:
            is_own = seen["version"] < operation.known
            newest = operation.known if is_own else operation.told
            what = f"{asked['client']} was answered {seen['version']} to {asked['do']}, after"
            kind = "went back" if is_own else "stale"
            self.faults.append(Fault(kind, story.match, f"{what} {newest} had been seen"))
        story.show(asked["client"], seen)


def check(history: Iterable[Json], records: Iterable[Json]) -> list[Fault]:
    """Return all violations; empty if there are none."""
    reader = Reader()
    for line in history:
        reader.read(line)
    faults = reader.faults
    entries = {record["match"]: record["entries"] for record in records}
    for story in reader.stories.values():
        if story.match in entries:
            faults += _check_match(story, entries[story.match])
        else:
            faults.append(Fault("lost", story.match, "the match is not there"))
    return faults


def _check_match(story: Story, numbered: list[tuple[int, Json]]) -> Iterator[Fault]:
    """Yield the violations in one match."""

    def fault(kind: str, what: str) -> Fault:
        return Fault(kind, story.match, what)

    entries = [entry for _, entry in numbered]
    if [number for number, _ in numbered] != list(range(len(entries))):
        yield fault("broken log", "entries are missing, or there twice")
    states = [Shown()]
    for number, entry in enumerate(entries):
        try:
            states.append(states[-1].after(entry))
        except ValueError as impossible:
            yield fault("broken log", f"entry {number}: {impossible}")
            return
    for seen in story.shown:
        version = seen["version"]
        if version >= len(states) or Shown.of(seen) != states[version]:
            yield fault("never committed", f"version {version} was seen as {Shown.of(seen)}")
    for client, version in story.ends.items():
        if version != len(entries):
            yield fault("left behind", f"{client} heard of {version} last, not of {len(entries)}")
    for operation in story.operations:
        if operation.asked["do"] == "get" and operation.result == "refused":
            yield fault("not shown", f"{operation.asked['client']} was not shown it")
    yield from _check_moves(story, entries, states, fault)
    yield from _check_joins(story, entries, fault)
    yield from _check_others(story, entries, states, fault)


def _check_moves(
    story: Story, entries: list[Json], states: list[Shown], fault: Callable[[str, str], Fault]
) -> Iterator[Fault]:
    """Check the moves, which are identified by their keys; a retry repeats its key."""
    places = defaultdict(list)
    for number, entry in enumerate(entries):
        if "move" in entry:
            places[entry.get("key")].append(number)
    tries = defaultdict(list)
    for operation in story.operations:
        if operation.asked["do"] == "move":
            tries[operation.asked["key"]].append(operation)
    for key in places.keys() - tries.keys():
        yield fault("foreign", f"nobody made the move of entry {places[key][0]}")
    # A move repeated with another key counts once: it is on the board already.
    there = Counter(_place_of(tries[key][0]) for key in tries if places[key])
    for key, operations in tries.items():
        asked, found = operations[0].asked, places[key]
        is_alone = there[_place_of(operations[0])] == len(found)
        results = {operation.result for operation in operations}
        what = f"{asked['client']}'s {asked['move']} at ply {asked['ply']}"
        if len(found) > 1:
            yield fault("doubled", f"{what} is there {len(found)} times")
        elif not found and "ok" in results and is_alone:
            yield fault("lost", f"{what} was acknowledged and is not there")
        elif found and results == {"refused"}:
            yield fault("refused, and there", what)
        for number in found[:1]:
            ply, move = len(states[number].moves), entries[number]["move"]
            if (ply, move, 1 + ply % 2) != (asked["ply"], asked["move"], asked["player"]):
                yield fault("misplaced", f"{what} is there as {move} at ply {ply}")
            if number < operations[0].told:
                yield fault("misplaced", f"{what} is older than its asking")
            answers = [each.seen for each in operations if each.result == "ok" and each.seen]
            if is_alone and any(seen["version"] <= number for seen in answers):
                yield fault("stale", f"{what} was acknowledged with an answer without it")


def _place_of(operation: Operation) -> tuple[int, int, str]:
    asked = operation.asked
    return asked["player"], asked["ply"], asked["move"]


def _check_joins(
    story: Story, entries: list[Json], fault: Callable[[str, str], Fault]
) -> Iterator[Fault]:
    """Check that each seat was taken once, by a client who asked for it and was told so."""
    joins = [operation for operation in story.operations if operation.asked["do"] == "join"]
    taken = [entry["join"] for entry in entries if "join" in entry]
    if taken and not any(operation.result != "refused" for operation in joins):
        yield fault("foreign", "nobody joined, and a seat was taken")
    for operation in joins:
        if operation.result == "ok" and operation.token not in [join["token"] for join in taken]:
            yield fault("lost", f"{operation.asked['client']} was given a seat and has none")


def _check_others(
    story: Story, entries: list[Json], states: list[Shown], fault: Callable[[str, str], Fault]
) -> Iterator[Fault]:
    """Check requests without keys (ask, agree, decline, resign): each one acknowledged must match
    an entry of its own, and each entry a request."""
    keyless = [
        number for number, entry in enumerate(entries) if not entry.keys() & {"move", "join"}
    ]
    operations = [
        operation
        for operation in story.operations
        if operation.asked["do"] in ("ask", "agree", "decline", "resign")
    ]
    could = [
        [number for number in keyless if operation.could_be(number, entries[number])]
        for operation in operations
    ]
    certain = [
        (operation, choice)
        for operation, choice in zip(operations, could, strict=True)
        if operation.result == "ok" and not _was_asked_already(operation, states)
    ]
    for index in _unmatched([choice for _, choice in certain]):
        asked = certain[index][0].asked
        what = f"{asked['client']} to {asked['do']} was acknowledged and is not there"
        yield fault("lost", what)
    takers = [
        [index for index, choice in enumerate(could) if number in choice] for number in keyless
    ]
    for index in _unmatched(takers):
        number = keyless[index]
        yield fault("foreign", f"nobody asked for entry {number}, {json.dumps(entries[number])}")


def _was_asked_already(operation: Operation, states: list[Shown]) -> bool:
    """Return whether the request was redundant, because the same had been asked before."""
    assert operation.seen is not None
    since = states[operation.known : operation.seen["version"] + 1]
    player = operation.asked["player"]
    return operation.asked["do"] == "ask" and any(state.takeback == player for state in since)


def _unmatched(choices: list[list[int]]) -> list[int]:
    """Return the operations that a maximum matching misses (augmenting paths)."""
    partner: dict[int, int] = {}

    def find(index: int, tried: set[int]) -> bool:
        for choice in choices[index]:
            if choice not in tried:
                tried.add(choice)
                if choice not in partner or find(partner[choice], tried):
                    partner[choice] = index
                    return True
        return False

    return [index for index in range(len(choices)) if not find(index, set())]


def read_lines(path: Path) -> Iterator[Json]:
    with path.open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)
