"""The results of a run on disk: `games.jsonl`, which has a header and then one line for each game.

Once it has a game, the file is only ever appended to. Loading replays and checks every game.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from numduel.arena.models.cost import cost_of
from numduel.arena.models.settings import MODEL_SETTINGS
from numduel.arena.plan import FORMATS, Fixture, Plan, tell_differences
from numduel.arena.players.entrants import PROGRAM_SETTINGS
from numduel.arena.results.played_game import PlayedGame, read_played_game
from numduel.catalogue import build_game, find_game
from numduel.errors import BadRecord, NumduelError, reason_of
from numduel.json_lines import CheckedLine, Journal, is_in_use, read_lines, whole_lines

_SETTINGS: dict[str, dict[str, Any]] = {
    "computer": {},
    "model": MODEL_SETTINGS,
    "program": PROGRAM_SETTINGS,
}


@dataclass
class Kept:
    """What a run's file holds: its games, what was spent beside them, and how much is good."""

    plan: Plan
    records: dict[Any, PlayedGame] = field(default_factory=dict)
    unrecorded: float = 0.0  # dollars, for games that were dropped or played again
    length: int = 0

    @property
    def spent(self) -> float:
        """What the run has cost so far, in dollars."""
        return self.unrecorded + sum(_cost(self.plan, record) for record in self.records.values())

    def missing(self, retry_broken: bool = False) -> list[Fixture]:
        """The games that are still to be played, and those that broke off if they are retried."""
        done = {key for key, one in self.records.items() if not (retry_broken and one.is_broken)}
        return [fixture for fixture in self.plan.fixtures() if fixture.key not in done]


def find_games(plan: Plan, folder: Path) -> Kept:
    """The games of a plan that are kept in a folder. NumduelError if it holds another run's."""
    path = folder / "games.jsonl"
    if not path.exists():
        return Kept(plan)
    data = path.read_bytes()
    lines = read_lines(data)
    header = next((line.entry for line in lines), None)
    if header is not None and header == _header_like(plan, header):
        kept = _read_games(_read_plan(header), lines)
        kept.length = len(whole_lines(data))
        return kept
    if header is not None and any(lines):
        differences = tell_differences(_read_plan(header), plan)
        raise NumduelError(
            f"{folder} holds another run: {differences}."
            " Choose another folder, or give the same settings to go on with it."
        )
    if header is not None and "numduel-arena" not in header:
        raise BadRecord(1, "it is not the header of a run.")
    return Kept(plan)


def _header_like(plan: Plan, header: dict[str, Any]) -> dict[str, Any]:
    """A plan's header as it would be written in the format of another one."""
    told = header.get("numduel-arena")
    return plan.header() | ({"numduel-arena": told} if told in FORMATS else {})


class Results:
    """The games of a run that have been played, in memory and on disk."""

    def __init__(self, plan: Plan, folder: Path) -> None:
        """Open the results of a plan, or begin them. NumduelError if the folder holds another
        run's."""
        self.folder = folder
        self.path = folder / "games.jsonl"
        with _writing(self.path):
            self.kept = find_games(plan, folder)
            self._journal = Journal(self.path, self.kept.length)
            if not self.kept.length:
                self._begin()

    @property
    def plan(self) -> Plan:
        return self.kept.plan

    @property
    def records(self) -> dict[Any, PlayedGame]:
        return self.kept.records

    def _begin(self) -> None:
        """Begin the file, replacing one that has no game yet."""
        self.folder.mkdir(parents=True, exist_ok=True)
        if self.path.exists():
            if self.path.stat().st_size and is_in_use(self.path):
                raise BlockingIOError
            self.path.unlink()
        try:
            self._journal.write(self.plan.header())
        except OSError:
            self._journal.close()
            raise

    def missing(self, retry_broken: bool = False) -> list[Fixture]:
        """The games that are still to be played, and those that broke off if they are retried."""
        return self.kept.missing(retry_broken)

    def add(self, records: Iterable[PlayedGame]) -> None:
        """Save played games."""
        new = list(records)
        with _writing(self.path):
            self._journal.write(*(record.to_json() for record in new))
        for record in new:
            _keep(self.kept, record)

    def add_unrecorded(self, dollars: float) -> None:
        """Save what was spent on games that were dropped when the run was stopped."""
        with _writing(self.path):
            self._journal.write({"unrecorded": dollars})
        self.kept.unrecorded += dollars

    def close(self) -> None:
        self._journal.close()


