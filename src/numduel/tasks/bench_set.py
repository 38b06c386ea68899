"""The benchmark: a frozen set of positions in which one move wins and another loses, each with its
form of prompt.

A set is a text file of one question a line: its part (`train` or `test`), the size of a proof of
the win (at most 500), the form of its prompt, and the ID of the position.

    test 57 book+legal GAME/numbers=40/6,3,9

A set follows from its seed, the winners and the proof sizes, not from distances, budgets or the
machine. No two positions have the same future, so the test part shares none with the train part.
The set is stratified by proof size, and habits, small and large moves are kept from being right
more often than a guess.
"""

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from itertools import cycle
from random import Random
from typing import Any, Literal, get_args

from numduel.catalogue import build_game, list_games, same_rules
from numduel.errors import BadRecord, NumduelError
from numduel.game import AnyGame
from numduel.match import Match, read_id, write_id
from numduel.study.audit import random_moves, states_along
from numduel.tasks.asking import Asking, has_twin
from numduel.theory import proof_size, theory_of

NAME = "numduel-bench-1"
SEED = 1
MOST_PROOF = 500
LEVELS = {"under 12": 12, "12 to 59": 60, "60 to 499": 500, "500 or more": MOST_PROOF + 1}
"""The strata, by how many positions a proof has: the name, and the first size that is too large."""

Part = Literal["train", "test"]
PARTS: tuple[Part, ...] = get_args(Part)
FORMS = {
    "book+legal": Asking(),
    "book": Asking(legal=False),
    "twin+legal": Asking(twin=True),
    "twin": Asking(twin=True, legal=False),
    "book+legal+reasons": Asking(reasons=True),
    "book+reasons": Asking(legal=False, reasons=True),
}
"""The ways of asking: in the rule book's words or in others, with the legal moves listed or not,
and with a reason asked for or not."""

_EACH = 85  # questions per game and stratum
_RARE = 14  # one question in 14 may be missing: the last ones of a rare stratum take longest
_TRAIN = 2, 5  # two questions in five are in the train part
_GAMES = 3_000  # random games to search for positions
_A_GAME = 2  # questions from one random game
_FEWEST_MOVES = 4
_LEANING = 1.0  # right answers beyond chance that a habit may have


@dataclass(frozen=True)
class Question:
    """A line of a set."""

    part: Part
    proof: int
    form: str
    position: str

    def __str__(self) -> str:
        return f"{self.part} {self.proof} {self.form} {self.position}"

    @property
    def asking(self) -> Asking:
        return FORMS[self.form]

    @property
    def level(self) -> str:
        """The stratum, by the size of the proof."""
        return level_of_proof(self.proof)

    @cached_property
    def match(self) -> Match:
        return read_id(self.position)


def level_of_proof(proof: int) -> str:
    """Return the stratum of a proof of this size."""
    return next(name for name, end in LEVELS.items() if proof < end)


class Balance:
    """A tally that keeps habits at chance in the chosen positions: the game's own habit, the
    smallest and the largest legal move, and the one that is longest to write."""

    def __init__(self) -> None:
        self.surplus = [0.0] * 4

    def after(self, game: AnyGame, state: Any, answers: Sequence[Any]) -> list[float]:
        """Return each habit's right answers beyond chance after another position."""
        moves = game.legal_moves(state)
        longest = max(moves, key=lambda move: len(game.write_move(move)))
        habits = (theory_of(game).habit(state), moves[0], moves[-1], longest)
        chance = len(answers) / len(moves)
        pairs = zip(self.surplus, habits, strict=True)
        return [surplus + (habit in answers) - chance for surplus, habit in pairs]


def bench_games() -> list[list[AnyGame]]:
    """Return each game's settings in the benchmark; twins once."""
    rules = dict.fromkeys(map(same_rules, list_games()))
    settings = ((book, theory_of(book()).bench) for book in rules)
    return [[build_game(book, options) for options in bench] for book, bench in settings if bench]


def make_questions(seed: int, each: int = _EACH, games: int = _GAMES) -> Iterator[Question]:
    """Yield a set of questions: `each` for every game and stratum, as far as `games` random games
    have them."""
    for settings in bench_games():
        yield from _questions_of(settings, seed, each, games)


def _questions_of(
    settings: Sequence[AnyGame], seed: int, each: int, games: int
) -> Iterator[Question]:
    random, balance = Random(f"{NAME}/{seed}/{settings[0].slug}"), Balance()
    forms = [form for form, asking in FORMS.items() if not asking.twin or has_twin(settings[0])]
    seen: set[Any] = set()
    taken: Counter[str] = Counter()
    for game, _ in zip(cycle(settings), range(games), strict=False):
        moves = random_moves(game, random)
        states, places = states_along(game, moves), [*range(len(moves))]
        random.shuffle(places)
        chosen = 0
        for place in places:
            state = states[place]
            key, legal = game.canonical(state), game.legal_moves(state)
            if chosen == _A_GAME or key in seen or len(legal) < _FEWEST_MOVES:
                continue
            seen.add(key)
            answers = theory_of(game).winning_moves(state)
            if not 0 < len(answers) < len(legal):
                continue
            surplus = balance.after(game, state, answers)
            if not _is_balanced(balance.surplus, surplus):
                continue
            wanted = max(end for name, end in LEVELS.items() if taken[name] < each)
            proof = proof_size(game, state, min(wanted, MOST_PROOF))
            level = level_of_proof(proof)
            if proof == 1 or taken[level] == each:
                continue
            chosen += 1
            balance.surplus = surplus
            part: Part = "train" if taken[level] % _TRAIN[1] < _TRAIN[0] else "test"
            form = forms[taken[level] % len(forms)]
            position = write_id(game, map(game.write_move, moves[:place]))
            yield Question(part, proof, form, position)
            taken[level] += 1
            if taken.total() == len(LEVELS) * each - each // _RARE:
                return


def _is_balanced(before: Sequence[float], after: Sequence[float]) -> bool:
    """Return whether no habit gets ahead of a guess, and the game's own habit not behind either."""
    own, *_ = zip(before, after, strict=True)
    is_ahead = any(now > max(was, _LEANING) for was, now in zip(before, after, strict=True))
    return not is_ahead and own[1] >= min(own[0], -_LEANING)


def frozen_set() -> str:
    """Return the text of the frozen set."""
    return files(__package__).joinpath(f"{NAME}.txt").read_text(encoding="ascii")


def hash_of(text: str) -> str:
    """Return the SHA-256 of a set's text."""
    return hashlib.sha256(text.encode()).hexdigest()


def read_questions(lines: Iterable[str]) -> list[Question]:
    """Read the lines of a set; BadRecord for an invalid one. The proof sizes are taken as given."""
    return [_read_question(number, line) for number, line in enumerate(lines, start=1)]


def _read_question(number: int, line: str) -> Question:
    part, proof, form, position = (*line.split(), "", "", "", "")[:4]
    if part not in PARTS or form not in FORMS or not proof.isdecimal() or line.count(" ") != 3:
        raise BadRecord(number, "it is not a question: part, proof, form and position.")
    question = Question(part, int(proof), form, position)
    if not 1 <= question.proof <= MOST_PROOF:
        raise BadRecord(number, f"a proof has 1 to {MOST_PROOF} positions.")
    try:
        match = question.match
        won = theory_of(match.game).winning_moves(match.state)
    except NumduelError as error:
        raise BadRecord(number, str(error)) from None
    if not 0 < len(won) < len(match.game.legal_moves(match.state)):
        raise BadRecord(number, "no choice matters there.")
    return question
