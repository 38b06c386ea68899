"""A server like that of `numduel serve`, with all the time it wants: `patient_server.py PORT URL`.

A server tells visitors to ask again rather than have them wait long. On a busy machine the tests
would reach these limits, so their servers have none, except where a test is about one.
"""

import sys
from dataclasses import replace

from numduel.web.app import create_app
from numduel.web.server import Server, listen, tune_garbage_collection
from numduel.web.settings import Settings

LIMITS = [name for name in Settings.__annotations__ if name.startswith("seconds_")]


def with_patience(settings):
    """The settings with an hour instead of every limit that a test has not set."""
    unset = [name for name in LIMITS if getattr(settings, name) == getattr(Settings, name)]
    # On a busy machine a worker that stands back would wait for all other programs too.
    return replace(settings, niceness=0, **dict.fromkeys(unset, 3600))


if __name__ == "__main__":
    port, database = sys.argv[1:]
    settings = Settings(database, requests_per_minute=0, listeners_per_client=100_000)
    server = Server(create_app(with_patience(settings)))
    listener = listen("127.0.0.1", int(port))
    tune_garbage_collection()
    server.run([listener])
