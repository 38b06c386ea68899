"""Number Split Duel, read from its rule book."""

import pytest

from numduel import IllegalMove, Player


def legal(match):
    return list(match.game.legal_moves(match.state))


def splits(match):
    (told,) = match.game.words.choices(match.state)
    return str(told).removeprefix("- Possible Splits: ")


@pytest.mark.parametrize("start", [1, 2])
def test_ruling_n1_start_of_1_or_2_loses_at_once(play, start):
    match = play("number-split-duel", start=start)
    assert legal(match) == []
    assert len(match.game.all_moves()) == 0
    assert match.outcome == (Player.TWO, f"because {start} has no split into unequal parts")


@pytest.mark.parametrize("part", [0, 16])
def test_both_parts_must_be_at_least_1(play, part):
    match = play("number-split-duel")
    with pytest.raises(IllegalMove) as refused:
        match.play(part)
    rule = f"You cannot hand over {part}: choose from 1 to 15."
    assert str(refused.value) == refused.value.rule == rule
    assert match.moves == ()


@pytest.mark.parametrize(
    ("start", "listed"),
    [(4, "(3,1)"), (5, "(4,1), (3,2)")],
)
def test_ruling_n4_splits_start_with_most_unequal(play, start, listed):
    assert splits(play("number-split-duel", start=start)) == listed
