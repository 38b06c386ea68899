"""Figures about this process for Prometheus: what happens, how long it takes, and what waits.

They identify neither a match nor a person, and every label has few values. They have a port of
their own, because they are not for the public.
"""

from collections.abc import Iterator

from prometheus_client import CollectorRegistry, Counter, Histogram, ProcessCollector
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4, generate_latest
from prometheus_client.registry import Collector
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from numduel.web.http.dependencies import Services
from numduel.web.http.problems import Problem

_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
_ENTRIES = (1, 2, 5, 10, 20, 50, 100, 200, 500)
_METHODS = {"GET", "HEAD", "POST"}


class Metrics:
    """The figures of one application."""

    def __init__(self, services: Services) -> None:
        self.port: int | None = None  # at which they are answered
        self.registry = CollectorRegistry()
        self._requests = Histogram(
            "numduel_request_seconds",
            "How long requests waited until their answer began, by route.",
            ["method", "route"],
            buckets=_SECONDS,
            registry=self.registry,
        )
        self._answers = Counter(
            "numduel_answers", "Answers, by status code.", ["status"], registry=self.registry
        )
        self._moves = Counter("numduel_moves", "Moves on disk.", registry=self.registry)
        self._batches = Histogram(
            "numduel_commit_entries",
            "How many writes shared a transaction.",
            buckets=_ENTRIES,
            registry=self.registry,
        )
        self._commits = Histogram(
            "numduel_commit_seconds",
            "How long a transaction took.",
            buckets=_SECONDS,
            registry=self.registry,
        )
        lag = Histogram(
            "numduel_notification_seconds",
            "How long it took until this process heard its own notification, once a second.",
            buckets=_SECONDS,
            registry=self.registry,
        )
        self.registry.register(_Now(services))
        ProcessCollector(registry=self.registry)
        services.store.on_commit = self.count_commit
        services.store.on_notice = lag.observe

    def count_answer(self, scope: Scope, status: int, seconds: float) -> None:
        """Count a request whose answer begins."""
        route = getattr(scope.get("route"), "path", None) or "none"
        method = scope["method"] if scope["method"] in _METHODS else "other"
        self._requests.labels(method, route).observe(seconds)
        self._answers.labels(status).inc()

    def count_commit(self, writes: int, moves: int, seconds: float) -> None:
        """Count a transaction."""
        self._batches.observe(writes)
        self._commits.observe(seconds)
        self._moves.inc(moves)

    def write(self) -> bytes:
        """All figures, in the text form of Prometheus."""
        return generate_latest(self.registry)


class _Now(Collector):
    """Gauges that are measured when they are asked for."""

    def __init__(self, services: Services) -> None:
        self._services = services

    def collect(self) -> Iterator[Metric]:
        services = self._services
        matches, work = services.matches, services.work
        yield _gauge("numduel_matches_in_memory", "Matches in memory.", matches.count)
        hears = services.store.is_listening
        yield _gauge("numduel_hears_others", "1 if it hears of moves made elsewhere.", hears)
        yield _gauge("numduel_listeners", "Event streams.", matches.listeners.count)
        waiting = GaugeMetricFamily(
            "numduel_work_waiting", "Questions that wait for a worker process.", labels=["lane"]
        )
        busy = GaugeMetricFamily(
            "numduel_work_busy", "1 if a question is being worked on or waits.", labels=["lane"]
        )
        refused = CounterMetricFamily(
            "numduel_refused", "Requests refused because of a limit.", labels=["limit"]
        )
        refused.add_metric(["requests"], services.rate_limits.refused)
        refused.add_metric(["listeners"], matches.listeners.refused)
        for name, queue in work.queues.items():
            waiting.add_metric([name], queue.count)
            busy.add_metric([name], queue.is_busy)
            refused.add_metric([f"work for {name}"], queue.refused)
        yield from (waiting, busy, refused)


def _gauge(name: str, about: str, value: float) -> Metric:
    return GaugeMetricFamily(name, about, value=value)


class MetricsPort:
    """A layer of the application. At the port for figures it answers with them and with nothing
    else. At every other port it does nothing."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self.app = app
        self.metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_here = scope["type"] == "http" and scope["server"][1] == self.metrics.port
        if not is_here:
            await self.app(scope, receive, send)
        elif scope["path"] == "/metrics" and scope["method"] == "GET":
            answer = Response(self.metrics.write(), media_type=CONTENT_TYPE_PLAIN_0_0_4)
            await answer(scope, receive, send)
        else:
            raise Problem(404, "Nothing but /metrics is here.")
