"""Every cheat that we could think of is refused, and a request that is repeated counts once."""

import json
import sqlite3
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

SEAT = "numduel_seat"


@pytest.mark.parametrize(
    ("what", "body"),
    [
        ("moves", {"ply": 0, "move": "6"}),
        ("undo", {"ply": 0}),
        ("redo", {"ply": 0}),
        ("resign", {}),
        ("takeback", {"action": "ask"}),
        ("rematch", {}),
        ("truth", {"on": True}),
    ],
)
def test_whoever_only_knows_the_address_watches(stranger, link_match, what, body):
    seen = stranger.see(link_match)
    assert seen["you"] == []
    assert stranger.act(link_match, what, **body).status_code == 403
    assert stranger.see(link_match)["version"] == seen["version"]


@pytest.mark.parametrize("token", ["", "'; DROP TABLE matches;--", "0" * 22, "of another match"])
def test_made_up_or_foreign_token_is_no_seat(visitor, stranger, link_match, token):
    if token == "of another match":
        stranger.create()
        token = stranger.cookies[SEAT]
    url = str(visitor.base_url) + f"/api/matches/{link_match}/moves"
    cookie = {"Cookie": f'{SEAT}="{token}"'}
    response = httpx.post(url, json={"ply": 0, "move": "6"}, headers=cookie, verify=False)
    assert response.status_code == 403


def test_the_database_holds_no_token_that_could_be_used(site, visitor, friend):
    made = visitor.create(mode="link")
    friend.join(made["seat_link"])
    match_id = made["match"]["id"]
    database = sqlite3.connect(site.settings.database.removeprefix("sqlite:///"))
    rows = database.execute("SELECT header FROM matches").fetchall()
    rows += database.execute("SELECT entry FROM entries").fetchall()
    database.close()
    stored = json.dumps(rows)
    secrets = [visitor.cookies[SEAT], friend.cookies[SEAT]]
    secrets.append(made["seat_link"].rpartition("/")[2])
    assert match_id in stored
    assert not any(secret in stored for secret in secrets)


def test_a_snapshot_tells_nobody_a_token(visitor, friend, link_match):
    told = json.dumps(friend.see(link_match))
    assert visitor.cookies[SEAT] not in told
    assert friend.cookies[SEAT] not in told
    assert "token" not in told


def test_a_join_link_works_once(visitor, friend, stranger):
    made = visitor.create(mode="link")
    assert friend.join(made["seat_link"]).json()["match"]["you"] == [2]
    refused = stranger.join(made["seat_link"])
    assert refused.status_code == 403
    assert "set-cookie" not in refused.headers
    assert friend.join(made["seat_link"]).json()["match"]["you"] == [2]
    assert visitor.join(made["seat_link"]).json()["match"]["you"] == [1]


@pytest.mark.parametrize(
    ("body", "status"), [({"token": "x" * 22}, 403), ({"from": "A" * 16}, 403), ({}, 422)]
)
def test_a_seat_is_not_given_for_nothing(visitor, stranger, body, status):
    match_id = visitor.create(mode="link")["match"]["id"]
    assert stranger.act(match_id, "join", **body).status_code == status
    assert stranger.see(match_id)["you"] == []


def test_a_move_sent_many_times_at_once_counts_once(site, visitor, friend, link_match):
    with ThreadPoolExecutor(8) as threads:
        answers = list(threads.map(lambda _: visitor.move(link_match, 0, "6"), range(16)))
    assert {answer.status_code for answer in answers} == {200}
    assert visitor.see(link_match)["moves"] == ["6"]
    assert visitor.see(link_match)["version"] == 2  # the friend's joining, and the move


def test_move_for_old_ply_is_a_409_with_current_state(visitor, friend, link_match):
    visitor.move(link_match, 0, "6")
    friend.move(link_match, 1, "3")
    stale = visitor.move(link_match, 0, "8")
    assert stale.status_code == 409
    assert stale.json()["match"]["moves"] == ["6", "3"]
    assert friend.move(link_match, 0, "6").status_code == 409  # it was not the friend's move
    assert visitor.move(link_match, 3, "8").status_code == 409  # not before its turn


