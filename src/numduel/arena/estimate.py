"""What a run would take: games, requests, tokens and dollars, before anything is asked."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Any

from numduel.arena.models.cost import cost_of, most_written
from numduel.arena.plan import Fixture
from numduel.arena.results.played_game import PlayedGame
from numduel.game import AnyGame
from numduel.match import Match
from numduel.study.random_games import random_moves
from numduel.tasks import Asking, prompt
from numduel.words import count

_LETTERS = 4  # of a token, on average
_ASSUMED = 1_000  # tokens of a reply, where nothing is known of it


@dataclass(frozen=True)
class Estimate:
    """What one model would take."""

    requests: int
    tokens_read: int
    tokens_each: int  # written in a reply
    basis: str  # where this figure comes from
    cost: float | None

    @property
    def tokens_written(self) -> int:
        return self.requests * self.tokens_each


def estimate_model(
    name: str,
    settings: Mapping[str, Any],
    missing: Iterable[Fixture],
    records: Iterable[PlayedGame],
) -> Estimate:
    """What the missing games would take from a model, if no reply fails."""
    asking, system = Asking.from_settings(settings), settings.get("system", "")
    requests = letters = 0
    for fixture in missing:
        if name in fixture.players:
            for length in _prompts(fixture, name, asking):
                requests += 1
                letters += length + len(system)
    each, basis = _written(name, settings, records)
    read = letters // _LETTERS
    tokens = {"tokens_read": read, "tokens_written": requests * each}
    return Estimate(requests, read, each, basis, cost_of(tokens, settings))


def tell_estimate(name: str, settings: Mapping[str, Any], told: Estimate) -> str:
    """An estimate as a sentence."""
    retries = settings.get("retries", 0)
    most = f", at most {told.requests * (1 + retries):,} with retries" if retries else ""
    cost = "no price is given" if told.cost is None else f"about ${told.cost:,.2f}"
    return (
        f"{name}: about {count(told.requests, 'request')}{most}; about {told.tokens_read:,} tokens"
        f" read and {told.tokens_written:,} written ({told.tokens_each:,} each, {told.basis});"
        f" {cost}."
    )


def _prompts(fixture: Fixture, name: str, asking: Asking) -> Sequence[int]:
    """How long the questions to a player are. A random game stands in for the real one."""
    if fixture.moves is not None:
        return [len(prompt(fixture.begin(), asking))]
    return _questions(fixture.game, asking)[fixture.players.index(name) :: 2]


@lru_cache(maxsize=256)
def _questions(game: AnyGame, asking: Asking) -> Sequence[int]:
    match, lengths = Match(game), []
    for move in random_moves(game, Random(0)):
        lengths.append(len(prompt(match, asking)))
        match.play(move)
    return lengths


def _written(
    name: str, settings: Mapping[str, Any], records: Iterable[PlayedGame]
) -> tuple[int, str]:
    """How many tokens a reply is expected to have, and where this figure comes from."""
    counts = [
        attempt.details["tokens_written"]
        for record in records
        if name in record.fixture.players
        for step in record.steps_of(name)
        for attempt in step.attempts
        if attempt.details.get("tokens_written") is not None
    ]
    if counts:
        return round(sum(counts) / len(counts)), "as in the games played so far"
    if most_written(settings):
        return most_written(settings), "the most that is allowed"
    return _ASSUMED, "assumed, since max_tokens is not set"
