"""Reviews of matches."""


def test_a_review_is_for_when_the_match_is_over(visitor):
    match_id = visitor.create(mode="screen")["match"]["id"]
    visitor.move(match_id, 0, "1")  # gives the win away
    visitor.move(match_id, 1, "2")
    address = f"/api/matches/{match_id}/review"
    assert visitor.get(address).status_code == 409
    visitor.act(match_id, "truth", on=True)
    assert visitor.get(address).status_code == 200
    review = visitor.get(address).json()
    assert review["values"][:2] == [1, 2]
    assert review["moves"][0]["is_mistake"]
    assert review["moves"][0]["better"]
    assert review["mattered"]


def test_a_review_knows_who_resigned(visitor):
    match_id = visitor.create(mode="screen")["match"]["id"]
    visitor.act(match_id, "resign")
    review = visitor.get(f"/api/matches/{match_id}/review").json()
    assert review["summary"][-1] == "Player 1 could still have won when the game ended."
