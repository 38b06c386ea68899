"""A whole match through the API, in each of the three ways."""

import random

import pytest

from numduel import list_games
from numduel.catalogue import find_game
from numduel.journal import load
from numduel.web.forms import NewMatchAnswer
from numduel.web.matches import actions
from numduel.web.matches.creation import new_match
from numduel.web.matches.log import MatchLog
from numduel.web.matches.snapshot import Snapshot

SLUGS = [game.slug for game in list_games()]


def finish(players, match_id, seed=1):
    """Play random legal moves to the end; `players` by the number of the player."""
    chance = random.Random(seed)
    seen = players[1].see(match_id)
    while seen["outcome"] is None:
        mover = players[seen["to_move"]]
        response = mover.move(match_id, seen["ply"], chance.choice(seen["legal"]))
        assert response.status_code == 200, response.text
        seen = response.json()["match"]
        Snapshot.model_validate(seen)
    return seen


def test_a_game_is_played_by_link(visitor, friend):
    made = visitor.create(name="Ann")
    NewMatchAnswer.model_validate(made)
    match_id = made["match"]["id"]
    assert made["match"]["you"] == [1]
    joined = friend.join(made["seat_link"], name="Bea").json()["match"]
    assert joined["you"] == [2]
    assert [joined["seats"][seat]["name"] for seat in "12"] == ["Ann", "Bea"]
    end = finish({1: visitor, 2: friend}, match_id)
    assert end["legal"] == []
    assert end["to_move"] is None
    winner, loser = {1: (visitor, friend), 2: (friend, visitor)}[end["outcome"]["winner"]]
    name = {1: "Ann", 2: "Bea"}[end["outcome"]["winner"]]
    assert winner.see(match_id)["headline"].startswith("You win ")
    assert loser.see(match_id)["headline"].startswith(f"{name} wins ")


@pytest.mark.parametrize("slug", SLUGS)
def test_every_game_is_played_against_the_computer(visitor, slug):
    made = visitor.create(slug, "computer", level="easy", first="other")
    match_id = made["match"]["id"]
    assert made["match"]["you"] == [2]
    assert made["match"]["ply"] == 1
    seen = finish({1: visitor, 2: visitor}, match_id)
    assert seen["seats"]["1"] == {
        "kind": "computer",
        "name": None,
        "called": "The computer (easy)",
        "is_taken": True,
        "colour": 1,
        "wins": int(seen["outcome"]["winner"] == 1),
    }


def test_nobody_moves_before_both_seats_are_taken(visitor, friend):
    made = visitor.create("number-split-duel")
    match_id, told = made["match"]["id"], made["match"]["headline"]
    assert told == "Waiting for your friend …"
    refused = visitor.move(match_id, 0, "1")
    told = "You are still waiting for your friend."
    assert (refused.status_code, refused.json()["detail"]) == (409, told)
    friend.join(made["seat_link"])
    assert visitor.move(match_id, 0, "1").json()["match"]["headline"].startswith("You win")


def test_refused_move_names_rule_and_players(visitor, friend):
    made = visitor.create("sequence-builder", "link", name="Ann")
    match_id = made["match"]["id"]
    friend.join(made["seat_link"])
    visitor.move(match_id, 0, "5")
    refused = friend.move(match_id, 1, "5")
    assert refused.status_code == 422
    assert refused.json()["detail"] == "5 has been taken by Ann."
    assert friend.move(match_id, 1, "five").json()["detail"] == '"five" is not a whole number.'


def test_undo_against_computer_takes_back_both_moves(visitor):
    match_id = visitor.create(mode="computer", level="easy")["match"]["id"]
    after = visitor.move(match_id, 0, "20").json()["match"]
    assert after["ply"] == 2
    undone = visitor.act(match_id, "undo", ply=2).json()["match"]
    assert undone["moves"] == []
    assert visitor.act(match_id, "undo", ply=0).status_code == 409


