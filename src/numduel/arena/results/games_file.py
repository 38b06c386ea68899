"""The results of a run on disk: `games.jsonl`, which has a header and then one line for each game.

Once it has a game, the file is only ever appended to. Loading replays and checks every game.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from numduel.arena.plan import FORMATS, Fixture, Plan, tell_differences
from numduel.arena.players.entrants import MODEL_SETTINGS, PROGRAM_SETTINGS
from numduel.arena.results.played_game import PlayedGame, read_played_game
from numduel.catalogue import build_game, find_game
from numduel.errors import BadRecord, NumduelError
from numduel.json_lines import CheckedLine, Journal, is_in_use, read_lines, whole_lines

_SETTINGS: dict[str, dict[str, Any]] = {
    "computer": {},
    "model": MODEL_SETTINGS,
    "program": PROGRAM_SETTINGS,
}


class Results:
    """The games of a run that have been played, in memory and on disk."""

    def __init__(self, plan: Plan, folder: Path) -> None:
        """Open the results of a plan, or begin them. NumduelError if the folder holds another
        run's."""
        self.plan = plan
        self.folder = folder
        self.path = folder / "games.jsonl"
        self.records: dict[Any, PlayedGame] = {}
        with _writing(self.path):
            length = self._read() if self.path.exists() else 0
            self._journal = Journal(self.path, length)
            if not length:
                self._begin()

    def _read(self) -> int:
        """Read the games that are there, and return how many bytes of the file are good."""
        data = self.path.read_bytes()
        lines = read_lines(data)
        header = next((line.entry for line in lines), None)
        if header is not None and header == self._header_like(header):
            self.plan = _read_plan(header)
            self.records = _read_games(self.plan, lines)
            return len(whole_lines(data))
        if header is not None and any(lines):
            differences = tell_differences(_read_plan(header), self.plan)
            raise NumduelError(
                f"{self.folder} holds another run: {differences}."
                " Choose another folder, or give the same settings to go on with it."
            )
        if header is not None and "numduel-arena" not in header:
            raise BadRecord(1, "it is not the header of a run.")
        return 0

    def _header_like(self, header: dict[str, Any]) -> dict[str, Any]:
        """Our own header as it would be in the format of another."""
        own = self.plan.header()
        is_readable = header.get("numduel-arena") in FORMATS
        return own | {"numduel-arena": header["numduel-arena"]} if is_readable else own

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

    def missing(self) -> list[Fixture]:
        """The games that are still to be played."""
        return [fixture for fixture in self.plan.fixtures() if fixture.key not in self.records]

    def add(self, records: Iterable[PlayedGame]) -> None:
        """Save played games."""
        new = list(records)
        with _writing(self.path):
            self._journal.write(*(record.to_json() for record in new))
        self.records.update({record.fixture.key: record for record in new})

    def close(self) -> None:
        self._journal.close()


def in_order(plan: Plan, records: dict[Any, PlayedGame]) -> list[PlayedGame]:
    """The played games in the order of the plan, whatever order they were finished in."""
    return [records[fixture.key] for fixture in plan.fixtures() if fixture.key in records]


def load_results(folder: Path) -> tuple[Plan, list[PlayedGame]]:
    """Read a run from disk: its plan, and the games played so far, each of them verified."""
    path = folder / "games.jsonl"
    try:
        lines = read_lines(path.read_bytes())
    except OSError as fault:
        raise NumduelError(f"{path} cannot be read: {fault.strerror}.") from None
    header = next(lines, None)
    if header is None:
        raise BadRecord(1, "there is no complete header.")
    plan = _read_plan(header.entry)
    return plan, in_order(plan, _read_games(plan, lines))


@contextmanager
def _writing(path: Path) -> Iterator[None]:
    """Inside this block, a file that cannot be written raises NumduelError with a sentence."""
    try:
        yield
    except BlockingIOError:
        raise NumduelError(f"{path.parent} is being written by another run.") from None
    except OSError as fault:
        raise NumduelError(f"{path} cannot be written: {fault.strerror or fault}.") from None


def _read_games(plan: Plan, lines: Iterable[CheckedLine]) -> dict[Any, PlayedGame]:
    """The games in the lines after the header, each of them verified."""
    fixtures = {fixture.key: fixture for fixture in plan.fixtures()}
    records: dict[Any, PlayedGame] = {}
    for number, entry, _ in lines:
        try:
            key = (entry["game"], *entry["players"], entry["round"])
            fixture = fixtures[key]
        except (KeyError, TypeError):
            raise BadRecord(number, "it is not a game of this run.") from None
        if key in records:
            raise BadRecord(number, "this game was there already.")
        try:
            records[key] = read_played_game(fixture, plan, entry)
        except NumduelError as error:
            raise BadRecord(number, str(error)) from None
    return records


def _read_plan(header: dict[str, Any]) -> Plan:
    if header.get("numduel-arena") not in FORMATS:
        raise BadRecord(1, f"it is not the header of a run in format {FORMATS[-1]} or earlier.")
    try:
        games = tuple(
            build_game(find_game(told["game"]), told["options"]) for told in header["games"]
        )
        players = dict(header["players"])
        _check_players(players)
        plan = Plan(
            games, players, int(header["rounds"]), int(header["seed"]), header["numduel-arena"]
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
