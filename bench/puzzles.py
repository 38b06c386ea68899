"""Measures puzzles: their difficulty by level, their number, the overlap of two seeds, and how
often a single reason proves the answer.

    python -m bench.puzzles [--count 100] [--tries 10] [levels | counts | seeds | reasons]

Source of the figures on difficulty and reasons in docs/research.md. The players draw from other
seeds than those behind the ratings, so that a rating due to luck shows.
"""

import argparse
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from random import Random
from statistics import median
from time import process_time
from typing import Any

from numduel import load_game
from numduel.game import AnyGame
from numduel.players import BASELINES, PLAYERS
from numduel.study import DIFFICULTIES, Puzzle, Puzzles, match_of
from numduel.tasks import to_record
from numduel.tasks.reasons import proves_some

LEVELS: list[tuple[str, dict[str, Any]]] = [
    ("divisor-duel", {}),
    ("divisor-duel", {"numbers": 40, "opening": "even"}),
    ("divisor-duel", {"numbers": 100, "opening": "even"}),
    ("grundys-game", {"start": 24}),
    ("grundys-game", {"start": 30}),
    ("sequence-builder", {"numbers": 15, "length": 7}),
    ("parity-duel", {"jokers": 1}),
]
COUNTED: list[tuple[str, dict[str, Any]]] = [
    ("divisor-duel", {}),
    ("grundys-game", {}),
    ("grundys-game", {"start": 24}),
    ("grundys-game", {"start": 30}),
    ("sequence-builder", {}),
    ("sequence-builder", {"numbers": 15, "length": 7}),
    ("parity-duel", {"jokers": 1}),
    ("parity-duel", {"numbers": 30, "jokers": 3}),
]
SEEDS = [(20, 1_000), (30, 1_000), (50, 300), (100, 300), (200, 200), (500, 40)]


def solvers(tries: int) -> dict[str, Any]:
    """Return the players and the habits, each with its number of tries."""
    often = {"perfect": 1, "habits": 1}
    return {
        name: (player, often.get(name, tries)) for name, player in (PLAYERS | BASELINES).items()
    }


def share_found(puzzles: Sequence[Puzzle], choose: Any, tries: int) -> float:
    """Return the share of tries in which a player finds an answer; for a guesser it is exact."""
    if choose is PLAYERS["random"]:
        return sum(puzzle.chance for puzzle in puzzles) / len(puzzles)
    found = 0
    for puzzle in puzzles:
        match = match_of(puzzle)
        for attempt in range(tries):
            random = Random(f"bench/{puzzle.id}/{attempt}")
            move = choose(match.game, match.state, random)
            found += match.game.write_move(move) in puzzle.answers
    return found / (tries * len(puzzles))


def level_rows(count: int, tries: int) -> Iterator[str]:
    names = solvers(tries)
    told = " | ".join(f"`{name}`" for name in names)
    yield f"| game | level | puzzles | proof | moves | {told} |"
    yield f"|---|---|---:|---:|---:|{'---:|' * len(names)}"
    for slug, options in LEVELS:
        game = load_game(slug, **options)
        mixed = list(Puzzles(game, 3 * count, 1))
        for level in DIFFICULTIES:
            puzzles = [puzzle for puzzle in mixed if puzzle.difficulty == level]
            if not puzzles:
                continue
            proofs = median(puzzle.proof for puzzle in puzzles)
            moves = sum(len(puzzle.legal) for puzzle in puzzles) / len(puzzles)
            shares = [share_found(puzzles, *names[name]) for name in names]
            told = " | ".join(f"{share:.0%}" for share in shares)
            row = f"{title(game)} | {level} | {len(puzzles)} | {proofs:g} | {moves:.1f}"
            yield f"| {row} | {told} |"


def count_rows() -> Iterator[str]:
    yield f"| game | puzzles | {', '.join(DIFFICULTIES)} | themes | seconds |"
    yield "|---|---:|---|---|---:|"
    for slug, options in COUNTED:
        game = load_game(slug, **options)
        begun = process_time()
        stream = Puzzles(game, 1_000_000, 1)
        puzzles = list(stream)
        levels = Counter(puzzle.difficulty for puzzle in puzzles)
        themes = Counter(puzzle.theme for puzzle in puzzles).most_common()
        told = ", ".join(f"{name} {many:,}" for name, many in themes)
        many = ", ".join(f"{levels[level]:,}" for level in DIFFICULTIES)
        seconds = process_time() - begun
        yield f"| {title(game)} | {len(puzzles):,} | {many} | {told} | {seconds:.0f} |"
        yield f"<!-- {stream.shortage} -->"


def seed_rows() -> Iterator[str]:
    yield "| Divisor Duel | puzzles from each seed | in both |"
    yield "|---|---:|---:|"
    for numbers, count in SEEDS:
        game = load_game("divisor-duel", numbers=numbers)
        one, two = ({*futures(Puzzles(game, count, seed))} for seed in (1, 2))
        yield f"| 1 to {numbers} | {count:,} | {len(one & two)} |"


def futures(puzzles: Iterator[Puzzle]) -> Iterator[Any]:
    """Yield the canonical key of each puzzle's position."""
    for match in map(match_of, puzzles):
        yield match.game.canonical(match.state)


def reason_rows(count: int) -> Iterator[str]:
    """Yield how often the most common valid reason proves the right move."""
    yield "| game | puzzles | the best fixed reason | valid |"
    yield "|---|---:|---|---:|"
    for slug, options in [*LEVELS, ("sequence-builder", {})]:
        game = load_game(slug, **options)
        puzzles = list(Puzzles(game, count, 1))
        fixed = {to_record(puzzle)["reason"] for puzzle in puzzles}
        valid = {reason: sum(is_proved(puzzle, reason) for puzzle in puzzles) for reason in fixed}
        best = max(sorted(valid), key=valid.__getitem__)
        shown = best if len(best) < 40 else f"{best[:40]}…"
        share = valid[best] / len(puzzles)
        yield f"| {title(game)} | {len(puzzles)} | `{shown}` | {share:.0%} |"


def is_proved(puzzle: Puzzle, reason: str) -> bool:
    return proves_some(match_of(puzzle), puzzle.answers[:1], reason)


def title(game: AnyGame) -> str:
    usual = type(game)().options
    chosen = [f"{name} {value}" for name, value in game.options.items() if value != usual[name]]
    return ", ".join([game.title, *chosen])


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--tries", type=int, default=10)
    parser.add_argument("tables", nargs="*", choices=["levels", "counts", "seeds", "reasons", []])
    asked = parser.parse_args()
    tables: dict[str, Callable[[], Iterator[str]]] = {
        "levels": lambda: level_rows(asked.count, asked.tries),
        "counts": count_rows,
        "seeds": seed_rows,
        "reasons": lambda: reason_rows(asked.count),
    }
    for name in asked.tables or tables:
        for row in tables[name]():
            print(row, flush=True)
        print()


if __name__ == "__main__":
    main()
