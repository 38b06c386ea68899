"""The results of a run on disk: `games.jsonl`, a header and then one line a game, only ever
appended to. Loading replays every game and checks every verdict."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from numduel.arena.plan import FORMAT, Fixture, Plan
from numduel.arena.record import Record, read_record
from numduel.catalogue import build_game, find_game
from numduel.errors import BadRecord, NumduelError
from numduel.journal import Journal


class Results:
    """The games of a run that have been played, in memory and on disk."""

    def __init__(self, plan: Plan, folder: Path) -> None:
        """Open the results of a plan, or begin them; NumduelError if another plan's lie there."""
        self.plan = plan
        self.folder = folder
        path = folder / "games.jsonl"
        self.records: dict[Any, Record] = {}
        length = 0
        if path.exists():
            header, self.records, length = _read(path, plan)
            if header is not None and header != plan.header():
                raise NumduelError(
                    f"{folder} holds a run with {_differences(header, plan.header())}."
                    " Choose another folder, or give the same settings to go on with it."
                )
            if not length:
                path.unlink()
        folder.mkdir(parents=True, exist_ok=True)
        self._journal = Journal(path, length)
        if not length:
            self._journal.write(plan.header())

    def missing(self) -> list[Fixture]:
        """The games that are still to be played."""
        return [fixture for fixture in self.plan.fixtures() if fixture.key not in self.records]

    def add(self, records: Iterable[Record]) -> None:
        """Put played games on disk."""
        new = list(records)
        self._journal.write(*(record.to_json() for record in new))
        self.records.update({record.fixture.key: record for record in new})

    def close(self) -> None:
        self._journal.close()


def in_order(plan: Plan, records: dict[Any, Record]) -> list[Record]:
    """The played games in the order of the plan, whatever order they were finished in."""
    return [records[fixture.key] for fixture in plan.fixtures() if fixture.key in records]


def load_results(folder: Path) -> tuple[Plan, list[Record]]:
    """A run read back from disk: its plan, and its games so far, each of them verified."""
    path = folder / "games.jsonl"
    try:
        header, records, _ = _read(path)
    except OSError as fault:
        raise NumduelError(f"{path} cannot be read: {fault.strerror}.") from None
    if header is None:
        raise BadRecord(1, "there is no complete header.")
    plan = _read_plan(header)
    return plan, in_order(plan, records)


def _read(
    path: Path, plan: Plan | None = None
) -> tuple[dict[str, Any] | None, dict[Any, Record], int]:
    """The header, the games and how many bytes are good; a half-written last line is left out."""
    data = path.read_bytes()
    good = data[: data.rfind(b"\n") + 1]
    lines = good.splitlines()
    if not lines:
        return None, {}, 0
    header = _read_line(1, lines[0])
    if plan is not None and header != plan.header():
        return header, {}, 0
    fixtures = {fixture.key: fixture for fixture in (plan or _read_plan(header)).fixtures()}
    records: dict[Any, Record] = {}
    for number, line in enumerate(lines[1:], start=2):
        entry = _read_line(number, line)
        try:
            key = (entry["game"], *entry["players"], entry["round"])
            fixture = fixtures[key]
        except (KeyError, TypeError):
            raise BadRecord(number, "it is not a game of this run.") from None
        if key in records:
            raise BadRecord(number, "this game was there already.")
        try:
            records[key] = read_record(fixture, entry)
        except NumduelError as error:
            raise BadRecord(number, str(error)) from None
    return header, records, len(good)


def _read_line(number: int, line: bytes) -> dict[str, Any]:
    try:
        entry = json.loads(line)
    except (ValueError, RecursionError):
        raise BadRecord(number, "it is not JSON.") from None
    if not isinstance(entry, dict):
        raise BadRecord(number, "it is not a JSON object.")
    return entry


def _read_plan(header: dict[str, Any]) -> Plan:
    if header.get("numduel-arena") != FORMAT:
        raise BadRecord(1, f"it is not the header of a run in format {FORMAT}.")
    try:
        games = tuple(
            build_game(find_game(told["game"]), told["options"]) for told in header["games"]
        )
        plan = Plan(games, dict(header["players"]), int(header["rounds"]), int(header["seed"]))
    except (KeyError, TypeError, ValueError) as error:
        raise BadRecord(1, f"its header cannot be read: {error}") from None
    if plan.header() != header:
        raise BadRecord(1, "its header does not fit the rule books of this numduel.")
    return plan


def _differences(ours: dict[str, Any], wanted: dict[str, Any]) -> str:
    names = [name for name in wanted if ours.get(name) != wanted[name]]
    return f"other {' and '.join(names)}" if names else "other settings"
