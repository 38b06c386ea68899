"""The theory of a game: who wins, how far away the end is, why, and the themes of its puzzles.

A `Theory` answers all of this for one type of game; the default is exact search, as far as it
reaches. A theory is found by the type of its game, so a rule book of another package brings its own
as a subclass beside it:

    class LastStoneTheory(Theory[LastStone], of=LastStone): ...
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf
from random import Random
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from numduel.errors import BadCertificate, NumduelError, TooLarge
from numduel.game import AnyGame, Game, Player
from numduel.pool import parity_of
from numduel.theory.checking import kinds_of, merged_position, name_kind
from numduel.theory.reasons import OVER, REPLY, is_over, read_statements
from numduel.theory.search import BRIEF, BUDGET, Value, explore, random_playout, solver_of
from numduel.words import count

_LINE_SHOWN = 12  # moves of best play that are shown
_LONGEST_CHAIN = 30  # moves followed to see whether all replies are forced
_MOST_NODES = 20_000  # nodes of a strategy
# Limits for finding out, at a menu, whether choices count.
_MOST_MOVES, _RANDOM_GAMES, _MOST_TRIED = 2_000, 6, 20_000

LEAVE_NO_CHOICE = "Leave your opponent no choice, move after move."


class Choice(NamedTuple):
    """A legal move, who wins after it, the distance of the end counting this move, and whether no
    move is better. An unknown distance may have bounds. `replies` is the number of winning replies
    to a losing move, counted only for the moves that last longest."""

    move: Any
    winner: Player | None
    distance: int | None
    best: bool
    at_least: int | None = None
    at_most: int | None = None
    replies: int | None = None


@dataclass(frozen=True)
class Analysis:
    """Who wins with best play, the distance of the end, and each legal move.

    The winner's best moves are the fastest wins; the loser's are those that last longest and, among
    these, leave the opponent the fewest winning replies. A theory may prefer some of these for a
    further reason. What is unknown is None, and `unknown` says why in a sentence; the distance then
    lies between `at_least` and `at_most`, if these are known. The best moves are then, for the
    winner, those with the smallest `at_most` and, among these, the fewest replies; for the loser,
    those with the greatest `at_least` and the fewest winning replies.
    """

    winner: Player | None
    distance: int | None
    choices: tuple[Choice, ...]
    unknown: str | None
    at_least: int | None = None
    at_most: int | None = None

    @property
    def best_moves(self) -> list[Any]:
        """The moves marked best."""
        return [choice.move for choice in self.choices if choice.best]

    @property
    def kept(self) -> list[Any]:
        """The moves that throw nothing away: the winning ones or, if there are none, all."""
        return [choice.move for choice in self.choices if choice.winner is self.winner]

    @property
    def matters(self) -> bool:
        """Whether it is known that one move wins and another loses."""
        return bool(self.count_won(Player.ONE) and self.count_won(Player.TWO))

    def moves_won_by(self, player: Player) -> list[Any]:
        """Return the moves after which this player wins."""
        return [choice.move for choice in self.choices if choice.winner is player]

    def count_won(self, player: Player) -> int | None:
        """Count the moves after which this player wins; None unless all moves are judged."""
        winners = [choice.winner for choice in self.choices]
        return None if None in winners else winners.count(player)


@dataclass(frozen=True)
class Argument:
    """A game's own reasons for who wins: sentences in which "you" are the player to move, pairs to
    draw, and a best move.

    Empty if the duel is over or nothing is known. With `tells_resistance`, the reasons already say
    why the loser's best move is best.
    """

    reasons: tuple[str, ...] = ()
    pairs: tuple[tuple[Any, Any], ...] = ()
    reply: Any = None
    tells_resistance: bool = False


class Theme(NamedTuple):
    """The lesson of a puzzle: a short name, a sentence for after the solution, and one that helps
    to find it without giving it away."""

    name: str
    text: str
    nudge: str


class Region(NamedTuple):
    """Some of the moves with their description, as in "a multiple of 6"."""

    name: str
    moves: tuple[Any, ...]


GameT = TypeVar("GameT", bound=AnyGame)
_theories: dict[type, type["Theory[Any]"]] = {}


class Theory(Generic[GameT]):
    """The theory of a type of game, by default exact search; subclasses add theorems."""

    asks: ClassVar[str] = (
        "Prove that your move wins by a reply to each move that your opponent can make next, so"
        " that you win after every one of them. Write in one line, for each move of your opponent,"
        f" that move, an arrow and your reply, or {OVER} if that move ends the duel. If your own"
        f" move ends the duel, write {OVER} alone."
    )
    """What a reason for a winning move is and how it is written, in sentences."""

    pattern: ClassVar[str] = "MOVE -> REPLY, MOVE -> REPLY"
    """How it looks, with words in capitals to be replaced, so that copying proves nothing."""

    bench: ClassVar[tuple[Mapping[str, Any], ...]] = ()
    """The options with which a game stands in the benchmark, from small to large."""

    def __init_subclass__(cls, *, of: type[AnyGame] | None = None) -> None:
        super().__init_subclass__()
        if of is not None:
            _theories[of] = cls

    def __init__(self, game: GameT) -> None:
        self.game = game

    # Who wins

    def judge(self, state: Any, budget: int) -> Analysis:
        """Analyse a position that is not over."""
        game = self.game
        solver, moves = solver_of(game, budget), game.legal_moves(state)
        try:
            solver.value(state)
        except NumduelError as reason:
            return give_up(moves, str(reason))

        def count_replies(move: Any) -> int:
            after = game.after(state, move)
            replies = (game.after(after, reply) for reply in game.legal_moves(after))
            return sum(not solver.value(reply).wins for reply in replies)

        values = [solver.value(game.after(state, move)).before() for move in moves]
        return weigh(state.to_move, moves, values, count_replies)

    def winner(self, state: Any) -> Player | None:
        """Return who wins, searching only if no theorem knows; None if it is unknown."""
        return judge_moves(self.game, state).winner

    def winning_moves(self, state: Any) -> list[Any]:
        """Return the winning moves; TooLarge if they are unknown."""
        return require_winner(self.game, state).moves_won_by(state.to_move)

    def foregone_winner(self, state: Any) -> Player | None:
        """Return who wins from here whatever anybody plays; None if choices count, or if finding
        out would take too long for a menu."""
        game = self.game
        if len(game.all_moves()) > _MOST_MOVES:
            return None
        winners: set[Player] = set()
        random = Random(0)
        for _ in range(_RANDOM_GAMES):  # they nearly always show that choices count
            *_, end = state, *(after for _, after in random_playout(game, state, random))
            if (outcome := game.outcome(end)) is not None:
                winners.add(outcome.winner)
            if len(winners) > 1:
                return None
        try:
            positions = explore(
                game, state, _MOST_TRIED, key=lambda state: (state.to_move, game.canonical(state))
            )
        except TooLarge:
            return None
        ends = map(game.outcome, positions.states)
        winners.update(outcome.winner for outcome in ends if outcome is not None)
        return winners.pop() if len(winners) == 1 else None

    # Why

    def argue(self, state: Any, budget: int, moves: tuple[Any, ...]) -> Argument:
        """Return the reasons for a position that is not over; `moves` led to it, if known."""
        if self.judge(state, budget).unknown is not None:
            return Argument()
        line = self.best_line(state, budget)
        shown = ", ".join(self._names(state, line[:_LINE_SHOWN]))
        rest = f" and so on, {count(len(line), 'move')} in all" if len(line) > _LINE_SHOWN else ""
        return Argument((f"If both play their best: {shown}{rest}.",), reply=line[0])

    def best_line(self, state: Any, budget: int = BUDGET) -> list[Any]:
        """Return the moves to the end if both play the first of their best moves."""
        line = []
        while self.game.outcome(state) is None:
            line.append(first_best(self.judge(state, budget)))
            state = self.game.after(state, line[-1])
        return line

    def _names(self, state: Any, line: list[Any]) -> Iterator[str]:
        for move in line:
            yield self.game.words.name_move(state, move)
            state = self.game.after(state, move)

    def prove(self, state: Any, reply: Any) -> dict[str, Any]:
        """Return the reason that a reply wins or, without a reply, that no move does: a strategy,
        unless a theorem is shorter. Raise TooLarge if it would be too long."""
        game = self.game
        start = state if reply is None else game.after(state, reply)
        if game.outcome(start) is not None:
            return {"kind": "strategy", "answers": []}
        places, states = {merged_position(game, start): 0}, [start]
        answers: list[dict[str, Any]] = []
        for node in states:  # grows meanwhile
            answers.append({})
            for kind, move in kinds_of(game, node).items():
                after = game.after(node, move)
                if game.outcome(after) is not None:
                    answers[-1][kind] = None
                    continue
                best = first_best(analyse(game, after))
                follow = game.after(after, best)
                place = None
                if game.outcome(follow) is None:
                    place = places.setdefault(merged_position(game, follow), len(states))
                    if place == len(states):
                        states.append(follow)
                    if len(states) > _MOST_NODES:
                        raise TooLarge(
                            "There is no certificate: no theory proves who wins this game, and a"
                            f" strategy would have more than {_MOST_NODES:,} positions."
                        )
                answers[-1][kind] = [name_kind(game, best), place]
        return {"kind": "strategy", "answers": answers}

    def write_reason(self, state: Any, move: Any) -> str:
        """Write a proof of a winning move, as a player would."""
        game, after = self.game, self.game.after(state, move)
        if game.outcome(after) is not None:
            return OVER
        told = []
        for kind, theirs in kinds_of(game, after).items():
            then = game.after(after, theirs)
            is_end = game.outcome(then) is not None
            reply = OVER if is_end else name_kind(game, first_best(analyse(game, then)))
            told.append(f"{kind} -> {reply}")
        return ", ".join(told)

    def read_reason(self, state: Any, move: Any, text: str) -> dict[str, Any]:
        """Parse a player's reason for a move; BadCertificate if it is unreadable."""
        if is_over(text):
            return {"kind": "strategy", "answers": []}
        game, after = self.game, self.game.after(state, move)
        kinds = kinds_of(game, after)
        replies: dict[str, list[Any] | None] = {}
        for theirs, mine in read_statements(text, REPLY, "a list of replies"):
            theirs = theirs if theirs in kinds else theirs.casefold()
            known = kinds_of(game, game.after(after, kinds[theirs])) if theirs in kinds else {}
            mine = mine if mine in known else mine.casefold()
            answer = None if mine == OVER else [mine, None]
            if replies.setdefault(theirs, answer) != answer:
                raise BadCertificate(f"There are two replies to {theirs}.")
        return {"kind": "strategy", "answers": [replies]}

    # Puzzles

    def habit(self, state: Any) -> Any:
        """Return the move of a habit without lookahead: the last legal move, unless a theory knows
        a better one. Such a player shows no skill, however often it is right."""
        return self.game.legal_moves(state)[-1]

    def kind_of(self, state: Any, move: Any) -> Hashable:
        """Return the class of equivalent moves; each counts as one way to win or to lose."""
        del state
        return move  # type: ignore[no-any-return]

    def lack_of_puzzles(self) -> str | None:
        """Return why a game has no puzzles worth asking; None if it may have some."""
        return None

    def give_away(self, state: Any, answers: Sequence[Any]) -> str | None:
        """Return the simple property that gives the winning moves away, or None. In every game it
        is a win at once or, if moves are numbers, the only odd one among even ones or the reverse.
        """
        if any(self.game.outcome(self.game.after(state, answer)) for answer in answers):
            return "it wins at once"
        moves = self.game.legal_moves(state)
        if isinstance(answers[0], int) and is_odd_one_out(moves, answers, lambda move: move % 2):
            return f"it is the only {parity_of(answers[0])} number"
        return None

    def share_kept(self, state: Any, answers: Sequence[Any]) -> float:
        """Return the share of puzzles like this one to ask; less than 1 if a simple habit would
        otherwise be right more often than a guess."""
        del state, answers
        return 1.0

    def theme(self, state: Any, answers: Sequence[Any]) -> Theme:
        """Return the theme of a position in which `answers` win and some other move loses."""
        if self.game.outcome(self.game.after(state, answers[0])):
            return Theme("win at once", "The right move ends the game.", "One move ends the game.")
        if self.is_forced(state, answers[0]):
            text = "After the right move every reply of your opponent is forced."
            return Theme("forced chain", text, LEAVE_NO_CHOICE)
        text = "The right move is found by looking ahead."
        return Theme("look ahead", text, "Ask of each move what your opponent would reply.")

    def regions(self, state: Any) -> Sequence[Region]:
        """Divide the legal moves into named parts, for hints."""
        del state
        return ()

    def is_forced(self, state: Any, answer: Any) -> bool:
        """Return whether all replies to a move are forced to the end, if the winner plays
        on well."""
        game, after = self.game, self.game.after(state, answer)
        for _ in range(_LONGEST_CHAIN):
            replies = game.legal_moves(after)
            if len({self.kind_of(after, reply) for reply in replies}) != 1:
                return False
            after = game.after(after, replies[0])
            if game.outcome(after):
                return True
            after = game.after(after, first_best(analyse(game, after, 0)))
            if game.outcome(after):
                return True
        return False


