"""A sentence says what is wrong with a reason."""

import re

import pytest
from last_stone import LastStone
from leave_the_last import LeaveTheLast

from numduel import Match
from numduel.theory import fault_of, write_reason


@pytest.mark.parametrize(
    ("reason", "fault"),
    [
        ("16=3, 11=2, 5=2, left=3", None),
        ("16 is worth 3; 11 is worth 2; 5 has 2; 1=0; 2=0; left over = 3", None),
        ("\t- 16=3\n\t- 11=2\n\t- 5=2\n\t- left=3", None),
        ("by luck", "The reason is not a list of heaps with their values."),
        ("17=0, left=3", "There is no heap of 17."),
        ("16=2, left=3", "The nim-value of 16 is not 2."),
        ("16=3, 5=2, left=3", "The nim-value of 11 is not named."),
        ("16=3, 11=2, 5=2", "What is left over now is not named once."),
        ("16=3, 11=2, 5=2, left=0", "What is left over is not 0."),
        ("16=3, 11=2, 5=2, left=3, left=0", "What is left over now is not named once."),
    ],
)
def test_faults_in_a_reason_about_heaps(play, reason, fault):
    match = play("grundys-game", start=16)
    assert fault_of(match.game, match.state, match.game.read_move("16:11"), reason) == fault


def test_pairs_may_stand_in_brackets(play):
    match = play("divisor-duel", "5 20 4 8 16 2 6")
    assert fault_of(match.game, match.state, 12, "(3, 15), (7;14), [9, 18] and {1,19}") is None


def test_written_pairing_has_only_reachable_numbers(play):
    match = play("divisor-duel", "1 10 2")
    written = write_reason(match.game, match.state, 4)
    assert "7" not in re.findall("[0-9]+", written)  # with 1 and 2 taken only 14 leads to it
    assert fault_of(match.game, match.state, 4, written) is None
    assert fault_of(match.game, match.state, 4, f"{written}, 7-14") is None


def test_of_a_split_after_which_something_is_left(play):
    match = play("grundys-game", start=16)
    told = fault_of(
        match.game, match.state, match.game.read_move("16:12"), "16=3, 12=1, 4=0, left=3"
    )
    assert told == "Something is left over when the opponent is to move."


@pytest.mark.parametrize(
    ("move", "reason", "fault"),
    [
        (1, "odd=3, even=2, lasts=5", None),
        (1, "Odd is 3 and EVEN is 2; lasts: 5.", None),
        (1, "odd=3, even=2, luck=1", "The reason is not the counts that were asked for."),
        (1, "odd=2, even=2, lasts=5", "odd is not 2."),
        (1, "odd=3, even=2", "lasts is not named."),
        (2, "odd=3, even=2, lasts=4", "After an even number the opponent moves last."),
        (2, "odd=3, even=2, lasts=5", "lasts is not 5."),
    ],
)
def test_of_counts(play, move, reason, fault):
    match = play("parity-duel", numbers=5)
    assert fault_of(match.game, match.state, move, reason) == fault


@pytest.mark.parametrize(
    ("stones", "move", "reason", "fault"),
    [
        (6, 2, "1 -> 3, 2 -> 2, 3 -> 1", None),
        (6, 2, "1 -> 3, then 2", "The reason is not a list of replies."),
        (6, 2, "4 -> 1", "4 cannot be played."),
        (6, 2, "1 -> 3, 1 -> 2", "There are two replies to 1."),
        (6, 2, "1 -> 3, 3 -> 1", "There is no reply to 2."),
        (6, 2, "1 -> 3, 2 -> 1, 3 -> 1", "The reply to 2 does not win."),
        (6, 2, "over", "The duel is not over: the answers are missing."),
        (3, 3, "over", None),
        (3, 3, "1 -> 2", "The duel is over: there is nothing to answer."),
        (3, 2, "1 -> over", "The reply to 1 does not win."),
    ],
)
def test_of_replies(stones, move, reason, fault):
    game = LastStone(stones)
    assert fault_of(game, game.start(), move, reason) == fault


@pytest.mark.parametrize(
    ("move", "reason", "fault"),
    [
        (1, "1 -> over", None),
        (1, "1 -> 1", "The reply to 1 does not win."),
        (2, "over", "The duel is over, and Player 1 lost it."),
    ],
)
def test_of_a_duel_that_ends_before_the_reply(move, reason, fault):
    game = LeaveTheLast(2)
    assert fault_of(game, game.start(), move, reason) == fault


def test_where_every_move_loses_or_wins():
    lost, won = LastStone(4), LastStone(5)
    assert fault_of(lost, lost.start(), 1, "lost") is None
    assert fault_of(lost, lost.start(), 1, "1 -> 2, 2 -> 1, 3 -> over") == "Every move loses here."
    assert fault_of(won, Match(won).state, 1, "**Lost.**") == "Not every move loses here."
