"""A database that is gone, full, frozen, slow or in use: what is acknowledged is kept."""

import resource
import threading
from contextlib import contextmanager
from dataclasses import replace

import pytest

from numduel.web.errors import CannotOpen
from numduel.web.live import replies
from numduel.web.settings import Settings

from ..conftest import acknowledged, serving


def at(path):
    return f"sqlite:///{path}"


@pytest.fixture
def playing(run_site, tmp_path):
    """A site on SQLite, a visitor and a match that has begun."""
    with run_site(Settings(at(tmp_path / "web.sqlite"))) as site:
        visitor = site.visitor()
        match_id = visitor.create(mode="screen")["match"]["id"]
        assert visitor.move(match_id, 0, "6").status_code == 200
        assert visitor.get("/healthz").status_code == 200
        yield site, visitor, match_id


@pytest.mark.parametrize("name", ["web.sqlite", "web.sqlite-wal"])
def test_with_its_file_deleted_nothing_is_acknowledged(playing, tmp_path, name):
    site, visitor, match_id = playing
    aside = tmp_path / "aside"
    (tmp_path / name).rename(aside)
    assert visitor.get("/healthz").status_code == 503
    assert visitor.move(match_id, 1, "3").status_code == 503
    assert visitor.post("/api/matches", json={"game": "divisor-duel", "mode": "screen"}).is_error
    site.app.state.services.matches._logs.clear()
    assert visitor.get(f"/api/matches/{match_id}").status_code == 503
    aside.rename(tmp_path / name)
    assert visitor.get("/healthz").status_code == 200
    assert visitor.move(match_id, 1, "3").status_code == 200


def test_move_to_vanishing_database_is_a_503(playing, tmp_path):
    site, visitor, match_id = playing
    path = tmp_path / "web.sqlite"
    store = site.app.state.services.store
    real = store._files.check

    def vanish():
        real()
        path.rename(tmp_path / "aside")
        store._files.check = real

    store._files.check = vanish
    assert visitor.move(match_id, 1, "3").status_code == 503


def test_full_disk_is_a_503_until_there_is_room(tmp_path):
    path = tmp_path / "web.sqlite"
    with serving(at(path)) as process, process.visitor() as visitor:
        match_id = visitor.create(mode="screen")["match"]["id"]
        number = process.pid
        size = path.with_name("web.sqlite-wal").stat().st_size
        before = resource.prlimit(number, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
        assert visitor.get("/healthz").status_code == 503
        assert visitor.move(match_id, 0, "6").status_code == 503
        resource.prlimit(number, resource.RLIMIT_FSIZE, before)
        assert visitor.get("/healthz").status_code == 200
        assert visitor.move(match_id, 0, "6").status_code == 200


def test_a_frozen_postgresql_is_a_503_until_it_goes_on(run_site, postgres):
    settings = Settings(postgres.new_database(), seconds_for_answer=0.5)
    with run_site(settings) as site:
        visitor = site.visitor()
        duel = {"game": "divisor-duel", "mode": "screen"}
        made = acknowledged(lambda: visitor.post("/api/matches", json=duel))
        match_id = made.json()["match"]["id"]
        assert acknowledged(lambda: visitor.move(match_id, 0, "6")).status_code == 200
        with postgres.frozen():
            assert visitor.get("/healthz").status_code == 503
            assert visitor.move(match_id, 1, "3").status_code == 503
            assert visitor.get(f"/api/matches/{match_id}").status_code == 503
        assert acknowledged(lambda: visitor.get("/healthz")).status_code == 200
        moved = acknowledged(lambda: visitor.move(match_id, 1, "3"))
        assert moved.json()["match"]["moves"] == ["6", "3"]


def test_a_server_stops_although_its_database_is_frozen(run_site, postgres):
    settings = Settings(postgres.new_database(), seconds_for_answer=0.5)
    with run_site(settings) as site:
        visitor = site.visitor()
        assert acknowledged(lambda: visitor.get("/healthz")).status_code == 200
        with postgres.frozen():
            assert visitor.get("/healthz").status_code == 503
            site.stop()


def test_a_second_process_on_one_file_ends_with_a_sentence(tmp_path, run_site):
    database = at(tmp_path / "web.sqlite")
    link = tmp_path / "link.sqlite"
    link.symlink_to(tmp_path / "web.sqlite")
    with serving(database):
        for other in (database, at(link)):
            with pytest.raises(CannotOpen, match="Another numduel server is using"):
                run_site(Settings(other)).__enter__()


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
