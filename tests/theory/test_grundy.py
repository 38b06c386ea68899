"""Grundy's Game: strengths of heaps, and what they decide."""

from itertools import pairwise

import pytest

from numduel import Player, TooLarge, load_game
from numduel.games.grundys_game import Split
from numduel.telling import explain
from numduel.theory import analyse
from numduel.theory.grundy import LARGEST_HEAP, strengths

PUBLISHED = [0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3, 0]


def by_definition(largest):
    found = [0, 0, 0]
    for heap in range(3, largest + 1):
        splits = {found[part] ^ found[heap - part] for part in range(1, (heap + 1) // 2)}
        found.append(next(number for number in range(heap) if number not in splits))
    return found


def test_the_strengths_are_the_published_ones():
    assert list(strengths(20)[1:21]) == PUBLISHED


def test_the_strengths_are_what_their_definition_says():
    assert list(strengths(600)[:601]) == by_definition(600)


def test_strengths_of_heaps_up_to_the_limit_fit_in_a_byte():
    table = strengths(LARGEST_HEAP)
    assert len(table) == LARGEST_HEAP + 1
    assert 128 < max(table) < 250
    for heap in (10_000, LARGEST_HEAP):
        splits = {table[part] ^ table[heap - part] for part in range(1, (heap + 1) // 2)}
        assert table[heap] not in splits
        assert {*range(table[heap])} <= splits


def test_from_16_player_1_wins_and_from_20_player_2():
    for start, winner, distance in ((16, Player.ONE, 11), (20, Player.TWO, 14)):
        game = load_game("grundys-game", start=start)
        analysis = analyse(game, game.start())
        assert (analysis.winner, analysis.distance) == (winner, distance)


@pytest.mark.parametrize("start", [60, 10_000])
def test_of_large_heaps_the_winner_is_known_and_the_length_is_not(start):
    game = load_game("grundys-game", start=start)
    analysis = analyse(game, game.start())
    assert analysis.winner
    assert analysis.distance is None
    assert "may well have more than" in analysis.unknown
    best = [choice for choice in analysis.choices if choice.best]
    assert best
    assert all(choice.winner is analysis.winner for choice in best)


def test_many_small_heaps_are_searched_all_the_same():
    game = load_game("grundys-game", start=200)
    state = game.start()._replace(heaps=(4,) * 20 + (3,) * 40)
    analysis = analyse(game, state)
    assert analysis.distance == 80
    assert analysis.unknown is None


def test_beyond_the_limit_nothing_is_known():
    game = load_game("grundys-game", start=LARGEST_HEAP + 1)
    analysis = analyse(game, game.start())
    assert (analysis.winner, analysis.distance) == (None, None)
    reason = "The strength of heaps is worked out here only up to 30,000."
    assert analysis.unknown == reason
    why = explain(game, game.start())
    assert why.sentences == (f"Who wins here is not known. {reason}",)
    assert why.reply is None
    with pytest.raises(TooLarge):
        strengths(LARGEST_HEAP + 1)


def test_larger_tables_go_on_where_smaller_ones_ended():
    sizes = [len(strengths(largest)) for largest in (50, 40, 700)]
    assert all(larger >= smaller for smaller, larger in pairwise(sizes))


STRENGTH = (
    "The strength of a heap is the smallest number, from 0 on, that none of its splits has."
    " Strengths are written as sums of 1, 2, 4, 8 and so on, and what occurs twice cancels out."
)


@pytest.mark.parametrize(
    ("start", "moves", "sentences", "reply"),
    [
        (
            16,
            "16:10",
            [
                "You can win; the end is 9 moves away.",
                STRENGTH,
                "The heaps of 10 and 6 have strengths 0 and 1.",
                "That leaves something over: split 6 into 4 and 2, and nothing is left over."
                " The heaps of 4 and 2 have strengths 0 and 0.",
                "Whatever your opponent splits then, you can leave nothing over again, to the end.",
            ],
            Split(6, 4),
        ),
        (
            20,
            "",
            [
                "Your opponent wins if they make no mistake; the end is 14 moves away.",
                STRENGTH,
                "The heap of 20 has strength 0.",
                "That leaves nothing over: whatever you split, your opponent can leave nothing over"
                " again, to the end.",
                "You hold out longest if you split 20 into 13 and 7; of the moves that last as"
                " long, it leaves the fewest winning replies.",
            ],
            Split(20, 13),
        ),
        (
            9,
            "9:6",
            [
                "Your opponent wins if they make no mistake; the end is 4 moves away.",
                STRENGTH,
                "The heaps of 6 and 3 have strengths 1 and 1.",
                "That leaves nothing over: whatever you split, your opponent can leave nothing over"
                " again, to the end.",
                "If you split 3 into 2 and 1, your opponent has the fewest winning replies.",
            ],
            Split(3, 2),
        ),
        (
            4,
            "4:3",
            [
                "You can win; the end is 1 move away.",
                "Split 3 into 2 and 1: then no heap can be split, and your opponent has lost.",
            ],
            Split(3, 2),
        ),
    ],
)
def test_the_reason_is_told(play, start, moves, sentences, reply):
    match = play("grundys-game", moves, start=start)
    why = explain(match.game, match.state)
    assert list(why.sentences) == sentences
    assert why.reply == reply
