"""Runs the application, and stops it within three seconds."""

import gc
import socket
from collections.abc import Callable, Sequence
from contextlib import suppress

import uvicorn
from fastapi import FastAPI

from numduel.errors import NumduelError
from numduel.web.serving.connections import with_limits


class Server(uvicorn.Server):
    """A server that ends its event streams when it is told to stop. By themselves they would never
    end."""

    def __init__(self, app: FastAPI, on_start: Callable[[], None] | None = None) -> None:
        """`on_start` is called when it has started."""
        self._app = app
        self._on_start = on_start
        self.refusal: NumduelError | None = None  # why it did not start
        settings = app.state.services.matches.settings
        self._for_metrics = _listen_at_first_free(settings.metrics_ports)
        if self._for_metrics:
            app.state.metrics.port = self._for_metrics[0].getsockname()[1]
        config = uvicorn.Config(
            app,
            http=with_limits(
                seconds_for_head=settings.seconds_for_head,
                seconds_for_body=settings.seconds_for_body,
                seconds_to_read=settings.seconds_to_read,
            ),
            ws="none",  # a WebSocket would not pass the middleware
            log_config=None,
            access_log=False,
            server_header=False,
            timeout_keep_alive=75,
            timeout_graceful_shutdown=settings.seconds_to_stop,
        )
        super().__init__(config)

    async def serve(self, sockets: list[socket.socket] | None = None) -> None:
        await super().serve([*(sockets or []), *self._for_metrics])

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        try:
            # The application would write a traceback to the log if the store refused to open.
            await self._app.state.services.store.open()
        except NumduelError as refusal:
            self.refusal = refusal
            self.should_exit = True
            return
        await super().startup(sockets)
        if self.started and self._on_start is not None:
            self._on_start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._app.state.services.matches.listeners.close()
        await super().shutdown(sockets)


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens at this host and port; port 0 is any free port."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listener = socket.create_server((host, port), family=family, backlog=2048)
    except OSError as fault:
        reason = fault.strerror or str(fault)
        raise NumduelError(
            f"The server cannot listen at {host}, port {port}: {reason}. Choose another --port."
        ) from None
    send_at_once(listener)
    return listener


def send_at_once(listener: socket.socket) -> None:
    """Have each part of an answer sent without waiting for the last one to be confirmed, on every
    connection that comes in here. uvloop sees to that by itself; without it, an answer would take
    40 milliseconds more."""
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


def _listen_at_first_free(ports: Sequence[int]) -> list[socket.socket]:
    """A socket at the first of these ports that is free, on loopback. Nothing if there
    are no ports."""
    for port in ports:
        with suppress(NumduelError):
            return [listen("127.0.0.1", port)]
    if ports:
        raise NumduelError(
            f"The port for figures, {ports[0]}, is in use already. Choose another --metrics-port."
        )
    return []


def reserve(host: str, port: int) -> socket.socket:
    """A socket that keeps a port for the processes of this server, each of which binds it."""
    with listen(host, port) as free:  # nobody else has it, not even another server like this one
        port = free.getsockname()[1]
    return bind_shared(host, port)


def bind_shared(host: str, port: int) -> socket.socket:
    """A socket for one of several processes at a port. It listens only after the server has
    started: before, the kernel would send it connections that nobody takes."""
    bound = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    send_at_once(bound)
    if bound.family == socket.AF_INET6:
        bound.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
    bound.bind((host, port))
    return bound


def allow_many_connections() -> None:
    """Use as many open files as the system allows; the usual 1,024 are few for a server."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def tune_garbage_collection() -> None:
    """Exempt what is loaded now from garbage collection. It stays in memory anyway, and searching
    it would make everybody wait a third of a second now and then."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)
