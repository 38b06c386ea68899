"""Scores of replies, from 0 to 1, by exact analysis; of whole games of replies; and shares of right
answers with their Wilson intervals."""

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Any, NamedTuple

from numduel.catalogue import take_game
from numduel.errors import BadOption
from numduel.game import AnyGame, Player
from numduel.match import Match
from numduel.players import choose_move, find_player
from numduel.study import Puzzle
from numduel.tasks.asking import USUAL, Asking, Task, match_at, prompt
from numduel.tasks.reading import feedback, read
from numduel.tasks.reasons import Grade, Graded, grade_reason, reason_in
from numduel.theory import first_best, require_winner, write_reason

_DEVIATIONS = 1.96  # standard deviations to either side, for 95 %


@dataclass(frozen=True)
class Score:
    """The value of a reply and its parts, each from 0 to 1.

    The parts are `right` (the move wins or, where none does, nothing was thrown away), `legal` (the
    move is allowed), `form` (the answer has exactly the required form), `matters` (one move wins
    here and another loses: otherwise any legal move is right) and `chance` (the share of legal
    moves that are right). If a reason was asked for, `reason` says whether it proves a right move,
    and the value is 1 only if it proves the move that was answered.
    """

    value: float
    parts: dict[str, float]


@dataclass(frozen=True)
class GameScore:
    """The score of one side of a game, with parts like those of a Score, as means.

    The value is the share of right moves where the choice mattered. It is None if nothing did: such
    a game shows no skill, and is left out of means. `beyond_chance` compares games with a
    guesser's.
    """

    value: float | None
    parts: dict[str, float]


def score(task: Task, reply: str, asking: Asking = USUAL) -> Score:
    """Score a reply to a task; TooLarge if the winner is unknown. Of `asking`, only `reasons`
    matters here."""
    reading = read(task, reply)
    legal, right = _moves(task)
    parts = {
        "right": float(reading.move in right),
        "legal": float(reading.move is not None),
        "form": float(reading.is_in_form),
        "matters": float(len(right) < len(legal)),
        "chance": len(right) / len(legal) if legal else 0.0,
    }
    if not asking.reasons:
        return Score(parts["right"], parts)
    graded = grade_reason(task, reading.move, reason_in(reply), right).grade
    parts["reason"] = float(graded in (Grade.VALID, Grade.WRONG_MOVE))
    return Score(float(graded is Grade.VALID), parts)


def grade(task: Task, reply: str) -> Graded:
    """Grade a move with its reason, and say what is wrong with the reason; TooLarge if the winner
    is unknown."""
    return grade_reason(task, read(task, reply).move, reason_in(reply), _moves(task)[1])


def gold(task: Task, asking: Asking = USUAL) -> str:
    """Return a reply that scores 1; TooLarge if the winner is unknown."""
    match = match_at(task)
    write = match.game.write_move
    move = (
        task.answers[0]
        if isinstance(task, Puzzle)
        else write(first_best(require_winner(match.game, match.state)))
    )
    answer = f"Answer: {move}"
    if not asking.reasons:
        return answer
    return f"Reason: {write_reason(match.game, match.state, match.game.read_move(move))}\n{answer}"


def _moves(task: Task) -> tuple[list[str], list[str]]:
    """Return the legal moves, and those that throw nothing away, in written form."""
    if isinstance(task, Puzzle):
        return list(task.legal), list(task.answers)
    analysis, write = require_winner(task.game, task.state), task.game.write_move
    return [write(choice.move) for choice in analysis.choices], [*map(write, analysis.kept)]


class Episode:
    """One game of prompts and replies. `question` is the next prompt, until `is_over`; `reply`
    takes the answer. Without an opponent both seats are asked in turn, for self-play: `asked` says
    which one.

    Everything follows from the game, its opening moves, the opponent, the seat, the seed and the
    replies. A reply without a legal move may be retried `asking.retries` times; then the game is
    forfeited.
    """

    def __init__(
        self,
        game: str | AnyGame,
        opponent: str | None = "perfect",
        seat: int = 1,
        seed: int = 0,
        asking: Asking = USUAL,
        moves: Sequence[str] = (),
        **options: Any,
    ) -> None:
        if seat not in tuple(Player):
            raise BadOption("seat must be 1 or 2.")
        if opponent is not None:
            find_player(opponent)  # a wrong name raises before the game begins
        self.match = Match.at(take_game(game, options), moves, seed)
        self.opponent, self.seat, self.asking = opponent, Player(seat), asking
        self._scores: dict[Player, list[Score]] = {player: [] for player in Player}
        self._tries_left = 0
        self.question = self._go_on()

    @property
    def is_over(self) -> bool:
        return self.match.outcome is not None

    @property
    def asked(self) -> Player:
        """The player to answer; once the game is over, the player to move."""
        player: Player = self.match.state.to_move
        return player

    def reply(self, text: str) -> Score:
        """Play the move of a reply and let the opponent answer, or ask again. Return the reply's
        score."""
        if self.is_over:
            raise BadOption("The game is over: there is nothing to reply to.")
        worth, reading = score(self.match, text, self.asking), read(self.match, text)
        player = self.asked
        if reading.move is not None:
            self.match.play(reading.move)
        elif self._tries_left and reading.failure is not None:
            self._tries_left -= 1
            self.question = feedback(reading.failure, reading.fault, self.asking)
            return worth
        else:
            self.match.end(player.opponent, "by forfeit")
        self._scores[player].append(worth)
        self.question = self._go_on()
        return worth

    def gold(self) -> str:
        """Return the best reply to the question."""
        return gold(self.match, self.asking)

    def score(self, seat: int | None = None) -> GameScore:
        """Score the play so far by the moves where the choice mattered or that were missing; if
        reasons are asked for, a move counts as right if it was proved."""
        player = self.seat if seat is None else Player(seat)
        turns, outcome = self._scores[player], self.match.outcome
        counted = [turn for turn in turns if turn.parts["matters"] or not turn.parts["legal"]]
        parts = {
            "won": float(outcome is not None and outcome.winner is player),
            "counted": float(len(counted)),
            "matters": 0.0,
            **{name: _mean(turns, name) for name in ("legal", "form", "matters") if turns},
            **{name: _mean(counted, name) for name in ("right", "chance") if counted},
        }
        if self.asking.reasons and counted:
            parts["reason"] = _mean(counted, "reason")
        value = sum(turn.value for turn in counted) / len(counted) if counted else None
        return GameScore(value, parts)

    def thrown_away(self, seat: int | None = None) -> int:
        """Count the moves that threw a win away, and a forfeit."""
        player = self.seat if seat is None else Player(seat)
        return sum(not turn.parts["right"] for turn in self._scores[player])

    def _go_on(self) -> str:
        """Let the opponent move if it is its turn; return the next prompt or the result."""
        if self.opponent and not self.is_over and self.asked is not self.seat:
            self.match.play(choose_move(self.match, self.opponent))
        self._tries_left = self.asking.retries
        if self.match.outcome is None:
            return prompt(self.match, self.asking)
        if self.opponent is None:
            return str(self.match.outcome)
        ends = "win" if self.match.outcome.winner is self.seat else "lose"
        return f"You {ends}: {self.match.outcome}"


