"""Sequence Builder: only odd and even count."""

from math import inf

import pytest
from positions import reachable

from numduel import Player, load_game
from numduel.games.sequence_builder import valid_pairs
from numduel.study import explain
from numduel.theory import Theory, analyse


def test_fourteen_positions_have_single_winning_move():
    game = load_game("sequence-builder")
    choices = [(state.to_move, analyse(game, state).choices) for state in reachable(game)]
    single = [1 for player, each in choices if len(each) > 1 and wins(player, each) == 1]
    assert len(single) == 14


def wins(player, choices):
    return sum(choice.winner is player for choice in choices)


@pytest.mark.parametrize(("numbers", "distance"), [(39, 39), (40, 40), (41, 40), (100, 39)])
def test_twenty_numbers_in_a_row_are_no_problem(numbers, distance):
    game = load_game("sequence-builder", numbers=numbers, length=20)
    analysis = analyse(game, game.start())
    assert (analysis.winner, analysis.distance) == (Player.ONE, distance)


def margins_of(game):
    """By how many pairs the player to move ends ahead, infinitely many where somebody wins at
    once: by trying everything, but from nine numbers on only one of positions alike."""
    known = {}

    def margin(state):
        name = state if game.numbers < 9 else game.canonical(state)
        if name not in known:
            known[name] = work_out(state)
        return known[name]

    def work_out(state):
        outcome = game.outcome(state)
        if outcome is None:
            return max(-margin(game.after(state, move)) for move in game.legal_moves(state))
        if "all sum to even" in outcome.reason:
            return inf if outcome.winner is state.to_move else -inf
        one, two = map(valid_pairs, state.sequences)
        return one - two if state.to_move is Player.ONE else two - one

    return margin


SMALL = [(3, 2), (6, 2), (5, 3), (7, 3), (7, 4), (9, 5), (10, 5)]


def told_margin(sentence, player):
    """The last sentence of an explanation as a number, seen by the player to move."""
    told = sentence.split(", ", 1)[1]
    if told.startswith("it is a tie"):
        winner = "you complete" if player is Player.ONE else "your opponent completes"
        assert told == f"it is a tie in valid pairs, and {winner} a sequence first."
        return 0
    sign = 1 if told.startswith("you ") else -1
    if told.endswith("a sequence of valid pairs only."):
        return sign * inf
    number, rest = told.split(" with ")[1].split(" ", 1)
    assert rest in ("valid pair more.", "valid pairs more.")
    return sign * int(number)


@pytest.mark.parametrize(("numbers", "length"), SMALL)
def test_best_moves_and_reasons_follow_from_margins(numbers, length):
    game = load_game("sequence-builder", numbers=numbers, length=length)
    margin = margins_of(game)
    for state in reachable(game):
        if game.outcome(state) is not None:
            continue
        why, analysis = explain(game, state), analyse(game, state)
        margins = {c.move: -margin(game.after(state, c.move)) for c in analysis.choices}
        assert told_margin(why.sentences[-1], state.to_move) == margins[why.reply]
        best = [c.move for c in Theory(game).judge(state, 100_000).choices if c.best]
        most = max(margins[move] for move in best)
        assert analysis.best_moves == [move for move in best if margins[move] == most]
        if analysis.winner is state.to_move:
            assert most == margin(state)
        check_the_other_kind(why, {choice.move: choice for choice in analysis.choices}, margins)


def check_the_other_kind(why, by_move, margins):
    """Check what is told of odd moves where an even one is best, or the other way round."""
    others = [move for move in by_move if (move + why.reply) % 2]
    mine = by_move[why.reply]
    for sentence in why.sentences[3:-1]:
        other = by_move[others[0]]
        gained = margins[other.move], margins[mine.move]
        alike = (other.winner, other.distance) == (mine.winner, mine.distance)
        assert not other.best
        assert {
            "lose.": other.winner is not mine.winner,
            "win too, but later.": other.winner is mine.winner and not alike,
            "win too, but by less.": alike and gained[0] < gained[1],
            "lose sooner.": other.distance < mine.distance,
            "lose by more.": alike and gained[0] < gained[1],
            "leave your opponent more winning replies.": alike and gained[0] == gained[1],
            "keep the pairs closer, but leave your opponent more winning replies.": alike
            and gained[0] > gained[1],
        }[sentence.split(" would ")[1]]
    if others and not by_move[others[0]].best:
        assert len(why.sentences) == 5


@pytest.mark.parametrize(
    ("moves", "options", "sentences", "reply"),
    [
        (
            "6",
            {},
            [
                "Your opponent wins unless they make a mistake; you can hold out for 8 moves (4 of"
                " them yours).",
                "You have no valid pair and can come to 3 at most; your opponent has no valid pair"
                " and can come to 3 at most.",
                "Take an odd number, such as 1: it begins your sequence; that leaves 4 odd numbers"
                " and 3 even numbers to your opponent, who has no pair and needs an even one for"
                " the next.",
                "An even number would lose by more.",
                "If both play their best after that, it is a tie in valid pairs, and your opponent"
                " completes a sequence first.",
            ],
            1,
        ),
        (
            "1 2 3 4 5 6 7 8",
            {},
            [
                "You win with your next move, whatever it is.",
                "You have 3 valid pairs and can come to 4 at most; your opponent has 3 valid pairs"
                " and can get no more.",
                "Take an odd number, such as 9: with your 7 it makes a valid pair, and you have 4"
                " pairs in all.",
                "With that, you complete a sequence of valid pairs only.",
            ],
            9,
        ),
    ],
)
def test_the_reason_is_told(play, moves, options, sentences, reply):
    match = play("sequence-builder", moves, **options)
    why = explain(match.game, match.state)
    assert list(why.sentences) == sentences
    assert why.reply == reply
