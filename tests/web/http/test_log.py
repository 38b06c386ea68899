"""The log: one line for each request and each failure, without secrets."""

import json
import logging
import sys

from numduel.web.serving.server import JsonLines

from ..conftest import wait_until


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
