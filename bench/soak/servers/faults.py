"""What is broken on purpose while a site with several servers is in use."""

import signal
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from random import Random

from bench.soak.servers.parts import Postgres, Proxy
from bench.soak.servers.site import Site


@dataclass
class Whole:
    """A site with all its parts."""

    postgres: Postgres
    servers: Sequence[Site]
    proxy: Proxy
    random: Random
    seconds_of_pause: float = 10


Fault = Callable[[Whole], Awaitable[None]]


async def server_killed(site: Whole) -> None:
    server = site.random.choice(site.servers)
    await server.stop(signal.SIGKILL)
    await server.start()


async def server_stopped(site: Whole) -> None:
    server = site.random.choice(site.servers)
    await server.stop(signal.SIGTERM)
    await server.start()


async def proxy_killed(site: Whole) -> None:
    await site.proxy.stop()
    await site.proxy.start()


async def postgres_stopped(site: Whole) -> None:
    await site.postgres.stop("fast")
    await site.postgres.start()


async def postgres_crashed(site: Whole) -> None:
    await site.postgres.stop("immediate")
    await site.postgres.start()


async def connections_cut(site: Whole) -> None:
    await site.postgres.cut_connections()


async def postgres_paused(site: Whole) -> None:
    await site.postgres.pause(site.seconds_of_pause)


FAULTS: list[Fault] = [
    server_killed,
    server_stopped,
    proxy_killed,
    postgres_stopped,
    postgres_crashed,
    connections_cut,
    postgres_paused,
]


def order_of(times: int, random: Random) -> list[Fault]:
    """Each fault this many times, in a random order."""
    order = FAULTS * times
    random.shuffle(order)
    return order
