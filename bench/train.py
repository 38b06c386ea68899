"""Self-play PPO that learns a game from scratch: `python -m bench.train`, or `make train`.

One small network plays both seats of every game in a batch. Games begin after 0 to 11 random moves,
so that it sees all kinds of positions, not only those of its own play. The value of a position is
the negated value of its successor, since the players alternate (negamax).
"""

import argparse
import time
from collections.abc import Iterator
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.distributions import Categorical

from numduel import tasks
from numduel.game import AnyGame
from numduel.lab import batch
from numduel.lab.environment import mask, observe
from numduel.study import DIFFICULTIES, match_of

SIZE, STEPS, EPOCHS, PARTS, CLIP, LAMBDA = 512, 32, 3, 8, 0.2, 0.95


class Net(nn.Module):
    """A policy and value network; the value is that of the player to move."""

    def __init__(self, features: int, actions: int, width: int = 256) -> None:
        super().__init__()
        self.body = nn.Sequential(
            nn.Linear(features, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU()
        )
        self.policy, self.value = nn.Linear(width, actions), nn.Linear(width, 1)

    def forward(self, seen: torch.Tensor, legal: torch.Tensor) -> tuple[Categorical, torch.Tensor]:
        body = self.body(seen)
        logits = self.policy(body).masked_fill(~legal, -1e9)
        return Categorical(logits=logits), torch.tanh(self.value(body)).squeeze(-1)


def learn(seconds: float, game: str, begin: Any = "random", **options: Any) -> Net:
    """Train a network for this many seconds of processor time."""
    torch.manual_seed(1)
    games = batch(game, SIZE, seed=1, begin=begin, plies=(0, 11), **options)
    net, everyone = Net(games.features, games.actions), np.arange(SIZE)
    adam, began = torch.optim.Adam(net.parameters(), 1e-3, eps=1e-5), time.process_time()
    while (done := (time.process_time() - began) / seconds) < 1:
        adam.param_groups[0]["lr"] = 1e-3 * (1 - done)
        rows: list[tuple[torch.Tensor, ...]] = []
        with torch.no_grad():
            for _ in range(STEPS):
                seen, legal = torch.tensor(games.observations), torch.tensor(games.masks)
                chances, value = net(seen, legal)
                action, mover = chances.sample(), games.to_move - 1
                step = games.step(action.numpy())
                reward = torch.tensor(step.rewards[everyone, mover])
                ended = torch.tensor(step.terminated)
                rows.append((seen, legal, action, chances.log_prob(action), value, reward, ended))
            _, after = net(torch.tensor(games.observations), torch.tensor(games.masks))
            gain, gains = torch.zeros(SIZE), []
            for *_, value, reward, ended in reversed(rows):
                better = reward - torch.where(ended, 0, after) - value
                gain = better - torch.where(ended, 0, LAMBDA * gain)
                gains.append(gain)
                after = value
        columns = zip(*(row[:5] for row in rows), strict=True)
        seen, legal, action, before, value = (torch.cat(column) for column in columns)
        gain = torch.cat(gains[::-1])
        for _ in range(EPOCHS):
            for part in torch.randperm(len(gain)).chunk(PARTS):
                chances, guess = net(seen[part], legal[part])
                ratio = (chances.log_prob(action[part]) - before[part]).exp()
                edge = (gain[part] - gain.mean()) / (gain.std() + 1e-8)
                won = torch.min(ratio * edge, ratio.clamp(1 - CLIP, 1 + CLIP) * edge).mean()
                missed = (guess - value[part] - gain[part]).pow(2).mean()
                adam.zero_grad()
                (0.5 * missed - won - 0.01 * chances.entropy().mean()).backward()
                nn.utils.clip_grad_norm_(net.parameters(), 0.5)
                adam.step()
    return net


def choose(net: Net, game: AnyGame, state: Any) -> Any:
    """Return the move that the network ranks highest."""
    seen, legal = torch.tensor(observe(game, state)), torch.tensor(mask(game, state) == 1)
    with torch.no_grad():
        chances, _ = net(seen[None], legal[None])
    return game.all_moves()[int(chances.logits.argmax())]


def measure(net: Net, game: str, count: int = 100, **options: Any) -> Iterator[str]:
    """Yield, for each level of puzzles, the share solved, corrected for chance."""
    for level in DIFFICULTIES:
        found = tasks.puzzles(game, seed=99, count=count, difficulty=level, **options)
        matches = [match_of(puzzle) for puzzle in found]
        moves = [match.game.write_move(choose(net, match.game, match.state)) for match in matches]
        right = sum(move in puzzle.answers for move, puzzle in zip(moves, found, strict=True))
        chance = sum(puzzle.chance for puzzle in found)
        if matches:
            yield f"{level} {(right - chance) / (len(matches) - chance):.0%} of {len(matches)}"


def main() -> None:
    """Train from the usual start and from random starts, and measure both."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--game", default="divisor-duel")
    parser.add_argument("--seconds", type=float, default=120, help="of processor time, for each")
    parser.add_argument("--begin", choices=["usual", "random"], help="only from these starts")
    asked = parser.parse_args()
    torch.set_num_threads(1)
    for begin in [asked.begin] if asked.begin else ["usual", "random"]:
        net = learn(asked.seconds, asked.game, begin)
        print(f"{begin} starts: {', '.join(measure(net, asked.game))}", flush=True)


if __name__ == "__main__":
    main()
