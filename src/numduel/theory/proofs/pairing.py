"""Checks the proof of a Divisor Duel position: a pairing, and a barrier that shows it is maximum.

Join two numbers if one divides the other. Let V be the numbers that remain, with the number taken
last if its taker is said to win. A pairing of V is maximum if some set A of numbers, the barrier,
leaves |A| + (unpaired numbers) pieces of odd size when it is taken out of V: each odd piece has an
unpaired number or one that is paired with a number of A, so no pairing leaves fewer unpaired.

Whoever takes, or has just taken, a number that a maximum pairing leaves out wins by answering each
number with its partner (see `divisor.py`). If an opening is said to be lost, no maximum pairing
may leave out a number that can be opened with. Numbers of the barrier and of even pieces are in
every maximum pairing: with one of them unpaired, the same count would leave too many unpaired.
"""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from numduel.games.divisor_duel import DivisorDuel
from numduel.pool import numbers_in
from numduel.theory.proofs.claim import Claim, part_of, show, whole_numbers


def check(claim: Claim, proof: dict[str, Any]) -> None:
    """Refuse the certificate unless the pairing and the barrier prove it."""
    game, state = claim.match.game, claim.match.state
    if not isinstance(game, DivisorDuel):
        return show(False, f"{game.title} is not won by pairings.")
    numbers, left_out = {*numbers_in(state.remaining)}, claim.reply
    if left_out is None and state.last is not None:
        left_out = state.last
        numbers.add(left_out)
    paired = _check_pairs(part_of(proof, "pairs", list), numbers)
    show(left_out not in paired, f"{left_out} is paired, and the pairing should leave it out.")
    barrier = whole_numbers(proof.get("barrier"), "the barrier")
    show(len({*barrier}) == len(barrier), "the barrier has a number twice.")
    show(numbers.issuperset(barrier), "the barrier has a number that is not in play.")
    piece_of = _pieces(numbers.difference(barrier))
    sizes = Counter(piece_of.values())
    odd_pieces = sum(size % 2 for size in sizes.values())
    show(
        odd_pieces == len(barrier) + len(numbers) - len(paired),
        "the barrier does not show that the pairing is maximum.",
    )
    if left_out is None:
        for opening in game.legal_moves(state):
            is_safe = opening not in piece_of or sizes[piece_of[opening]] % 2 == 0
            show(is_safe, f"the barrier does not show that opening with {opening} loses.")
    return None


def _check_pairs(pairs: list[Any], numbers: set[int]) -> set[int]:
    """The numbers that are paired, each once and with a divisor or a multiple."""
    paired: set[int] = set()
    for pair in pairs:
        ends = whole_numbers(pair, "a pair")
        show(len(ends) == 2 and ends[0] != ends[1], f"{ends[:5]} is not a pair.")
        show(numbers.issuperset(ends), f"{ends} is a pair with a number that is not in play.")
        show(max(ends) % min(ends) == 0, f"neither of {ends} divides the other.")
        show(paired.isdisjoint(ends), f"{ends} is a pair with a number that is paired already.")
        paired.update(ends)
    return paired


def _pieces(numbers: Iterable[int]) -> dict[int, int]:
    """For each of these numbers the name of its piece: numbers of a piece are joined by a chain
    of divisors and multiples."""
    above = {number: number for number in numbers}
    last = max(above, default=0)

    def piece_of(number: int) -> int:
        while above[number] != number:
            above[number] = number = above[above[number]]
        return number

    for number in above:
        for multiple in range(2 * number, last + 1, number):
            if multiple in above:
                above[piece_of(multiple)] = piece_of(number)
    return {number: piece_of(number) for number in above}
