"""The middleware: other sites, large requests, safe headers, problems and the log."""

import json
import logging
import sqlite3
import sys
import unicodedata
from contextlib import closing

import pytest

from numduel.web.serving.server import JsonLines
from numduel.web.settings import Settings
from numduel.web.store.rows import HEADER, write_row

from ..conftest import wait_until

NEW = {"game": "divisor-duel", "mode": "link"}


def named(headers, site):
    """Headers with the site's own address in them."""
    secure = site.address.replace("http:", "https:")
    return {
        name: value.replace("HTTPS_SELF", secure).replace("SELF", site.address)
        for name, value in headers.items()
    }


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": "HTTPS_SELF"},
        {"Origin": "SELF", "X-Forwarded-Proto": "https"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Sec-Fetch-Site": "same-origin", "Origin": "https://evil.example"},
    ],
)
def test_a_post_from_another_site_is_refused(site, visitor, headers):
    response = visitor.post("/api/matches", json=NEW, headers=named(headers, site))
    assert response.status_code == 403
    assert response.headers["content-type"] == "application/problem+json"
    assert "set-cookie" not in response.headers


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Origin": "SELF", "Sec-Fetch-Site": "same-origin"},
        {"Origin": "HTTPS_SELF", "X-Forwarded-Proto": "https"},
    ],
)
def test_post_from_same_origin_or_program_is_accepted(site, visitor, headers):
    headers = named(headers, site)
    assert visitor.post("/api/matches", json=NEW, headers=headers).status_code == 201


JSON = {"Content-Type": "application/json"}


def test_large_body_is_refused(visitor):
    body = json.dumps(NEW | {"name": "x" * 8_200}).encode()
    hidden = (body[start : start + 1_000] for start in range(0, len(body), 1_000))  # its length
    for content in (body, hidden):
        response = visitor.post("/api/matches", content=content, headers=JSON)
        assert response.status_code == 413
        assert response.json()["detail"] == "The request is too large."


def test_name_is_measured_before_it_is_normalised(visitor, monkeypatch):
    def normalise(form, text):
        assert len(text) <= 400  # NFC is quadratic in combining marks
        return normalise_really(form, text)

    normalise_really = unicodedata.normalize
    monkeypatch.setattr(unicodedata, "normalize", normalise)
    for marks in (1_200, 399, 41):
        body = NEW | {"name": "a" + marks * "\u0301"}
        response = visitor.post("/api/matches", json=body)
        assert response.status_code == 422
        assert response.json()["detail"] == "A name must have 1 to 40 characters."


@pytest.mark.parametrize(
    "body",
    [
        NEW | {"options": {f"{number:x}": [] for number in range(600)}},
        NEW | {"options": {"x" * 8_000: 1}},
    ],
)
def test_only_the_first_fault_is_told(visitor, body):
    response = visitor.post("/api/matches", content=json.dumps(body).encode(), headers=JSON)
    assert response.status_code == 422
    assert len(response.content) < 400
    assert response.json()["detail"].endswith(".")


@pytest.mark.parametrize(("path", "length"), [("/p/parity-duel/", 6_001), ("/?", 8_002)])
def test_a_long_address_is_refused_in_a_sentence(visitor, path, length):
    response = visitor.get(path.ljust(length, path[-1]), headers={"Accept": "text/html"})
    assert response.status_code == 414
    assert "The address is too long." in response.text


def test_responses_have_security_headers(visitor):
    for path in ("/", "/api/games", "/nowhere", "/docs", "/api/matches/x", "/healthz"):
        headers = visitor.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert "server" not in headers


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [("GET", "/nowhere", 404), ("DELETE", "/api/games", 405), ("POST", "/api/matches", 422)],
)
def test_problems_are_told_in_one_sentence(visitor, method, path, status):
    response = visitor.request(method, path)
    assert response.status_code == status
    assert response.headers["content-type"] == "application/problem+json"
    problem = response.json()
    assert problem["status"] == status
    assert problem["title"]
    assert problem["detail"].endswith(".")


@pytest.mark.parametrize("body", [b"{", b"\xff\xfe", b"[" * 4_000])
def test_a_body_that_is_no_json_is_refused_in_one_sentence(visitor, body):
    response = visitor.post("/api/matches", content=body, headers=JSON)
    assert response.status_code == 400
    assert response.headers["content-type"] == "application/problem+json"
    assert response.json()["detail"].endswith("the body must be JSON.")


def test_unexpected_error_is_logged_500(run_site, tmp_path, caplog):
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


def test_seat_cookie_is_secure_behind_https(visitor):
    cookie = visitor.post("/api/matches", json=NEW).headers["set-cookie"].lower()
    assert all(part in cookie for part in ("httponly", "samesite=lax", "path=/"))
    assert "secure" not in cookie  # plain HTTP on loopback
    headers = {"X-Forwarded-Proto": "https"}
    cookie = visitor.post("/api/matches", json=NEW, headers=headers).headers["set-cookie"]
    assert cookie.startswith("__Host-numduel_seat=")
    assert "; Secure" in cookie
    assert "Domain" not in cookie


def _requests(caplog):
    records = [record for record in caplog.records if record.name == "numduel.web.requests"]
    return [json.loads(JsonLines().format(record)) for record in records]


def test_access_log_has_no_ids_or_tokens(visitor, friend, caplog):
    caplog.set_level(logging.INFO, "numduel.web.requests")
    visitor.head("/docs")  # a line follows its answer: those of earlier tests are out when this is
    wait_until(lambda: "HEAD" in [line["method"] for line in _requests(caplog)])
    caplog.clear()
    made = visitor.create(mode="link")
    friend.join(made["seat_link"])
    friend.get(made["seat_link"])
    match_id, token = made["match"]["id"], made["seat_link"].rpartition("/")[2]
    wait_until(lambda: len(_requests(caplog)) >= 3)
    lines = _requests(caplog)
    routes = [(line["method"], line["route"], line["status"]) for line in lines]
    assert routes == [
        ("POST", "/api/matches", 201),
        ("POST", "/api/matches/{id}/join", 200),
        ("GET", "/m/{id}/join/{token}", 200),
    ]
    told = json.dumps(lines)
    cookies = [*visitor.cookies.values(), *friend.cookies.values()]
    assert not any(secret in told for secret in (match_id, token, *cookies))
    assert all(line["milliseconds"] >= 0 for line in lines)


def test_logged_exception_is_one_json_line():
    try:
        raise ValueError("why")
    except ValueError:
        record = logging.LogRecord("x", logging.ERROR, "", 0, "it failed", (), sys.exc_info())
    line = JsonLines().format(record)
    assert "\n" not in line
    assert "ValueError: why" in json.loads(line)["exception"]
