"""The results of a run: its played games, in memory and on disk.

`games.jsonl` has a header and then one line for each game, with the verdict on the position before
and after each move. Once it has a game, the file is append-only.

A game is verified when it is loaded: the moves are replayed, every reply is parsed again, every
verdict compared. A model's turn is replayed with the recorded replies in place of its endpoint, so
the same code asks, reads and judges as when the game was played.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from numduel.arena.cost import MOST_COUNTED, TOKEN_COUNTS, cost_of
from numduel.arena.models import Messages, Model, Reply
from numduel.arena.plan import FORMAT, Fixture, Plan, tell_differences
from numduel.arena.players import Attempt, Turn, check_players
from numduel.arena.program import read_line
from numduel.catalogue import build_game, find_game
from numduel.errors import BadRecord, NumduelError, reason_of
from numduel.game import AnyGame, Player
from numduel.journal import CheckedLine, Journal, is_in_use, read_lines, whole_lines
from numduel.match import Match, write_id
from numduel.tasks import Asking, Failure
from numduel.tasks.asking import is_prompt
from numduel.tasks.bench_set import read_questions
from numduel.tasks.reading import is_feedback
from numduel.theory import Analysis, analyse_briefly

# Text fields of an attempt's details.
TEXTS = ("prompt", "reply", "refusal", "fault", "partial", "reasoning", "tool_calls")
_COUNTS = {*TOKEN_COUNTS, "seconds", "calls"}
_TOLD_BY_OTHERS = {"tokens_read", "tokens_written"}  # null if the endpoint did not count
# Failures that do not follow from the reply, by the field recorded with them.
_UNREAD = {
    "fault": {Failure.TRUNCATED, Failure.TIMEOUT, Failure.BROKEN},
    "refusal": {Failure.REFUSED},
    "reply": {Failure.TRUNCATED},
}
_SHORT_SEARCH = 1_000  # budget for a distance
_LEARNED = {"winner", "distance", "winning", "losing"}  # null if it was unknown then


# Played games.


class Verdict(NamedTuple):
    """The winner with best play (1 or 2) and the number of moves; None if unknown."""

    winner: int | None
    distance: int | None

    @classmethod
    def of(cls, analysis: Analysis) -> "Verdict":
        winner = analysis.winner
        return cls(None if winner is None else int(winner), analysis.distance)


@lru_cache(maxsize=50_000)
def recall_analysis(game: AnyGame, state: Any) -> Analysis:
    """Return the analysis of a position, cached for all games that reach it. The winner is what
    counts; distances are included if a short search finds them."""
    return analyse_briefly(game, state, _SHORT_SEARCH)


@dataclass(frozen=True)
class PlayedStep:
    """One turn of a game. `move` is None if the player failed, which forfeits the game."""

    by: int
    move: str | None
    before: Verdict
    after: Verdict | None
    winning: int | None  # number of winning moves; None unless all are known
    losing: int | None
    attempts: tuple[Attempt, ...] = ()

    @property
    def has_choice(self) -> bool:
        """Whether there were both winning and losing moves."""
        return bool(self.winning and self.losing)

    @property
    def matters(self) -> bool:
        """Whether a win could be thrown away here, or was, by a failure to move."""
        is_lost = self.move is None and self.before.winner == self.by
        return self.has_choice or (is_lost and self.winning is not None)

    @property
    def chance(self) -> float:
        """The share of legal moves that are right, where this matters."""
        winning, losing = self.winning or 0, self.losing or 0
        return winning / (winning + losing)

    @property
    def is_right(self) -> bool:
        """Whether the player still wins after this turn."""
        return self.after is not None and self.after.winner == self.by

    @property
    def is_mistake(self) -> bool:
        """Whether this move gave a win away."""
        is_lost = self.after is not None and self.after.winner == 3 - self.by
        return self.before.winner == self.by and is_lost

    def to_json(self) -> dict[str, Any]:
        told: dict[str, Any] = {
            "by": self.by,
            "move": self.move,
            "before": self.before._asdict(),
            "after": self.after and self.after._asdict(),
            "winning": self.winning,
            "losing": self.losing,
        }
        if self.attempts:
            told["attempts"] = [
                {"failure": attempt.failure, **attempt.details} for attempt in self.attempts
            ]
        return told


@dataclass(frozen=True)
class PlayedGame:
    """A played game, or an answered question of a paired run. If an endpoint failed it is broken:
    it has no winner, and is not scored."""

    fixture: Fixture
    steps: tuple[PlayedStep, ...]
    winner: int | None
    reason: str
    is_broken: bool
    outages: int = field(default=0, compare=False, kw_only=True)  # failures of its endpoint
    match: Match = field(compare=False, repr=False)  # cached, so that the game is not replayed

    @property
    def is_forfeit(self) -> bool:
        return bool(self.steps) and self.steps[-1].move is None and not self.is_broken

    @property
    def first_ply(self) -> int:
        """The number of moves before the first question."""
        return len(self.fixture.moves)

    @property
    def broken_by(self) -> str | None:
        """The player whose endpoint failed."""
        return self.player_of(self.steps[-1]) if self.is_broken else None

    def player_of(self, step: PlayedStep) -> str:
        """Return the name of the player who made this step."""
        return self.fixture.player_in(step.by)

    def steps_of(self, player: str) -> Iterator[PlayedStep]:
        """Return the steps of one of the players."""
        return (step for step in self.steps if self.player_of(step) == player)

    @property
    def states(self) -> Sequence[Any]:
        """The states before each step and after the last."""
        return self.match.states[self.first_ply :]

    def match_before(self, place: int) -> Match:
        """Return the match as it was before a step."""
        return self.match.until(self.first_ply + place)

    def to_json(self) -> dict[str, Any]:
        """Return the record as one line of the results."""
        game, *players, number = self.fixture.key
        told = {
            "game": game,
            "players": players,
            "round": number,
            "seed": self.fixture.seed,
            "moves": list(self.fixture.moves),
            "steps": [step.to_json() for step in self.steps],
        }
        if self.fixture.is_question:
            return told | {"broken": self.is_broken}
        return told | {"winner": self.winner, "reason": self.reason}


class Playing:
    """A game being played, or being read from a record."""

    def __init__(self, fixture: Fixture) -> None:
        self.fixture = fixture
        self.match = fixture.begin()
        self.is_over = False
        self._is_broken = False
        self._steps: list[PlayedStep] = []

    def add(self, turn: Turn) -> PlayedStep:
        """Play a move, or forfeit. Return the step with the verdicts before and after."""
        match, after = self.match, None
        player: Player = match.state.to_move
        before = recall_analysis(match.game, match.state)
        if turn.move is not None:
            match.play(turn.move)
            after = Verdict.of(recall_analysis(match.game, match.state))
        elif not turn.is_trouble:
            reason = f"because {player} failed to move ({turn.attempts[-1].failure})"
            match.end(player.opponent, reason)
        counts = before.count_won(player), before.count_won(player.opponent)
        step = PlayedStep(int(player), turn.move, Verdict.of(before), after, *counts, turn.attempts)
        self._steps.append(step)
        self._is_broken = turn.is_trouble
        self.is_over = self._is_broken or self.fixture.is_question or match.outcome is not None
        return step

    def record(self) -> PlayedGame:
        """Return the finished game."""
        winner, reason = None, ""
        if self._is_broken:
            reason = f"because the endpoint of {Player(self._steps[-1].by)} failed"
        elif not self.fixture.is_question:
            assert self.match.outcome is not None
            winner, reason = int(self.match.outcome.winner), self.match.outcome.reason
        return PlayedGame(
            self.fixture, tuple(self._steps), winner, reason, self._is_broken, self.match
        )


# The file.


@dataclass
class Kept:
    """The content of a run's file: its games, other spending, and how many bytes are valid."""

    plan: Plan
    records: dict[Any, PlayedGame] = field(default_factory=dict)
    unrecorded: float = 0.0  # dollars, for games that were dropped or played again
    length: int = 0

    @property
    def spent(self) -> float:
        """The cost of the run so far, in dollars."""
        return self.unrecorded + sum(_cost(self.plan, record) for record in self.records.values())

    def tokens_written(self, player: str) -> list[int]:
        """Return the tokens of each counted reply of a player."""
        return [
            attempt.details["tokens_written"]
            for record in self.records.values()
            if player in record.fixture.players
            for step in record.steps_of(player)
            for attempt in step.attempts
            if attempt.details.get("tokens_written") is not None
        ]

    def missing(self, retry_broken: bool = False) -> list[Fixture]:
        """Return the games to play, with broken ones if they are to be retried."""
        done = {key for key, one in self.records.items() if not (retry_broken and one.is_broken)}
        return [fixture for fixture in self.plan.fixtures() if fixture.key not in done]


