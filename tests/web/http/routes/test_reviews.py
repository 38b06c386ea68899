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
    assert review["winners"][:2] == [1, 2]
    assert review["start"] == "Player 1 wins"
    assert review["moves"][0]["is_mistake"]
    assert review["moves"][0]["better"]
    assert review["mattered"]


def test_a_review_knows_who_resigned(visitor):
    match_id = visitor.create(mode="screen")["match"]["id"]
    visitor.act(match_id, "resign")
    review = visitor.get(f"/api/matches/{match_id}/review").json()
    assert review["sentences"][-1] == "Player 1 gave up a game that could still be won."


def test_a_review_speaks_to_its_reader(visitor, stranger):
    match_id = visitor.create(mode="computer", level="random")["match"]["id"]
    visitor.move(match_id, 0, "1")  # gives the win away
    visitor.act(match_id, "resign")
    address = f"/api/matches/{match_id}/review"
    first = [who.get(address).json()["sentences"][0] for who in (visitor, stranger)]
    assert first[0].startswith("Move 1: you played 1 and gave the win away.")
    assert first[1].startswith("Move 1: Player 1 played 1 and gave the win away.")
