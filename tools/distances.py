"""Writes the distances of all openings of Divisor Duel on 1 to 1 up to 1 to 100: `make distances`.

Line n has, for each opening of 1..n, how many moves the duel lasts with best play, the opening
included. An odd number is a win. Under other opening rules some of these openings are not allowed,
and nothing else changes.
"""

import sys
import time
from pathlib import Path

from numduel.games.divisor_duel import DivisorDuel
from numduel.theory import divisor
from numduel.theory.distances import bound_distances
from numduel.theory.divisor import pair_up

MOST = 100
UNLIMITED = 10**12  # moves
TABLE = Path(divisor.__file__).with_name("divisor_openings.txt")


def distances_on(size: int) -> list[int]:
    """Return the distance of each opening on 1 to `size`."""
    game = DivisorDuel(size)
    start = game.start()
    reach = game.reach(start)
    pairing = pair_up(reach)
    winning = [number in pairing.missable for number in game.legal_moves(start)]
    found = bound_distances(
        game, start, reach, winning, len(pairing.pairs), UNLIMITED, compiled=True
    )
    if any(low != high for low, high in found):
        raise AssertionError(f"not every distance of 1..{size} was found")
    return [low for low, _ in found]


if __name__ == "__main__":
    lines = []
    for size in range(1, MOST + 1):
        begin = time.process_time()
        lines.append(" ".join(map(str, distances_on(size))))
        print(f"1..{size}: {time.process_time() - begin:.1f} s", file=sys.stderr, flush=True)
    TABLE.write_text("\n".join(lines) + "\n")