def find_games(plan: Plan, folder: Path) -> Kept:
    """Return the games of a plan in a folder; NumduelError if it holds another run."""
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
    """The played games of a run, in memory and on disk."""

    def __init__(self, plan: Plan, folder: Path) -> None:
        """Open or begin the results of a plan; NumduelError if the folder holds another run."""
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
        """Begin the file; replaces one without any game."""
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
        """Return the games to play, with broken ones if they are to be retried."""
        return self.kept.missing(retry_broken)

    def add(self, records: Iterable[PlayedGame]) -> None:
        """Save played games."""
        new = list(records)
        with _writing(self.path):
            self._journal.write(*(record.to_json() for record in new))
        for record in new:
            _keep(self.kept, record)

    def add_unrecorded(self, dollars: float) -> None:
        """Save the cost of games that were dropped when the run was stopped."""
        with _writing(self.path):
            self._journal.write({"unrecorded": dollars})
        self.kept.unrecorded += dollars

    def close(self) -> None:
        self._journal.close()


def in_plan_order(plan: Plan, records: dict[Any, PlayedGame]) -> list[PlayedGame]:
    """Return the played games in the order of the plan."""
    return [records[fixture.key] for fixture in plan.fixtures() if fixture.key in records]


def load_results(folder: Path) -> tuple[Plan, list[PlayedGame]]:
    """Read a run from disk: its plan and the games played so far, each of them verified."""
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
    """Raise NumduelError with a sentence if a file cannot be written inside this block."""
    try:
        yield
    except BlockingIOError:
        raise NumduelError(f"{path.parent} is being written by another run.") from None
    except OSError as fault:
        raise NumduelError(f"{path} cannot be written: {reason_of(fault)}.") from None


