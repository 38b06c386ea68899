"""Whole games as an OpenEnv environment, and the server that offers it.

The same seed begins the same game, so a group of attempts at one episode starts from one position.
The best replies (`Episode.gold`) earn 1 and silence earns 0; the metadata says so.
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
from numduel.errors import NumduelError

_LARGEST_SEED = 2**31
_ORACLE, _FLOOR = 1.0, 0.0


class ReplyAction(Action):
    """What a player says to the question."""

    text: str = Field(max_length=100_000)


class QuestionObservation(Observation):
    """What is asked next, or how the game ended."""

    text: str
    parts: dict[str, float] = Field(default_factory=dict, description="what the score is made of")


class EpisodeState(State):
    """The game that is being played."""

    moves: list[str] = Field(default_factory=list)
    seed: int = 0


class DuelEnvironment(Environment[ReplyAction, QuestionObservation, EpisodeState]):
    """A game against a player of numduel. A reset may choose others of these settings."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self, game: str, opponent: str, seat: int, options: Mapping[str, Any]) -> None:
        super().__init__()
        self._usual = {"game": game, "opponent": opponent, "seat": seat, **options}
        self._begin(0, None, {})

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **settings: Any
    ) -> QuestionObservation:
        self._begin(random.randrange(_LARGEST_SEED) if seed is None else seed, episode_id, settings)
        return self._observe(None)

    def step(
        self, action: ReplyAction, timeout_s: float | None = None, **_: Any
    ) -> QuestionObservation:
        if not self.episode.is_over:
            self.episode.reply(action.text)
            self._steps += 1
        return self._observe(self.episode.score().value if self.episode.is_over else 0.0)

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
            description=f"{game.title}: {game.summary} Rewards are from {_FLOOR} (no answer) to"
            f" {_ORACLE} (every move right where it mattered).",
            version="1",
        )

    def _begin(self, seed: int, episode_id: str | None, settings: Mapping[str, Any]) -> None:
        self.episode = tasks.Episode(**{**self._usual, **settings, "seed": seed})
        self._id, self._steps = episode_id or str(uuid4()), 0

    def _observe(self, reward: float | None) -> QuestionObservation:
        is_over = self.episode.is_over
        parts = self.episode.score().parts if is_over else {}
        return QuestionObservation(
            text=self.episode.question, done=is_over, reward=reward, parts=parts
        )


def make_app(
    game: str, opponent: str, seat: int, options: Mapping[str, Any], sessions: int
) -> FastAPI:
    """Return the server's application; wrong settings are refused before it starts."""
    DuelEnvironment(game, opponent, seat, options)
    app: FastAPI = create_fastapi_app(
        lambda: DuelEnvironment(game, opponent, seat, options),
        ReplyAction,
        QuestionObservation,
        max_concurrent_envs=sessions,
        state_cls=EpisodeState,
    )
    app.add_exception_handler(NumduelError, _refuse)
    return app


def _refuse(_: Request, wrong: Exception) -> JSONResponse:
    return JSONResponse({"detail": str(wrong)}, status_code=400)