def test_redo_on_shared_screen_restores_one_move(visitor):
    match_id = visitor.create("divisor-duel", "screen")["match"]["id"]
    for ply, move in enumerate(["6", "3", "9"]):
        visitor.move(match_id, ply, move)
    for ply in (3, 2):
        visitor.act(match_id, "undo", ply=ply)
    redone = visitor.act(match_id, "redo", ply=1).json()["match"]
    assert (redone["moves"], redone["redo"]) == (["6", "3"], 1)
    assert redone["done"] == ["took 6", "took 3"]
    assert visitor.act(match_id, "redo", ply=1).status_code == 409
    assert visitor.move(match_id, 2, "18").json()["match"]["redo"] == 0
    assert visitor.act(match_id, "redo", ply=3).status_code == 409


def test_a_move_between_people_is_taken_back_by_agreement(visitor, friend, link_match):
    visitor.move(link_match, 0, "6")
    assert visitor.act(link_match, "undo", ply=1).status_code == 409
    assert visitor.act(link_match, "takeback", action="ask").json()["match"]["takeback"] == 1
    assert visitor.act(link_match, "takeback", action="agree").status_code == 403
    declined = friend.act(link_match, "takeback", action="decline").json()["match"]
    assert (declined["takeback"], declined["moves"]) == (None, ["6"])
    friend.move(link_match, 1, "3")
    visitor.act(link_match, "takeback", action="ask")
    agreed = friend.act(link_match, "takeback", action="agree").json()["match"]
    assert (agreed["takeback"], agreed["moves"], agreed["to_move"]) == (None, [], 1)


def test_a_rematch_by_link_needs_both_and_swaps_the_seats(visitor, friend, stranger, link_match):
    assert visitor.act(link_match, "rematch").status_code == 409
    visitor.act(link_match, "resign")
    asked = visitor.act(link_match, "rematch").json()["match"]
    assert (asked["rematch"], asked["next"]) == ([1], None)
    agreed = friend.act(link_match, "rematch").json()["match"]
    following = agreed["next"]
    body = {"from": link_match}
    assert stranger.act(following, "join", **body).status_code == 403
    assert stranger.see(following)["you"] == []
    assert visitor.act(following, "join", **body).json()["match"]["you"] == [2]
    assert friend.act(following, "join", **body).json()["match"]["you"] == [1]
    assert friend.move(following, 0, "6").status_code == 200
    assert visitor.act(link_match, "rematch").json()["match"]["next"] == following
    visitor.act(following, "resign")
    series = [(seat["colour"], seat["wins"]) for seat in friend.see(following)["seats"].values()]
    assert series == [(2, 2), (1, 0)]  # the friend, who sat second at first, won both


@pytest.mark.parametrize("mode", ["computer", "screen"])
def test_a_rematch_alone_begins_at_once(visitor, mode):
    first = visitor.create(mode=mode)["match"]
    visitor.act(first["id"], "resign")
    following = visitor.act(first["id"], "rematch").json()["match"]["next"]
    joined = visitor.act(following, "join", **{"from": first["id"]}).json()["match"]
    assert joined["you"] == ([2] if mode == "computer" else [1, 2])
    assert joined["ply"] == (1 if mode == "computer" else 0)


def test_truth_is_shown_when_all_players_want_it(visitor, friend, link_match):
    assert visitor.act(link_match, "truth", on=True).json()["match"]["truth"] == {
        "on": False,
        "asked": [1],
    }
    assert friend.act(link_match, "truth", on=True).json()["match"]["truth"]["on"]
    hidden = visitor.act(link_match, "truth", on=False).json()["match"]["truth"]
    assert hidden == {"on": False, "asked": []}

    alone = visitor.create(mode="computer")["match"]["id"]
    assert visitor.act(alone, "truth", on=True).json()["match"]["truth"]["on"]


