"""Plays the games of a plan that are missing, many at once, and saves each when it is finished.

Games between our own players go to one executor, games that wait for models and programs to
another. Anything with the interface of `concurrent.futures.Executor` will do for either.
"""

import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor, wait
from contextlib import suppress
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait as wait_for_connection
from queue import SimpleQueue

from numduel.arena.plan import Fixture
from numduel.arena.players.entrants import Entrants, is_computer, seat_computer
from numduel.arena.players.turn import Contestant, Stopped, Turn
from numduel.arena.results.games_file import Results
from numduel.arena.results.played_game import PlayedGame, play_fixture
from numduel.match import Match


def play_computers(fixture: Fixture) -> PlayedGame:
    """Play a game between two of our own players. This may run in another process."""
    return play_fixture(fixture, [*map(seat_computer, fixture.players)])


def run_plan(
    results: Results,
    entrants: Entrants,
    computing: Executor,
    waiting: Executor,
    on_progress: Callable[[int], None] = lambda new: None,
    retry_broken: bool = False,
) -> None:
    """Play every missing game, and again those that an endpoint broke off if they are to be
    retried. On an error the games under way are dropped and it is raised."""

    def play_others(fixture: Fixture) -> PlayedGame:
        seated = [_Stoppable(entrants.seat(name), entrants.stop) for name in fixture.players]
        return play_fixture(fixture, seated)

    futures: list[Future[PlayedGame]] = []
    finished: SimpleQueue[Future[PlayedGame]] = SimpleQueue()
    left = 0
    try:
        missing = results.missing(retry_broken)
        entrants.try_out(missing)
        for fixture in missing:
            if all(is_computer(entrants.players[name]) for name in fixture.players):
                futures.append(computing.submit(play_computers, fixture))
            else:
                futures.append(waiting.submit(play_others, fixture))
            futures[-1].add_done_callback(finished.put)
        left = len(futures)
        while left:
            batch = [finished.get()]
            while not finished.empty():
                batch.append(finished.get())
            left -= len(batch)
            played = [future for future in batch if future.exception() is None]
            results.add(future.result() for future in played)
            on_progress(len(played))
            for future in batch:
                future.result()  # raises what went wrong in the game
    finally:
        entrants.stop.set()
        for future in futures:
            future.cancel()
        entrants.close()
        wait(futures)


class _Stoppable:
    """A contestant that makes no further move once the run is stopped."""

    def __init__(self, contestant: Contestant, stop: threading.Event) -> None:
        self.contestant = contestant
        self.stop = stop

    def take_turn(self, match: Match) -> Turn:
        if self.stop.is_set():
            raise Stopped("The run was stopped.")
        return self.contestant.take_turn(match)

    def close(self) -> None:
        self.contestant.close()


def make_processes(workers: int) -> ProcessPoolExecutor:
    """Processes for our own players. They ignore Ctrl-C, which is ours, and end when we end."""
    return ProcessPoolExecutor(workers, get_context("spawn"), initializer=_serve)


def _serve() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    assert parent is not None
    with suppress(OSError):
        wait_for_connection([parent.sentinel])
    os._exit(1)
