"""Number Split Duel: handing over 1 wins."""

import pytest

from numduel import Player, load_game
from numduel.study import explain
from numduel.theory import analyse


def test_2_cannot_be_handed_over_from_4():
    game = load_game("number-split-duel", start=4)
    assert [choice[1:3] for choice in analyse(game, game.start()).choices] == [
        (Player.ONE, 1),
        (Player.TWO, 2),
    ]


@pytest.mark.parametrize(
    ("start", "sentences"),
    [
        (
            3,
            [
                "You win with your next move, whatever it is.",
                "Split 3 into 2 and 1, and hand over 1.",
                "1 cannot be split, so your opponent has no move and loses.",
                "Handing over 2 wins as well: its only split is equal.",
            ],
        ),
        (
            4,
            [
                "You can win at once.",
                "Split 4 into 3 and 1, and hand over 1.",
                "1 cannot be split, so your opponent has no move and loses.",
                "Hand over 3, and your opponent can do the same to you.",
            ],
        ),
        (
            16,
            [
                "You can win at once.",
                "Split 16 into 15 and 1, and hand over 1.",
                "1 cannot be split, so your opponent has no move and loses.",
                "Handing over 2 wins as well: its only split is equal.",
                "Hand over 3 or more, and your opponent can do the same to you.",
            ],
        ),
    ],
)
def test_the_reason_is_told(start, sentences):
    game = load_game("number-split-duel", start=start)
    why = explain(game, game.start())
    assert list(why.sentences) == sentences
    assert why.reply == 1


def test_the_largest_number_is_no_harder():
    game = load_game("number-split-duel", start=1_000)
    analysis = analyse(game, game.start())
    assert len(analysis.choices) == 998
    assert [choice.move for choice in analysis.choices if choice.best] == [1, 2]
