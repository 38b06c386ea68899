"""Runs the site with uvicorn, in this process or in several supervised workers."""

import asyncio
import gc
import json
import logging
import multiprocessing
import os
import signal
import socket
import sys
from collections.abc import Callable
from contextlib import ExitStack, suppress
from datetime import UTC, datetime
from functools import partial
from multiprocessing.synchronize import Event
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any

import uvicorn
from fastapi import FastAPI
from prometheus_client import CollectorRegistry, start_http_server
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead
from uvicorn.supervisors.multiprocess import Multiprocess, Process

from numduel.errors import NumduelError
from numduel.web.app import create_app
from numduel.web.serving.connections import DirectProtocol, LimitedProtocol
from numduel.web.settings import Settings
from numduel.web.store import make_store
from numduel.web.work.worker import end_with


class JsonLines(logging.Formatter):
    """Formats a log record and its fields as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "message": record.getMessage(),
            "process": record.process,
            **getattr(record, "fields", {}),
        }
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def write_logs() -> None:
    """Log to standard error as JSON lines."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.INFO)
    logging.getLogger("psycopg.pool").setLevel(logging.ERROR)  # the store logs its faults
    logging.getLogger("uvicorn.error").setLevel(logging.ERROR)  # no warning per bad request


_log = logging.getLogger(__name__)
_SECONDS_TO_STOP = 2.8  # then workers are killed
_NOT_STARTED = "The server could not start: the log above says why."


def serve_site(
    settings: Settings,
    listener: socket.socket,
    on_ready: Callable[[], None],
    processes: int = 1,
    metrics_port: int | None = None,
) -> None:
    """Serve until told to stop; call `on_ready` when requests are answered. Raise NumduelError if
    the server cannot start."""
    asyncio.run(check_database(settings))
    write_logs()
    allow_many_connections()
    if processes > 1:
        _serve_by_workers(settings, listener, on_ready, processes, metrics_port)
        return
    app = create_app(settings)
    app.state.on_ready = on_ready
    if metrics_port:
        _serve_metrics(metrics_port, app.state.metrics.registry)
    tune_garbage_collection()
    server = Server(app)
    with suppress(SystemExit):  # raised by uvicorn when a start fails
        server.run([listener])
    if not server.started:
        raise NumduelError(_NOT_STARTED)


async def check_database(settings: Settings) -> None:
    """Open and close the database, so that it fails here with a NumduelError and not in each worker
    with a traceback."""
    store = make_store(settings.database, settings.seconds_for_database)
    await store.open()
    await store.close()


class Server(uvicorn.Server):
    """uvicorn with our limits, for one process."""

    def __init__(self, app: FastAPI) -> None:
        super().__init__(_configure(app, app.state.services.matches.settings))


def _configure(app: Any, settings: Settings, **more: Any) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        http=DirectProtocol if settings.lan_origin else LimitedProtocol,
        ws="none",  # a WebSocket would not pass the middleware
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_keep_alive=75,
        timeout_graceful_shutdown=settings.seconds_to_stop,
        **more,
    )


def _serve_by_workers(
    settings: Settings,
    listener: socket.socket,
    on_ready: Callable[[], None],
    processes: int,
    metrics_port: int | None,
) -> None:
    is_ready = multiprocessing.get_context("spawn").Event()
    with ExitStack() as stack:
        if metrics_port:
            folder = stack.enter_context(TemporaryDirectory(prefix="numduel-metrics-"))
            os.environ["PROMETHEUS_MULTIPROC_DIR"] = folder  # workers share their metrics there
            registry = CollectorRegistry()
            MultiProcessCollector(registry, folder)  # type: ignore[no-untyped-call]
            _serve_metrics(metrics_port, registry)
        app = partial(create_worker, settings, os.getpid(), is_ready)
        config = _configure(app, settings, factory=True, workers=processes)
        workers = Workers(config, listener, is_ready, on_ready)
        workers.run()
    if workers.is_interrupted:
        raise KeyboardInterrupt
    if workers.has_failed:
        raise NumduelError(_NOT_STARTED)


def create_worker(settings: Settings, parent: int, is_ready: Event) -> FastAPI:
    """Set up a worker process and return its application."""
    end_with(parent)
    write_logs()
    app = create_app(settings)
    app.state.on_ready = is_ready.set
    tune_garbage_collection()
    return app


class Workers(Multiprocess):
    """uvicorn's supervisor, which also reports when the first worker is ready, gives up if none
    gets ready, and kills workers that do not stop."""

    def __init__(
        self,
        config: uvicorn.Config,
        listener: socket.socket,
        is_ready: Event,
        on_ready: Callable[[], None],
    ) -> None:
        super().__init__(config, [listener])
        self.is_interrupted = False  # by Ctrl-C
        self.has_failed = False
        self._is_ready, self._on_ready = is_ready, on_ready
        self._is_announced = False

    def init_processes(self) -> None:
        self.processes = [self._start() for _ in range(self.processes_num)]

    def _start(self) -> Process:
        worker = Process(self.config, self.sockets)
        # Ctrl-C is for the parent: a worker that is still loading would print a traceback.
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
        worker.start()
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
        return worker

    def keep_subprocess_alive(self) -> None:
        if self._is_ready.is_set() and not self._is_announced:
            self._is_announced = True
            self._on_ready()
        for index, worker in enumerate(self.processes):
            if self.should_exit.is_set() or worker.process.is_alive():
                continue
            worker.kill()  # closes its pipe
            if not self._is_announced:
                self.has_failed = True
                self.should_exit.set()
                return
            if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
                mark_process_dead(worker.pid)  # type: ignore[no-untyped-call]
            told = {"fields": {"ended": worker.pid, "code": worker.exitcode}}
            _log.error("a worker process died and is replaced", extra=told)
            self.processes[index] = self._start()

    def join_all(self) -> None:
        deadline = monotonic() + _SECONDS_TO_STOP
        for worker in self.processes:
            worker.process.join(max(0.0, deadline - monotonic()))
            worker.process.kill()
            worker.process.join()

    def handle_int(self) -> None:
        self.is_interrupted = True
        self.should_exit.set()

    def handle_hup(self) -> None:  # the terminal was closed; uvicorn would start new workers
        self.should_exit.set()

    handle_quit = handle_hup


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens at this host and port; port 0 means any free port."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listener = socket.create_server((host, port), family=family, backlog=2048)
    except OSError as fault:
        reason = fault.strerror or str(fault)
        raise NumduelError(
            f"The server cannot listen at {host}, port {port}: {reason}. Choose another --port."
        ) from None
    # Connections inherit it. uvloop sets it by itself; asyncio does not, and answers would wait
    # 40 ms for a delayed ACK (Nagle's algorithm).
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listener


def _serve_metrics(port: int, registry: CollectorRegistry) -> None:
    """Serve metrics on a loopback port, in a thread."""
    try:
        start_http_server(port, "127.0.0.1", registry)
    except OSError:
        raise NumduelError(
            f"The port for metrics, {port}, is in use already. Choose another --metrics-port."
        ) from None


def allow_many_connections() -> None:
    """Raise RLIMIT_NOFILE as far as the system allows; workers inherit it."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def tune_garbage_collection() -> None:
    """Exempt what is loaded now from garbage collection: a full one would pause the server for a
    third of a second."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)