def _read_games(plan: Plan, lines: Iterable[CheckedLine]) -> Kept:
    """Read and verify the games after the header. A broken game may occur again."""
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
            raise BadRecord(number, "this game is in the file twice.")
        try:
            _keep(kept, read_played_game(fixture, plan, entry))
        except NumduelError as error:
            raise BadRecord(number, str(error)) from None
    return kept


def _keep(kept: Kept, record: PlayedGame) -> None:
    """Replace a broken game, keeping its cost."""
    before = kept.records.get(record.fixture.key)
    outages = int(record.is_broken)
    if before is not None:
        kept.unrecorded += _cost(kept.plan, before)
        outages += before.outages if before.broken_by == record.broken_by else 0
    kept.records[record.fixture.key] = replace(record, outages=outages)


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
        check_players(players)
        plan = Plan(
            games,
            players,
            int(header["rounds"]),
            int(header["seed"]),
            header["paired"] is True,
            header["starts_won"] is True,
            tuple(read_questions(header["questions"])),
        )
    except (KeyError, TypeError, ValueError) as error:
        raise BadRecord(1, f"its header cannot be read: {error}") from None
    if plan.header() != header:
        raise BadRecord(1, "its header does not fit the rule books of this numduel.")
    return plan


# Verification.


def read_played_game(fixture: Fixture, plan: Plan, entry: dict[str, Any]) -> PlayedGame:
    """Read a game from a line of a run's results; NumduelError says what is wrong with it."""
    playing = Playing(fixture)
    told_steps = entry.get("steps")
    if not isinstance(told_steps, list) or not all(isinstance(told, dict) for told in told_steps):
        raise NumduelError("its steps are missing.")
    for number, told in enumerate(told_steps, start=1):
        if playing.is_over:
            raise NumduelError(f"move {number} comes after the end.")
        settings = plan.players[fixture.player_in(playing.match.state.to_move)]
        try:
            step = playing.add(_read_turn(fixture, playing.match, settings, told))
            if not _holds(told, step.to_json()):
                raise NumduelError("its recorded verdict is wrong.")
        except NumduelError as error:
            raise NumduelError(f"move {number}: {error}") from None
    if not playing.is_over:
        raise NumduelError("the game is not over.")
    record = playing.record()
    if record.to_json() | {"steps": entry["steps"]} != entry:
        raise NumduelError("its ending or its heading does not follow from the moves.")
    return record


