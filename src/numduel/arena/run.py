"""Plays the missing games of a plan, many at once, and saves each when it is finished.

Games between our own players are computed by the run's workers, several in a task, and saved in the
order of the plan, so the same plan always gives the same file. Games that wait for models and
programs run in threads of this process, or on the workers of a cluster, which have the keys. They
are saved as soon as they are finished, since they may have cost money.
"""

import os
import shlex
import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import closing, suppress
from queue import Empty, SimpleQueue
from typing import Any, Protocol

from numduel.arena.cost import Budget
from numduel.arena.guard import SHOW_MEMORY, ask_kernel
from numduel.arena.models import Models
from numduel.arena.plan import Fixture
from numduel.arena.players import (
    Computer,
    Contestant,
    Settings,
    Stop,
    Stopped,
    Turn,
    given_variables,
    is_computer,
    keys_of,
    needed_keys,
    read_api_key,
)
from numduel.arena.program import Program, needed_variables
from numduel.arena.results import PlayedGame, Playing, Results
from numduel.errors import NumduelError
from numduel.match import Match
from numduel.tasks import Asking
from numduel.workers import GLANCE, Workers
from numduel.workers.cluster import Cluster, Dropped, let_others_begin, whoami

_MOST_GAMES = 64  # games in a task
_SLICE = 0.25  # seconds after which a task begins no further game; sending one costs 11 ms
_THREAD = ""  # a key for threads beside the names of models; no player has this name

FutureGames = Future[list[PlayedGame]]


class Players:
    """The players of a run, ready to be seated, with everything their games share."""

    def __init__(
        self,
        players: Mapping[str, Settings],
        budget: Budget | None = None,
        tell: Callable[[str], None] = lambda text: None,
    ) -> None:
        """`tell` gets a sentence now and then while an endpoint is waited for."""
        self.settings = players
        self.stop = threading.Event()
        self.keys = keys_of(players)
        self._given = {
            name: needed_variables() | {key: os.environ[key] for key in given_variables(settings)}
            for name, settings in players.items()
        }
        models = {name: one for name, one in players.items() if one["kind"] == "model"}
        self._models = Models(models, self.keys, budget or Budget(), tell) if models else None

    def seat(
        self, name: str, stop: Stop | None = None, fixture: Fixture | None = None
    ) -> Contestant:
        """Return a player for one seat of a new game, until `stop` or the end of the run."""
        settings = self.settings[name]
        if settings["kind"] == "model":
            assert self._models is not None
            asking = Asking.from_settings(settings)
            return self._models.seat(name, fixture.asking_of(settings) if fixture else asking)
        if settings["kind"] == "program":
            return self._seat_program(name, stop)
        return Computer(name)

    def try_out(self, name: str, match: Match) -> None:
        """Ask a program for a move and ignore the answer; Unusable if it exits without one."""
        if self.settings[name]["kind"] == "program":
            self._seat_program(name).try_out(match)

    def _seat_program(self, name: str, stop: Stop | None = None) -> Program:
        settings = self.settings[name]
        command, given = shlex.split(settings["command"]), self._given[name]
        return Program(command, settings["timeout"], stop or self.stop, given, self.keys)

    def close(self) -> None:
        """Drop all games under way."""
        self.stop.set()
        if self._models is not None:
            self._models.close()


def play_fixture(fixture: Fixture, contestants: Sequence[Contestant]) -> PlayedGame:
    """Play a game to its end, or ask one question. A player who fails to move forfeits the game; if
    its endpoint failed, the game is broken."""
    playing = Playing(fixture)
    try:
        while not playing.is_over:
            seat = playing.match.state.to_move - 1 if len(contestants) > 1 else 0
            playing.add(contestants[seat].take_turn(playing.match))
    finally:
        for contestant in contestants:
            contestant.close()
    return playing.record()


def play_computers(fixture: Fixture) -> PlayedGame:
    """Play a game between two of our own players."""
    return play_fixture(fixture, [*map(Computer, fixture.players)])


def play_some(fixtures: Sequence[Fixture]) -> list[PlayedGame]:
    """Play the first of these games between our own players, until the task has lasted long enough.
    May run in another process or on another machine."""
    began, played = time.monotonic(), []
    for fixture in fixtures:
        played.append(play_computers(fixture))
        if time.monotonic() - began > _SLICE:
            break
    return played


class Waiting(Protocol):
    """A runner of games that wait for models or programs."""

    def try_out(self, fixtures: Sequence[Fixture]) -> None:
        """Raise Unusable if a program of these games exits without an answer."""

    def ready_games(self, left: Sequence[Fixture], under_way: Sequence[Fixture]) -> list[Fixture]:
        """Return the games that can begin now, while these others are under way."""
        ...

    def submit(self, fixture: Fixture) -> FutureGames: ...

    def stop(self) -> None:
        """Begin no further moves."""

    def drop(self, futures: Iterable[FutureGames]) -> None:
        """Forget these games."""


class WaitingHere:
    """A runner in threads of this process; the endpoints limit their concurrent requests
    themselves."""

    def __init__(self, players: Players, threads: int) -> None:
        """Start at least `threads` threads, and one for each concurrent request."""
        self.players = players
        places = sum(one.get("concurrency", 0) for one in players.settings.values())
        self._threads = ThreadPoolExecutor(max(threads, places))

    def try_out(self, fixtures: Sequence[Fixture]) -> None:
        for name, fixture in first_games(fixtures).items():
            self.players.try_out(name, fixture.begin())

    def ready_games(self, left: Sequence[Fixture], under_way: Sequence[Fixture]) -> list[Fixture]:
        return list(left)

    def submit(self, fixture: Fixture) -> FutureGames:
        return self._threads.submit(_play, self.players, fixture, self.players.stop)

    def stop(self) -> None:
        self.players.stop.set()

    def drop(self, futures: Iterable[FutureGames]) -> None:
        dropped = list(futures)
        for future in dropped:
            future.cancel()
        self.players.close()
        wait(dropped)
        self._threads.shutdown()


