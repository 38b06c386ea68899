"""One played game, with the verdict on the position before and after each move. It is verified
when it is loaded: the moves are replayed, every reply is read again, every verdict compared."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from numduel.arena.plan import Fixture, Plan
from numduel.arena.players.turn import Attempt, Contestant, Turn
from numduel.arena.results.evidence import check_turn, read_attempts
from numduel.arena.results.verdicts import Verdict, recall_analysis
from numduel.errors import NumduelError
from numduel.game import AnyGame, Player
from numduel.match import Match

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

    def to_json(self) -> dict[str, Any]:
        """The record as one line of the results."""
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
    match = fixture.begin()
    steps: list[PlayedStep] = []
    is_broken = is_over = False
    try:
        while not is_over:
            seat = match.state.to_move - 1 if len(contestants) > 1 else 0
            turn = contestants[seat].take_turn(match)
            is_broken = turn.is_trouble
            steps.append(_step(match, turn))
            is_over = is_broken or fixture.moves is not None or match.outcome is not None
    finally:
        for contestant in contestants:
            contestant.close()
    return _record(fixture, match, steps, is_broken)


def read_played_game(fixture: Fixture, plan: Plan, entry: dict[str, Any]) -> PlayedGame:
    """The game in a line of the results of a plan. NumduelError says where the line is not true."""
    match = fixture.begin()
    steps: list[PlayedStep] = []
    is_broken = is_over = False
    told_steps = entry.get("steps")
    if not isinstance(told_steps, list) or not all(isinstance(told, dict) for told in told_steps):
        raise NumduelError("its steps are missing.")
    for number, told in enumerate(told_steps, start=1):
        if is_over:
            raise NumduelError(f"move {number} comes after the end.")
        player = fixture.player_in(match.state.to_move)
        try:
            step, is_broken = _read_step(match, plan, player, told)
        except NumduelError as error:
            raise NumduelError(f"move {number}: {error}") from None
        steps.append(step)
        is_over = is_broken or fixture.moves is not None or match.outcome is not None
    if not is_over:
        raise NumduelError("the game is not over.")
    record = _record(fixture, match, steps, is_broken)
    if not _is_told(record, entry, plan.format):
        raise NumduelError("its ending or its heading is not what the moves say.")
    return record


def _is_told(record: PlayedGame, entry: dict[str, Any], format: int) -> bool:
    """Whether a line tells this record, apart from its steps. In the first format, a game that was
    lost to the endpoint was recorded as forfeited."""
    told = record.to_json() | {"steps": entry["steps"]}
    if record.is_broken and format == 1:
        last = record.steps[-1]
        loser = Player(last.by)
        told |= {"winner": int(loser.opponent), "reason": _forfeit(loser, last.attempts)}
    return bool(told == entry)


def _read_step(
    match: Match, plan: Plan, player: str, told: dict[str, Any]
) -> tuple[PlayedStep, bool]:
    """Play a recorded turn, and say whether it was lost to the endpoint; NumduelError if it is not
    true."""
    turn = Turn(told.get("move"), read_attempts(told.get("attempts", [])))
    if turn.move is None and (not turn.attempts or turn.attempts[-1].failure is None):
        raise NumduelError("it is missing without a failure.")
    if turn.move is not None and not _is_written(match.game, turn.move):
        raise NumduelError(f"{turn.move!r} is not the written form of a move.")
    is_broken = check_turn(match, plan.players[player], turn, literally=plan.format == 1)
    step = _step(match, replace(turn, is_trouble=is_broken))
    if not _holds(told, step.to_json()):
        raise NumduelError("it is recorded with another verdict than is true.")
    return step, is_broken


def _is_written(game: AnyGame, move: Any) -> bool:
    return isinstance(move, str) and game.write_move(game.read_move(move)) == move


def _holds(told: Any, true: Any) -> bool:
    """Whether what is recorded is true. Null is allowed if the truth was not known at that time."""
    if not isinstance(told, dict) or not isinstance(true, dict):
        return bool(told == true)
    return told.keys() == true.keys() and all(
        _holds(told[name], true[name]) or (told[name] is None and name in _LEARNED) for name in true
    )


def _step(match: Match, turn: Turn) -> PlayedStep:
    """Play a move, or forfeit. Returns what was true before and after."""
    player: Player = match.state.to_move
    before = recall_analysis(match.game, match.state)
    after = None
    if turn.move is not None:
        match.play(turn.move)
        after = Verdict.of(recall_analysis(match.game, match.state))
    elif not turn.is_trouble:
        match.end(player.opponent, _forfeit(player, turn.attempts))
    counts = before.count_won(player), before.count_won(player.opponent)
    return PlayedStep(int(player), turn.move, Verdict.of(before), after, *counts, turn.attempts)


def _forfeit(player: Player, attempts: tuple[Attempt, ...]) -> str:
    return f"because {player} failed to move ({attempts[-1].failure})"


def _record(fixture: Fixture, match: Match, steps: list[PlayedStep], is_broken: bool) -> PlayedGame:
    if is_broken:
        reason = f"because the endpoint of {Player(steps[-1].by)} failed"
        return PlayedGame(fixture, tuple(steps), None, reason, is_broken=True)
    if fixture.moves is not None:
        return PlayedGame(fixture, tuple(steps), None, "")
    assert match.outcome is not None
    return PlayedGame(fixture, tuple(steps), int(match.outcome.winner), match.outcome.reason)
