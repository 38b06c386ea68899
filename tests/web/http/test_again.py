"""What is sent again because the answer was lost happens once; a browser has one cookie."""

from concurrent.futures import ThreadPoolExecutor

import pytest

KEY, OTHER_KEY = "k" * 22, "K" * 22
SEAT = "numduel_seat"


def test_whoever_lost_the_answer_gets_the_same_seat_with_the_same_key(visitor, site):
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


def test_many_attempts_at_once_with_one_key_give_one_seat(visitor, site):
    link = visitor.create(mode="link")["seat_link"]
    guests = [site.visitor() for _ in range(8)]
    with ThreadPoolExecutor(8) as threads:
        answers = list(threads.map(lambda guest: guest.join(link, key=KEY), guests))
    assert {answer.status_code for answer in answers} == {200}
    assert len({guest.cookies[SEAT] for guest in guests}) == 1


@pytest.mark.parametrize("key", ["short", "k" * 65, "k" * 21 + "\n", "ü" * 22, 7, ["k" * 22]])
def test_a_key_must_be_a_long_plain_text(visitor, stranger, key):
    link = visitor.create(mode="link")["seat_link"]
    assert stranger.join(link, key=key).status_code == 422


def move(visitor, match_id, ply, what, key):
    return visitor.act(match_id, "moves", ply=ply, move=what, key=key)


def test_after_a_take_back_the_same_post_does_not_count_again(visitor, friend, link_match):
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
    assert refused.json()["detail"] == "This key came with another move."


def test_a_key_does_not_let_anybody_watch_as_a_player(stranger, visitor, link_match):
    move(visitor, link_match, 0, "6", KEY)
    assert move(stranger, link_match, 0, "6", KEY).status_code == 403


def test_a_hundred_matches_are_one_cookie(visitor, friend):
    ids = []
    for _ in range(50):
        made = visitor.create(mode="link")
        ids.append(made["match"]["id"])
        assert friend.join(made["seat_link"]).status_code == 200
        ids.append(visitor.create(mode="screen")["match"]["id"])
    assert [cookie.name for cookie in visitor.cookies.jar] == [SEAT]
    assert [cookie.name for cookie in friend.cookies.jar] == [SEAT]
    assert all(visitor.see(match_id)["you"] for match_id in ids)


def test_a_rematch_needs_no_further_cookie(visitor, friend, link_match):
    visitor.act(link_match, "resign")
    visitor.act(link_match, "rematch")
    following = friend.act(link_match, "rematch").json()["match"]["next"]
    assert friend.act(following, "join", **{"from": link_match}).json()["match"]["you"] == [1]
    assert visitor.see(following)["you"] == [2]
    assert [cookie.name for cookie in friend.cookies.jar] == [SEAT]


@pytest.mark.parametrize("name", ["Player 1", "player 2", "PLAYER  2", "Ｐlayer 1"])
def test_nobody_is_called_like_a_seat(visitor, stranger, name):
    link = visitor.create(mode="link")["seat_link"]
    refused = stranger.join(link, name=name)
    assert refused.status_code == 422
    assert refused.json()["detail"].endswith(" is reserved for a seat. Choose another name.")


@pytest.mark.parametrize("name", ["a" * 41, "An\u202en"])
def test_a_name_that_cannot_be_one_is_refused_in_a_sentence(visitor, name):
    wanted = {"game": "parity-duel", "mode": "screen", "name": name}
    refused = visitor.post("/api/matches", json=wanted)
    assert refused.status_code == 422
    assert refused.json()["detail"].startswith("A name ")


def test_a_joined_emoji_is_a_name(visitor):
    made = visitor.create("parity-duel", "screen", name="👩‍👩‍👧‍👦")
    assert made["match"]["seats"]["1"]["name"] == "👩‍👩‍👧‍👦"


def test_a_rematch_is_not_lost_before_one_touches_it(visitor):
    match_id = visitor.create("number-split-duel", "computer")["match"]["id"]
    assert visitor.see(match_id)["you"] == [1]
    visitor.act(match_id, "resign")
    following = visitor.act(match_id, "rematch").json()["match"]["next"]
    assert visitor.see(following)["you"] == [1]
