"""How strong the computer players are: every pair, both seats, in all games where skill matters.

    python -m bench.levels [--rounds 100] [--seed 1]
"""

import argparse
import itertools
import time
from collections import defaultdict

from numduel import Match, Player, Seat, load_game
from numduel.game import AnyGame
from numduel.players import PLAYERS, choose

GAMES: list[tuple[str, dict[str, object]]] = [
    ("divisor-duel", {}),
    ("divisor-duel", {"opening": "even"}),
    ("divisor-duel", {"numbers": 40, "opening": "even"}),
    ("sequence-builder", {}),
    ("sequence-builder", {"numbers": 12, "length": 6}),
    ("parity-duel", {"jokers": 1}),
    # ("grundys-game", {"start": 16}),
]


def play_out(game: AnyGame, one: str, two: str, seed: int) -> Player:
    """The winner of a match between two computer players."""
    match = Match(game, (Seat(one), Seat(two)), seed)
    while match.outcome is None:
        match.play(choose(match, match.seat(match.state.to_move).kind))
    return match.outcome.winner


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    names = list(PLAYERS)
    totals: dict[tuple[str, str], list[int]] = defaultdict(lambda: [0, 0])
    for slug, options in GAMES:
        game = load_game(slug, **options)
        print(f"\n{game.title} {options or ''}")
        for weaker, stronger in itertools.pairwise(names):
            began = time.perf_counter()
            won = 0
            for seed in range(asked.seed, asked.seed + asked.rounds):
                won += play_out(game, stronger, weaker, seed) is Player.ONE
                won += play_out(game, weaker, stronger, seed) is Player.TWO
            took = time.perf_counter() - began
            totals[stronger, weaker][0] += won
            totals[stronger, weaker][1] += 2 * asked.rounds
            share = won / (2 * asked.rounds)
            print(f"  {stronger:8} beats {weaker:8} {share:6.0%}   ({took:.1f} s)")
    print("\nAll games")
    for (stronger, weaker), (won, played) in totals.items():
        print(f"  {stronger:8} beats {weaker:8} {won / played:6.0%}   of {played}")


if __name__ == "__main__":
    main()