def _read_turn(
    fixture: Fixture, match: Match, settings: Mapping[str, Any], told: dict[str, Any]
) -> Turn:
    """Read a recorded turn; NumduelError if it does not follow from the replies."""
    turn = Turn(told.get("move"), _read_attempts(told.get("attempts", [])))
    if turn.move is None and (not turn.attempts or turn.attempts[-1].failure is None):
        raise NumduelError("it is missing without a failure.")
    if turn.move is not None and not _is_written(match.game, turn.move):
        raise NumduelError(f"{turn.move!r} is not the written form of a move.")
    if settings["kind"] == "model":
        return _check_model(match, fixture.asking_of(settings), turn)
    if settings["kind"] == "program":
        _check_program(match, turn)
    elif turn.attempts:
        raise NumduelError("our own players have no attempts.")
    return turn


def _is_written(game: AnyGame, move: Any) -> bool:
    return isinstance(move, str) and game.write_move(game.read_move(move)) == move


def _holds(told: Any, true: Any) -> bool:
    """Return whether a recorded verdict is true. Null is allowed where it was unknown."""
    if not isinstance(told, dict) or not isinstance(true, dict):
        return bool(told == true)
    return told.keys() == true.keys() and all(
        _holds(told[name], true[name]) or (told[name] is None and name in _LEARNED) for name in true
    )


def _read_attempts(told: Any) -> tuple[Attempt, ...]:
    """Read the attempts of a recorded turn; NumduelError if one is malformed."""
    if not isinstance(told, list):
        raise NumduelError("its attempts are not a list.")
    return tuple(map(_read_attempt, told))


def _read_attempt(told: Any) -> Attempt:
    if not isinstance(told, dict) or "failure" not in told:
        raise NumduelError("an attempt does not say whether it failed.")
    details = {key: value for key, value in told.items() if key != "failure"}
    for name, value in details.items():
        if name in TEXTS and not isinstance(value, str):
            raise NumduelError(f"{name} must be a text.")
        if name in _COUNTS and not _is_count(name, value):
            raise NumduelError(f"{name} must be a number from 0 on, not {value!r:.40}.")
    try:
        return Attempt(None if told["failure"] is None else Failure(told["failure"]), details)
    except ValueError:
        raise NumduelError(f"there is no failure {told['failure']!r}.") from None


def _is_count(name: str, value: Any) -> bool:
    if value is None:
        return name in _TOLD_BY_OTHERS
    is_number = type(value) is int or (type(value) is float and name == "seconds")
    return is_number and 0 <= value < MOST_COUNTED


