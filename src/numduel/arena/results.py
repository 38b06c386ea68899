"""The results of a run on disk: `games.jsonl`, which has a header and then one line for each game.

Once it has a game, the file is only ever appended to. Loading replays and checks every game.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from numduel.arena.cost import cost_of
from numduel.arena.models import MODEL_SETTINGS, TOKEN_COUNTS
from numduel.arena.plan import FORMAT, Fixture, Plan, tell_differences
from numduel.arena.players import PROGRAM_SETTINGS
from numduel.arena.record import PlayedGame, PlayedStep, read_played_game
from numduel.catalogue import build_game, find_game
from numduel.errors import BadRecord, NumduelError, reason_of
from numduel.json_lines import CheckedLine, Journal, is_in_use, read_lines, whole_lines
from numduel.match import write_id

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

    def tokens_written(self, player: str) -> list[int]:
        """Return how many tokens each counted reply of a player had."""
        return [
            attempt.details["tokens_written"]
            for record in self.records.values()
            if player in record.fixture.players
            for step in record.steps_of(player)
            for attempt in step.attempts
            if attempt.details.get("tokens_written") is not None
        ]

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
    if header is not None and header == plan.header():
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
    if header.get("numduel-arena") != FORMAT:
        raise BadRecord(1, f"it is not the header of a run in format {FORMAT}.")
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


def load(folder: str | Path) -> list[dict[str, Any]]:
    """The turns of a run, in the order of its plan, each of them verified. Every record has the
    same fields, and each value is a text, a number, a truth value or None."""
    plan, records = load_results(Path(folder))
    return [row for record in records for row in _rows(record, plan.players)]


def _rows(record: PlayedGame, players: Mapping[str, Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    fixture = record.fixture
    for ply, step in enumerate(record.steps, start=record.first_ply):
        player = record.player_of(step)
        others = [name for name in fixture.players if name != player]
        yield {
            "game": write_id(fixture.game),
            "round": fixture.round,
            "seed": fixture.seed,
            "player": player,
            "opponent": others[0] if others else None,
            "seat": step.by,
            "ply": ply,
            "move": step.move,
            "matters": step.matters,
            "right": step.is_right if step.matters else None,
            "chance": step.chance if step.matters else None,
            "winning": step.winning,
            "losing": step.losing,
            "winner_before": step.before.winner,
            "distance_before": step.before.distance,
            "winner_after": step.after and step.after.winner,
            "distance_after": step.after and step.after.distance,
            "won": None if record.winner is None else record.winner == step.by,
            "broken": record.is_broken,
            **_attempts(step, players[player]),
        }


def _attempts(step: PlayedStep, settings: Mapping[str, Any]) -> dict[str, Any]:
    """What a turn took: its attempts, how the last one failed, its tokens, seconds and dollars."""
    told = [attempt.details for attempt in step.attempts]
    costs = [cost for details in told if (cost := cost_of(details, settings)) is not None]
    return {
        "attempts": max(1, len(told)),
        "failure": str(step.attempts[-1].failure) if step.move is None else None,
        "reply": _whole(told[-1].get("reply")) if told else None,
        **{name: sum(details.get(name) or 0 for details in told) for name in TOKEN_COUNTS},
        "seconds": float(sum(details.get("seconds", 0.0) for details in told)),
        "cost": sum(costs) if costs else None,
    }


def _whole(reply: str | None) -> str | None:
    """A reply without half characters, which a data frame may refuse."""
    return None if reply is None else reply.encode(errors="surrogatepass").decode(errors="replace")
