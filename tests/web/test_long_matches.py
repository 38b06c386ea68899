"""Long matches: read again in linear time, and nobody can fill one."""

from numduel.catalogue import find_game
from numduel.web.matches import actions
from numduel.web.matches.creation import new_match
from numduel.web.matches.log import MatchLog


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
