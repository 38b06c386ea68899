"""Where games that wait for models and programs are played: in threads of this process, or by the
workers of a cluster, which have the keys."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import closing
from typing import Any, Protocol

from numduel.arena.plan import Fixture
from numduel.arena.players.entrants import Entrants, needed_keys
from numduel.arena.players.guard import SHOW_MEMORY, ask_kernel
from numduel.arena.players.keys import read_api_key
from numduel.arena.players.turn import Contestant, Stop, Stopped, Turn
from numduel.arena.results.played_game import PlayedGame, play_fixture
from numduel.errors import NumduelError
from numduel.match import Match
from numduel.workers.cluster import Cluster
from numduel.workers.worker_side import Dropped, let_others_begin, whoami

FutureGames = Future[list[PlayedGame]]
_THREAD = ""  # stands for a thread among the names of models: no player is called this


class Waiting(Protocol):
    """A place for games that wait."""

    def try_out(self, fixtures: Sequence[Fixture]) -> None:
        """Raise Unusable if a program of these games ends without giving any answer."""

    def ready_games(self, left: Sequence[Fixture], under_way: Sequence[Fixture]) -> list[Fixture]:
        """The games that can be begun now, while these others are under way."""
        ...

    def submit(self, fixture: Fixture) -> FutureGames: ...

    def stop(self) -> None:
        """Begin no further move."""

    def drop(self, futures: Iterable[FutureGames]) -> None:
        """Forget these games."""


class WaitingHere:
    """Threads of this process. Their endpoints know how many requests there may be at once."""

    def __init__(self, entrants: Entrants, threads: int) -> None:
        """There are more threads if models may be asked more questions at once."""
        self.entrants = entrants
        places = sum(one.get("concurrency", 0) for one in entrants.players.values())
        self._threads = ThreadPoolExecutor(max(threads, places))

    def try_out(self, fixtures: Sequence[Fixture]) -> None:
        for name, fixture in first_games(fixtures).items():
            self.entrants.try_out(name, fixture)

    def ready_games(self, left: Sequence[Fixture], under_way: Sequence[Fixture]) -> list[Fixture]:
        return list(left)

    def submit(self, fixture: Fixture) -> FutureGames:
        return self._threads.submit(_play, self.entrants, fixture, self.entrants.stop)

    def stop(self) -> None:
        self.entrants.stop.set()

    def drop(self, futures: Iterable[FutureGames]) -> None:
        dropped = list(futures)
        for future in dropped:
            future.cancel()
        self.entrants.close()
        wait(dropped)
        self._threads.shutdown()


class WaitingElsewhere:
    """The workers of a cluster. A game holds a place with each of its models to its end, so no
    endpoint has more requests at once than it may, and a program has a thread for itself."""

    def __init__(self, players: Mapping[str, Mapping[str, Any]], cluster: Cluster) -> None:
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
        pass  # a worker notices by itself that a game was dropped

    def drop(self, futures: Iterable[FutureGames]) -> None:
        self.cluster.drop(futures)

    def _settings(self, fixture: Fixture) -> dict[str, Mapping[str, Any]]:
        return {name: self.players[name] for name in fixture.players}

    def _places(self, fixture: Fixture) -> dict[str, int]:
        """What a game takes up, and how many of each there are."""
        places = {}
        for name, settings in self._settings(fixture).items():
            if settings["kind"] == "model":
                places[name] = int(settings["concurrency"])
            elif settings["kind"] == "program":
                places[_THREAD] = max(1, self.cluster.threads)
        return places


def play_there(players: Mapping[str, Mapping[str, Any]], fixture: Fixture) -> list[PlayedGame]:
    """Play a game as a worker. It ends early if nobody wants it any more."""
    with closing(_prepare(players)) as entrants:
        dropped = Dropped()
        if all(settings["kind"] != "program" for settings in players.values()):
            let_others_begin()
        return _play(entrants, fixture, dropped)


def try_out_there(players: Mapping[str, Mapping[str, Any]], name: str, fixture: Fixture) -> None:
    """Try a program out as a worker."""
    with closing(_prepare(players)) as entrants:
        entrants.try_out(name, fixture)


def _prepare(players: Mapping[str, Mapping[str, Any]]) -> Entrants:
    """The players of a game, with the keys of this worker."""
    for name, settings in players.items():
        for variable in needed_keys(settings):
            if not read_api_key(variable):
                raise NumduelError(f"{whoami()} lacks the variable {variable}, which {name} needs.")
    ask_kernel(SHOW_MEMORY, 0)  # programs shall not find the keys in this process
    return Entrants(players)


def first_games(fixtures: Iterable[Fixture]) -> dict[str, Fixture]:
    """The first game of each player."""
    found: dict[str, Fixture] = {}
    for fixture in fixtures:
        for name in fixture.players:
            found.setdefault(name, fixture)
    return found


def _play(entrants: Entrants, fixture: Fixture, stop: Stop) -> list[PlayedGame]:
    seated = [_Stoppable(entrants.seat(name, stop), stop) for name in fixture.players]
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
