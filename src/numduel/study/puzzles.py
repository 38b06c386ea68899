"""Puzzles: finding, rating and answering them. Sets of puzzles in files are in
`tasks/puzzle_sets.py`.

A puzzle is a position (the game, its options and the moves so far) in which one way to play wins,
usually one move, and all others lose. Its id is a hash of these, so anybody who has them can make
the same puzzle again. Positions with the same future (of equal canonical key) are the same puzzle.
Equivalent moves, such as two odd numbers where only the parity counts, are one way to play
(`Theory.kind_of`). A position in which every move wins is not a puzzle. With fewer than three ways
to play it is a coin toss: people are not asked such puzzles, and not offered games that have no
others.

The rating, from 0 to 100, is measured. Half of it is the share of tries in which players miss the
answer: a guesser, whose share is known exactly, the game's habit, and our players `easy`, `medium`
and `hard`. Half is the size of a proof, on a logarithmic scale. The players' random seed follows
from the puzzle, so the rating is reproducible. The difficulty follows from the rating and the
proof; a puzzle with fewer than four moves, or with an answer that some simple property gives away,
is always easy: a guess is often right.
"""

import hashlib
import json
from collections import Counter, deque
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass, replace
from datetime import date
from functools import lru_cache, partial
from itertools import chain, compress, cycle, islice
from math import log
from random import Random
from typing import Any, Literal, NamedTuple, get_args

from numduel.catalogue import build_game, find_game, our_games, preset_games
from numduel.errors import TooLarge
from numduel.game import AnyGame
from numduel.match import Match
from numduel.players import PLAYERS
from numduel.study.address import Address
from numduel.study.analysis import (
    MoveValue,
    PositionTruth,
    follow,
    refute,
    truth_of,
    values_of,
    within,
)
from numduel.study.audit import random_moves, state_after
from numduel.study.form import FORM, Form
from numduel.theory import Analysis, analyse, proof_size, theory_of
from numduel.theory.search import explore
from numduel.words import begin_sentence, listed
from numduel.workers import HERE, Workers, in_order

Difficulty = Literal["easy", "medium", "hard", "expert"]
DIFFICULTIES: tuple[Difficulty, ...] = get_args(Difficulty)
TASK = "Find a move that wins."

_LARGEST_SMALL = 20  # different moves; up to here a search finds all distances quickly
_SHORT_SEARCH = 1_000  # budget for the distances of a larger game
_REFUTATION = 1_000  # budget for each reply of a refutation in a file

_TRIES = {"easy": 16, "medium": 12, "hard": 8}  # a stronger player takes longer
_FEWEST_WAYS = 3  # ways to play; with fewer it is a coin toss
_FEWEST_MOVES = 4  # moves of a puzzle that is not easy
MEDIUM, HARD = 35, 50  # lowest ratings of these levels
HARD_PROOF, EXPERT_PROOF = 6, 500  # smallest proofs of hard and expert puzzles, in positions
_SHALLOW = 50  # positions; limit for the proof of an easy puzzle

_BARREN = 1_000  # draws in vain before all positions are listed
_HOPELESS = 5_000  # draws in vain before giving up
_MOST_EFFORT = 20_000_000  # limit for listing all positions: moves tried times the game's size
_TOGETHER = 32  # positions in a task for another process; most are not puzzles
_PATIENCE = 40  # puzzles found before a rarer level is no longer waited for
_DAILY = 4  # puzzles of a setting tried for a day
_BEST_CHANCE = 1 / 3  # chance of a guess, at most
_TO_CHANGE = 2  # right or wrong answers in a row that change the level
# The levels of the daily puzzles, from Monday.
_WEEK: tuple[Difficulty, ...] = ("easy", "easy", "medium", "medium", "medium", "hard", "hard")


@dataclass(frozen=True)
class Puzzle:
    """A position with its winning moves, in written form."""

    id: str
    game: str
    rules: int
    options: dict[str, Any]
    moves: tuple[str, ...]
    legal: tuple[str, ...]
    answers: tuple[str, ...]
    distance: int | None  # moves until the win with best play, where that is known
    proof: int  # positions in a proof of the win; at most 500, 50 for an easy one
    rating: int  # measured difficulty, from 0 to 100
    difficulty: Difficulty  # the level that follows from the rating and the proof
    theme: str

    @property
    def chance(self) -> float:
        """The share of legal moves that win."""
        return len(self.answers) / len(self.legal)


