"""What clients tell of each match, read from a history; faults that show in its order are found
here. The forms are those of `checker.py`."""

from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any, NamedTuple

Json = dict[str, Any]


class Fault(NamedTuple):
    """Something that must not be."""

    kind: str
    match: str
    what: str


class Shown(NamedTuple):
    """What everybody can see of a match."""

    moves: tuple[str, ...] = ()
    takeback: int | None = None  # who asks for a move back
    joined: tuple[int, ...] = (1,)
    resigned: int | None = None  # who won because the other gave up

    @classmethod
    def of(cls, seen: Json) -> "Shown":
        return cls(
            tuple(seen["moves"]), seen["takeback"], tuple(sorted(seen["joined"])), seen["resigned"]
        )

    def after(self, entry: Json) -> "Shown":
        """The same after an entry. ValueError if it cannot happen here."""
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
    """Something that a client asked for, and what came of it."""

    asked: Json
    known: int = 0  # the newest version that this client had seen when it asked
    told: int = 0  # the newest version that anybody had seen
    result: str = "unknown"
    seen: Json | None = None
    token: str | None = None

    def could_be(self, number: int, entry: Json) -> bool:
        """Whether this operation may have written that entry. Moves are not compared here, because
        they have keys."""
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
    """All that clients tell of one match."""

    match: str
    operations: list[Operation] = field(default_factory=list)
    shown: list[Json] = field(default_factory=list)  # every snapshot, by stream or answer
    ends: dict[str, int] = field(default_factory=dict)  # where streams stood in the end
    told: int = 0  # the newest version that anybody has seen so far
    known: defaultdict[str, int] = field(default_factory=lambda: defaultdict(int))
    streamed: defaultdict[str, int] = field(default_factory=lambda: defaultdict(lambda: -1))

    def show(self, client: str, seen: Json) -> None:
        """A client sees a snapshot."""
        self.shown.append(seen)
        self.told = max(self.told, seen["version"])
        self.known[client] = max(self.known[client], seen["version"])


class Reader:
    """Reads a history, line by line."""

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
