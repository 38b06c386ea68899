"""Helpers for the tables of the atlas."""

from collections.abc import Callable, Iterator
from functools import cache
from itertools import groupby
from typing import Any

from numduel import load_game

UNLIMITED = 10**10  # budget of a search, in moves


class Differ(Exception):
    """Two programs disagree."""


def agree(one: object, two: object, what: str) -> None:
    """Raise Differ if two methods disagree."""
    if one != two:
        raise Differ(f"Two ways differ on {what}.")


def ranges(numbers: list[int]) -> str:
    """Return numbers as text, neighbours as ranges."""
    runs = []
    for _, run in groupby(enumerate(numbers), lambda pair: pair[1] - pair[0]):
        first, *rest = (number for _, number in run)
        runs.append(f"{first}-{rest[-1]}" if rest else f"{first}")
    return ", ".join(runs)


def table(names: list[str], rows: list[list[Any]]) -> list[str]:
    """Return rows as a table of the page."""
    lines = [names, ["---:"] * len(names), *map(_filled, rows)]
    return [*(f"| {' | '.join(line)} |" for line in lines), ""]


def file_of(names: list[str], rows: list[list[Any]]) -> list[str]:
    """Return rows as CSV."""
    return [",".join(line) for line in (names, *map(_filled, rows))]


def _filled(row: list[Any]) -> list[str]:
    return ["" if cell is None else str(cell) for cell in row]


def count_games(slug: str, **options: Any) -> dict[Any, tuple[int, int]]:
    """Return the number of complete games after each opening, from the rules: those with an odd and
    those with an even number of moves, the opening included."""
    game = load_game(slug, **options)

    @cache
    def ways(state: Any) -> tuple[int, int]:
        """Return the same for a position."""
        odd = even = 0
        for move in game.legal_moves(state):
            after = ways(game.after(state, move))
            odd, even = odd + after[1], even + after[0]
        return (odd, even) if odd or even else (0, 1)

    start = game.start()
    moves = game.legal_moves(start)
    return {move: ways(game.after(start, move))[::-1] for move in moves}


def lines_of(make: Callable[..., Iterator[str]], *arguments: Any) -> list[str]:
    """Return the lines of a table; may run in another process."""
    return list(make(*arguments))
