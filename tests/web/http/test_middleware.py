"""The middleware: other sites, large bodies, too many requests, safe headers, problems."""

import json
import sqlite3
import time
from contextlib import closing
from types import SimpleNamespace

import pytest

from numduel.web.client import network_of
from numduel.web.errors import TooManyRequests
from numduel.web.http.rate_limits import RateLimits, Window
from numduel.web.settings import Settings
from numduel.web.store.rows import HEADER, write_row

NEW = {"game": "divisor-duel", "mode": "link"}


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://[::1"},
        {"Origin": "http://[::1]]:80/"},
        {"Origin": "http://127.0.0.1:1"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Sec-Fetch-Site": "cross-site", "Origin": "SELF"},
        {"Sec-Fetch-Site": "same-origin", "Origin": "https://evil.example"},
    ],
)
def test_a_post_from_another_site_is_refused(site, visitor, headers):
    headers = {name: value.replace("SELF", site.address) for name, value in headers.items()}
    response = visitor.post("/api/matches", json=NEW, headers=headers)
    assert response.status_code == 403
    assert response.headers["content-type"] == "application/problem+json"
    assert "set-cookie" not in response.headers


@pytest.mark.parametrize("headers", [{}, {"Origin": "SELF", "Sec-Fetch-Site": "same-origin"}])
def test_a_post_from_our_own_page_or_from_a_program_is_welcome(site, visitor, headers):
    headers = {name: value.replace("SELF", site.address) for name, value in headers.items()}
    assert visitor.post("/api/matches", json=NEW, headers=headers).status_code == 201


def test_a_form_of_another_site_cannot_pose_as_json(visitor):
    content = json.dumps(NEW)
    response = visitor.post("/api/matches", content=content, headers={"Content-Type": "text/plain"})
    assert response.status_code == 422


def test_a_large_body_is_refused(visitor):
    response = visitor.post("/api/matches", json=NEW | {"name": "x" * 70_000})
    assert response.status_code == 413
    assert response.json()["detail"] == "The request is too large."


def test_a_large_body_that_hides_its_length_is_refused(visitor):
    chunks = (b"x" * 1_000 for _ in range(80))
    headers = {"Content-Type": "application/json"}
    assert visitor.post("/api/matches", content=chunks, headers=headers).status_code == 413


@pytest.mark.parametrize("path", ["/p/parity-duel/", "/m/", "/api/matches/", "/static/"])
def test_a_long_address_is_refused_in_a_sentence(visitor, path):
    response = visitor.get(path.ljust(6_001, "1"), headers={"Accept": "text/html"})
    assert response.status_code == 414
    assert "The address is too long." in response.text


def test_a_position_as_long_as_the_api_takes_has_a_page(visitor):
    moves = ",".join(map(str, range(1, 1_001)))
    page = visitor.get(f"/p/parity-duel/numbers=1000/{moves}")
    assert page.status_code == 200
    moves = {"moves": moves.replace(",", " "), "options": '{"numbers": 1000}'}
    asked = {"game": "parity-duel", **moves}
    assert visitor.get("/api/positions", params=asked).json()["ply"] == 1_000


def test_every_answer_has_the_headers_that_keep_a_browser_safe(visitor):
    for path in ("/", "/api/games", "/nowhere", "/docs", "/api/matches/x", "/healthz"):
        headers = visitor.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert "server" not in headers


def test_whoever_asks_too_often_has_to_wait(run_site, tmp_path, monkeypatch):
    # The clock stands still: when a minute ends, there is room for one more.
    monkeypatch.setattr("numduel.web.http.rate_limits.monotonic", lambda: 1_000_000.0)
    settings = Settings(f"sqlite:///{tmp_path / 'web.sqlite'}", requests_per_minute=30)
    with run_site(settings) as site:
        visitor = site.visitor()
        assert visitor.create()["match"]["ply"] == 0  # counts ten
        statuses = [visitor.get("/api/games").status_code for _ in range(60)]
        assert statuses[:15] == [200] * 15
        assert statuses[-20:] == [429] * 20
        refused = visitor.get("/api/games")
        assert int(refused.headers["retry-after"]) > 0
        assert refused.headers["content-type"] == "application/problem+json"
        assert visitor.get("/healthz").status_code == 200


