"""Whole games as an OpenEnv environment, and its server.

The same seed begins the same game, so all attempts at an episode start from one position. Each
reply is scored exactly and at once; the right moves are shown only after it.
"""

import random
from collections.abc import Mapping
from typing import Any
from uuid import uuid4

from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse
from openenv.core.env_server.http_server import create_fastapi_app
from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, EnvironmentMetadata, Observation, State
from pydantic import Field

from numduel import tasks
from numduel.catalogue import take_game
from numduel.errors import NumduelError
from numduel.game import Player
from numduel.tasks.starts import Starts, check_reward
from numduel.theory import require_winner

_LARGEST_SEED = 2**31
_DRAWS = 100  # until a start is found at which the opponent does not win at once


class ReplyAction(Action):
    """A player's reply to the question."""

    text: str = Field(max_length=100_000)


class QuestionObservation(Observation):
    """The next question, or how the game ended."""

    text: str
    parts: dict[str, float] = Field(
        default_factory=dict,
        description="what the reply was worth; at the end, what the whole game was worth",
    )
    optimal: list[str] = Field(
        default_factory=list,
        description="the moves that threw nothing away in the position that was replied to",
    )


class EpisodeState(State):
    """The game being played."""

    moves: list[str] = Field(default_factory=list)
    seed: int = 0


class DuelEnvironment(Environment[ReplyAction, QuestionObservation, EpisodeState]):
    """A game against a numduel player. A reset may override these settings: `game`, `opponent`,
    `seat`, `reward`, `begin`, `plies`, `ratings` and the options of the game."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self, game: str, settings: Mapping[str, Any]) -> None:
        super().__init__()
        self._usual = {"game": game, **settings}
        self._begin(0, None, {})

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **settings: Any
    ) -> QuestionObservation:
        self._begin(random.randrange(_LARGEST_SEED) if seed is None else seed, episode_id, settings)
        return QuestionObservation(text=self.episode.question, done=self.episode.is_over)

    def step(
        self, action: ReplyAction, timeout_s: float | None = None, **_: Any
    ) -> QuestionObservation:
        episode = self.episode
        if episode.is_over:
            return QuestionObservation(text=episode.question, done=True, reward=0.0)
        match, thrown = episode.match, episode.thrown_away()
        kept = require_winner(match.game, match.state).kept
        parts = episode.reply(action.text).parts
        self._steps += 1
        reward = float(thrown - episode.thrown_away())
        if self._reward == "outcome":
            won = match.outcome is not None and match.outcome.winner is episode.seat
            reward = (1.0 if won else -1.0) if episode.is_over else 0.0
        return QuestionObservation(
            text=episode.question,
            done=episode.is_over,
            reward=reward,
            parts=episode.score().parts if episode.is_over else parts,
            optimal=[*map(match.game.write_move, kept)],
        )

    @property
    def state(self) -> EpisodeState:
        return EpisodeState(
            episode_id=self._id,
            step_count=self._steps,
            moves=self.episode.match.written_moves,
            seed=self.episode.match.seed,
        )

    def get_metadata(self) -> EnvironmentMetadata:
        game = self.episode.match.game
        return EnvironmentMetadata(
            name=f"numduel {game.slug}",
            description=f"{game.title}: {game.summary} Each reply is rewarded: with regret -1 if it"
            " throws a win away, else 0; with outcome 1 or -1 at the end.",
            version="1",
        )

    def _begin(self, seed: int, episode_id: str | None, settings: Mapping[str, Any]) -> None:
        told = {**self._usual, **settings}
        reward = check_reward(told.pop("reward", "regret"))
        begun = {name: told.pop(name) for name in ("begin", "plies", "ratings") if name in told}
        given = {name: told.pop(name) for name in ("game", "opponent", "seat")}
        game, seat = take_game(given["game"], told), given["seat"]
        starts = Starts(game, mover=Player(seat) if seat in tuple(Player) else None, **begun)
        for attempt in range(_DRAWS):
            moves = starts.draw(random.Random(f"{seed}/start/{attempt}"))
            written = [*map(game.write_move, moves)]
            episode = tasks.Episode(game, given["opponent"], seat, seed, moves=written)
            if not episode.is_over or starts.begin == "usual":
                break
        self.episode, self._reward = episode, reward
        self._id, self._steps = episode_id or str(uuid4()), 0


def make_app(game: str, settings: Mapping[str, Any], sessions: int) -> FastAPI:
    """Return the server's application; wrong settings raise an error before it starts."""
    DuelEnvironment(game, settings)
    app: FastAPI = create_fastapi_app(
        lambda: DuelEnvironment(game, settings),
        ReplyAction,
        QuestionObservation,
        max_concurrent_envs=sessions,
        state_cls=EpisodeState,
    )
    app.add_exception_handler(NumduelError, _refuse)
    return app


def _refuse(_: Request, wrong: Exception) -> JSONResponse:
    return JSONResponse({"detail": str(wrong)}, status_code=400)
