"""Number Split Duel: handing over 1 wins."""

import pytest

from numduel import load_game
from numduel.study import explain
from numduel.theory import analyse


@pytest.mark.parametrize(
    ("start", "sentences"),
    [
        (
            4,
            [
                "You can win at once.",
                "Split 4 into 3 and 1, and hand over 1.",
                "1 cannot be split, so your opponent has no move and loses.",
                "Hand over 3, and your opponent can do the same to you.",
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
