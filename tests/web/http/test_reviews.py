"""Reviews of matches."""

import json

from numduel import Player
from numduel.journal import load
from numduel.telling import Address, review_of


def test_a_review_is_for_when_the_match_is_over(visitor):
    match_id = visitor.create(mode="screen")["match"]["id"]
    visitor.move(match_id, 0, "1")  # gives the win away
    visitor.move(match_id, 1, "2")
    address = f"/api/matches/{match_id}/review"
    assert visitor.get(address).status_code == 409
    visitor.act(match_id, "truth", on=True)
    assert visitor.get(address).status_code == 200
    review = visitor.get(address).json()
    assert review["winners"][:2] == [1, 2]
    assert review["moves"][0]["is_mistake"]
    assert review["moves"][0]["better"]
    assert review["mattered"]


def test_a_review_knows_who_resigned(visitor):
    match_id = visitor.create(mode="screen")["match"]["id"]
    visitor.act(match_id, "resign")
    review = visitor.get(f"/api/matches/{match_id}/review").json()
    assert review["sentences"][-1] == "Player 1 could still have won when the game ended."


def test_a_review_is_the_one_that_is_told_everywhere_and_speaks_to_its_reader(
    visitor, stranger, tmp_path
):
    match_id = visitor.create(mode="computer", level="random")["match"]["id"]
    visitor.move(match_id, 0, "1")  # gives the win away
    visitor.act(match_id, "resign")
    record = tmp_path / "record.jsonl"
    record.write_bytes(visitor.get(f"/api/matches/{match_id}/record").content)
    match = load(record).match
    for reader, you in (visitor, (Player.ONE,)), (stranger, ()):
        review = reader.get(f"/api/matches/{match_id}/review").json()
        assert review == json.loads(json.dumps(review_of(match, Address.of(match, you))))
    assert review["sentences"][0].startswith("Move 1: Player 1 played 1")
