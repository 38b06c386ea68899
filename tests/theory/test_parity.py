"""Parity Duel and Even/Odd Match: the theorem, at any size and with any jokers."""

from functools import cache

import pytest
from positions import reachable

from numduel import Player, load_game
from numduel.study import explain
from numduel.theory import Value, analyse
from numduel.theory.parity import ParityCounts


@cache
def value(due, other, mine, theirs):
    """The definition, move by move."""
    replies = []
    if due:
        replies.append(value(other, due - 1, theirs, mine))
    if mine and other:
        replies.append(value(due, other - 1, theirs, mine - 1))
    lost = [reply.distance for reply in replies if not reply.wins]
    if lost:
        return Value(True, 1 + min(lost))
    return Value(False, 1 + max((reply.distance for reply in replies), default=-1))


@pytest.mark.parametrize("mine", range(6))
@pytest.mark.parametrize("theirs", range(6))
def test_the_formula_is_right_for_all_small_counts(mine, theirs):
    for due in range(16):
        for other in range(16):
            counts = ParityCounts(due, other, mine, theirs)
            assert counts.value == value(*counts), counts


def test_a_joker_each_makes_it_a_game():
    game = load_game("parity-duel", jokers=1)
    choices = [analyse(game, state).choices for state in reachable(game)]
    real = [each for each in choices if len({choice.move % 2 for choice in each}) == 2]
    open_ = [each for each in real if len({choice.winner for choice in each}) == 2]
    assert (len(real), len(open_)) == (69, 50)


def test_the_largest_game_is_counted_at_once():
    game = load_game("even-odd-match", numbers=1_000, jokers=5)
    analysis = analyse(game, game.start())
    assert (analysis.winner, analysis.distance) == (Player.TWO, 1_000)
    assert ParityCounts(400_000, 600_000, 1_000_000, 30).value == Value(True, 800_061)


@pytest.mark.parametrize(
    ("moves", "options", "sentences"),
    [
        (
            "",
            {"numbers": 7},
            [
                "You can win in 7 moves (4 of them yours).",
                "Open with an odd number.",
                "From then on, your opponent removes even numbers and you remove odd ones; there"
                " are 3 and 3 left.",
                "Your opponent runs out first, whatever either of you removes.",
            ],
        ),
        (
            "1 2 3 4 5 6 8 7",
            {"numbers": 9, "jokers": 2},
            [
                "You win with your next move, whatever it is.",
                "No even number is left: 1 odd number remains, which only jokers can remove, by"
                " turns, and you begin.",
                "You have 1 joker and your opponent has 2: that is enough, and you take the last"
                " number.",
            ],
        ),
    ],
)
def test_the_reason_is_told(play, moves, options, sentences):
    match = play("parity-duel", moves, **options)
    assert list(explain(match.game, match.state).sentences) == sentences


@pytest.mark.parametrize(("numbers", "jokers"), [(8, 1), (8, 2), (20, 1), (7, 3)])
def test_an_opening_is_recommended_only_where_one_wins(numbers, jokers):
    game = load_game("parity-duel", numbers=numbers, jokers=jokers)
    told = explain(game, game.start()).sentences[1]
    if analyse(game, game.start()).winner is Player.ONE:
        assert told == "Open with an odd number."
    else:
        assert told == "Every opening loses. Suppose that you open with an odd number."


def test_loser_plays_joker_only_as_best_resistance(play):
    game, told = load_game("parity-duel", numbers=7, jokers=2), 0
    for state in reachable(game):
        if game.outcome(state) is None:
            why = explain(game, state)
            if game.needs_joker(state, why.reply) and game.due(state):
                told += 1
                joker = (
                    f"To make it hardest, play a joker on {why.reply}: it leaves your opponent the"
                    " fewest winning replies."
                )
                assert why.sentences[-1] == joker
    assert told


@pytest.mark.parametrize(("numbers", "jokers"), [(9, 1), (11, 2)])
def test_what_is_told_of_the_jokers_is_how_the_game_ends(numbers, jokers):
    game = load_game("parity-duel", numbers=numbers, jokers=jokers)
    enough = short = 0
    for state in reachable(game):
        if game.outcome(state) or state.last is None:
            continue
        analysis, told = analyse(game, state), " ".join(explain(game, state).sentences)
        you_win = analysis.winner is state.to_move
        left = state.remaining.bit_count()
        if "that is enough" in told:
            enough += 1
            assert analysis.distance == left
            assert ("you take the last number" in told) == you_win
        elif "out of them first" in told:
            short += 1
            assert analysis.distance < left
            assert ("you run out of them first" in told) == (not you_win)
    assert enough
    assert short
