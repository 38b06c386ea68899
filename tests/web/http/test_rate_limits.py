"""Rate limits: by seat, wide by address, and only while the server is busy."""

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from math import inf
from types import SimpleNamespace

import pytest

from numduel.web.errors import TooManyRequests
from numduel.web.limits import Asker, Load, RateLimits, network_of
from numduel.web.settings import Settings

NEW = {"game": "divisor-duel", "mode": "link"}


@pytest.fixture
def clock(monkeypatch):
    """The clock of the limits stands still, so that no window slides."""
    clock = SimpleNamespace(seconds=1_000_000.0)
    monkeypatch.setattr("numduel.web.limits.monotonic", lambda: clock.seconds)
    return clock


@pytest.fixture
def busy_site(run_site, tmp_path, clock, monkeypatch):
    """busy_site(requests_per_minute): a site that is always busy, or whatever `load` says."""

    @contextmanager
    def run(requests_per_minute, **more):
        database = f"sqlite:///{tmp_path / 'web.sqlite'}"
        settings = Settings(database, requests_per_minute=requests_per_minute, **more)
        with run_site(settings) as site:
            site.limits = site.app.state.services.rate_limits
            site.limits.load.busy_until = inf
            yield site

    return run


def busy_limits(requests_per_minute):
    limits = RateLimits(requests_per_minute)
    limits.load.busy_until = inf
    return limits


def is_counted(limits, asker, requests=1, is_move=False):
    try:
        limits.count(asker, requests, is_move)
    except TooManyRequests:
        return False
    return True


def test_class_behind_one_address(busy_site, clock):
    """Forty pupils play, ask, review and solve while the server is busy and somebody floods it from
    their address: they are not refused, the flood is."""
    with busy_site(1_200) as site:
        flood, pupils = site.visitor(), [site.visitor() for _ in range(40)]
        statuses = []
        for pupil in pupils:
            assert pupil.get("/", headers={"Accept": "text/html"}).status_code == 200
            clock.seconds += 0.5  # all begin within twenty seconds
        floods = [flood.get("/api/nowhere").status_code for _ in range(250)]
        assert (floods[:190], floods[-40:]) == ([404] * 190, [429] * 40)

        def spend_a_lesson(pupil):
            def ask(method, path, **more):
                answer = pupil.request(method, path, **more)
                statuses.append(answer.status_code)
                clock.seconds += 1 / 40  # each asks for something every second
                return answer.json()

            wanted = {"game": "divisor-duel", "mode": "computer", "level": "easy"}
            match_id = ask("POST", "/api/matches", json=wanted)["match"]["id"]
            path = f"/api/matches/{match_id}"
            ask("POST", f"{path}/truth", json={"on": True})
            seen = ask("GET", path)
            while seen["outcome"] is None:
                about = {"id": seen["address"], "match": match_id}
                truth = ask("GET", "/api/positions/truth", params=about)
                assert truth["winner"]
                ask("POST", f"{path}/presence", json={"here": True})
                if len(seen["moves"]) >= 6:
                    seen = ask("POST", f"{path}/resign", json={})["match"]
                    continue
                move = {"ply": seen["ply"], "move": seen["legal"][0]}
                ask("POST", f"{path}/moves", json=move)
                seen = ask("GET", path)
            ask("GET", f"{path}/review")
            ask("POST", f"{path}/rematch", json={})

        def solve(pupil):
            for number in range(5):
                about = {"game": "divisor-duel", "seed": 1, "number": number}
                answer = pupil.get("/api/puzzles/next", params=about)
                statuses.append(answer.status_code)
                wanted = {"address": answer.json()["address"], "move": None}
                statuses.append(pupil.post("/api/puzzles/answer", json=wanted).status_code)
                clock.seconds += 1 / 40

        with ThreadPoolExecutor(40) as class_room:
            doing = [spend_a_lesson if one % 2 else solve for one in range(40)]
            for done in [class_room.submit(*pair) for pair in zip(doing, pupils, strict=True)]:
                done.result()
        assert set(statuses) == {200, 201}
        assert flood.get("/api/games").status_code in (200, 429)


def test_class_goes_on_at_its_pace_beside_a_flood(clock):
    limits = busy_limits(1_200)
    pupils = [limits.asker("10.0.0.1", f"pupil {number}") for number in range(40)]
    stranger, refused = Asker("10.0.0.1"), 0
    for _ in range(600):  # seconds; a bucket remembers ten
        clock.seconds += 1
        refused += sum(not is_counted(limits, stranger) for _ in range(50))
        for pupil in pupils:
            assert is_counted(limits, pupil)  # a question each second
            assert is_counted(limits, pupil, is_move=True)
    assert refused > 0.5 * 600 * 50


