"""Plays the games of a plan that are missing, many at once, and saves each when it is finished.

Games between our own players are computed by the run's workers, several in one task, and saved in
the order of the plan: the same plan gives the same file, whoever played. Games that wait for models
and programs are saved as they are finished, since they may have cost money.
"""

import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Any

from numduel.arena.plan import Fixture
from numduel.arena.players.entrants import is_computer, seat_computer
from numduel.arena.results.games_file import Results
from numduel.arena.results.played_game import PlayedGame, play_fixture
from numduel.arena.waiting import FutureGames, Waiting
from numduel.workers import Workers
from numduel.workers.workers import GLANCE

_MOST_GAMES = 64  # in a task
_SLICE = 0.25  # seconds after which a task begins no other game: docs/cluster.md says why


def play_computers(fixture: Fixture) -> PlayedGame:
    """Play a game between two of our own players."""
    return play_fixture(fixture, [*map(seat_computer, fixture.players)])


def play_some(fixtures: Sequence[Fixture]) -> list[PlayedGame]:
    """Play the first of these games between our own players, as many as a task should have. This
    may run in another process, or on another machine."""
    began, played = time.monotonic(), []
    for fixture in fixtures:
        played.append(play_computers(fixture))
        if time.monotonic() - began > _SLICE:
            break
    return played


def run_plan(
    results: Results,
    workers: Workers,
    waiting: Waiting,
    on_progress: Callable[[int], None] = lambda new: None,
    retry_broken: bool = False,
) -> None:
    """Play every missing game, and also those that an endpoint broke off if they are to be retried.
    On an error the games under way are dropped, and the error is raised."""
    run = _Run(results, workers, waiting, retry_broken)
    try:
        waiting.try_out(run.others)
        while run.hand_out():
            on_progress(run.save_finished())
    finally:
        waiting.stop()
        workers.drop(run.computing)
        waiting.drop(run.awaited)
        run.save_out_of_order()


class _Run:
    """The games of a run that are still to be played, those under way, and those to be saved."""

    def __init__(
        self, results: Results, workers: Workers, waiting: Waiting, retry_broken: bool
    ) -> None:
        self.results, self.workers, self.waiting = results, workers, waiting
        players = results.plan.players
        self.ours: deque[Fixture] = deque()
        self.others: list[Fixture] = []
        for fixture in results.missing(retry_broken):
            is_ours = all(is_computer(players[name]) for name in fixture.players)
            (self.ours if is_ours else self.others).append(fixture)
        self.computing: dict[FutureGames, list[Fixture]] = {}
        self.awaited: dict[FutureGames, Fixture] = {}
        self._finished: SimpleQueue[FutureGames] = SimpleQueue()
        self._in_order = deque(fixture.key for fixture in self.ours)
        # Played games that wait to be saved, because earlier games are still being played.
        self._held: dict[Any, PlayedGame] = {}

    def hand_out(self) -> bool:
        """Give out as many games as can be played now. Returns whether any are under way."""
        for fixture in self.waiting.ready_games(self.others, list(self.awaited.values())):
            self.others.remove(fixture)
            future = self.waiting.submit(fixture)
            self.awaited[future] = fixture
            future.add_done_callback(self._finished.put)
        while self.ours and len(self.computing) < self.workers.ahead:
            taken = [self.ours.popleft() for _ in range(min(len(self.ours), _MOST_GAMES))]
            future = self.workers.submit(play_some, taken)
            self.computing[future] = taken
            future.add_done_callback(self._finished.put)
        return bool(self.computing or self.awaited)

    def save_finished(self) -> int:
        """Wait for games and save them. Returns how many there were; raises what went wrong in
        one."""
        finished = self._wait()
        new, played = 0, []
        for future in finished:
            games = [] if future.exception() else future.result()
            new += len(games)
            if future in self.computing:
                taken = self.computing.pop(future)
                self.ours.extendleft(reversed(taken[len(games) :] if games else ()))
                self._held.update((game.fixture.key, game) for game in games)
            else:
                del self.awaited[future]
                played += games
        while self._in_order and self._in_order[0] in self._held:
            played.append(self._held.pop(self._in_order.popleft()))
        self.results.add(played)
        for future in finished:
            self.workers.result(future)  # raises what went wrong in a game
        return new

    def save_out_of_order(self) -> None:
        """Save all played games, even if earlier ones are missing, because the run is being
        stopped."""
        self.results.add(self._held.values())
        self._held.clear()

    def _wait(self) -> list[FutureGames]:
        """The tasks that are finished, at least one."""
        finished: list[FutureGames] = []
        while not finished:
            with suppress(Empty):
                finished.append(self._finished.get(timeout=GLANCE))
            self.workers.look()
        while not self._finished.empty():
            finished.append(self._finished.get())
        return finished
