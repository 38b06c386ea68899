"""A database that is gone, full, frozen or in use: the server says so, and acknowledges nothing."""

import resource

import pytest

from numduel.web.errors import CannotOpen
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
