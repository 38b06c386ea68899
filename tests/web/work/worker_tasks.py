"""What workers do in these tests. A worker imports this file, so it needs little itself."""

import time

from numduel.web.errors import NotFound


def wait_for(path):
    while not path.exists():
        time.sleep(0.01)
    return b"waited"


def nap(seconds):
    time.sleep(seconds)
    return b"rested"


def raise_not_found(text):
    raise NotFound(text)
