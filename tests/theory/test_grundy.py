"""Grundy's Game: strengths of heaps, and what they decide."""

import pytest

from numduel import load_game
from numduel.games.grundys_game import Split
from numduel.study import explain
from numduel.theory import analyse
from numduel.theory.grundy import nim_values


def by_definition(largest):
    found = [0, 0, 0]
    for heap in range(3, largest + 1):
        splits = {found[part] ^ found[heap - part] for part in range(1, (heap + 1) // 2)}
        found.append(next(number for number in range(heap) if number not in splits))
    return found


def test_the_strengths_are_what_their_definition_says():
    for largest in (50, 40, 600):  # larger tables go on where smaller ones ended
        assert list(nim_values(largest)[: largest + 1]) == by_definition(largest)


def test_strengths_of_heaps_up_to_30_000_fit_in_a_byte():
    table = nim_values(30_000)
    assert 128 < max(table) < 250
    for heap in (10_000, 30_000):
        splits = {table[part] ^ table[heap - part] for part in range(1, (heap + 1) // 2)}
        assert table[heap] not in splits
        assert {*range(table[heap])} <= splits


def test_large_heaps_have_winner_but_no_distance():
    game = load_game("grundys-game", start=60)
    analysis = analyse(game, game.start())
    assert analysis.winner
    assert analysis.distance is None
    assert analysis.unknown.startswith("The rest of the game may well have more than ")
    assert analysis.unknown.endswith(" moves to try.")
    assert {choice.winner for choice in analysis.choices if choice.best} == {analysis.winner}


def test_many_small_heaps_are_searched_all_the_same():
    game = load_game("grundys-game", start=200)
    state = game.start()._replace(heaps=(4,) * 20 + (3,) * 40)
    analysis = analyse(game, state)
    assert analysis.distance == 80
    assert analysis.unknown is None


WORTH = [
    "Every heap has a value. A heap of 1 or 2 is worth 0; any other heap is worth the smallest"
    " number, from 0 on, that none of its splits is worth.",
    "Put values together as sums of 1, 2, 4, 8 and so on, and let two of a kind cancel.",
]
LOST = (
    "Whatever you split leaves something over, and your opponent can always split so that nothing"
    " is, until no heap can be split."
)
WON = (
    "Whatever your opponent splits then leaves something over, and you can always split so that"
    " nothing is, until no heap can be split."
)


@pytest.mark.parametrize(
    ("start", "moves", "sentences", "reply"),
    [
        (
            20,
            "",
            [
                "Your opponent wins unless they make a mistake; you can hold out for 14 moves (7 of"
                " them yours).",
                *WORTH,
                "Here 20 is worth 0: nothing is left over.",
                LOST,
                "To hold out longest, split 20 into 13 and 7.",
            ],
            Split(20, 13),
        ),
        (
            30,
            "30:17",
            [
                "You can win in 19 moves (10 of them yours).",
                *WORTH,
                "Here 17 is worth 2 and 13 is worth 3 (2 + 1): 2 cancels 2, and 1 is left over.",
                "Split 13 into 11 and 2: 11 is worth 2 and 2 is worth 0. Then nothing is left"
                " over.",
                WON,
            ],
            Split(13, 11),
        ),
    ],
)
def test_the_reason_is_told(play, start, moves, sentences, reply):
    match = play("grundys-game", moves, start=start)
    why = explain(match.game, match.state)
    assert list(why.sentences) == sentences
    assert why.reply == reply
