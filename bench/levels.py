"""Strength of the computer players: each level against the one below it, in both seats.

    python -m bench.levels [--rounds 100] [--seed 1]

docs/arena.md has some of the rows. The levels were tuned on the first eight settings with other
seeds; the other settings are held out, so the table shows whether the tuning generalises.
"""

import argparse
import itertools
from collections.abc import Iterator

from numduel import Match, Player, Seat, load_game
from numduel.game import AnyGame
from numduel.players import PLAYERS, choose_move

GAMES: list[tuple[str, dict[str, object]]] = [
    ("divisor-duel", {}),
    ("divisor-duel", {"opening": "even"}),
    ("sequence-builder", {}),
    ("sequence-builder", {"numbers": 12, "length": 6}),
    ("parity-duel", {"jokers": 1}),
    ("parity-duel", {"jokers": 2}),
    ("grundys-game", {}),
    ("number-split-duel", {}),
    ("divisor-duel", {"numbers": 30, "opening": "even"}),
    ("sequence-builder", {"numbers": 15, "length": 7}),
    ("even-odd-match", {"jokers": 1}),
    ("grundys-game", {"start": 24}),
    ("number-split-duel", {"start": 40}),
]
# Neighbours, and finally the weakest against the strongest.
PAIRS = [*itertools.pairwise(PLAYERS), ("random", "perfect")]


def play_out(game: AnyGame, one: str, two: str, seed: int) -> Player:
    """Return the winner of a match between two computer players."""
    match = Match(game, (Seat(one), Seat(two)), seed)
    while match.outcome is None:
        match.play(choose_move(match, match.seat(match.state.to_move).kind))
    return match.outcome.winner


def share_won(game: AnyGame, stronger: str, weaker: str, seeds: range) -> float:
    """Return the share of games that `stronger` wins, half of them in each seat."""
    won = sum(
        (play_out(game, stronger, weaker, seed) is Player.ONE)
        + (play_out(game, weaker, stronger, seed) is Player.TWO)
        for seed in seeds
    )
    return won / (2 * len(seeds))


def rows(rounds: int, seed: int) -> Iterator[tuple[str, list[float]]]:
    """Yield how often each level beats the one below it, for each game and last for all games."""
    shares = []
    for slug, options in GAMES:
        game = load_game(slug, **options)
        seeds = range(seed, seed + rounds)
        shares.append([share_won(game, stronger, weaker, seeds) for weaker, stronger in PAIRS])
        about = ", ".join(f"{name} {value}" for name, value in options.items())
        yield f"{game.title}{', ' + about if about else ''}", shares[-1]
    yield "all of them", [sum(column) / len(column) for column in zip(*shares, strict=True)]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    heads = [f"{stronger} beats {weaker}" for weaker, stronger in PAIRS]
    print("|".join(["", " game ", *(f" {head} " for head in heads), ""]))
    print("|---" + "|---:" * len(heads) + "|")
    for title, shares in rows(asked.rounds, asked.seed):
        print("|".join(["", f" {title} ", *(f" {share:.0%} " for share in shares), ""]), flush=True)


if __name__ == "__main__":
    main()
