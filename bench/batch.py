"""Many games at once, side by side with Pgx: `python -m bench batch`.

Random legal play of 16,384 games, with legal masks and observations at every step. Pgx plays
tic-tac-toe, its smallest game, in one compiled loop, as its authors recommend: compare that with
our `roll`, "in one loop". "Stepped" is `step(sample())` from Python. All use all cores, by turns;
the best round counts, without compiling.
"""

import time
from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from bench.rows import Speed
from numduel import lab

SIZE = 16_384
OUR_STEPS, THEIR_STEPS = 1_000, 100  # about as long for both
GAMES: list[tuple[str, dict[str, Any]]] = [
    ("divisor-duel", {}),
    ("parity-duel", {"jokers": 1}),
    ("divisor-duel", {"numbers": 100}),
    ("grundys-game", {}),
    ("sequence-builder", {}),
]


def rows(short: bool = False) -> Iterator[Speed | str]:
    """Yield the measurements, or a sentence if they cannot be taken."""
    if find_spec("pgx") is None:
        yield "Pgx is not installed (pip install pgx jax): nothing to compare with."
        return
    theirs = _play_pgx()
    for slug, options in GAMES[:2] if short else GAMES:
        rolled, stepped = _play_ours(slug, options)
        best = [0.0, 0.0, 0.0]
        for _ in range(5 if short else 15):
            for place, play in enumerate((rolled, stepped, theirs)):
                began = time.perf_counter()
                moves = play()
                best[place] = max(best[place], moves / (time.perf_counter() - began))
        shown = " ".join([slug, *(f"{name}={value}" for name, value in options.items())])
        for how, ours in zip(("in one loop", "stepped"), best, strict=False):
            task = f"{shown}, {how}"
            yield Speed(task, "Pgx tic-tac-toe", ours, best[2])


def _play_ours(slug: str, options: dict[str, Any]) -> tuple[Callable[[], int], Callable[[], int]]:
    batch = lab.batch(slug, SIZE, seed=1, **options)

    def roll() -> int:
        batch.roll(OUR_STEPS)
        return SIZE * OUR_STEPS

    def step() -> int:
        for _ in range(OUR_STEPS):
            batch.step(batch.sample())
        return SIZE * OUR_STEPS

    roll()
    step()
    return roll, step


def _play_pgx() -> Callable[[], int]:
    jax: Any = import_module("jax")
    wrappers: Any = import_module("pgx.experimental.wrappers")
    env: Any = import_module("pgx").make("tic_tac_toe")
    step = jax.vmap(wrappers.auto_reset(env.step, env.init))

    def one_step(carried: tuple[Any, Any], _: None) -> tuple[tuple[Any, Any], Any]:
        state, key = carried
        key, for_actions, for_resets = jax.random.split(key, 3)
        logits = jax.numpy.log(state.legal_action_mask.astype(jax.numpy.float32))
        actions = jax.random.categorical(for_actions, logits, axis=1)
        state = step(state, actions, jax.random.split(for_resets, SIZE))
        # JAX drops results that nobody uses, so use this one.
        used = state.observation.sum() + state.legal_action_mask.sum() + state.rewards.sum()
        return (state, key), used

    many_steps = jax.jit(lambda carried: jax.lax.scan(one_step, carried, None, length=THEIR_STEPS))
    first = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), SIZE))
    carried = [(first, jax.random.PRNGKey(1))]

    def play() -> int:
        carried[0], used = many_steps(carried[0])
        jax.block_until_ready(used)
        return SIZE * THEIR_STEPS

    play()
    return play