def theory_of(game: AnyGame) -> Theory[Any]:
    """Return the theory of a game: that of its class or of the nearest base class."""
    if not isinstance(game, Game):
        raise TypeError(f"{type(game).__name__} is not a Game")
    found = (_theories[above] for above in type(game).__mro__ if above in _theories)
    return next(found, Theory)(game)


def analyse(game: AnyGame, state: Any, budget: int = BUDGET) -> Analysis:
    """Analyse a position. A search tries at most `budget` moves or, in Divisor
    Duel, positions."""
    outcome = game.outcome(state)
    if outcome is not None:
        return Analysis(outcome.winner, 0, (), None, 0, 0)
    return theory_of(game).judge(state, budget)


def judge_moves(game: AnyGame, state: Any) -> Analysis:
    """Return who wins a position and after each move, without distances if a theorem knows the
    winner: they can take a thousand times as long."""
    return analyse_briefly(game, state, 0)


def brief_budget(game: AnyGame, state: Any) -> int:
    """Return the budget for a quick answer: brief, unless finding the winner takes more."""
    return BUDGET if analyse(game, state, BRIEF).winner is None else BRIEF


def analyse_briefly(game: AnyGame, state: Any, budget: int = BRIEF) -> Analysis:
    """Return what is known of a position, with the distances that a search with this budget finds.
    The winner is searched for as long as in `analyse`."""
    known = analyse(game, state, budget)
    return analyse(game, state) if known.winner is None else known


