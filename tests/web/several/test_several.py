"""Several server processes on one PostgreSQL: what happens at one is seen at all, and once."""

import os
import signal
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import httpx
import psycopg
import pytest

from ..conftest import reserved_port, wait_until
from ..server_process import ServerProcess

LISTENING = "application_name = 'numduel listening' AND datname = current_database()"


class Pair:
    """Two server processes on one database."""

    def __init__(self, database, one, two):
        self.database = database
        self.one = one
        self.two = two

    def match_of_two(self, stack):
        """The id of a match, with a visitor for each seat: Player 1 at the first server, Player 2
        at the second."""
        ann, bea = (stack.enter_context(server.visitor()) for server in (self.one, self.two))
        made = ann.create(mode="link", first="me")
        assert bea.join(made["seat_link"]).status_code == 200
        return made["match"]["id"], ann, bea


@pytest.fixture(scope="module")
def pair(postgres):
    """Two processes that were started at once, on an empty database."""
    database = postgres.new_database()
    with reserved_port() as first, reserved_port() as second:
        both = [ServerProcess(database, port) for port in (first, second)]
        try:
            at_once(*(process.start for process in both))
            yield Pair(database, *both)
        finally:
            for process in both:
                process.stop(signal.SIGKILL)


@pytest.fixture
def stack():
    with ExitStack() as stack:
        yield stack


@contextmanager
def hearing(server, match_id, **headers):
    """The versions that a stream sends, one by one."""
    with (
        server.visitor() as visitor,
        visitor.stream("GET", f"/api/matches/{match_id}/events", headers=headers) as stream,
    ):
        assert stream.status_code == 200
        ids = (line.removeprefix("id: ") for line in stream.iter_lines() if line[:3] == "id:")
        yield map(int, ids)


def wait_for(versions, wanted):
    """Read a stream up to a version: it never goes back."""
    seen = []
    while not seen or seen[-1] < wanted:
        seen.append(next(versions))
    assert seen == sorted(set(seen))
    return seen[-1]


def at_once(*calls):
    """The results of calls that are made at the same time."""
    with ThreadPoolExecutor(len(calls)) as threads:
        return [future.result() for future in [threads.submit(call) for call in calls]]


def test_acknowledged_move_is_visible_in_other_processes(pair, stack):
    match_id, ann, bea = pair.match_of_two(stack)
    moves = ["6", "3", "12", "4", "8", "2", "10", "5"]
    for ply, move in enumerate(moves):
        player, other = (ann, bea) if ply % 2 == 0 else (bea, ann)
        assert player.move(match_id, ply, move).status_code == 200
        assert other.see(match_id)["moves"] == moves[: ply + 1]
        assert player.see(match_id)["version"] == ply + 2
    refused = ann.move(match_id, 0, "7")
    assert refused.status_code == 409
    assert refused.json()["match"]["moves"] == moves


def test_stream_resumes_at_another_process(pair, stack):
    match_id, ann, _ = pair.match_of_two(stack)
    with hearing(pair.two, match_id) as versions:
        wait_for(versions, 1)
    assert ann.move(match_id, 0, "6").status_code == 200
    with hearing(pair.two, match_id, **{"Last-Event-ID": "2"}) as versions:
        ann.act(match_id, "takeback", action="ask")
        assert next(versions) == 3
    with hearing(pair.two, match_id, **{"Last-Event-ID": "99"}) as versions:
        assert next(versions) == 3  # a number that was never sent


def test_race_between_two_processes_has_one_winner(pair, stack):
    ann, bea, eve = (
        stack.enter_context(server.visitor()) for server in (pair.one, pair.one, pair.two)
    )
    made = ann.create(mode="link", first="me")
    match_id, link = made["match"]["id"], made["seat_link"]
    joined = at_once(lambda: bea.join(link), lambda: eve.join(link))
    assert sorted(answer.status_code for answer in joined) == [200, 403]
    # Ann is at both processes at once, with one cookie.
    elsewhere = stack.enter_context(pair.two.visitor())
    elsewhere.cookies.update(ann.cookies)
    played = at_once(lambda: ann.move(match_id, 0, "6"), lambda: elsewhere.move(match_id, 0, "8"))
    assert sorted(answer.status_code for answer in played) == [200, 409]
    asked = at_once(
        lambda: ann.act(match_id, "takeback", action="ask"),
        lambda: elsewhere.act(match_id, "takeback", action="ask"),
    )
    assert [answer.status_code for answer in asked] == [200, 200]
    resigned = at_once(
        lambda: ann.act(match_id, "resign"), lambda: elsewhere.act(match_id, "resign")
    )
    assert sorted(answer.status_code for answer in resigned) == [200, 409]
    seen = ann.see(match_id)
    assert seen == elsewhere.see(match_id)
    assert seen["version"] == 4  # joined, moved, asked, resigned