def puzzle_at(game: AnyGame, moves: Sequence[str]) -> Puzzle | None:
    """Return the position after these written moves as a puzzle; None if it is not one."""
    match = Match.at(game, moves)
    analysis = _judge(game, match.state)
    if not analysis.matters:
        return None
    return _describe(game, match.moves, match.state, analysis)


def is_coin_toss(game: AnyGame, state: Any) -> bool:
    """Return whether a position has too few ways to play to be a puzzle for people."""
    moves = game.legal_moves(state)
    return len({theory_of(game).kind_of(state, move) for move in moves}) < _FEWEST_WAYS


def asks_people(game: AnyGame) -> bool:
    """Return whether a game has puzzles for people, and not only coin tosses."""
    return not is_coin_toss(game, game.start()) and not theory_of(game).lack_of_puzzles()


def puzzle_settings(game_class: type[AnyGame]) -> list[AnyGame]:
    """Return a rule book with each of the presets that have puzzles for people."""
    return [game for game in preset_games(game_class, "puzzles") if asks_people(game)]


def solver_of(match: Match) -> Address:
    """Return how a puzzle addresses its solver: the player to move is "you"."""
    player = match.state.to_move
    return Address({player.opponent: "Your opponent"}, (player,))


def match_of(puzzle: Puzzle) -> Match:
    """Return the match at a puzzle's position."""
    return Match.at(build_game(find_game(puzzle.game), puzzle.options), puzzle.moves)


def future_id(game: AnyGame, state: Any) -> str:
    """Return a hash of the canonical position, equal for puzzles with the same future."""
    return _hash([game.slug, game.rules_version, game.options, repr(game.canonical(state))])


def puzzle_id(game: AnyGame, moves: Sequence[str]) -> str:
    """Return a hash of a game, its options and the moves so far."""
    return _hash([game.slug, game.rules_version, game.options, list(moves)])


def _hash(value: Any) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()[:12]


def _judge(game: AnyGame, state: Any) -> Analysis:
    """Find the winner, without distances if a theorem knows: they take longer, and most positions
    are not puzzles."""
    analysis = analyse(game, state, budget=0)
    return _measure(game, state) if analysis.winner is None else analysis


def _measure(game: AnyGame, state: Any) -> Analysis:
    """Find the winner and the distance, with a short search in a large game."""
    is_large = len(game.all_moves()) > _LARGEST_SMALL
    return analyse(game, state, _SHORT_SEARCH) if is_large else analyse(game, state)


def _describe(
    game: AnyGame,
    moves: Sequence[Any],
    state: Any,
    analysis: Analysis,
    wanted: Difficulty | None = None,
) -> Puzzle | None:
    """Describe a puzzle; None if it does not have the wanted level, since the rest takes longer."""
    written = tuple(map(game.write_move, moves))
    name, answers = puzzle_id(game, written), analysis.moves_won_by(state.to_move)
    is_deep = _is_worth_thought(game, state, answers)
    proof = proof_size(game, state, EXPERT_PROOF if is_deep else _SHALLOW)
    rating = _rate(game, state, tuple(answers), proof, name)
    level = level_of(rating, proof, is_deep)
    if wanted not in (None, level):
        return None
    return Puzzle(
        name,
        game.slug,
        game.rules_version,
        game.options,
        written,
        tuple(game.write_move(choice.move) for choice in analysis.choices),
        tuple(map(game.write_move, answers)),
        _measure(game, state).distance,
        proof,
        rating,
        level,
        theory_of(game).theme(state, answers).name,
    )


# Difficulty.