@pytest.mark.parametrize(
    "body",
    [
        {"ply": False, "move": "6"},
        {"ply": 0, "move": 6},
        {"ply": 0, "move": "6", "player": 2},
        {"ply": 0, "move": "6" * 65},
        {"ply": 0, "move": "6", "key": "short"},
    ],
)
def test_wrong_types_and_unknown_fields_are_refused(visitor, link_match, body):
    response = visitor.post(f"/api/matches/{link_match}/moves", json=body)
    assert response.status_code == 422
    assert response.headers["content-type"] == "application/problem+json"
    assert visitor.see(link_match)["moves"] == []


@pytest.mark.parametrize(
    "body",
    [
        {"options": {"numbers": True}},
        {"game": "chess"},
        {"level": "godlike", "mode": "computer"},
        {"name": "\ud800"},
        {"name": "Player 2"},
        {"seed": 1},
    ],
)
def test_a_match_that_makes_no_sense_is_not_created(visitor, body):
    wanted = json.dumps({"game": "divisor-duel", "mode": "link"} | body)
    headers = {"Content-Type": "application/json"}
    response = visitor.post("/api/matches", content=wanted, headers=headers)
    assert response.status_code == 422
    assert response.json()["detail"].endswith((".", "?"))


@pytest.mark.parametrize(
    ("match_id", "status"), [("A" * 16, 404), ("../x", 404), ("%00", 404), ("a" * 65, 422)]
)
def test_a_match_that_is_not_there_is_not_found(visitor, match_id, status):
    response = visitor.get(f"/api/matches/{match_id}")
    assert response.status_code == status
    assert response.headers["content-type"] == "application/problem+json"


KEY, OTHER_KEY = "k" * 22, "K" * 22


def test_joining_again_with_the_same_key_gives_the_same_seat(visitor, site):
    link = visitor.create(mode="link")["seat_link"]
    match_id = link.split("/")[2]
    seats = set()
    for _ in range(3):
        guest = site.visitor()  # without the cookie of the answer that was lost
        joined = guest.join(link, key=KEY, name="Bea")
        assert joined.status_code == 200
        assert joined.json()["match"]["you"] == [2]
        seats.add(guest.cookies[SEAT])
    assert len(seats) == 1
    visitor.move(match_id, 0, "6")
    assert guest.move(match_id, 1, "3").status_code == 200
    assert visitor.see(match_id)["version"] == 3  # joined once, and two moves


def test_the_link_or_the_key_alone_gives_no_seat(visitor, stranger, friend):
    link = visitor.create(mode="link")["seat_link"]
    other = visitor.create(mode="link")["seat_link"]
    assert friend.join(link, key=KEY).status_code == 200
    assert stranger.join(link).status_code == 403
    assert stranger.join(link, key=OTHER_KEY).status_code == 403
    token = other.rpartition("/")[2]
    assert stranger.act(link.split("/")[2], "join", token=token, key=KEY).status_code == 403


def move(visitor, match_id, ply, what, key):
    return visitor.act(match_id, "moves", ply=ply, move=what, key=key)


def test_repeated_post_is_ignored_after_takeback(visitor, friend, link_match):
    assert move(visitor, link_match, 0, "6", KEY).json()["match"]["moves"] == ["6"]
    visitor.act(link_match, "takeback", action="ask")
    friend.act(link_match, "takeback", action="agree")
    again = move(visitor, link_match, 0, "6", KEY)
    assert again.status_code == 200
    assert again.json()["match"]["moves"] == []
    assert move(visitor, link_match, 0, "6", OTHER_KEY).json()["match"]["moves"] == ["6"]


def test_a_key_is_remembered_after_a_restart(site, visitor):
    match_id = visitor.create(mode="screen")["match"]["id"]
    move(visitor, match_id, 0, "6", KEY)
    visitor.act(match_id, "undo", ply=1)
    site.app.state.services.matches._logs.clear()
    assert move(visitor, match_id, 0, " 06", KEY).json()["match"]["moves"] == []


def test_a_key_belongs_to_one_move(visitor, link_match):
    move(visitor, link_match, 0, "6", KEY)
    assert move(visitor, link_match, 0, "6", KEY).status_code == 200
    refused = move(visitor, link_match, 0, "8", KEY)
    assert refused.status_code == 409
    assert refused.json()["detail"] == "This key was already used for another move."
