"""Makes certificates of random positions and has them checked by numduel and by a checker in Perl.

`make certificates` runs it.
"""

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

from numduel import Match, load_game
from numduel.theory import BUDGET, certify, verify

CHECKER = Path(__file__).parents[1] / "examples/check_certificate.pl"
POSITIONS = 100_000
BATCH = 1_000
IN_PERL = ("divisor-duel", "grundys-game")


def random_game(random: Random) -> Any:
    """Return a game of random size and variant, usually one that the Perl checker knows."""
    size, jokers = random.randint(5, 60), random.randint(0, 3)
    slug = random.choice(["divisor-duel"] * 6 + ["grundys-game"] * 2 + ["parity-duel", "sequence"])
    if slug == "divisor-duel":
        opening = random.choice(["any", "even", "even-below-half"])
        return load_game(slug, numbers=size, opening=opening)
    if slug == "grundys-game":
        return load_game(slug, start=size)
    if slug == "parity-duel":
        return load_game(slug, numbers=size, jokers=jokers)
    return load_game("sequence-builder", numbers=5 + jokers * 3, length=3 + jokers)


def random_certificates(random: Random, count: int) -> Iterator[dict[str, Any]]:
    """Yield certificates of positions up to twelve moves into random games."""
    for _ in range(count):
        match = Match(random_game(random))
        for _ in range(random.randrange(12)):
            legal = match.game.legal_moves(match.state)
            if not legal:
                break
            match.play(random.choice(legal))
        # The winner is known there without search, and the distance is not part of the proof.
        yield certify(match, 1 if match.game.slug in IN_PERL else BUDGET)


def game_of(certificate: dict[str, Any]) -> str:
    """Return the slug of the game that a certificate is about."""
    slug, *_ = certificate["position"].split("/")
    return str(slug)


def main(count: int) -> None:
    made: Counter[str] = Counter()
    random = Random(0)
    for done in range(0, count, BATCH):
        batch = [*random_certificates(random, min(BATCH, count - done))]
        for certificate in batch:
            verify(json.loads(json.dumps(certificate)))
            made[game_of(certificate)] += 1
        lines = [json.dumps(each) for each in batch if game_of(each) in IN_PERL]
        perl = subprocess.run(["perl", CHECKER], input="\n".join(lines), text=True, stdout=-1)
        if perl.returncode or perl.stdout.count("accepted") != len(lines):
            sys.exit(f"Refused in Perl:\n{perl.stdout}")
    by_game = ", ".join(f"{slug} {many:,}" for slug, many in sorted(made.items()))
    print(f"{made.total():,} certificates, all accepted: {by_game}.")
    print(f"{sum(made[slug] for slug in IN_PERL):,} of them in Perl as well.")
    print(f"{process_time():.0f} s of processor time, Perl's not counted.")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else POSITIONS)
