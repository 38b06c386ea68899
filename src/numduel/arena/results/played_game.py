"""One played game, with the verdict on the position before and after each move. It is verified
when it is loaded: the moves are replayed, every reply is read again, every verdict compared."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from numduel.arena.plan import Fixture, Plan
from numduel.arena.players.turn import Attempt, Contestant, Turn
from numduel.arena.results.evidence import check_turn, read_attempts
from numduel.arena.results.verdicts import Verdict, recall_analysis
from numduel.errors import NumduelError
from numduel.game import AnyGame, Player
from numduel.match import Match, Seat

_LEARNED = {"winner", "distance", "winning", "losing"}  # null if it was not known then


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
        """Whether a win could be thrown away here, or was, by not moving at all."""
        return self.has_choice or (self.move is None and self.before.winner == self.by)

    @property
    def is_right(self) -> bool:
        """Whether the player still wins after this turn."""
        return self.after is not None and self.after.winner == self.by

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
    """A played game."""

    fixture: Fixture
    steps: tuple[PlayedStep, ...]
    winner: int
    reason: str

    @property
    def is_forfeit(self) -> bool:
        return bool(self.steps) and self.steps[-1].move is None

    def steps_of(self, player: str) -> Iterator[PlayedStep]:
        """The steps of one of the two players."""
        seat = self.fixture.players.index(player) + 1
        return (step for step in self.steps if step.by == seat)

    def to_json(self) -> dict[str, Any]:
        """The record as one line of the results."""
        game, *players, number = self.fixture.key
        return {
            "game": game,
            "players": players,
            "round": number,
            "seed": self.fixture.seed,
            "steps": [step.to_json() for step in self.steps],
            "winner": self.winner,
            "reason": self.reason,
        }


def play_fixture(fixture: Fixture, contestants: tuple[Contestant, Contestant]) -> PlayedGame:
    """Play a game to its end. A player who fails to move forfeits it."""
    match = _match(fixture)
    steps: list[PlayedStep] = []
    try:
        while match.outcome is None:
            turn = contestants[match.state.to_move - 1].take_turn(match)
            steps.append(_step(match, turn.move, turn.attempts))
    finally:
        for contestant in contestants:
            contestant.close()
    return _record(fixture, match, steps)


def read_played_game(fixture: Fixture, plan: Plan, entry: dict[str, Any]) -> PlayedGame:
    """The game in a line of the results of a plan. NumduelError says where the line is not true."""
    match = _match(fixture)
    settings = [plan.players[name] for name in fixture.players]
    steps = []
    told_steps = entry.get("steps")
    if not isinstance(told_steps, list) or not all(isinstance(told, dict) for told in told_steps):
        raise NumduelError("its steps are missing.")
    for number, told in enumerate(told_steps, start=1):
        if match.outcome is not None:
            raise NumduelError(f"move {number} comes after the end.")
        try:
            steps.append(_read_step(match, settings[match.state.to_move - 1], told, plan.format))
        except NumduelError as error:
            raise NumduelError(f"move {number}: {error}") from None
    if match.outcome is None:
        raise NumduelError("the game is not over.")
    record = _record(fixture, match, steps)
    if {**record.to_json(), "steps": told_steps} != entry:
        raise NumduelError("its ending or its heading is not what the moves say.")
    return record


def _read_step(
    match: Match, settings: Mapping[str, Any], told: dict[str, Any], format: int
) -> PlayedStep:
    """Play a recorded turn; NumduelError if it is not true."""
    turn = Turn(told.get("move"), read_attempts(told.get("attempts", [])))
    if turn.move is None and (not turn.attempts or turn.attempts[-1].failure is None):
        raise NumduelError("it is missing without a failure.")
    if turn.move is not None and not _is_written(match.game, turn.move):
        raise NumduelError(f"{turn.move!r} is not the written form of a move.")
    check_turn(match, settings, turn, literally=format == 1)
    step = _step(match, turn.move, turn.attempts)
    if not _holds(told, step.to_json()):
        raise NumduelError("it is recorded with another verdict than is true.")
    return step


def _is_written(game: AnyGame, move: Any) -> bool:
    return isinstance(move, str) and game.write_move(game.read_move(move)) == move


def _holds(told: Any, true: Any) -> bool:
    """Whether what is recorded is true, or null where the truth was not known at that time."""
    if not isinstance(told, dict) or not isinstance(true, dict):
        return bool(told == true)
    return told.keys() == true.keys() and all(
        _holds(told[name], true[name]) or (told[name] is None and name in _LEARNED) for name in true
    )


def _match(fixture: Fixture) -> Match:
    one, two = (Seat(name) for name in fixture.players)
    return Match(fixture.game, (one, two), fixture.seed)


def _step(match: Match, move: str | None, attempts: tuple[Attempt, ...]) -> PlayedStep:
    """Play a move, or forfeit, and say what was true before and after."""
    player: Player = match.state.to_move
    before = recall_analysis(match.game, match.state)
    if move is None:
        match.end(player.opponent, f"because {player} failed to move ({attempts[-1].failure})")
        after = None
    else:
        match.play(move)
        after = Verdict.of(recall_analysis(match.game, match.state))
    counts = before.count_won(player), before.count_won(player.opponent)
    return PlayedStep(int(player), move, Verdict.of(before), after, *counts, attempts)


def _record(fixture: Fixture, match: Match, steps: list[PlayedStep]) -> PlayedGame:
    assert match.outcome is not None
    return PlayedGame(fixture, tuple(steps), int(match.outcome.winner), match.outcome.reason)
