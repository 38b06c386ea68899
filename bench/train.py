"""A standard learner on our games: `python bench/train.py [--short]`, or `make train`.

Runs Stable-Baselines3's own check on every environment, then trains sb3-contrib's MaskablePPO, as
it comes, against our random player in the games below, and writes docs/training.md and the
learning curves in docs/training.svg. A win rate alone says little, so next to it stand the rate of
perfect play, and the share of right moves among the positions where the choice decides the game.
"""

import argparse
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from math import sqrt
from pathlib import Path
from random import Random
from typing import Any

import gymnasium
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.env_checker import check_env
from stable_baselines3.common.env_util import make_vec_env

from bench.sb3_vector import DuelVecEnv
from numduel import list_games
from numduel.game import AnyGame
from numduel.lab import DuelEnv
from numduel.lab.environment import environment_id
from numduel.players import find_player
from numduel.theory import analyse

DOCS = Path(__file__).parent.parent / "docs"
GAMES: list[tuple[str, dict[str, Any]]] = [
    ("numduel/DivisorDuel-v0", {}),
    ("numduel/DivisorDuel-v0", {"opening": "even"}),
    ("numduel/SequenceBuilder-v0", {}),
    ("numduel/ParityDuel-v0", {"jokers": 1}),
    ("numduel/NumberSplitDuel-v0", {}),
    ("numduel/GrundysGame-v0", {}),
    ("numduel/ParityDuel-v0", {}),
]
COLOURS = ["#0072b2", "#56b4e9", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#999999"]
SEED, MANY = 1, 8
WORSE = (
    "it wins more often and yet chooses worse than at random. It has learnt what this opponent does"
    " not punish, which is why a win rate should never stand alone."
)

Choose = Callable[[Any], int]  # from what is seen to an action


@dataclass
class Score:
    """What a player did in some games: games won, and right moves where they decided."""

    games: int = 0
    won: int = 0
    decisions: int = 0
    right: int = 0

    @property
    def win_rate(self) -> float:
        return self.won / self.games

    @property
    def accuracy(self) -> float | None:
        return self.right / self.decisions if self.decisions else None


@dataclass
class Result:
    """One game: what random, trained and perfect play reach, and the learning curve."""

    name: str
    random: Score
    perfect: Score
    curve: list[tuple[int, Score]] = field(default_factory=list)
    seconds: float = 0.0

    @property
    def trained(self) -> Score:
        return self.curve[-1][1]


def check_all() -> list[str]:
    """Run Stable-Baselines3's check on each environment, and return the names of those that
    pass."""
    names = [environment_id(rule_book) for rule_book in list_games()]
    for name in names:
        check_env(gymnasium.make(name).unwrapped)
    return names


def train(
    name: str, options: dict[str, Any], steps: int, games: int, is_vector: bool = False
) -> Result:
    """Train MaskablePPO on one game, in single environments or in our vector environment, and
    measure it on the way."""
    env: Any = gymnasium.make(name, **options).unwrapped
    shown = " ".join([env.game.title, *(f"{key}={value}" for key, value in options.items())])
    result = Result(
        shown,
        random=measure(env, _as_player("random", env), games),
        perfect=measure(env, _as_player("perfect", env), games),
    )
    if is_vector:
        many: Any = DuelVecEnv(env.game.slug, MANY, **options)
    else:
        many = make_vec_env(lambda: gymnasium.make(name, **options), n_envs=MANY, seed=SEED)
    model = MaskablePPO(
        "MlpPolicy", many, n_steps=256, batch_size=256, gamma=1.0, ent_coef=0.01, seed=SEED
    )
    began = time.perf_counter()

    def choose(observation: Any) -> int:
        masks = env.action_masks()
        action, _ = model.predict(observation, action_masks=masks, deterministic=True)
        return int(action)

    result.curve.append((0, measure(env, choose, games // 4)))
    for part in range(1, 11):
        model.learn(steps // 10, reset_num_timesteps=False)
        enough = games if part == 10 else games // 4
        result.curve.append((model.num_timesteps, measure(env, choose, enough)))
    result.seconds = time.perf_counter() - began
    return result


def measure(env: DuelEnv, choose: Choose, games: int) -> Score:
    """Let a player play against our random player, in both seats."""
    score = Score()
    for seed in range(games):
        observation, _ = env.reset(seed=seed)
        is_over, reward = False, 0.0
        while not is_over:
            state = env.state
            action = choose(observation) if env.action_masks().any() else 0
            right = _right_actions(env.game, state)
            if right is not None:
                score.decisions += 1
                score.right += action in right
            observation, reward, is_over, _, _ = env.step(action)
        score.games += 1
        score.won += reward > 0
    return score


def _as_player(name: str, env: DuelEnv) -> Choose:
    player, random = find_player(name), Random(SEED)
    return lambda _: int(env.game.all_moves().index(player(env.game, env.state, random)))


@lru_cache(maxsize=200_000)
def _right_actions(game: AnyGame, state: Any) -> frozenset[int] | None:
    """The actions that keep a won game won, if others do not."""
    choices = analyse(game, state).choices
    right = [choice.move for choice in choices if choice.winner is state.to_move]
    if not 0 < len(right) < len(choices):
        return None
    return frozenset(game.all_moves().index(move) for move in right)


def write_report(
    results: list[Result], vector: Result, checked: list[str], steps: int, games: int
) -> None:
    """docs/training.md and docs/training.svg."""
    (DOCS / "training.svg").write_text("\n".join(draw(results, steps)) + "\n")
    told = [*tell(results, checked, steps, games), "", tell_vector(vector)]
    (DOCS / "training.md").write_text("\n".join(told) + "\n")


def tell_vector(vector: Result) -> str:
    """What the same learner reaches in the vector environment."""
    return (
        f"Trained in `numduel.lab.vector_env` instead of single environments, the same learner wins"
        f" {vector.trained.win_rate:.0%} in {vector.name} (random {vector.random.win_rate:.0%})."
    )


def tell(results: list[Result], checked: list[str], steps: int, games: int) -> Iterator[str]:
    """The lines of the page."""
    yield "# Training a standard learner"
    yield ""
    yield (
        f"sb3-contrib's MaskablePPO, as it comes (MlpPolicy), after {steps:,} moves against our"
        f" random player, in either seat. Each figure is from {games:,} games against the same"
        f" player (in the curves, from {games // 4}). *Right moves* counts only positions where one"
        " move keeps a won game and another throws it away; where the table has none, nothing that"
        " the player does matters. Written by `make train`."
    )
    yield ""
    yield (
        "| game | wins: random | trained | perfect | right moves: random | trained | seconds |\n"
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: |"
    )
    for result in results:
        cells = [
            result.name,
            *(f"{score.win_rate:.0%}" for score in (result.random, result.trained, result.perfect)),
            *(_percent(score.accuracy) for score in (result.random, result.trained)),
            f"{result.seconds:.0f}",
        ]
        yield f"| {' | '.join(cells)} |"
    yield ""
    for result in results:
        if (result.trained.accuracy or 0) < (result.random.accuracy or 0):
            yield f"{result.name}: {WORSE}"
            yield ""
    yield "![Games won against the random player while learning](training.svg)"
    yield ""
    passing = ", ".join(f"`{name}`" for name in checked)
    yield f"Stable-Baselines3's `check_env` passes for {passing}."


def _percent(share: float | None) -> str:
    return "none" if share is None else f"{share:.0%}"


def draw(results: list[Result], steps: int) -> Iterator[str]:
    """The learning curves, as the lines of an SVG picture."""
    width, height, left, top = 480, 300, 50, 30
    most = max(steps, *(at for result in results for at, _ in result.curve))

    def place(at: float, share: float) -> str:
        return f"{left + width * at / most:.1f},{top + height * (1 - share):.1f}"

    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width + 330} {height + 90}"'
        ' font-family="sans-serif" font-size="13" role="img"'
        ' aria-label="Share of games won against the random player, by moves of training">'
    )
    yield '<rect width="100%" height="100%" fill="white"/>'
    yield f'<text x="{left}" y="18">games won against the random player</text>'
    for tenths in range(0, 11, 2):
        y = top + height * (1 - tenths / 10)
        yield f'<path d="M{left} {y:.1f}h{width}" stroke="#ddd"/>'
        yield f'<text x="{left - 8}" y="{y + 4:.1f}" text-anchor="end">{tenths * 10} %</text>'
    for part in range(5):
        x, at = left + width * part / 4, most * part // 4
        yield f'<text x="{x:.0f}" y="{top + height + 20}" text-anchor="middle">{at:,}</text>'
    middle = left + width // 2
    yield f'<text x="{middle}" y="{top + height + 42}" text-anchor="middle">moves played</text>'
    for number, (result, colour) in enumerate(zip(results, COLOURS, strict=False)):
        points = " ".join(place(at, score.win_rate) for at, score in result.curve)
        yield f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2.5"/>'
        y = top + 14 + 24 * number
        yield f'<path d="M{left + width + 16} {y - 4}h22" stroke="{colour}" stroke-width="4"/>'
        yield f'<text x="{left + width + 46}" y="{y}">{result.name}</text>'
    yield "</svg>"


def main() -> None:
    """Check, train, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--short", action="store_true", help="two minutes; the page is not written")
    parser.add_argument("--steps", type=int, default=40_000)
    parser.add_argument("--games", type=int, default=400)
    asked = parser.parse_args()
    steps, games = (20_000, 100) if asked.short else (asked.steps, asked.games)
    torch.set_num_threads(1)
    checked = check_all()
    print(f"Stable-Baselines3's check passes for {', '.join(checked)}.", flush=True)
    results = []
    for name, options in GAMES[:2] if asked.short else GAMES:
        results.append(train(name, options, steps, games))
        curve = " ".join(f"{score.win_rate:.0%}" for _, score in results[-1].curve)
        print(f"{results[-1].name}: {curve} ({results[-1].seconds:.0f} s)", flush=True)
    vector = train(*GAMES[0], steps, games, is_vector=True)
    print(tell_vector(vector), flush=True)
    if not asked.short:
        write_report(results, vector, checked, steps, games)
    _expect_learning([*results, vector])


def _expect_learning(results: list[Result]) -> None:
    """Fail unless the learner wins clearly more games than random play, wherever moves matter: by
    more than three standard errors of the difference."""
    for result in results:
        gained = result.trained.win_rate - result.random.win_rate
        chance = sqrt(0.25 / result.trained.games + 0.25 / result.random.games)
        if result.random.accuracy is not None and gained < 3 * chance:
            raise SystemExit(f"{result.name}: training gained only {gained:.0%}.")


if __name__ == "__main__":
    main()