def require_winner(game: AnyGame, state: Any) -> Analysis:
    """Return who wins, as `judge_moves` does; TooLarge if it is unknown."""
    analysis = judge_moves(game, state)
    if analysis.winner is None:
        raise TooLarge(f"Who wins is not known: {analysis.unknown}")
    return analysis


def reasons_for(
    game: AnyGame, state: Any, moves: Sequence[Any] = (), budget: int = BUDGET
) -> Argument:
    """Return why a position is won or lost, and what to play. The moves that led here let a theory
    keep to one plan through a game; without them it plans for this position alone."""
    if game.outcome(state) is not None:
        return Argument()
    return theory_of(game).argue(state, budget, tuple(moves))


def weigh(
    player: Player,
    moves: Sequence[Any],
    values: Sequence[Value],
    count_winning_replies: Callable[[Any], int] | None = None,
    unknown: str | None = None,
    count_replies: Callable[[Any], int] | None = None,
) -> Analysis:
    """Derive the analysis from the value of each move to the player who makes it.

    `count_winning_replies` counts the winning replies to a losing move; without it, the moves that
    last longest are all best. `count_replies` counts all replies, which decides between wins of
    unknown distance.
    """
    best = max(values, key=_merit)
    choices = tuple(
        Choice(
            move,
            _winner(player, value),
            value.distance,
            _merit(value) == _merit(best),
            *_bounds(*value.range),
        )
        for move, value in zip(moves, values, strict=True)
    )
    # The winner takes the nearest end, the loser the farthest.
    decide = min if best.wins else max
    ranges = [value.range for value in values if value.wins == best.wins]
    nearest, farthest = (decide(ends) for ends in zip(*ranges, strict=True))
    distance = int(nearest) if nearest == farthest else None
    analysis = Analysis(
        _winner(player, best), distance, choices, unknown, *_bounds(nearest, farthest)
    )
    if best.wins:
        if distance is None and count_replies is not None:
            return prefer_least(analysis, count_replies)
        return analysis
    if count_winning_replies is None:
        return analysis
    counted = {
        choice.move: choice._replace(replies=count_winning_replies(choice.move))
        for choice in choices
        if choice.best
    }
    analysis = replace(
        analysis, choices=tuple(counted.get(choice.move, choice) for choice in choices)
    )
    return prefer_least(analysis, lambda move: counted[move].replies or 0)


