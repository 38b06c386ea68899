"""What a server of the tests is: like that of `numduel serve`, with all the time it wants.

A server tells visitors to ask again rather than have them wait long. On a busy machine the tests
would reach these limits, so their servers have none, except where a test is about one.
"""

import os
import sys
from dataclasses import replace

from numduel.web.settings import Settings

LIMITS = [name for name in Settings.__annotations__ if name.startswith("seconds_")]
UNLIMITED = {"requests_per_minute": 0, "listeners_per_client": 100_000, "waiting_places": 100}


def with_patience(settings):
    """The settings with an hour instead of every limit that a test has not set."""
    unset = [name for name in LIMITS if getattr(settings, name) == getattr(Settings, name)]
    # On a busy machine a worker that stands back would wait for all other programs too.
    # What a test has broken is broken at once, and what is refused is refused at once.
    soon = ["niceness", "healthy_for", "pause_for_the_hasty"]
    at_once = [name for name in soon if getattr(settings, name) == getattr(Settings, name)]
    return replace(settings, **dict.fromkeys(unset, 3600), **dict.fromkeys(at_once, 0))


def serve(port, database, settings, log, packages):
    """Be a server, in a process that has nothing else to do."""
    with open(log, "ab") as written:
        os.dup2(written.fileno(), sys.stdout.fileno())
        os.dup2(written.fileno(), sys.stderr.fileno())
    sys.path[:0] = packages
    # Only now, because what a server loads looks for the games of other packages.
    from numduel.web.app import create_app
    from numduel.web.serving.server import Server, listen, tune_garbage_collection

    server = Server(create_app(with_patience(Settings(database, **settings))))
    listener = listen("127.0.0.1", port)
    tune_garbage_collection()
    server.run([listener])