def test_the_record_of_a_match_is_a_journal(visitor, tmp_path):
    match_id = visitor.create(mode="screen")["match"]["id"]
    for ply, move in enumerate("6 3 9".split()):
        visitor.move(match_id, ply, move)
    visitor.act(match_id, "resign")
    response = visitor.get(f"/api/matches/{match_id}/record")
    assert response.headers["content-disposition"].startswith("attachment")
    path = tmp_path / "record.jsonl"
    path.write_bytes(response.content)
    match = load(path).match
    assert (match.written_moves, match.outcome.winner) == (["6", "3", "9"], 1)


def test_a_name_is_checked_before_a_match(visitor):
    def check(name):
        return visitor.post("/api/matches/names", json={"name": name})

    assert check("  Ann  Lee ").json() == {"name": "Ann Lee"}
    assert check(" ").json() == check(None).json() == {"name": None}
    refused = check("Player 1")
    assert refused.status_code == 422
    assert refused.json()["detail"] == '"Player 1" is reserved for a seat. Choose another name.'


def test_who_is_at_the_board_is_told_to_everybody(visitor, friend, stranger, link_match):
    def here(who, match_id=link_match, is_here=True):
        return who.act(match_id, "presence", here=is_here).json()["here"]

    assert here(stranger) == [2]  # who has just joined; whoever watches is not one of them
    assert here(visitor) == [1, 2]
    assert here(visitor, is_here=False) == [2]
    friend.act(link_match, "resign")
    visitor.act(link_match, "rematch")
    again = friend.act(link_match, "rematch").json()["match"]["next"]
    assert here(stranger, again) == [1, 2]


def long_match(pairs, numbers=1_000):
    """A header and the rows of a match: half the entries go on, then moves are taken back and
    made again."""
    header = new_match("parity-duel", {"numbers": numbers}, "screen", "easy", "me", None).header
    moves = [{"move": str(number)} for number in range(1, pairs + 1)]
    return header, moves + [{"undo": 1}, moves[-1]] * (pairs // 2)


def test_loading_with_takebacks_takes_linear_time(monkeypatch):
    header, happened = long_match(pairs=1_000)
    game = find_game("parity-duel")
    made, after = [], game.after
    monkeypatch.setattr(game, "after", lambda *given: made.append(1) or after(*given))
    log = MatchLog(header)
    for entry in happened:
        log.apply(entry)
    assert log.ply == 1_000
    assert len(made) < 1.1 * len(happened)


def test_nobody_can_fill_a_match(visitor, friend, link_match, monkeypatch):
    monkeypatch.setattr(actions, "MOST_BESIDE_MOVES", 5)  # a join among them
    switched = [visitor.act(link_match, "truth", on=on).status_code for on in 4 * [True, False]]
    assert switched == [200] * 4 + [409, 200] * 2  # to hide what is hidden writes nothing
    assert visitor.move(link_match, 0, "6").status_code == 200
    for ply, move in enumerate(["3", "9", "1"], start=1):
        player = friend if ply % 2 else visitor
        assert player.move(link_match, ply, move).status_code == 200
    refused = visitor.act(link_match, "takeback", action="ask")
    assert refused.status_code == 409
    assert refused.json()["detail"].endswith("You can still move or resign.")
    assert friend.act(link_match, "resign").status_code == 200
    for player in (visitor, friend):
        assert player.act(link_match, "rematch").status_code == 200


def test_full_match_still_allows_joining_and_replies(visitor, friend, monkeypatch):
    monkeypatch.setattr(actions, "MOST_BESIDE_MOVES", 0)
    made = visitor.create(mode="link")
    assert friend.join(made["seat_link"]).status_code == 200
    match_id = visitor.create(mode="computer")["match"]["id"]
    assert visitor.move(match_id, 0, "6").json()["match"]["ply"] == 2
    assert visitor.act(match_id, "undo", ply=2).status_code == 409