def _check_model(match: Match, asking: Asking, turn: Turn) -> Turn:
    """Replay a model's turn with the recorded replies; NumduelError if it differs."""
    recorded = iter(turn.attempts)

    def repeat(_: Messages) -> Reply:
        attempt = next(recorded, None)
        return Reply(None, Failure.BROKEN, {}) if attempt is None else _reply_of(attempt)

    again = Model(repeat, asking).take_turn(match)
    for told, true in zip(turn.attempts, again.attempts, strict=False):
        _compare(told.failure, true.failure)
    if len(turn.attempts) < len(again.attempts):
        raise NumduelError("an attempt is missing.")
    if len(turn.attempts) > len(again.attempts):
        raise NumduelError("an attempt comes after the last one.")
    if turn.move != again.move:
        raise NumduelError(f"the reply says {again.move}, not {turn.move}.")
    _check_prompts(match, asking, turn.attempts)
    attempts = (
        replace(told, is_in_form=true.is_in_form)
        for told, true in zip(turn.attempts, again.attempts, strict=True)
    )
    return replace(again, attempts=tuple(attempts))


def _check_prompts(match: Match, asking: Asking, attempts: Sequence[Attempt]) -> None:
    """Raise NumduelError if a prompt does not ask for this move, or omits the failure before it."""
    first, *others = (attempt.details.get("prompt", "") for attempt in attempts)
    if not is_prompt(first, match, asking):
        raise NumduelError("its first prompt does not ask for this move.")
    for attempt, prompt in zip(attempts, others, strict=False):
        if attempt.failure is None or not is_feedback(prompt, attempt.failure):
            raise NumduelError(f"a prompt does not say that the reply was {attempt.failure}.")


def _reply_of(attempt: Attempt) -> Reply:
    """Return the endpoint's reply that is recorded as this attempt."""
    failure, details = attempt.failure, attempt.details
    shown = next((name for name in _UNREAD if name in details), "reply")
    if shown == "fault" and "reply" in details:
        raise NumduelError("an attempt has both a reply and a fault.")
    if shown in details and failure in _UNREAD[shown]:
        said = details["reply"] if shown == "reply" else None
        return Reply(said, failure, details)
    if shown != "reply" or shown not in details:
        raise NumduelError(f"an attempt without a reply is recorded as {_told(failure)}.")
    return Reply(details["reply"], None, details)


def _check_program(match: Match, turn: Turn) -> None:
    if len(turn.attempts) != 1:
        raise NumduelError(f"a program has one attempt at a move, not {len(turn.attempts)}.")
    (attempt,) = turn.attempts
    move, failure = _read_program(match, attempt)
    _compare(attempt.failure, failure)
    if turn.move != move:
        raise NumduelError(f"the reply says {move}, not {turn.move}.")


def _read_program(match: Match, attempt: Attempt) -> tuple[str | None, Failure | None]:
    failure, reply = attempt.failure, attempt.details.get("reply")
    if "fault" in attempt.details and failure not in (None, Failure.EMPTY, Failure.ILLEGAL):
        return None, failure
    if "fault" in attempt.details or reply is None:
        raise NumduelError(f"an attempt without a reply is recorded as {_told(failure)}.")
    return read_line(match, reply)


def _compare(told: Failure | None, true: Failure | None) -> None:
    if told != true:
        raise NumduelError(f"a reply is recorded as {_told(told)}, and it is {_told(true)}.")


def _told(failure: Failure | None) -> str:
    return "a move" if failure is None else str(failure)


# Rows for a data frame.


def load(folder: str | Path) -> list[dict[str, Any]]:
    """Return the turns of a run, in the order of its plan, each of them verified. All records have
    the same fields; each value is a string, a number, a boolean or None."""
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
    """Return the figures of a turn: attempts, last failure, tokens, seconds and dollars."""
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
    """Return a reply without lone surrogates, which a data frame may refuse."""
    return None if reply is None else reply.encode(errors="surrogatepass").decode(errors="replace")