def test_a_rematch_that_both_begin_at_once_is_one_match(pair, stack):
    ann, elsewhere = (stack.enter_context(server.visitor()) for server in (pair.one, pair.two))
    match_id = ann.create(mode="screen")["match"]["id"]
    elsewhere.cookies.update(ann.cookies)
    assert ann.act(match_id, "resign").status_code == 200
    with psycopg.connect(pair.database) as database:
        count = "SELECT count(*) FROM matches"
        (before,) = database.execute(count).fetchone()
        again = at_once(
            lambda: ann.act(match_id, "rematch"), lambda: elsewhere.act(match_id, "rematch")
        )
        ids = {answer.json()["match"]["next"] for answer in again}
        database.rollback()
        assert database.execute(count).fetchone() == (before + 1,)
    assert len(ids) == 1
    assert elsewhere.see(ids.pop())["ply"] == 0


def test_who_is_at_the_board_is_known_at_the_other_process(pair, stack):
    match_id, ann, bea = pair.match_of_two(stack)

    def here(visitor, is_here=True):
        return visitor.act(match_id, "presence", here=is_here).json()["here"]

    assert here(ann) == [1]
    wait_until(lambda: here(bea) == [1, 2])
    here(ann, is_here=False)
    wait_until(lambda: here(bea) == [2])


@contextmanager
def cut_off(pair, postgres):
    """While this lasts, no process hears anything: what listens is ended and cannot come back."""
    name = pair.database.rpartition("/")[2]
    admin = pair.database.removesuffix(name) + "postgres"
    with (
        closing(psycopg.connect(admin, autocommit=True)) as outside,
        closing(psycopg.connect(pair.database, autocommit=True)) as inside,
    ):
        outside.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
        try:
            query = (
                f"SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE {LISTENING}"
            )
            assert inside.execute(query).rowcount == 2
            yield
        finally:
            outside.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")


def test_moves_made_while_disconnected_are_seen_after_reconnecting(pair, postgres, stack):
    match_id, ann, bea = pair.match_of_two(stack)
    unasked, cyd, _ = pair.match_of_two(stack)
    with hearing(pair.two, match_id) as versions, hearing(pair.two, unasked) as alone:
        wait_for(versions, 1)
        wait_for(alone, 1)
        for player, known in ((ann, match_id), (cyd, unasked)):
            assert player.see(known)["version"] == 1  # no further connections can be made below
        with cut_off(pair, postgres):
            wait_until(lambda: bea.get("/healthz").status_code == 503)
            told = bea.get("/healthz").json()["detail"]
            assert told.startswith("This server does not see moves made at other servers"), told
            assert ann.move(match_id, 0, "6").status_code == 200
            assert bea.see(match_id)["moves"] == ["6"]  # whoever asks is told
            assert cyd.move(unasked, 0, "6").status_code == 200  # and nobody asks the other server
        assert wait_for(versions, 2) == 2
        assert wait_for(alone, 2) == 2
        wait_until(lambda: bea.get("/healthz").status_code == 200)
        assert bea.move(match_id, 1, "3").status_code == 200
        assert wait_for(versions, 3) == 3


def children(pid):
    return Path(f"/proc/{pid}/task/{pid}/children").read_text().split()


def test_other_process_replies_if_one_dies_thinking(pair, stack):
    one, two = pair.one, pair.two
    ann = stack.enter_context(one.visitor())
    match_id = ann.create("parity-duel", "computer", first="me")["match"]["id"]
    seen = ann.move(match_id, 0, ann.see(match_id)["legal"][0]).json()["match"]
    assert seen["version"] == 2
    (worker,) = children(one.pid)
    os.kill(int(worker), signal.SIGSTOP)  # it thinks, and finds nothing
    threads = stack.enter_context(ThreadPoolExecutor(1))
    with hearing(two, match_id) as versions:
        asked = threads.submit(ann.move, match_id, 2, seen["legal"][0])
        assert wait_for(versions, 3) == 3
        one.stop(signal.SIGKILL)
        with pytest.raises(httpx.TransportError):
            asked.result()
        assert wait_for(versions, 4) == 4
    one.start()
    for server in one, two:
        with server.visitor() as visitor:
            assert visitor.see(match_id)["ply"] == 4