def prefer_least(analysis: Analysis, cost: Callable[[Any], float]) -> Analysis:
    """Return the same analysis with only the cheapest of the best moves still best."""
    costs = {choice.move: cost(choice.move) for choice in analysis.choices if choice.best}
    least = min(costs.values())
    choices = tuple(
        choice._replace(best=False) if costs.get(choice.move, least) > least else choice
        for choice in analysis.choices
    )
    return replace(analysis, choices=choices)


def give_up(moves: Sequence[Any], reason: str) -> Analysis:
    """Return the analysis of an unknown position."""
    choices = tuple(Choice(move, None, None, False) for move in moves)
    return Analysis(None, None, choices, reason)


def first_best(analysis: Analysis) -> Any:
    """Return the first of the best moves."""
    return next(choice.move for choice in analysis.choices if choice.best)


def is_odd_one_out(
    moves: Sequence[Any], answers: Sequence[Any], property_of: Callable[[Any], Any]
) -> bool:
    """Return whether the only answer differs from all other moves in a property that they share."""
    values = Counter(map(property_of, moves))
    return len(values) == 2 and len(answers) == 1 and values[property_of(answers[0])] == 1


def _merit(value: Value) -> tuple[bool, float]:
    """Rank a value; of bounds, the upper one counts for a win and the lower one for a loss."""
    nearest, farthest = value.range
    return (True, -farthest) if value.wins else (False, nearest)


def _bounds(nearest: float, farthest: float) -> tuple[int, int | None]:
    """Return the bounds; None if there is no upper one."""
    return int(nearest), None if farthest == inf else int(farthest)


def _winner(player: Player, value: Value) -> Player:
    return player if value.wins else player.opponent
