"""A disk that takes longer than anybody waits, or fails for a moment: nobody misses what is on it
in the end."""

import threading
from contextlib import contextmanager
from dataclasses import replace

import pytest

from numduel.web.live import replies
from numduel.web.settings import Settings

from ..conftest import acknowledged


@pytest.fixture
def settings(tmp_path):
    return Settings(f"sqlite:///{tmp_path / 'web.sqlite'}")


@pytest.fixture
def site(run_site, settings):
    with run_site(settings) as site:
        yield site


@pytest.fixture
def hasty(run_site, settings):
    """A site that does not wait long for its disk."""
    with run_site(replace(settings, seconds_for_answer=0.3)) as site:
        yield site


@contextmanager
def before_each_commit(site, do):
    """Do something in the thread that writes, with the number of the commit, before each commit of
    entries. The server's own signs of life are not counted: they come at any time."""
    store, count = site.app.state.services.store, iter(range(1_000))
    real = store._write

    def write(work, **entry):
        def work_late(connection):
            do(next(count))
            return work(connection)

        return real(work_late if entry else work, **entry)

    store._write = write
    try:
        yield
    finally:
        store._write = real


@contextmanager
def hearing(site, match_id):
    """The versions that a stream sends, one by one."""
    with site.visitor().stream("GET", f"/api/matches/{match_id}/events") as stream:
        yield (int(line[4:]) for line in stream.iter_lines() if line.startswith("id: "))


def test_move_committed_after_timeout_is_visible(hasty):
    visitor, friend = hasty.visitor(), hasty.visitor()
    duel = {"game": "divisor-duel", "mode": "screen"}
    made = acknowledged(lambda: visitor.post("/api/matches", json=duel))
    match_id = made.json()["match"]["id"]
    goes_on = threading.Event()
    with before_each_commit(hasty, lambda _: goes_on.wait()):
        moved = visitor.move(match_id, 0, "6")
        seen = friend.get(f"/api/matches/{match_id}")
        goes_on.set()
    assert (moved.status_code, seen.status_code) == (503, 503)  # it is not known yet
    seen = acknowledged(lambda: friend.get(f"/api/matches/{match_id}"))
    assert seen.json()["moves"] == ["6"]
    with hearing(hasty, match_id) as versions:
        assert next(versions) == 1
        again = acknowledged(lambda: visitor.move(match_id, 0, "6"))
        assert again.json()["match"]["moves"] == ["6"]
        assert acknowledged(lambda: visitor.move(match_id, 1, "3")).status_code == 200
        assert next(versions) == 2


def fail_second(number):
    if number == 1:
        raise OSError("no space left on device")


def test_failed_reply_is_retried_while_watched(site, visitor, monkeypatch):
    monkeypatch.setattr(replies, "SECONDS_BEFORE_TAKING_OVER", 0.01)
    match_id = visitor.create(mode="computer")["match"]["id"]
    with hearing(site, match_id) as versions:
        assert next(versions) == 0
        with before_each_commit(site, fail_second):
            assert visitor.move(match_id, 0, "6").json()["match"]["ply"] == 1
            assert [next(versions), next(versions)] == [1, 2]
