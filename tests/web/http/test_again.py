"""A request that is repeated because its answer was lost takes effect once; a browser has one
cookie."""

KEY, OTHER_KEY = "k" * 22, "K" * 22
SEAT = "numduel_seat"


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