def test_whoever_asks_for_too_much_waits_for_each_answer(run_site, tmp_path, monkeypatch):
    monkeypatch.setattr("numduel.web.http.rate_limits.monotonic", lambda: 1_000_000.0)
    database = f"sqlite:///{tmp_path / 'web.sqlite'}"
    settings = Settings(database, requests_per_minute=3, pause_for_the_hasty=0.2)
    with run_site(settings) as site:
        visitor = site.visitor()

        def ask(path, times):
            began = time.monotonic()
            statuses = {visitor.get(path).status_code for _ in range(times)}
            return statuses, time.monotonic() - began

        ask("/healthz", 30)  # ten times as many as of other things
        statuses, seconds = ask("/healthz", 3)
        assert statuses == {200}
        assert seconds >= 3 * 0.1  # half of the pause is the least
        assert ask("/api/games", 3)[0] == {200}
        statuses, seconds = ask("/api/games", 3)
        assert statuses == {429}
        assert seconds >= 3 * 0.1  # half of the pause is the least


def test_creating_a_match_counts_as_ten_requests(run_site, tmp_path, monkeypatch):
    monkeypatch.setattr("numduel.web.http.rate_limits.monotonic", lambda: 1_000_000.0)
    settings = Settings(f"sqlite:///{tmp_path / 'web.sqlite'}", requests_per_minute=30)
    with run_site(settings) as site:
        visitor = site.visitor()
        statuses = [visitor.post("/api/matches", json=NEW).status_code for _ in range(4)]
        assert statuses == [201, 201, 201, 429]


def test_playing_again_counts_as_ten_requests_too(run_site, tmp_path, monkeypatch):
    monkeypatch.setattr("numduel.web.http.rate_limits.monotonic", lambda: 1_000_000.0)
    settings = Settings(f"sqlite:///{tmp_path / 'web.sqlite'}", requests_per_minute=32)
    with run_site(settings) as site:
        visitor = site.visitor()
        match_id = visitor.create(mode="screen")["match"]["id"]
        assert visitor.act(match_id, "resign").status_code == 200
        statuses = [visitor.act(match_id, "rematch").status_code for _ in range(3)]
        assert statuses == [200, 200, 429]


def test_refusing_other_sites_is_counted_too(run_site, tmp_path, monkeypatch):
    monkeypatch.setattr("numduel.web.http.rate_limits.monotonic", lambda: 1_000_000.0)
    settings = Settings(f"sqlite:///{tmp_path / 'web.sqlite'}", requests_per_minute=5)
    with run_site(settings) as site:
        visitor = site.visitor(headers={"Origin": "https://evil.example"})
        paths = ["/api/matches", "/healthz"] * 10
        statuses = [visitor.post(path, json=NEW).status_code for path in paths]
        assert statuses[:5] == [403] * 5
        assert statuses[-10:] == [429] * 10


def test_one_client_does_not_use_up_what_another_may_ask():
    limits = RateLimits(2)
    for client in ("10.0.0.1", "10.0.0.2", "2001:db8::1", "2001:db8:0:1::1", "somebody"):
        limits.count(client)
        limits.count(client)
        with pytest.raises(TooManyRequests):
            limits.count(client)


def test_whoever_has_one_ipv6_address_has_all_of_its_network():
    limits = RateLimits(2)
    limits.count(network_of("2001:db8::1"), 2)
    with pytest.raises(TooManyRequests):
        limits.count(network_of("2001:db8::2"))
    limits.count(network_of("2001:db8:0:1::2"))
    assert network_of("::ffff:10.0.0.1") == "10.0.0.1"