def test_tokens_that_are_made_up_do_not_multiply_a_limit(clock):
    limits = busy_limits(1_200)
    askers = [limits.asker("10.0.0.1", f"token {number}") for number in range(1_000)]
    assert 100 <= sum(asker.visitor is not None for asker in askers) <= 101


def test_nobody_is_refused_while_the_server_is_idle(busy_site):
    with busy_site(5) as site:
        site.limits.load.busy_until = -inf
        site.limits.load.hold = -inf  # whatever this machine does
        visitor = site.visitor()
        assert {visitor.get("/api/games").status_code for _ in range(50)} == {200}
        assert visitor.create()
        site.limits.load.busy_until = inf
        assert visitor.get("/api/games", headers={"Cookie": ""}).status_code == 429


def test_address_has_a_wide_limit(clock):
    limits = busy_limits(60)
    visitors = [Asker("10.0.0.1", str(number)) for number in range(6)]
    assert [is_counted(limits, visitor, 10) for visitor in visitors] == [True] * 5 + [False]
    assert is_counted(limits, Asker("10.0.0.2"))


def test_moves_have_a_limit_of_their_own(clock):
    limits = busy_limits(200)
    pupil, stranger = Asker("10.0.0.1", "pupil"), Asker("10.0.0.2")
    assert is_counted(limits, pupil, 200)
    assert not is_counted(limits, pupil)
    assert 100 <= sum(is_counted(limits, pupil, is_move=True) for _ in range(200)) <= 101
    assert is_counted(limits, stranger, 200)
    assert not is_counted(limits, stranger, is_move=True)


def test_refusal(busy_site):
    with busy_site(30, pause_for_the_hasty=0.2) as site:
        visitor = site.visitor()
        assert [visitor.get("/nowhere").status_code for _ in range(5)] == [404] * 5
        began = time.monotonic()
        refused = visitor.get("/api/games")
        assert time.monotonic() - began >= 0.2
        assert refused.status_code == 429
        assert int(refused.headers["retry-after"]) > 0
        assert refused.headers["content-type"] == "application/problem+json"
        assert visitor.get("/healthz").status_code == 200
        assert visitor.get("/static/nowhere.js").status_code == 404


def test_rate_limit_applies_even_if_server_is_idle(clock):
    limits = RateLimits(1_200)
    hasty = [limits.count(Asker("10.0.0.1")) for _ in range(1_000)]
    assert (hasty[:10], hasty[11:]) == ([False] * 10, [True] * 989)
    assert not limits.count(Asker("10.0.0.1", "pupil"))
    clock.seconds += 10
    assert not limits.count(Asker("10.0.0.1"))


def test_new_match_and_rematch_cost_ten(busy_site):
    with busy_site(120) as site:
        strangers = [site.visitor() for _ in range(3)]
        statuses = [stranger.post("/api/matches", json=NEW).status_code for stranger in strangers]
        assert statuses == [201, 201, 429]
        visitor = strangers[0]  # counted by the seat from now on
        match_id = visitor.create(mode="screen")["match"]["id"]
        assert visitor.act(match_id, "resign").status_code == 200
        assert [visitor.act(match_id, "rematch").status_code for _ in range(2)] == [200, 429]


def test_seat_is_known_again_after_a_restart(busy_site):
    with busy_site(1_200) as site:
        visitor, stranger = site.visitor(), site.visitor()
        match_id = visitor.create(mode="screen")["match"]["id"]
        site.limits._visitors.clear()
        visitor.see(match_id)
        assert {stranger.get("/api/games").status_code for _ in range(250)} == {200, 429}
        assert visitor.move(match_id, 0, "6").status_code == 200


def test_ipv6_client_is_its_network():
    assert (
        network_of("2001:db8::1")
        == network_of("2001:db8::2:0:0:2")
        != network_of("2001:db8:0:1::2")
    )
    assert network_of("::ffff:10.0.0.1") == "10.0.0.1"
    assert network_of("somebody") == "somebody"


@pytest.mark.parametrize(
    ("passed", "computed", "is_busy"),
    [(0.25, 0.05, False), (0.26, 0.25, True), (0.4, 0.01, True), (0.27, 0.15, False)],
)
def test_load(clock, passed, computed, is_busy):
    load = Load()
    load.note(passed, computed)
    assert load.is_busy == is_busy
    clock.seconds += 5
    load.note(0.25, 0)
    assert load.is_busy == is_busy
    clock.seconds += 6
    assert not load.is_busy


async def test_blocked_event_loop_is_busy():
    load = Load()
    watching = asyncio.create_task(load.watch())
    await asyncio.sleep(0)
    time.sleep(0.5)
    async with asyncio.timeout(60):
        while not load.is_busy:
            await asyncio.sleep(0.01)
    watching.cancel()
