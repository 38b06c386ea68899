"""Costs: counted from tokens, estimated before a run, and limited by a budget."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from math import inf
from random import Random
from typing import Any, NamedTuple

from numduel.arena.plan import Fixture
from numduel.errors import NumduelError
from numduel.game import AnyGame
from numduel.match import Match
from numduel.study.audit import random_moves
from numduel.tasks import Asking, prompt
from numduel.words import count

# Token counts in a record; the others are parts of the first two.
TOKEN_COUNTS = ("tokens_read", "tokens_written", "tokens_cached", "tokens_reasoning")
MOST_COUNTED = 10**15  # token counts of a record

_MILLION = 1_000_000
_LETTERS = 4  # of a token, on average
_ASSUMED = 1_000  # tokens of a reply, if nothing is known


class BudgetReached(NumduelError):
    """The next request could cost more than is left, so the run stops."""


def cost_of(details: Mapping[str, Any], settings: Mapping[str, Any]) -> float | None:
    """Return the cost of an attempt in dollars; None without counted tokens or a price."""
    read, written = details.get("tokens_read"), details.get("tokens_written")
    if read is None or written is None or not has_price(settings):
        return None
    cached = min(read, details.get("tokens_cached") or 0)
    reasoned = min(written, details.get("tokens_reasoning") or 0)
    price_read, price_written = settings["price_read"], settings["price_written"]
    dollars = (read - cached) * price_read + (written - reasoned) * price_written
    dollars += cached * float(settings.get("price_cached") or price_read)
    dollars += reasoned * float(settings.get("price_reasoning") or price_written)
    return float(dollars) / _MILLION


def has_price(settings: Mapping[str, Any]) -> bool:
    """Return whether a player is a model whose tokens have a price."""
    return bool(settings.get("price_read") or settings.get("price_written"))


def most_written(settings: Mapping[str, Any]) -> int:
    """Return the maximum tokens of a reply; 0 if there is no limit."""
    return int(settings.get("max_completion_tokens") or settings.get("max_tokens") or 0)


def highest_cost(question: bytes, settings: Mapping[str, Any]) -> float:
    """Return an upper bound for the cost of a request. A token has at least one byte, so a prompt
    has no more tokens than bytes."""
    price_read = max(settings["price_read"], float(settings["price_cached"] or 0))
    price_written = max(settings["price_written"], float(settings["price_reasoning"] or 0))
    dollars = len(question) * price_read + most_written(settings) * price_written
    return float(dollars) / _MILLION


def check_budget(players: Mapping[str, Mapping[str, Any]]) -> None:
    """Raise an error if the cost of a model's requests is unbounded."""
    for name, settings in players.items():
        if settings["kind"] != "model":
            continue
        if not has_price(settings):
            raise NumduelError(f"A budget needs price_read and price_written of {name}.")
        if not most_written(settings):
            raise NumduelError(
                f"A budget needs max_tokens or max_completion_tokens of {name}: without it, a"
                " reply may cost anything."
            )


class Budget:
    """A limit on spending, in dollars. The highest cost of a request is reserved before it is sent,
    so the limit holds with any number under way. No lock is needed: all requests are sent from one
    event loop."""

    def __init__(self, limit: float = inf, spent: float = 0.0) -> None:
        self.limit = limit
        self.spent = spent
        self._set_aside = 0.0
        self._under_way = 0

    def set_aside(self, dollars: float) -> bool:
        """Reserve the highest cost of a request and return whether there was enough. If not, try
        again later: a request under way may cost less than was reserved for it. If none is under
        way, raise BudgetReached."""
        if self.spent + self._set_aside + dollars <= self.limit:
            self._set_aside += dollars
            self._under_way += 1
            return True
        if self._under_way:
            return False
        raise BudgetReached(
            f"The budget of ${self.limit:,.2f} could be exceeded by the next request:"
            f" ${self.spent:,.4f} are spent"
        )

    def settle(self, set_aside: float, dollars: float | None) -> None:
        """Replace a reservation by the actual cost. If that is unknown and there is a limit, the
        whole reservation counts."""
        unknown = 0.0 if self.limit == inf else set_aside
        self._under_way -= 1
        self._set_aside = self._set_aside - set_aside if self._under_way else 0.0
        self.spent += unknown if dollars is None else dollars


class Estimate(NamedTuple):
    """An estimate for one model."""

    requests: int
    tokens_read: int
    tokens_each: int  # written in a reply
    basis: str  # origin of this figure
    cost: float | None

    @property
    def tokens_written(self) -> int:
        return self.requests * self.tokens_each


def estimate_model(
    name: str,
    settings: Mapping[str, Any],
    missing: Iterable[Fixture],
    written: Sequence[int],
) -> Estimate:
    """Estimate the cost of a model's missing games, if no reply fails. `written` are the tokens of
    its replies so far."""
    system = settings.get("system", "")
    requests = letters = 0
    for fixture in missing:
        if name in fixture.players:
            for length in _prompts(fixture, name, fixture.asking_of(settings)):
                requests += 1
                letters += length + len(system)
    each, basis = _expected(settings, written)
    read = letters // _LETTERS
    tokens = {"tokens_read": read, "tokens_written": requests * each}
    return Estimate(requests, read, each, basis, cost_of(tokens, settings))


def tell_estimate(name: str, settings: Mapping[str, Any], told: Estimate) -> str:
    """Return an estimate as a sentence."""
    retries = settings.get("retries", 0)
    most = f", at most {told.requests * (1 + retries):,} with retries" if retries else ""
    cost = "no price is given" if told.cost is None else f"about ${told.cost:,.2f}"
    return (
        f"{name}: about {count(told.requests, 'request')}{most}; about {told.tokens_read:,} tokens"
        f" read and {told.tokens_written:,} written ({told.tokens_each:,} each, {told.basis});"
        f" {cost}."
    )


def _prompts(fixture: Fixture, name: str, asking: Asking) -> Sequence[int]:
    """Return the lengths of the prompts to a player, in random games instead of the real ones."""
    if fixture.is_question:
        return [len(prompt(fixture.begin(), asking))]
    return _questions(fixture.game, asking)[fixture.players.index(name) :: 2]


@lru_cache(maxsize=256)
def _questions(game: AnyGame, asking: Asking) -> Sequence[int]:
    match, lengths = Match(game), []
    for move in random_moves(game, Random(0)):
        lengths.append(len(prompt(match, asking)))
        match.play(move)
    return lengths


def _expected(settings: Mapping[str, Any], written: Sequence[int]) -> tuple[int, str]:
    """Return the expected tokens of a reply, and the origin of this figure."""
    if written:
        return round(sum(written) / len(written)), "as in the games played so far"
    if most_written(settings):
        return most_written(settings), "the most that is allowed"
    return _ASSUMED, "assumed, since max_tokens is not set"
