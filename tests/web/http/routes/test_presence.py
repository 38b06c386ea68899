"""Who is at the board: told to whoever asks, by those who have a seat."""


def here(visitor, match_id, is_here=True):
    return visitor.act(match_id, "presence", here=is_here).json()["here"]


def test_players_are_here_until_they_say_that_they_leave(visitor, friend, link_match):
    assert here(friend, link_match) == [2]
    assert here(visitor, link_match) == [1, 2]
    assert here(visitor, link_match, is_here=False) == [2]


def test_whoever_watches_sees_who_is_here_and_is_not_one_of_them(stranger, friend, link_match):
    assert here(friend, link_match) == [2]
    assert here(stranger, link_match) == [2]
    assert here(stranger, link_match, is_here=False) == [2]


def test_whoever_has_just_joined_is_here_and_so_are_both_in_a_rematch(
    visitor, friend, stranger, link_match
):
    assert here(stranger, link_match) == [2]
    friend.act(link_match, "resign")
    visitor.act(link_match, "rematch")
    again = friend.act(link_match, "rematch").json()["match"]["next"]
    assert here(stranger, again) == [1, 2]