@lru_cache(maxsize=4_096)  # searches for other levels meet the same positions
def _rate(game: AnyGame, state: Any, answers: tuple[Any, ...], proof: int, seed: str) -> int:
    """Return the rating of a position with these winning moves, from 0 (easiest) to 100. `proof` is
    the size of a proof."""
    missed = [1 - len(answers) / len(game.legal_moves(state))]
    missed.append(float(theory_of(game).habit(state) not in answers))
    for name, tries in _TRIES.items():
        chosen = (
            PLAYERS[name](game, state, Random(f"{seed}/{name}/{attempt}"))
            for attempt in range(tries)
        )
        missed.append(sum(move not in answers for move in chosen) / tries)
    return round(50 * sum(missed) / len(missed) + 50 * log(proof) / log(EXPERT_PROOF))


def _is_worth_thought(game: AnyGame, state: Any, answers: Sequence[Any]) -> bool:
    """Return whether there are enough moves, and no simple property gives the answer away."""
    if len(game.legal_moves(state)) < _FEWEST_MOVES:
        return False
    return theory_of(game).give_away(state, answers) is None


def level_of(rating: int, proof: int, worth_thought: bool) -> Difficulty:
    """Return the difficulty for a rating and the size of a proof."""
    if not worth_thought or rating < MEDIUM:
        return "easy"
    if rating < HARD or proof < HARD_PROOF:
        return "medium"
    return "hard" if proof < EXPERT_PROOF else "expert"


# Finding puzzles. Positions are drawn from random games and examined in bundles. The same
# seed gives the same puzzles in the same order, whatever the size of the bundles.


class _Wanted(NamedTuple):
    """The puzzles to look for."""

    game: AnyGame
    difficulty: Difficulty | None
    theme: str | None
    is_fair: bool  # no coin tosses


class _LookedAt(NamedTuple):
    """The result of examining a position."""

    is_unknown: bool  # its winner is unknown
    matters: bool  # one move wins and another loses
    is_left_out: bool  # a simple habit solves too many like it
    puzzle: Puzzle | None


def _look_at_all(wanted: _Wanted, positions: Sequence[Sequence[Any]]) -> list[_LookedAt]:
    """Examine the positions after these moves. May run in another process."""
    return [_look_at(wanted, moves) for moves in positions]


def _look_at(wanted: _Wanted, moves: Sequence[Any]) -> _LookedAt:
    game = wanted.game
    state = state_after(game, moves)
    analysis = _judge(game, state)
    answers = analysis.moves_won_by(state.to_move)
    ways = {theory_of(game).kind_of(state, answer) for answer in answers}
    seen = _LookedAt(analysis.winner is None, analysis.matters, False, None)
    if not analysis.matters or len(ways) != 1:
        return seen
    if wanted.is_fair and is_coin_toss(game, state):
        return seen
    if wanted.theme not in (None, theory_of(game).theme(state, answers).name):
        return seen
    is_deep = _is_worth_thought(game, state, answers)
    if not is_deep and wanted.difficulty not in (None, "easy"):
        return seen
    luck = Random(repr(game.canonical(state))).random()
    if is_deep and luck >= theory_of(game).share_kept(state, answers):
        return seen._replace(is_left_out=True)
    return seen._replace(puzzle=_describe(game, moves, state, analysis, wanted.difficulty))


