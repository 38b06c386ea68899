"""Answers that take long, before and now: `python -m bench answers`.

An audit is all that `numduel audit GAME` does, the search for better settings too. The last rows
are the first answers in Divisor Duel on 1..1,000,000, with compiled code loaded before; without
numba a hint took 62 s there. "Before" was measured when every game that a player of an audit
imagined was played, every position of a sample was searched for its distance, and a million
choices were made at once. Now imagined games are drawn by their exact chance where all positions
are listed, so the games between players are another sample than before; the other figures of the
rule books are the same. Seconds are processor time on a busy machine; nothing here uses more than
one core.
"""

import time
from collections.abc import Callable, Iterator
from functools import partial
from importlib.util import find_spec
from random import Random

from bench.rows import Time
from numduel import list_games
from numduel.game import AnyGame
from numduel.games.divisor_duel import DivisorDuel
from numduel.players import PLAYERS
from numduel.study import audit_game, explain, hint
from numduel.theory.matching import divisor_graph, maximum_matching

_BEFORE = {
    "Parity Duel": 8.9,
    "Even/Odd Match": 8.6,
    "Number Split Duel": 0.2,
    "Divisor Duel": 23.1,
    "Sequence Builder": 9.4,
    "Grundy's Game": 6.1,
    "hint": 7.0,
}


def rows(short: bool = False) -> Iterator[Time | str]:
    """The measurements one by one."""
    for game_class in list_games():
        if not short or _BEFORE[game_class.title] < 1:
            yield _measured(
                f"audit of {game_class.title}", game_class.title, partial(_study, game_class)
            )
    if find_spec("numba") is None:
        yield "numba is not installed: nothing is compiled."
        return
    maximum_matching(divisor_graph(range(1, 200), compiled=True), compiled=True)  # compiles
    largest = 10_000 if short else 1_000_000
    answers: dict[str, Callable[[DivisorDuel], object]] = {
        "hint": lambda game: hint(game, game.start()),
        "why": lambda game: explain(game, game.start()),
        "hard": lambda game: PLAYERS["hard"](game, game.start(), Random(1)),
    }
    for fewer, (name, answer) in enumerate(answers.items()):  # what was known before is of no use
        large = DivisorDuel(largest - fewer)
        yield _measured(f"{name} on 1..{large.numbers:,}", name, partial(answer, large))


def _study(game_class: type[AnyGame]) -> None:
    audit_game(game_class())


def _measured(task: str, name: str, work: Callable[[], object]) -> Time:
    begin = time.process_time()
    work()
    seconds = time.process_time() - begin
    before = _BEFORE.get(name)
    return Time(task, seconds, "before" if before else "", before)
