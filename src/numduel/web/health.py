"""/healthz, and metrics for Prometheus.

Metrics name no match and no person, and labels have few values. `numduel serve --metrics-port`
serves them on loopback, at a port of their own. With several workers each writes its values to
files that the parent adds up (prometheus_client's multiprocess mode, in which gauges cannot be
computed when they are asked for, so they are sampled).
"""

import asyncio
import os
from contextlib import suppress
from functools import partial
from pathlib import Path
from time import process_time
from typing import Any

from fastapi import APIRouter
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from starlette.types import Scope

from numduel.web.dependencies import Services, TheMatches, problems
from numduel.web.forms import Health

_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
_ENTRIES = (1, 2, 5, 10, 20, 50, 100, 200, 500)
_METHODS = {"GET", "HEAD", "POST"}
_SECONDS_BETWEEN_SAMPLES = 1.0


class Metrics:
    """The metrics of one application."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self.registry = registry = CollectorRegistry()
        histogram = partial(Histogram, registry=registry, buckets=_SECONDS)
        total = partial(Gauge, registry=registry, multiprocess_mode="livesum")
        each = partial(Gauge, registry=registry, multiprocess_mode="liveall")
        self._requests = histogram(
            "numduel_request_seconds", "Time to the first byte, by route.", ["method", "route"]
        )
        self._answers = Counter(
            "numduel_answers", "Answers.", ["method", "route", "status"], registry=registry
        )
        self._moves = Counter("numduel_moves", "Committed moves.", registry=registry)
        self._batches = histogram(
            "numduel_commit_entries", "Entries in a transaction.", buckets=_ENTRIES
        )
        self._commits = histogram("numduel_commit_seconds", "Duration of a transaction.")
        self._lag = histogram(
            "numduel_notification_seconds", "Delay of a NOTIFY, measured once a second."
        )
        self._listeners = total("numduel_listeners", "Event streams.")
        self._matches = total("numduel_matches_in_memory", "Matches in memory.")
        self._waiting = total("numduel_work_waiting", "Waiting tasks, by queue.", ["queue"])
        self._busy = total("numduel_work_busy", "Queues with a task.", ["queue"])
        self._is_listening = Gauge(
            "numduel_is_listening",
            "1 if LISTEN is connected (in every process).",
            registry=registry,
            multiprocess_mode="livemin",
        )
        self._cpu = each("numduel_cpu_seconds", "Processor time of the server.")
        self._memory = each("numduel_resident_bytes", "Resident memory of the server (Linux).")
        services.store.on_commit = self.count_commit
        services.store.on_notice = self._lag.observe

    def count_answer(self, scope: Scope, status: int, seconds: float) -> None:
        """Count a request when its response begins."""
        route = getattr(scope.get("route"), "path", None) or "none"
        method = scope["method"] if scope["method"] in _METHODS else "other"
        self._requests.labels(method, route).observe(seconds)
        self._answers.labels(method, route, status).inc()

    def count_commit(self, writes: int, moves: int, seconds: float) -> None:
        self._batches.observe(writes)
        self._commits.observe(seconds)
        self._moves.inc(moves)

    async def sample(self) -> None:
        """Update the gauges once a second, until cancelled."""
        services = self._services
        while True:
            self._listeners.set(services.matches.listeners.count)
            self._matches.set(services.matches.count)
            self._is_listening.set(services.store.is_listening)
            for name, queue in services.work.queues.items():
                self._waiting.labels(name).set(queue.count)
                self._busy.labels(name).set(queue.is_busy)
            self._cpu.set(process_time())
            with suppress(OSError):
                pages = int(Path("/proc/self/statm").read_text().split()[1])
                self._memory.set(pages * os.sysconf("SC_PAGE_SIZE"))
            await asyncio.sleep(_SECONDS_BETWEEN_SAMPLES)


router = APIRouter(tags=["server"])


@router.get("/healthz", response_model=Health, responses=problems())
async def show_health(matches: TheMatches) -> Any:
    """Check that the database can be written to and LISTEN is connected."""
    await matches.check()
    return {"status": "ok", "matches": matches.count, "listeners": matches.listeners.count}