class Puzzles(Iterator[Puzzle]):
    """An iterator over different puzzles with one way to win, reproducible from the seed. Without a
    difficulty, the levels are mixed evenly: easy puzzles, which are common, are held back until
    harder ones turn up. If there are fewer than asked for, `shortage` says why."""

    def __init__(
        self,
        game: AnyGame,
        count: int,
        seed: int = 0,
        difficulty: Difficulty | None = None,
        theme: str | None = None,
        workers: Workers = HERE,
        is_fair: bool = False,
    ) -> None:
        """`is_fair` leaves out coin tosses."""
        self.game = game
        self.wanted = _Wanted(game, difficulty, theme, is_fair)
        self.count = count
        self.seed = seed
        self.workers = workers
        self.found = 0
        self.given = 0
        self.shortage: str | None = None
        self._together = 1 if workers is HERE else _TOGETHER
        self._seen: set[Any] = set()
        self._unknown = 0
        self._left_out = 0
        self._mattering = 0
        self._stream = self._find()
        self._mixed = self._mix() if difficulty is None else self._count()

    def __next__(self) -> Puzzle:
        if self.given >= self.count:
            self._mixed.close()
            self._stream.close()
            if self.count:
                self.shortage = None
            raise StopIteration
        puzzle = next(self._mixed)
        self.given += 1
        return puzzle

    def _count(self) -> Generator[Puzzle, None, None]:
        for puzzle in self._stream:
            self.found += 1
            yield puzzle

    def _mix(self) -> Generator[Puzzle, None, None]:
        """Yield the puzzles so that no level gets far ahead. A level that does not turn up for a
        while is not waited for until it does. Waiting puzzles are yielded one at a time, or
        hundreds of easy ones would follow at once when a rare level is given up."""
        waiting: dict[Difficulty, deque[Puzzle]] = {level: deque() for level in DIFFICULTIES}
        given = Counter(dict.fromkeys(DIFFICULTIES, 0))
        awaited, idle = {*DIFFICULTIES}, 0
        for puzzle in self._count():
            waiting[puzzle.difficulty].append(puzzle)
            awaited.add(puzzle.difficulty)
            idle += 1
            if idle > _PATIENCE:
                awaited = {level for level in DIFFICULTIES if waiting[level]}
            behind = min(filter(awaited.__contains__, DIFFICULTIES), key=given.__getitem__)
            if waiting[behind]:
                given[behind] += 1
                idle = 0
                yield waiting[behind].popleft()
        while rest := [level for level in DIFFICULTIES if waiting[level]]:
            behind = min(rest, key=given.__getitem__)
            given[behind] += 1
            yield waiting[behind].popleft()

    def _find(self) -> Generator[Puzzle, None, None]:
        """Draw positions from random games; when new puzzles get rare, go through all positions
        left."""
        self.shortage = theory_of(self.game).lack_of_puzzles()
        if self.shortage is not None:
            return
        barren = 0
        with closing(self._look_at_each(self._draw())) as looked_at:
            for puzzle in looked_at:
                barren = 0 if puzzle else barren + 1
                if puzzle:
                    yield puzzle
                elif barren == _BARREN and (origins := _list_origins(self.game)) is not None:
                    looked_at.close()
                    yield from filter(None, self._look_at_each(self._walk(origins)))
                    self.shortage = self._tell_all()
                    return
                elif barren == _HOPELESS:
                    break
        where = f"{_HOPELESS:,} positions of random games"
        if self.found:
            self.shortage = f"Found {self._counted()}; {where} had no other."
        else:
            self.shortage = f"Found {self._counted()} in {where}."

    def _tell_all(self) -> str:
        """Return how many puzzles there are, after all positions were examined."""
        told = f"There {'is' if self.found == 1 else 'are'} {self._counted()}"
        if self._unknown:
            return f"{told}, and {self._unknown:,} positions whose winner is unknown."
        if not self._mattering:
            return f"{told}: the game is decided before the first move, and no choice matters."
        if self._left_out and self.wanted.difficulty is None:
            left_out = f"{self._left_out:,} more were left out"
            return f"{told}; {left_out}, so that no simple habit finds the answers."
        return f"{told}."

    def _draw(self) -> Iterator[Sequence[Any]]:
        """Yield the moves to a random position of each of many random games."""
        random = Random(f"{self.seed}/draw")
        while True:
            moves = random_moves(self.game, random)
            yield moves[: random.randrange(len(moves))] if moves else ()

    def _walk(self, origins: Sequence["_Origin"]) -> Iterator[Sequence[Any]]:
        """Yield the moves to each position, in random order."""
        places = list(range(len(origins)))
        Random(f"{self.seed}/rest").shuffle(places)
        return (_moves_to(origins, place) for place in places)

    def _look_at_each(
        self, positions: Iterator[Sequence[Any]]
    ) -> Generator[Puzzle | None, None, None]:
        """Examine the positions after these moves, and yield the puzzle or None for each; None for
        a key that was there before."""
        waiting: deque[list[tuple[Any, bool]]] = deque()  # keys, and whether each is new

        def bundles() -> Iterator[list[Sequence[Any]]]:
            while some := list(islice(positions, self._together)):
                self._look_on()
                keys = [self.game.canonical(state_after(self.game, moves)) for moves in some]
                is_new = [key not in self._seen for key in keys]
                waiting.append([*zip(keys, is_new, strict=True)])
                yield [*compress(some, is_new)]

        for looks in in_order(self.workers, partial(_look_at_all, self.wanted), bundles()):
            each = iter(looks)
            for key, is_new in waiting.popleft():
                yield self._take(key, next(each)) if is_new else None

    def _look_on(self) -> None:
        """Hook for a subclass, which may end the search here."""

    def _take(self, key: Any, look: _LookedAt) -> Puzzle | None:
        """Count a position, unless one with this key was there before, and return its puzzle."""
        if key in self._seen:
            return None
        self._seen.add(key)
        self._unknown += look.is_unknown
        self._mattering += look.matters
        self._left_out += look.is_left_out
        return look.puzzle

    def _counted(self) -> str:
        difficulty, theme = self.wanted.difficulty, self.wanted.theme
        kind = f"{difficulty} puzzle" if difficulty else "puzzle"
        puzzles = f"{self.found or 'no'} {kind}{'' if self.found == 1 else 's'}"
        return f"{puzzles} on {theme}" if theme else puzzles


