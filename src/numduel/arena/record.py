"""A game as it was played, with the verdict on the position before and after each move.

It is verified when it is loaded: the moves are replayed, every reply is read again, every verdict
compared. A model's turn is taken again with the recorded replies in place of its endpoint, so the
same code asks, reads and judges as when the game was played.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, NamedTuple

from numduel.arena.models import MOST_COUNTED, TOKEN_COUNTS, Messages, Model, Reply
from numduel.arena.plan import Fixture, Plan
from numduel.arena.program import read_line
from numduel.arena.turn import Attempt, Contestant, Turn
from numduel.errors import NumduelError
from numduel.game import AnyGame, Player
from numduel.match import Match
from numduel.tasks import Asking, Failure
from numduel.tasks.asking import is_prompt
from numduel.tasks.reading import is_feedback
from numduel.theory import Analysis, analyse

# The texts that an attempt may have in its details.
TEXTS = ("prompt", "reply", "refusal", "fault", "partial", "reasoning", "tool_calls")
_COUNTS = {*TOKEN_COUNTS, "seconds", "calls"}
_TOLD_BY_OTHERS = {"tokens_read", "tokens_written"}  # null if they did not tell
# Failures that do not follow from what a reply says, by the field that is recorded with them.
_UNREAD = {
    "fault": {Failure.TRUNCATED, Failure.TIMEOUT, Failure.BROKEN},
    "refusal": {Failure.REFUSED},
    "reply": {Failure.TRUNCATED},
}
_LEARNED = {"winner", "distance", "winning", "losing"}  # null if it was not known then


class Verdict(NamedTuple):
    """Who wins with best play (1 or 2) and in how many moves; None where it is not known."""

    winner: int | None
    distance: int | None

    @classmethod
    def of(cls, analysis: Analysis) -> "Verdict":
        winner = analysis.winner
        return cls(None if winner is None else int(winner), analysis.distance)


@lru_cache(maxsize=50_000)
def recall_analysis(game: AnyGame, state: Any) -> Analysis:
    """The analysis of a position, worked out once for all the games that come to it."""
    return analyse(game, state)


@dataclass(frozen=True)
class PlayedStep:
    """One turn of a game. `move` is None if the player failed, which forfeits the game."""

    by: int
    move: str | None
    before: Verdict
    after: Verdict | None
    winning: int | None  # how many legal moves win; None unless all are known
    losing: int | None
    attempts: tuple[Attempt, ...] = ()

    @property
    def has_choice(self) -> bool:
        """Whether there were both winning and losing moves."""
        return bool(self.winning and self.losing)

    @property
    def matters(self) -> bool:
        """Whether a win could be thrown away here, or was thrown away by not moving at all."""
        is_lost = self.move is None and self.before.winner == self.by
        return self.has_choice or (is_lost and self.winning is not None)

    @property
    def chance(self) -> float:
        """How often a guess among the legal moves is right, where this matters."""
        winning, losing = self.winning or 0, self.losing or 0
        return winning / (winning + losing)

    @property
    def is_right(self) -> bool:
        """Whether the player still wins after this turn."""
        return self.after is not None and self.after.winner == self.by

    @property
    def is_mistake(self) -> bool:
        """Whether the player won before this move, and no longer does after it."""
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
    """A played game, or a position of a paired run that was answered. If an endpoint failed it is
    broken: it has no winner, and none of it is scored."""

    fixture: Fixture
    steps: tuple[PlayedStep, ...]
    winner: int | None
    reason: str
    is_broken: bool = False
    # The states before each step and after the last, so that nobody needs to replay the game.
    states: tuple[Any, ...] = field(default=(), compare=False, repr=False)

    @property
    def is_forfeit(self) -> bool:
        return bool(self.steps) and self.steps[-1].move is None and not self.is_broken

    @property
    def first_ply(self) -> int:
        """How many moves had been made before anybody was asked."""
        return len(self.fixture.moves or ())

    @property
    def broken_by(self) -> str | None:
        """The player whose endpoint failed."""
        return self.player_of(self.steps[-1]) if self.is_broken else None

    def player_of(self, step: PlayedStep) -> str:
        """The name of the player whose step this is."""
        return self.fixture.player_in(step.by)

    def steps_of(self, player: str) -> Iterator[PlayedStep]:
        """The steps of one of the players."""
        return (step for step in self.steps if self.player_of(step) == player)

    def match_before(self, place: int) -> Match:
        """Return the match as it was before a step."""
        match = self.fixture.begin()
        for step in self.steps[:place]:
            match.play(step.move)
        return match

    def to_json(self) -> dict[str, Any]:
        """Return the record as one line of the results."""
        game, *players, number = self.fixture.key
        told = {
            "game": game,
            "players": players,
            "round": number,
            "seed": self.fixture.seed,
            "steps": [step.to_json() for step in self.steps],
        }
        if self.fixture.moves is None:
            return told | {"winner": self.winner, "reason": self.reason}
        return told | {"moves": list(self.fixture.moves), "broken": self.is_broken}


def play_fixture(fixture: Fixture, contestants: Sequence[Contestant]) -> PlayedGame:
    """Play a game to its end, or have a position answered. A player who fails to move forfeits the
    game; if its endpoint failed, the game is broken off."""
    playing = _Playing(fixture)
    try:
        while not playing.is_over:
            seat = playing.match.state.to_move - 1 if len(contestants) > 1 else 0
            playing.add(contestants[seat].take_turn(playing.match))
    finally:
        for contestant in contestants:
            contestant.close()
    return playing.record()


def read_played_game(fixture: Fixture, plan: Plan, entry: dict[str, Any]) -> PlayedGame:
    """Read a game from a line of the results of a plan. NumduelError says where the line is not
    true."""
    playing = _Playing(fixture)
    told_steps = entry.get("steps")
    if not isinstance(told_steps, list) or not all(isinstance(told, dict) for told in told_steps):
        raise NumduelError("its steps are missing.")
    for number, told in enumerate(told_steps, start=1):
        if playing.is_over:
            raise NumduelError(f"move {number} comes after the end.")
        settings = plan.players[fixture.player_in(playing.match.state.to_move)]
        try:
            step = playing.add(_read_turn(playing.match, settings, told))
            if not _holds(told, step.to_json()):
                raise NumduelError("it is recorded with another verdict than is true.")
        except NumduelError as error:
            raise NumduelError(f"move {number}: {error}") from None
    if not playing.is_over:
        raise NumduelError("the game is not over.")
    record = playing.record()
    if record.to_json() | {"steps": entry["steps"]} != entry:
        raise NumduelError("its ending or its heading is not what the moves say.")
    return record


def _read_turn(match: Match, settings: Mapping[str, Any], told: dict[str, Any]) -> Turn:
    """Read a recorded turn; NumduelError if it does not follow from what was said."""
    turn = Turn(told.get("move"), _read_attempts(told.get("attempts", [])))
    if turn.move is None and (not turn.attempts or turn.attempts[-1].failure is None):
        raise NumduelError("it is missing without a failure.")
    if turn.move is not None and not _is_written(match.game, turn.move):
        raise NumduelError(f"{turn.move!r} is not the written form of a move.")
    if settings["kind"] == "model":
        return _check_model(match, Asking.from_settings(settings), turn)
    if settings["kind"] == "program":
        _check_program(match, turn)
    elif turn.attempts:
        raise NumduelError("our own players make no attempts, they move.")
    return turn


def _is_written(game: AnyGame, move: Any) -> bool:
    return isinstance(move, str) and game.write_move(game.read_move(move)) == move


def _holds(told: Any, true: Any) -> bool:
    """Whether what is recorded is true. Null is allowed if the truth was not known at that time."""
    if not isinstance(told, dict) or not isinstance(true, dict):
        return bool(told == true)
    return told.keys() == true.keys() and all(
        _holds(told[name], true[name]) or (told[name] is None and name in _LEARNED) for name in true
    )


class _Playing:
    """A game while it is played, or read from a record."""

    def __init__(self, fixture: Fixture) -> None:
        self.fixture = fixture
        self.match = fixture.begin()
        self.is_over = False
        self._is_broken = False
        self._steps: list[PlayedStep] = []
        self._states: list[Any] = [self.match.state]

    def add(self, turn: Turn) -> PlayedStep:
        """Play a move, or forfeit. Return it with what was true before and after."""
        match, after = self.match, None
        player: Player = match.state.to_move
        before = recall_analysis(match.game, match.state)
        if turn.move is not None:
            match.play(turn.move)
            after = Verdict.of(recall_analysis(match.game, match.state))
            self._states.append(match.state)
        elif not turn.is_trouble:
            reason = f"because {player} failed to move ({turn.attempts[-1].failure})"
            match.end(player.opponent, reason)
        counts = before.count_won(player), before.count_won(player.opponent)
        step = PlayedStep(int(player), turn.move, Verdict.of(before), after, *counts, turn.attempts)
        self._steps.append(step)
        self._is_broken = turn.is_trouble
        is_answered = self.fixture.moves is not None
        self.is_over = self._is_broken or is_answered or match.outcome is not None
        return step

    def record(self) -> PlayedGame:
        """Return the game, which is over."""
        winner, reason = None, ""
        if self._is_broken:
            reason = f"because the endpoint of {Player(self._steps[-1].by)} failed"
        elif self.fixture.moves is None:
            assert self.match.outcome is not None
            winner, reason = int(self.match.outcome.winner), self.match.outcome.reason
        return PlayedGame(
            self.fixture, tuple(self._steps), winner, reason, self._is_broken, tuple(self._states)
        )


def _read_attempts(told: Any) -> tuple[Attempt, ...]:
    """Read the attempts of a recorded turn; NumduelError if one is not in the right form."""
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
    """Take a model's turn again with the recorded replies; NumduelError if it is another one."""
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
        raise NumduelError(f"the reply says {again.move}, and not {turn.move}.")
    _check_prompts(match, asking, turn.attempts)
    attempts = (
        replace(told, is_in_form=true.is_in_form)
        for told, true in zip(turn.attempts, again.attempts, strict=True)
    )
    return replace(again, attempts=tuple(attempts))


def _check_prompts(match: Match, asking: Asking, attempts: Sequence[Attempt]) -> None:
    """Refuse prompts that do not ask for this move, or do not mention the failure before."""
    first, *others = (attempt.details.get("prompt", "") for attempt in attempts)
    if not is_prompt(first, match, asking):
        raise NumduelError("its first prompt does not ask for this move.")
    for attempt, prompt in zip(attempts, others, strict=False):
        if attempt.failure is None or not is_feedback(prompt, attempt.failure):
            raise NumduelError(f"a prompt does not tell that the reply was {attempt.failure}.")


def _reply_of(attempt: Attempt) -> Reply:
    """Return the reply of an endpoint that is recorded as this attempt."""
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
        raise NumduelError(f"the reply says {move}, and not {turn.move}.")


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
