"""Runs the site at one port, by one process or by several."""

import os
import socket
from collections.abc import Callable
from contextlib import suppress

from numduel.errors import BadOption, NumduelError
from numduel.web.app import create_app
from numduel.web.serving.logs import write_logs
from numduel.web.serving.parent import Parent
from numduel.web.serving.server import (
    Server,
    allow_many_connections,
    bind_shared,
    listen,
    reserve,
    tune_garbage_collection,
)
from numduel.web.settings import Settings
from numduel.web.store import is_postgres


def serve_site(
    settings: Settings, host: str, port: int, processes: int, announce: Callable[[int], None]
) -> None:
    """Serve until told to stop, and say at which port with `announce`. NumduelError if it cannot
    start."""
    if processes > 1:
        _serve_by_several(settings, host, port, processes, announce)
        return
    app = create_app(settings)
    with listen(host, port) as listener:
        port = listener.getsockname()[1]
        write_logs()
        tune_garbage_collection()
        allow_many_connections()
        _run(Server(app, lambda: announce(port)), listener)


def _serve_by_several(
    settings: Settings, host: str, port: int, processes: int, announce: Callable[[int], None]
) -> None:
    if not is_postgres(settings.database):
        raise BadOption(
            "Several processes need PostgreSQL, and SQLite is for one: choose --database"
            " postgresql://…, or leave --processes out."
        )
    if not hasattr(os, "fork") or not hasattr(socket, "SO_REUSEPORT"):
        raise BadOption("This system has no way for several processes at a port: start one.")
    with reserve(host, port) as reserved:
        port = reserved.getsockname()[1]
        write_logs(is_one_of_several=True)
        allow_many_connections()
        tune_garbage_collection()

        def serve(on_start: Callable[[], None]) -> None:
            _run(Server(create_app(settings), on_start), bind_shared(host, port))

        Parent(processes, serve, lambda: announce(port)).run()


def _run(server: Server, bound: socket.socket) -> None:
    with suppress(SystemExit):  # uvicorn would end the program without a word of ours
        server.run([bound])
    if server.refusal is not None:
        raise server.refusal
    if not server.started:
        raise NumduelError("The server could not start: the log above says why.")
