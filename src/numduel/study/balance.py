"""How even a game is between two players of the same level."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

from numduel.game import AnyGame, Player
from numduel.players import GradedPlayer, find_player
from numduel.study.kinds import ListedGame, ListedThought
from numduel.workers import HERE, Workers, in_bundles, in_order


def balance(
    game: AnyGame,
    level: str,
    seed: int,
    games: int,
    listed: ListedGame | None = None,
    progress: Callable[[float], None] = lambda _done: None,
    workers: Workers = HERE,
) -> float:
    """How often Player 1 wins between two computer players of the same level. If the positions of
    the game are listed, players of graded strength need not play out the games they imagine."""
    first, done = seed * games, 0
    seeds = range(first, first + games)
    won = 0
    for some in in_order(
        workers,
        partial(_play_between, game, level, listed),
        in_bundles(workers, seeds, games),
    ):
        progress(done / games)
        done += len(some)
        won += sum(some)
    return won / games


def _play_between(
    game: AnyGame, level: str, listed: ListedGame | None, seeds: Sequence[int]
) -> list[bool]:
    """Play games between two players of a level, and return for each whether Player 1 wins. This
    may run in another process."""
    player: Any = find_player(level)
    table: Any = game
    if listed and isinstance(player, GradedPlayer):
        player, table = replace(player, think=ListedThought), listed
    won = []
    for seed in seeds:
        state, ply = table.start(), 0
        while (outcome := table.outcome(state)) is None:
            random = Random(f"{seed}/{ply}")
            state, ply = table.after(state, player(table, state, random)), ply + 1
        won.append(outcome.winner is Player.ONE)
    return won
