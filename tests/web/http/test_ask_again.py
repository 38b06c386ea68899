"""A visitor whose answer takes long is told to ask again, and later gets it."""

import pytest

from numduel.web.settings import Settings

from ..conftest import wait_until

LARGE = {"id": f"parity-duel/numbers=1000/{','.join(map(str, range(1, 1_000)))}"}


@pytest.fixture(scope="module")
def hasty(run_site, tmp_path_factory):
    """A visitor of a site that lets nobody wait."""
    database = f"sqlite:///{tmp_path_factory.mktemp('hasty') / 'web.sqlite'}"
    limits = {"seconds_to_think": 0.001, "seconds_to_study": 0.001, "requests_per_minute": 0}
    with run_site(Settings(database, **limits)) as site:
        yield site.visitor()


@pytest.mark.parametrize(
    ("path", "asked"),
    [
        ("/api/positions", LARGE),
        ("/api/positions/truth", LARGE),
        ("/api/positions/consequence", {"id": "divisor-duel/6,3", "move": "1"}),
        ("/api/games/parity-duel/facts", {}),
        ("/api/lessons/divisor-duel/big-primes", {}),
        ("/api/puzzles/daily", {"date": "2026-11-17"}),
        ("/api/puzzles/next", {"game": "divisor-duel"}),
    ],
)
def test_what_takes_longer_than_a_visitor_waits_is_there_later(hasty, path, asked):
    first = hasty.get(path, params=asked)
    assert first.status_code == 503
    assert "sk again" in first.json()["detail"]
    assert int(first.headers["Retry-After"]) > 0
    wait_until(lambda: hasty.get(path, params=asked).status_code == 200)


def test_so_is_the_review_of_a_match(hasty):
    match_id = hasty.create(mode="screen")["match"]["id"]
    hasty.move(match_id, 0, "6")
    hasty.act(match_id, "resign")
    path = f"/api/matches/{match_id}/review"
    first = hasty.get(path)
    assert first.status_code == 503
    assert "sk again" in first.json()["detail"]
    wait_until(lambda: hasty.get(path).status_code == 200)