def in_plan_order(plan: Plan, records: dict[Any, PlayedGame]) -> list[PlayedGame]:
    """The played games in the order of the plan, whatever order they were finished in."""
    return [records[fixture.key] for fixture in plan.fixtures() if fixture.key in records]


def load_results(folder: Path) -> tuple[Plan, list[PlayedGame]]:
    """Read a run from disk: its plan, and the games played so far, each of them verified."""
    path = folder / "games.jsonl"
    try:
        lines = read_lines(path.read_bytes())
    except OSError as fault:
        raise NumduelError(f"{path} cannot be read: {reason_of(fault)}.") from None
    header = next(lines, None)
    if header is None:
        raise BadRecord(1, "there is no complete header.")
    plan = _read_plan(header.entry)
    return plan, in_plan_order(plan, _read_games(plan, lines).records)


@contextmanager
def _writing(path: Path) -> Iterator[None]:
    """Inside this block, a file that cannot be written raises NumduelError with a sentence."""
    try:
        yield
    except BlockingIOError:
        raise NumduelError(f"{path.parent} is being written by another run.") from None
    except OSError as fault:
        raise NumduelError(f"{path} cannot be written: {reason_of(fault)}.") from None


def _read_games(plan: Plan, lines: Iterable[CheckedLine]) -> Kept:
    """Read the lines after the header and verify each game. A game that was broken off may occur
    again."""
    fixtures = {fixture.key: fixture for fixture in plan.fixtures()}
    kept = Kept(plan)
    for number, entry, _ in lines:
        if entry.keys() == {"unrecorded"}:
            dollars = entry["unrecorded"]
            if type(dollars) not in (int, float) or not 0 <= dollars < float("inf"):
                raise BadRecord(number, "unrecorded must be a number from 0 on.")
            kept.unrecorded += dollars
            continue
        try:
            fixture = fixtures[(entry["game"], *entry["players"], entry["round"])]
        except (KeyError, TypeError):
            raise BadRecord(number, "it is not a game of this run.") from None
        known = kept.records.get(fixture.key)
        if known is not None and not known.is_broken:
            raise BadRecord(number, "this game was there already.")
        try:
            _keep(kept, read_played_game(fixture, plan, entry))
        except NumduelError as error:
            raise BadRecord(number, str(error)) from None
    return kept


def _keep(kept: Kept, record: PlayedGame) -> None:
    """Keep a game instead of one that broke off, without forgetting what that one cost."""
    before = kept.records.get(record.fixture.key)
    kept.unrecorded += 0.0 if before is None else _cost(kept.plan, before)
    kept.records[record.fixture.key] = record


def _cost(plan: Plan, record: PlayedGame) -> float:
    return sum(
        cost_of(attempt.details, plan.players[record.player_of(step)]) or 0.0
        for step in record.steps
        for attempt in step.attempts
    )


def _read_plan(header: dict[str, Any]) -> Plan:
    if header.get("numduel-arena") not in FORMATS:
        raise BadRecord(1, f"it is not the header of a run in format {FORMATS[-1]} or earlier.")
    try:
        games = tuple(
            build_game(find_game(told["game"]), told["options"]) for told in header["games"]
        )
        players = dict(header["players"])
        _check_players(players)
        is_paired = header.get("paired", False) is True
        plan = Plan(
            games,
            players,
            int(header["rounds"]),
            int(header["seed"]),
            is_paired,
            header["numduel-arena"],
        )
    except (KeyError, TypeError, ValueError) as error:
        raise BadRecord(1, f"its header cannot be read: {error}") from None
    if plan.header() != header:
        raise BadRecord(1, "its header does not fit the rule books of this numduel.")
    return plan


def _check_players(players: Mapping[str, Any]) -> None:
    """Refuse players with settings that no player can have."""
    for name, settings in players.items():
        if not isinstance(settings, dict) or settings.get("kind") not in list(_SETTINGS):
            raise NumduelError(f"it does not say what kind of player {name} is.")
        for key, default in _SETTINGS[settings["kind"]].items():
            if not _is_like(settings.get(key, default), default):
                raise NumduelError(f"{key} of {name} cannot be {settings[key]!r}.")


def _is_like(value: Any, default: Any) -> bool:
    if isinstance(default, float) and type(value) in (int, float):
        return bool(0 <= value < float("inf"))
    return type(value) is type(default) and (not isinstance(value, int) or value >= 0)
