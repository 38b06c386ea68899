"""What requests cost, and a budget that is never exceeded."""

import threading
from collections.abc import Mapping
from math import inf
from typing import Any

from numduel.errors import NumduelError

_MILLION = 1_000_000


class BudgetReached(NumduelError):
    """The next request could cost more than is left, so the run stops."""


def cost_of(details: Mapping[str, Any], settings: Mapping[str, Any]) -> float | None:
    """What an attempt cost in dollars; None if tokens were not counted or no price was given."""
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
    """Whether a player is a model whose tokens have a price."""
    return bool(settings.get("price_read") or settings.get("price_written"))


def most_written(settings: Mapping[str, Any]) -> int:
    """How many tokens a reply may have at most; 0 if there is no limit."""
    return int(settings.get("max_completion_tokens") or settings.get("max_tokens") or 0)


def highest_cost(question: bytes, settings: Mapping[str, Any]) -> float:
    """The most that a request can cost. A token has at least one byte, so a question has no more
    tokens than bytes."""
    price_read = max(settings["price_read"], float(settings["price_cached"] or 0))
    price_written = max(settings["price_written"], float(settings["price_reasoning"] or 0))
    dollars = len(question) * price_read + most_written(settings) * price_written
    return float(dollars) / _MILLION


def check_budget(players: Mapping[str, Mapping[str, Any]]) -> None:
    """Refuse a budget if a model's requests have no highest cost."""
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
    """Dollars that may be spent in all. The most that a request can cost is set aside before it is
    sent, so the limit holds however many are under way."""

    def __init__(self, limit: float = inf, spent: float = 0.0) -> None:
        self.limit = limit
        self.spent = spent
        self._set_aside = 0.0
        self._under_way = 0
        self._door = threading.Lock()

    def set_aside(self, dollars: float) -> bool:
        """Set the most that a request can cost aside, and return whether there was enough. If not,
        try again later: a request that is under way may cost less than was set aside for it. If
        none is under way, this raises BudgetReached."""
        with self._door:
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
        """Say what the request did cost. If that is not known and there is a limit, the most that
        it could have cost counts."""
        unknown = 0.0 if self.limit == inf else set_aside
        with self._door:
            self._under_way -= 1
            self._set_aside = self._set_aside - set_aside if self._under_way else 0.0
            self.spent += unknown if dollars is None else dollars
