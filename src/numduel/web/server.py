"""Runs the application, and stops it within three seconds."""

import gc
import socket
from contextlib import suppress

import uvicorn
from fastapi import FastAPI

from numduel.errors import NumduelError
from numduel.web.connections import with_limits


class Server(uvicorn.Server):
    """A server that ends its event streams when it is told to stop; they would never end."""

    def __init__(self, app: FastAPI) -> None:
        self._app = app
        self.refusal: NumduelError | None = None  # why it did not start
        settings = app.state.services.matches.settings
        config = uvicorn.Config(
            app,
            http=with_limits(
                seconds_for_head=settings.seconds_for_head,
                seconds_for_body=settings.seconds_for_body,
            ),
            log_config=None,
            access_log=False,
            server_header=False,
            timeout_keep_alive=75,
            timeout_graceful_shutdown=settings.seconds_to_stop,
        )
        super().__init__(config)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        try:
            # If the application did it, a refusal would be a traceback in the log.
            await self._app.state.services.store.open()
        except NumduelError as refusal:
            self.refusal = refusal
            self.should_exit = True
            return
        await super().startup(sockets)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._app.state.services.matches.listeners.close()
        await super().shutdown(sockets)


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens at this host and port; port 0 is any free port."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=2048)
    except OSError as fault:
        reason = fault.strerror or str(fault)
        raise NumduelError(
            f"The server cannot listen at {host}, port {port}: {reason}. Choose another --port."
        ) from None


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
    """Exempt what is loaded now from garbage collection. It stays anyway, and searching it would
    make everybody wait a third of a second now and then."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)
