"""The tables of all games except Divisor Duel."""

from collections.abc import Iterator
from math import factorial
from typing import Any

from sparse_space import sparse_nim_values
from tables import UNLIMITED, agree, count_games, ranges, table

from numduel import Player, analyse, load_game
from numduel.theory.grundy import nim_values

HEAPS = 1_000_000
BY_DEFINITION = 10_000  # heaps up to which nim-values are also checked by definition


def grundy() -> Iterator[str]:
    values, rare = sparse_nim_values(HEAPS)
    proved = nim_values(BY_DEFINITION)[: BY_DEFINITION + 1]
    agree(values[: len(proved)], [*proved[: len(values)]], "nim-values")
    lost = [heap for heap in range(1, HEAPS + 1) if not values[heap]]
    yield "## Grundy's Game\n"
    yield (
        "From one heap of n Player 2 wins if its nim-value (A002188) is 0. Up to"
        f" {HEAPS:,} there are {len(lost)} such sizes: {ranges(lost)}. The largest nim-value is"
        f" {max(values)}; {len(rare):,} heaps are of the sparse space, the last {rare[-1]:,}. From"
        f" {BY_DEFINITION + 1:,} on by **one program**.\n"
    )


def parity() -> Iterator[str]:
    for size in range(2, 11, 2):
        counted = sum(map(sum, count_games("parity-duel", numbers=size).values()))
        agree(2 * factorial(size // 2) ** 2, counted, f"the games of Parity Duel on 1..{size}")
    yield "## Parity Duel and Even/Odd Match\n"
    yield (
        "As written, the duel on 1 to n lasts n moves if n is even: Player 2 wins, and there are"
        " 2 × ((n/2)!)² complete games (counted through the rules up to 10). If n is odd, Player 1"
        " wins exactly by opening with an odd number.\n"
    )


def number_split() -> Iterator[str]:
    ways = [1, 1, 1]
    for number in range(3, 17):
        ways.append(sum(ways[1:number]) - (ways[number // 2] if number % 2 == 0 else 0))
        counted = sum(map(sum, count_games("number-split-duel", start=number).values()))
        agree(ways[number], counted, f"the games of Number Split Duel from {number}")
    yield "## Number Split Duel\n"
    yield (
        "From 3 on Player 1 wins in one move. Complete games by the first N, with a(1) = a(2) = 1"
        " and a(N) the sum over all parts that can be handed over:"
        f" {', '.join(map(str, ways[1:]))}.\n"
    )


def sequence() -> Iterator[str]:
    rows = []
    for length in range(2, 7):
        row: list[Any] = [length]
        for more in range(8):
            game = load_game("sequence-builder", numbers=2 * length - 1 + more, length=length)
            analysis = analyse(game, game.start(), UNLIMITED)
            winners = {choice.winner for choice in analysis.choices}
            agree(winners, {Player.ONE}, f"who wins {game}")
            agree(wins_by_rules(game), True, f"who wins {game}")
            row.append(analysis.distance)
        rows.append(row)
    yield "## Sequence Builder\n"
    yield (
        "Player 1 wins with every opening at all sizes below. The length of best play, of **one"
        " program**, by the length of a sequence and by how many numbers the pool has beyond the"
        " least, 2 × length − 1:\n"
    )
    yield from table(["length", *(f"+{more}" for more in range(8))], rows)


def wins_by_rules(game: Any) -> bool:
    """Return whether Player 1 wins, by trying a move of each kind."""
    known: dict[Any, bool] = {}

    def wins(state: Any) -> bool:
        name = (game.canonical(state), state.to_move)
        if name not in known:
            over = game.outcome(state)
            moves = {move % 2: move for move in game.legal_moves(state)}.values()
            known[name] = (
                over.winner is state.to_move
                if over
                else any(not wins(game.after(state, move)) for move in moves)
            )
        return known[name]

    return wins(game.start())
