"""One agent against one of our players, as a Gymnasium environment."""

import sys
from dataclasses import replace
from random import Random
from typing import Any, Literal

import gymnasium
import numpy as np
from numpy.typing import NDArray

from numduel.catalogue import list_games
from numduel.errors import BadOption, IllegalMove, NumduelError
from numduel.game import AnyGame, Player
from numduel.lab.environment import (
    Pixels,
    action_space,
    draw,
    environment_id,
    mask,
    observation_space,
    observe,
    optimal_mask,
    optimal_moves,
    playable_game,
    position_text,
)
from numduel.match import Match
from numduel.players import Chooser, find_player
from numduel.study.audit import state_after
from numduel.tasks.starts import Begin, Reward, Starts, check_reward

Observation = NDArray[np.float32]


class DuelEnv(gymnasium.Env[Observation, np.int64]):
    """A duel between the agent and one of our players.

    The reward is 1 for a win and -1 for a loss, at the end; or "regret": -1 for each action that
    throws a won position away, 0 for any other. An illegal action loses and costs 1. If the
    opponent wins with the opening move, the action mask is empty, and the next step ends the
    episode, whatever the action. With `truth`, and with regret, infos have the optimal actions.

    `begin` is "usual", "random" (after random moves, `plies` of them from the first number to the
    second) or "rated" (the agent is to move in a puzzle with one of these `ratings`).
    """

    metadata = {"render_modes": ["ansi", "human", "rgb_array"], "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game: str | AnyGame,
        *,
        opponent: str | Chooser = "random",
        seat: Literal[1, 2, "random"] = "random",
        reward: Reward = "outcome",
        truth: bool = False,
        begin: Begin = "usual",
        plies: tuple[int, int] = (0, 11),
        ratings: tuple[int, int] = (0, 100),
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.game = playable_game(game, options)
        self.opponent = find_opponent(opponent)
        self.seat = check_seat(seat)
        self.reward = check_reward(reward)
        self.truth = truth or reward == "regret"
        self.starts = Starts(self.game, begin, plies, ratings, mover_of(self.seat))
        self.render_mode = render_mode
        self.action_space = action_space(self.game)
        self.observation_space = observation_space(self.game)
        self._begin(Player.ONE, seed=0)
        self._needs_reset = True

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin an episode. The options are `seat`, for this episode, and `moves`, written moves to
        begin after."""
        seat, moves = self._read_options(options or {})
        starts = replace(self.starts, mover=mover_of(seat))
        super().reset(seed=seed)
        if seat == "random":
            seat = self.np_random.integers(1, 3)
        seed = int(self.np_random.integers(2**62))
        if "moves" not in (options or {}):
            moves = [*starts.draw(Random(f"{seed}/start"))]
            if starts.begin == "rated":
                seat = state_after(self.game, tuple(moves)).to_move
        self._begin(Player(int(seat)), seed)
        for move in moves:
            self._play(move)
        self._needs_reset = False
        self._let_opponent_move()
        self._show()
        return observe(self.game, self.state), self._info()

    def step(self, action: np.int64 | int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        if self._needs_reset:
            raise gymnasium.error.ResetNeeded("The episode is over, or none has begun: reset.")
        info: dict[str, Any] = {}
        loss = 0.0
        if self.game.outcome(self.state) is None:
            if not self.action_space.contains(action):
                raise IllegalMove(f"There is no action {action}: {self.action_space}.")
            move = self.game.all_moves()[int(action)]
            rule = self.game.refusal(self.state, move)
            if rule is not None:
                info, loss = {"illegal": rule}, 1.0
            else:
                if self.reward == "regret":
                    loss = float(move not in optimal_moves(self.game, self.state))
                self._play(move)
                self._let_opponent_move()
        self._show()
        outcome = self.game.outcome(self.state)
        is_over = self._needs_reset = bool(info) or outcome is not None
        won = outcome is not None and outcome.winner is self._agent
        reward = (1.0 if won else -1.0) if is_over else 0.0
        if self.reward == "regret":
            reward = 0.0 - loss
        return observe(self.game, self.state), reward, is_over, False, self._info() | info

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the legal actions, under the name that MaskablePPO expects."""
        return mask(self.game, self.state).astype(np.bool_)

    def render(self) -> str | Pixels | None:
        if self.render_mode == "ansi":
            return position_text(self.game, self.state)
        if self.render_mode == "rgb_array":
            return draw(self.game, mask(self.game, self.state), observe(self.game, self.state))
        self._show()
        return None

    def _begin(self, agent: Player, seed: int) -> None:
        self._agent, self._seed, self._moves = agent, seed, 0
        self.state = self.game.start()

    def _play(self, move: Any) -> None:
        self.state = self.game.play(self.state, move)
        self._moves += 1

    def _let_opponent_move(self) -> None:
        if self.state.to_move is not self._agent and self.game.outcome(self.state) is None:
            random = Random(f"{self._seed}/{self._moves}")
            answer = self.opponent(self.game, self.state, random)
            self._play(read_answer(self.game, self.state, answer))

    def _read_options(self, options: dict[str, Any]) -> tuple[Any, list[Any]]:
        """Return the seat and the opening moves of an episode. Raise BadOption or IllegalMove
        before anything has changed."""
        unknown = {*options} - {"seat", "moves"}
        if unknown:
            raise BadOption(f"reset has no option {min(unknown)}: there are seat and moves.")
        match = Match.at(self.game, options.get("moves", ()))
        if match.outcome is not None:
            raise BadOption("moves must not end the duel.")
        return check_seat(options.get("seat", self.seat)), list(match.moves)

    def _show(self) -> None:
        if self.render_mode == "human":
            sys.stdout.write(position_text(self.game, self.state))

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": mask(self.game, self.state)}
        info["seat"] = int(self._agent)
        if self.truth:
            info["optimal_actions"] = optimal_mask(self.game, self.state)
        outcome = self.game.outcome(self.state)
        return info | ({"winner": int(outcome.winner), "reason": outcome.reason} if outcome else {})


def check_seat(seat: Any) -> Literal[1, 2, "random"]:
    """Return the agent's seat; BadOption if there is no such seat."""
    if seat not in (1, 2, "random"):
        raise BadOption(f'seat must be 1, 2 or "random", not {seat!r}.')
    return seat  # type: ignore[no-any-return]


def mover_of(seat: Literal[1, 2, "random"]) -> Player | None:
    """Return who is to move at the start if the agent begins with a puzzle; None if either may."""
    return None if seat == "random" else Player(seat)


def read_answer(game: AnyGame, state: Any, answer: Any) -> Any:
    """Return the opponent's move; IllegalMove if it is not one of this game."""
    moves = game.all_moves()
    try:
        return moves[moves.index(int(answer) if isinstance(answer, np.integer) else answer)]
    except (TypeError, ValueError):
        raise IllegalMove(
            f"The opponent answered {answer!r}, which is no move of {game.title}: a move"
            f" (not an action) is one of game.all_moves(), such as {moves[0]!r}.",
            answer,
            state,
        ) from None


def find_opponent(opponent: str | Chooser) -> Chooser:
    """Return a player by name, or the given function; BadOption if there is none."""
    if callable(opponent):
        return opponent
    if not isinstance(opponent, str):
        raise BadOption(f"opponent must be a player's name or a function, not {opponent!r}.")
    try:
        return find_player(opponent)
    except NumduelError as unknown:
        raise BadOption(str(unknown)) from None


def register_environments() -> None:
    """Register all rule books of the catalogue with `gymnasium.make`."""
    for rule_book in list_games():
        name = environment_id(rule_book)
        if name not in gymnasium.registry:
            gymnasium.register(
                name,
                f"{__name__}:DuelEnv",
                vector_entry_point="numduel.lab.vector:DuelVectorEnv",
                kwargs={"game": rule_book.slug},
            )
