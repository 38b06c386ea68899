"""Checks the proof of a position of Grundy's Game: nim-values, and a reply to each move.

The nim-value of a heap is the smallest number from 0 on that none of its splits has, and a split
has the exclusive or of the nim-values of its parts. If the exclusive or over all heaps is 0, every
split changes it, and the replies show that it can be made 0 again: whoever is to move loses. That
the values are right shows that this goes on until nothing can be split (see `grundy.py`).
"""

from collections.abc import Sequence
from functools import reduce
from operator import xor
from typing import Any

from numduel.errors import BadCertificate, NumduelError
from numduel.games.grundys_game import GrundysGame
from numduel.theory.proofs.claim import Claim, part_of, show, whole_numbers


def check(claim: Claim, proof: dict[str, Any]) -> None:
    """Refuse the certificate unless the values and the replies prove it."""
    game, state = claim.match.game, claim.before_loser
    show(isinstance(game, GrundysGame), f"{game.title} is not won by nim-values.")
    values = [0, *whole_numbers(proof.get("values"), "values")]  # the place is the size
    show(len(values) > max(state.heaps), "a heap has no nim-value.")
    check_values(values)

    def together(heaps: Sequence[int]) -> int:
        return reduce(xor, (values[heap] for heap in heaps))

    show(together(state.heaps) == 0, "the nim-values of the heaps do not cancel out.")
    replies = part_of(proof, "replies", dict)
    moves = {game.write_move(move): move for move in game.legal_moves(state)}
    show(moves.keys() == replies.keys(), "there is not exactly one reply to each move.")
    for written, reply in replies.items():
        show(isinstance(reply, str), f"the reply to {written} is not a move.")
        try:
            after = game.after(state, moves[written])
            answered = game.play(after, game.read_move(reply))
        except NumduelError as fault:
            raise BadCertificate(f"the reply to {written} is not allowed: {fault}") from None
        show(together(answered.heaps) == 0, f"the reply to {written} leaves a nim-value.")


def check_values(values: list[int]) -> None:
    """Whether each value is the smallest that no split of its heap has."""
    for heap in range(1, len(values)):
        half = (heap - 1) // 2
        smaller, larger = values[1 : half + 1], values[heap - half : heap]
        splits = {*map(xor, smaller, reversed(larger))}
        value = values[heap]
        is_right = 0 <= value <= len(splits) and value not in splits
        is_right = is_right and splits.issuperset(range(value))
        show(is_right, f"{value} is not the nim-value of a heap of {heap}.")
