"""What workers do in these tests. A worker imports this file, so it needs little itself."""

import os
import time

from numduel.web.errors import NotFound


def wait_for(path):
    while not path.exists():
        time.sleep(0.01)
    return b"waited"


def tell_and_wait(pids, path):
    with open(pids, "a") as file:
        file.write(f"{os.getpid()}\n")
    return wait_for(path)


def raise_not_found(text):
    raise NotFound(text)