_Origin = tuple[int, Any]  # the place of the predecessor, and the move


@lru_cache(maxsize=2)
def _list_origins(game: AnyGame) -> list[_Origin] | None:
    """List the first predecessor of every position, the start first; None if there are too many."""
    try:
        positions = explore(game, game.start(), _MOST_EFFORT // max(1, len(game.all_moves())))
    except TooLarge:
        return None
    origins: list[_Origin] = [(0, None)]
    for place, following in enumerate(positions.successors):
        if following and max(following) >= len(origins):
            for after, move in zip(
                following, game.legal_moves(positions.states[place]), strict=True
            ):
                if after == len(origins):
                    origins.append((place, move))
    return origins


def _moves_to(origins: Sequence[_Origin], place: int) -> list[Any]:
    moves = []
    while place:
        place, move = origins[place]
        moves.append(move)
    return moves[::-1]


def daily_level(day: date) -> Difficulty:
    """Return the level of the puzzle of a date: easy on Mondays, hard at the end of the week."""
    return _WEEK[day.weekday()]


def daily_puzzle(day: date) -> Puzzle:
    """Return the puzzle of a date, of that weekday's level. It is the same for everybody, so only
    our own rule books take part."""
    level, random = daily_level(day), Random(f"daily/{day.isoformat()}")
    books = [puzzle_settings(book) for book in our_games()]
    random.shuffle(books)
    for game in chain.from_iterable(cycle(books)):
        for puzzle in Puzzles(game, _DAILY, random.getrandbits(32), is_fair=True):
            if puzzle.difficulty == level and _is_worth_a_day(puzzle):
                return puzzle
    raise AssertionError("every level has puzzles")


def _is_worth_a_day(puzzle: Puzzle) -> bool:
    """Return whether a guess is unlikely to be right."""
    return len(puzzle.legal) >= _FEWEST_MOVES and puzzle.chance <= _BEST_CHANCE


def rising_level(answers: Iterable[bool]) -> Difficulty:
    """Return the level of the next puzzle after these answers (oldest first): it starts easy, rises
    after two right answers in a row, and falls after two wrong ones."""
    level = in_a_row = 0
    was_right = True
    for is_right in answers:
        in_a_row = in_a_row + 1 if is_right == was_right else 1
        was_right = is_right
        if in_a_row == _TO_CHANGE:
            level = min(max(level + (1 if is_right else -1), 0), len(DIFFICULTIES) - 1)
            in_a_row = 0
    return DIFFICULTIES[level]


def tell_share(day: date, is_right: bool, days: int) -> str:
    """Return a line to share a result of the daily puzzle without its answer. `is_right` is the
    first try; `days` is the streak."""
    told = "★ first try" if is_right else "☆ not at the first try"
    streak = f", {days}-day streak" if is_right and days > 1 else ""
    return f"numduel daily {day.isoformat()} {told}{streak}"


# A puzzle in a file.


def puzzle_of(puzzle: Puzzle) -> dict[str, Any]:
    """Return a puzzle as JSON, with the ID of its position and the refutations of wrong answers.
    The options are one JSON text, so that puzzles of different games have the same schema."""
    fields = asdict(puzzle) | {"options": json.dumps(puzzle.options)}
    more = {"position": match_of(puzzle).id, "refutations": [*_refutations(puzzle)]}
    return {"form": FORM, **fields, **more}


def _refutations(puzzle: Puzzle) -> Iterator[dict[str, Any]]:
    """Yield the refutations of wrong answers, one for equivalent moves."""
    match = match_of(puzzle)
    game, state = match.game, match.state
    losing = map(game.read_move, (move for move in puzzle.legal if move not in puzzle.answers))
    for move in {theory_of(game).kind_of(state, move): move for move in losing}.values():
        beaten = refute(game, state, move, _REFUTATION)
        if beaten is not None:
            line = [*beaten.line]
            yield {"move": line[0], "line": line, "text": begin_sentence(beaten.text)}


# Questions and answers.


@dataclass(frozen=True, kw_only=True)
class AnswerResult(Form):
    """The feedback on an answer to a puzzle or lesson; a wrong move keeps the solution secret."""

    is_right: bool
    text: str
    """whether the answer is right; what beats a wrong move"""
    chosen: str | None
    """the move that was the answer; null for giving up"""
    right: str | None
    """the move to mark as right: the chosen one if it wins; null after a wrong move"""
    line: tuple[str, ...]
    """the chosen move and best play after it, to show on a board what beats it or how it wins"""
    choices: tuple[MoveValue, ...]
    """the moves whose value is told"""
    answers: tuple[str, ...]
    """the moves that win; empty after a wrong move"""
    theme: str | None = None
    """of the puzzle; null in a lesson and after a wrong move"""
    truth: PositionTruth | None = None
    """what is known of the puzzle's position, with a sentence on the theme in `why`; null in a
    lesson and after a wrong move"""
    why: str = ""
    """the lesson's reason why the right move wins; empty in a puzzle and after a wrong move"""
    pairs: tuple[tuple[int, ...], ...] = ()
    """the lesson's numbers to draw as pairs"""


def question(answers: int) -> str:
    """Return the question of a puzzle with this many answers."""
    return "One move wins: find it." if answers == 1 else "Find a move that wins."


def solved(match: Match, move: Any) -> AnswerResult:
    """Return the feedback on an answer to the puzzle at a match's position.

    For a wrong move it is the refutation, without the right move, because the player may try again.
    `move` is None if the player gives up.
    """
    game, state = match.game, match.state
    analysis = analyse(game, state, 0)  # the winner is enough to refuse a move
    if analysis.winner is None:
        analysis = analyse(game, state)
    answers = analysis.moves_won_by(state.to_move)
    if move is not None and move not in answers:
        return refuse(game, state, move)
    analysis = analyse(game, state)
    told = confirm(game, state, analysis, answers, move)
    truth = truth_of(match, analysis=analysis)
    if not answers:
        return replace(told, choices=truth.choices, truth=truth)
    theme = theory_of(game).theme(state, answers)
    sentences = (*truth.why.sentences, f"Theme: {theme.name}. {theme.text}")
    truth = replace(truth, why=replace(truth.why, sentences=sentences))
    return replace(told, choices=truth.choices, theme=theme.name, truth=truth)


def refuse(game: AnyGame, state: Any, move: Any) -> AnswerResult:
    """Return the feedback on a wrong move, in puzzles and lessons."""
    choice, beaten = follow(game, state, move)
    loses = choice.winner is state.to_move.opponent
    named = game.words.name_move(state, move)
    return AnswerResult(
        is_right=False,
        text=f"No: {beaten.text}" if loses else f"No, {named} does not win.",
        chosen=game.write_move(move),
        right=None,
        line=beaten.line,
        choices=values_of(game, state, [choice]),
        answers=(),
    )


def confirm(
    game: AnyGame, state: Any, analysis: Analysis, answers: list[Any], move: Any
) -> AnswerResult:
    """Return the feedback on a right move, or to a player who gives up (`move` is None). `analysis`
    is that of the position."""
    told = [choice for choice in analysis.choices if choice.move in answers]
    right = move if move in answers or not answers else answers[0]
    return AnswerResult(
        is_right=move in answers,
        text=_tell_right(game, state, answers, move),
        chosen=None if move is None else game.write_move(move),
        right=None if right is None else game.write_move(right),
        line=() if right is None else follow(game, state, right)[1].line,
        choices=values_of(game, state, told),
        answers=tuple(map(game.write_move, answers)),
    )


def _tell_right(game: AnyGame, state: Any, answers: list[Any], move: Any) -> str:
    others = [game.words.name_move(state, other) for other in answers if other != move]
    if move is None:
        return f"{listed(others)} win{'s' * (len(others) == 1)}."
    text = f"Right: {game.words.name_move(state, move)} wins"
    if not others:
        return f"{text}."
    return f"{text}, and so {'does' if len(others) == 1 else 'do'} {listed(others)}."


# Hints in steps: the theme, then where to look, then the move.


@dataclass(frozen=True, kw_only=True)
class Nudge(Form):
    """One step of a hint for a puzzle."""

    step: int
    """from 1"""
    steps: int
    """how many there are; 0 if no move wins"""
    text: str
    moves: tuple[str, ...]
    """the moves among which to look"""


def nudges(match: Match) -> tuple[Nudge, ...]:
    """Return the steps of a hint for the puzzle at a match's position, each more specific than the
    last; empty if no move wins."""
    game, state = match.game, match.state
    analysis = analyse(game, state)
    answers = analysis.moves_won_by(state.to_move)
    if not answers:
        return ()
    theme = theory_of(game).theme(state, answers)
    far = within(analysis.distance)
    about = f"Theme: {theme.name}. {theme.nudge}{f' You can win{far}.' if far else ''}"
    move = Random(future_id(game, state)).choice(answers)
    order = begin_sentence(game.words.to_play(state, move))
    steps = (about, ()), _where(game, state, answers), (f"{order}: it wins.", (move,))
    return tuple(
        Nudge(step=step, steps=len(steps), text=text, moves=tuple(map(game.write_move, moves)))
        for step, (text, moves) in enumerate(steps, start=1)
    )


def nudge_of(match: Match, step: int) -> Nudge:
    """Return one step of a hint, counted from 1; beyond the last, the last one."""
    steps = nudges(match)
    if not steps:
        return Nudge(step=0, steps=0, text="No move wins here.", moves=())
    return steps[min(step, len(steps)) - 1]


def _where(game: AnyGame, state: Any, answers: list[Any]) -> tuple[str, tuple[Any, ...]]:
    """Return where to look: a named part of the choices or, if there is none, about half of the
    moves."""
    legal = game.legal_moves(state)
    for name, moves in theory_of(game).regions(state):
        if 1 < len(moves) < len(legal) and set(answers) <= set(moves):
            return f"Look for {name}: {_named(game, state, moves, 'or')}.", moves
    kinds: dict[Any, Any] = {}
    random = Random(future_id(game, state))
    for move in random.sample(legal, len(legal)):
        kinds.setdefault(theory_of(game).kind_of(state, move), move)
    right = next(move for move in kinds.values() if move in answers)
    others = [move for move in kinds.values() if move not in answers]
    kept = {right, *others[: max(1, len(kinds) // 2 - 1)]}
    compared = tuple(move for move in legal if move in kept)
    return f"Compare {_named(game, state, compared, 'and')}: only one of them wins.", compared


def _named(game: AnyGame, state: Any, moves: tuple[Any, ...], word: str) -> str:
    """Join the names of moves, with semicolons if a name contains "and"."""
    names = [game.words.name_move(state, move) for move in moves]
    is_plain = not any(" and " in name for name in names)
    return listed(names, len(names), word) if is_plain else "; ".join(names)