def test_nobody_uses_up_a_minute_at_once(monkeypatch):
    now = SimpleNamespace(seconds=1_000_000.0)
    monkeypatch.setattr("numduel.web.http.rate_limits.monotonic", lambda: now.seconds)
    limits = RateLimits(1_200)
    limits.count("client", 240)
    with pytest.raises(TooManyRequests):
        limits.count("client")
    now.seconds += 10
    limits.count("client", 240)


def test_of_the_window_before_as_much_counts_as_is_left_of_the_present_one(monkeypatch):
    now = SimpleNamespace(seconds=600.0)
    monkeypatch.setattr("numduel.web.http.rate_limits.monotonic", lambda: now.seconds)
    window = Window(limit=100, seconds=60)
    window.used("client", 600)
    window.count("client", 80)
    assert [window.used("client", at) for at in (600, 659, 660, 675, 705)] == [80, 80, 80, 60, 20]
    now.seconds = 705
    window.count("client", 5)
    assert window.used("client", 705) == 25
    assert [window.used("client", at) for at in (720, 750, 780)] == [5, 2.5, 0]
    window.count("client", 5)
    assert window.used("client", 3_600) == 0  # long after


def test_zero_requests_a_minute_is_no_limit():
    limits = RateLimits(0)
    for _ in range(10_000):
        limits.count("client")


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/nowhere", 404),
        ("GET", "/api/nowhere", 404),
        ("GET", "/static/nowhere.js", 404),
        ("DELETE", "/api/games", 405),
        ("GET", "/api/matches/x/moves", 405),
        ("POST", "/api/matches", 422),
        ("GET", "/api/positions", 422),
    ],
)
def test_problems_are_told_in_one_sentence(visitor, method, path, status):
    response = visitor.request(method, path)
    assert response.status_code == status
    assert response.headers["content-type"] == "application/problem+json"
    problem = response.json()
    assert problem["status"] == status
    assert problem["title"]
    assert problem["detail"].endswith(".")


def test_a_body_that_is_no_json_is_refused(visitor):
    headers = {"Content-Type": "application/json"}
    response = visitor.post("/api/matches", content=b"{", headers=headers)
    assert response.status_code == 422
    assert response.headers["content-type"] == "application/problem+json"


def test_a_person_is_shown_a_page_for_an_address_that_is_not_there(visitor):
    response = visitor.get("/nowhere", headers={"Accept": "text/html"})
    assert response.status_code == 404
    assert response.headers["content-type"].startswith("text/html")
    assert "There is nothing at this address." in response.text


def test_what_goes_wrong_unexpectedly_is_answered_noted_and_safe(run_site, tmp_path, caplog):
    path = tmp_path / "web.sqlite"
    with run_site(Settings(f"sqlite:///{path}")) as site:
        visitor = site.visitor()
        match_id = visitor.create()["match"]["id"]
        with closing(sqlite3.connect(path)) as database:
            header = {"id": match_id, "seats": [], "secret": 1}
            _, text, checksum = write_row(match_id, HEADER, header)
            row = [text, checksum]
            database.execute("UPDATE matches SET header = ?, checksum = ?", row)
            database.commit()
        site.app.state.services.matches._logs.clear()  # as after a restart
        response = visitor.get(f"/api/matches/{match_id}")
    assert response.status_code == 500
    assert response.headers["content-type"] == "application/problem+json"
    assert response.json()["detail"].startswith("Something went wrong on the server.")
    assert response.headers["x-content-type-options"] == "nosniff"
    assert any(record.message == "a request failed" for record in caplog.records)


def test_health_tells_that_all_is_well(visitor):
    health = visitor.get("/healthz").json()
    assert health["status"] == "ok"


def test_behind_https_the_seat_cookie_is_secure(visitor):
    headers = {"X-Forwarded-Proto": "https"}
    response = visitor.post("/api/matches", json=NEW, headers=headers)
    cookie = response.headers["set-cookie"]
    assert cookie.startswith("__Host-numduel_seat=")
    assert "; Secure" in cookie
    assert "Domain" not in cookie