def _mean(scores: list[Score], part: str) -> float:
    return sum(score.parts[part] for score in scores) / len(scores)


def beyond_chance(scores: Iterable[Score | GameScore]) -> float | None:
    """Return the joint score beyond chance: 0 is a guesser among the legal moves, 1 is perfect.
    None if nothing mattered in any of them."""
    surplus = possible = 0.0
    for score in scores:
        weight = score.parts.get("counted", score.parts["matters"])
        if score.value is not None and weight:
            surplus += weight * (score.value - score.parts["chance"])
            possible += weight * (1 - score.parts["chance"])
    return surplus / possible if possible > 0 else None


@dataclass
class Share:
    """A number of cases out of a total."""

    part: int = 0
    whole: int = 0

    def add(self, is_part: bool) -> None:
        self.part += is_part
        self.whole += 1

    @property
    def value(self) -> float | None:
        return self.part / self.whole if self.whole else None

    @property
    def interval(self) -> tuple[float, float]:
        """95 % Wilson interval."""
        return wilson(self.part, self.whole)


@dataclass
class GuessedShare(Share):
    """A share of right choices, and a guesser's share in the same cases.

    A repeated answer to the same question tells nothing new. So, if answers are given, the interval
    counts each of them once.
    """

    guessed: float = 0.0  # a guesser's expected number of right choices
    answers: set[Hashable] = field(default_factory=set)  # different answers with their questions

    def add(self, is_part: bool, chance: float = 0.0, answer: Hashable = None) -> None:
        super().add(is_part)
        self.guessed += chance
        if answer is not None:
            self.answers.add(answer)

    @property
    def different(self) -> int:
        """The number of different answers, or of cases without answers."""
        return len(self.answers) or self.whole

    @property
    def interval(self) -> tuple[float, float]:
        return wilson(self.part * self.different / max(1, self.whole), self.different)

    @property
    def chance(self) -> float | None:
        """A guesser's share."""
        return self.guessed / self.whole if self.whole else None

    @property
    def beyond_chance(self) -> float | None:
        """The share corrected for chance: 0 is a guesser's, 1 is perfect. None if a guesser cannot
        be wrong, or without any cases."""
        return None if self.value is None else self._correct(self.value)

    @property
    def beyond_interval(self) -> tuple[float, float] | None:
        """95 % Wilson interval, corrected for chance in the same way."""
        low, high = map(self._correct, self.interval)
        return None if low is None or high is None else (low, high)

    def _correct(self, value: float) -> float | None:
        chance = 1.0 if self.chance is None else self.chance
        return None if chance > 1 - 1e-12 else (value - chance) / (1 - chance)


class Headline(NamedTuple):
    """A mean of shares beyond chance, and its 95 % interval."""

    value: float
    low: float
    high: float


def macro_average(shares: Iterable[GuessedShare]) -> Headline | None:
    """Return the unweighted mean of shares beyond chance, with its interval by the MOVER method
    from those of the shares. None if a guesser cannot be wrong in any of them."""
    known = [
        (share.beyond_chance, *share.beyond_interval)
        for share in shares
        if share.beyond_chance is not None and share.beyond_interval is not None
    ]
    if not known:
        return None
    value = sum(middle for middle, _, _ in known) / len(known)
    below = sqrt(sum((middle - low) ** 2 for middle, low, _ in known)) / len(known)
    above = sqrt(sum((high - middle) ** 2 for middle, _, high in known)) / len(known)
    return Headline(value, value - below, value + above)


def wilson(part: float, whole: int) -> tuple[float, float]:
    """Return the 95 % Wilson interval for `part` of `whole`."""
    if not whole:
        return 0.0, 1.0
    share, spread = part / whole, _DEVIATIONS * _DEVIATIONS / whole
    middle = share + spread / 2
    half = _DEVIATIONS * sqrt(share * (1 - share) / whole + spread / whole / 4)
    return max(0.0, (middle - half) / (1 + spread)), min(1.0, (middle + half) / (1 + spread))