class WaitingElsewhere:
    """A runner on the workers of a cluster. A game holds a place at each of its models until it
    ends, so no endpoint exceeds its concurrency, and a program has a thread to itself."""

    def __init__(self, players: Mapping[str, Settings], cluster: Cluster) -> None:
        self.players = players
        self.cluster = cluster

    def try_out(self, fixtures: Sequence[Fixture]) -> None:
        for name, fixture in first_games(fixtures).items():
            if self.players[name]["kind"] == "program":
                self.cluster.result(
                    self.cluster.submit(try_out_there, self._settings(fixture), name, fixture)
                )

    def ready_games(self, left: Sequence[Fixture], under_way: Sequence[Fixture]) -> list[Fixture]:
        taken: Counter[str] = Counter()
        for fixture in under_way:
            taken.update(self._places(fixture).keys())
        chosen = []
        for fixture in left:
            wanted = self._places(fixture)
            if all(taken[name] < most for name, most in wanted.items()):
                taken.update(wanted.keys())
                chosen.append(fixture)
        return chosen

    def submit(self, fixture: Fixture) -> FutureGames:
        return self.cluster.submit(play_there, self._settings(fixture), fixture)

    def stop(self) -> None:
        pass  # workers notice by themselves that a game was dropped

    def drop(self, futures: Iterable[FutureGames]) -> None:
        self.cluster.drop(futures)

    def _settings(self, fixture: Fixture) -> dict[str, Settings]:
        return {name: self.players[name] for name in fixture.players}

    def _places(self, fixture: Fixture) -> dict[str, int]:
        """Return the resources that a game takes, and how many of each exist."""
        places = {}
        for name, settings in self._settings(fixture).items():
            if settings["kind"] == "model":
                places[name] = int(settings["concurrency"])
            elif settings["kind"] == "program":
                places[_THREAD] = max(1, self.cluster.threads)
        return places


def play_there(players: Mapping[str, Settings], fixture: Fixture) -> list[PlayedGame]:
    """Play a game in a worker, until the run is stopped."""
    with closing(_prepare(players)) as prepared:
        dropped = Dropped()
        if all(settings["kind"] != "program" for settings in players.values()):
            let_others_begin()
        return _play(prepared, fixture, dropped)


def try_out_there(players: Mapping[str, Settings], name: str, fixture: Fixture) -> None:
    """Try out a program in a worker."""
    with closing(_prepare(players)) as prepared:
        prepared.try_out(name, fixture.begin())


def _prepare(players: Mapping[str, Settings]) -> Players:
    """Return the players of a game, with the keys of this worker."""
    for name, settings in players.items():
        for variable in needed_keys(settings):
            if not read_api_key(variable):
                raise NumduelError(f"{whoami()} lacks the variable {variable}, which {name} needs.")
    ask_kernel(SHOW_MEMORY, 0)  # programs must not read the keys from this process
    return Players(players)


def first_games(fixtures: Iterable[Fixture]) -> dict[str, Fixture]:
    """Return the first game of each player."""
    found: dict[str, Fixture] = {}
    for fixture in fixtures:
        for name in fixture.players:
            found.setdefault(name, fixture)
    return found


def _play(players: Players, fixture: Fixture, stop: Stop) -> list[PlayedGame]:
    seated = [_Stoppable(players.seat(name, stop, fixture), stop) for name in fixture.players]
    return [play_fixture(fixture, seated)]


class _Stoppable:
    """A contestant that makes no further move once the run is stopped."""

    def __init__(self, contestant: Contestant, stop: Stop) -> None:
        self.contestant = contestant
        self.stop = stop

    def take_turn(self, match: Match) -> Turn:
        if self.stop.is_set():
            raise Stopped("The run was stopped.")
        return self.contestant.take_turn(match)

    def close(self) -> None:
        self.contestant.close()


def run_plan(
    results: Results,
    workers: Workers,
    waiting: Waiting,
    on_progress: Callable[[int], None] = lambda new: None,
    retry_broken: bool = False,
) -> None:
    """Play every missing game, and retry broken ones if asked. On an error the games under way are
    dropped and the error is raised."""
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
    """The games of a run that are waiting, under way, and yet to be saved."""

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
        # Played games that wait to be saved after earlier ones.
        self._held: dict[Any, PlayedGame] = {}

    def hand_out(self) -> bool:
        """Start as many games as possible now; return whether any are under way."""
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
        """Wait for finished games and save them; return how many. Raises a game's error."""
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
            self.workers.result(future)  # raises the game's error
        return new

    def save_out_of_order(self) -> None:
        """Save all played games, even if earlier ones are missing, since the run is stopping."""
        self.results.add(self._held.values())
        self._held.clear()

    def _wait(self) -> list[FutureGames]:
        """Wait for finished tasks; return at least one."""
        finished: list[FutureGames] = []
        while not finished:
            with suppress(Empty):
                finished.append(self._finished.get(timeout=GLANCE))
            self.workers.look()
        while not self._finished.empty():
            finished.append(self._finished.get())
        return finished
