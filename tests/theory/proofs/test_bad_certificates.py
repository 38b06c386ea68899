"""A certificate that proves nothing is refused with a sentence that says what is wrong with it."""

import pytest
from last_stone import LastStone

from numduel import BadCertificate, Match, Player
from numduel.theory import certify
from numduel.theory.proofs import read_certificate, strategy, verify
from numduel.theory.proofs.claim import Claim


def refusal(play, slug, moves, options, changes):
    """What is said of a right certificate after some of its parts are changed."""
    certificate = certify(play(slug, moves, **options))
    assert verify(certificate).written_moves == moves.split()
    for path, value in changes.items():
        *outer, name = path.split()
        part = certificate
        for step in outer:
            part = part[step]
        part[name] = value
    with pytest.raises(BadCertificate) as refused:
        verify(certificate)
    return str(refused.value).removeprefix("The certificate proves nothing: ")


def test_what_is_no_json_is_no_certificate():
    for text in ("", "{", "[" * 100_000):
        with pytest.raises(BadCertificate, match=r"this is not JSON\.$"):
            read_certificate(text)


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"form": 2}, "its form is 2, and only form 1 is known here."),
        ({"form": True}, "form is missing, or is not what it should be."),
        ({"game": "chess"}, "There is no game"),
        ({"options": {"numbers": 7}}, "it does not name every option."),
        ({"moves": [5]}, "5 is not a move in its written form."),
        ({"moves": ["8"]}, "8 is not"),
        ({"reply": 5}, "its reply is not a move."),
        ({"reply": "8"}, "8 is not"),
        ({"reply": None}, "a reply must be named exactly if the winner is to move."),
        ({"winner": 2}, "a reply must be named exactly if the winner is to move."),
        ({"winner": 3}, "3 is not a player."),
        ({"winner": True}, "winner is missing, or is not what it should be."),
        ({"proof": []}, "proof is missing, or is not what it should be."),
        ({"proof kind": "luck"}, "no proof is of the kind 'luck'."),
        ({"proof kind": "nim-values"}, "Divisor Duel is not won by nim-values."),
        ({"proof kind": "counts"}, "Divisor Duel is not won by counting."),
    ],
)
def test_what_a_certificate_says_must_hold_together(play, changes, fault):
    assert refusal(play, "divisor-duel", "", {"numbers": 7}, changes).startswith(fault)


def test_whoever_lost_a_duel_that_is_over_is_not_its_winner(play):
    told = refusal(play, "divisor-duel", "2 1", {"numbers": 2}, {"winner": 1})
    assert told == "the duel is over, and Player 1 lost it."


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"proof pairs": None}, "pairs is missing, or is not what it should be."),
        ({"proof pairs": ["17"]}, "a pair is not a list."),
        ({"proof pairs": [[1, 7.0]]}, "a pair has more in it than whole numbers."),
        ({"proof pairs": [[1, True]]}, "a pair has more in it than whole numbers."),
        ({"proof pairs": [[1, 1]]}, "[1, 1] is not a pair."),
        ({"proof pairs": [[1, 2, 3, 4, 5, 6]]}, "[1, 2, 3, 4, 5] is not a pair."),
        ({"proof pairs": [[2, 8]]}, "[2, 8] is a pair with a number that is not in play."),
        ({"proof pairs": [[4, 6]]}, "neither of [4, 6] divides the other."),
        (
            {"proof pairs": [[1, 7], [1, 2]]},
            "[1, 2] is a pair with a number that is paired already.",
        ),
        ({"proof pairs": [[1, 5]]}, "5 is paired, and the pairing should leave it out."),
        ({"proof barrier": 1}, "the barrier is not a list."),
        ({"proof barrier": [1, 1]}, "the barrier has a number twice."),
        ({"proof barrier": [8]}, "the barrier has a number that is not in play."),
        ({"proof barrier": [2]}, "the barrier does not show that the pairing is maximum."),
        ({"proof pairs": [[1, 7]]}, "the barrier does not show that the pairing is maximum."),
    ],
)
def test_a_pairing_and_its_barrier_must_fit(play, changes, fault):
    assert refusal(play, "divisor-duel", "", {"numbers": 7}, changes) == fault


def test_a_pairing_that_leaves_a_number_out_does_not_show_that_every_opening_loses(play):
    changes = {"winner": 2, "reply": None}
    assert refusal(play, "divisor-duel", "", {"numbers": 7}, changes) == (
        "the barrier does not show that opening with 5 loses."
    )


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"proof values": "0"}, "values is not a list."),
        ({"proof values": [0, 0, 1, 0, 2, 1]}, "a heap has no nim-value."),
        ({"proof values": [0, 0, 1, 0, 2, 1, 1]}, "1 is not the nim-value of a heap of 7."),
        ({"proof values": [0, 0, 1, 0, 2, 3, 0]}, "3 is not the nim-value of a heap of 6."),
        ({"proof values": [0, 0, 1, 0, -1, 1, 0]}, "-1 is not the nim-value of a heap of 5."),
        ({"reply": "8:5"}, "the nim-values of the heaps do not cancel out."),
        ({"proof replies": {}}, "there is not exactly one reply to each move."),
        ({"proof replies 7:4": 3}, "the reply to 7:4 is not a move."),
        ({"proof replies 7:4": "7:4"}, "the reply to 7:4 is not allowed: There is no heap of 7."),
        ({"proof replies 7:6": "6:5"}, "the reply to 7:6 leaves a nim-value."),
    ],
)
def test_nim_values_and_replies_must_be_right(play, changes, fault):
    assert refusal(play, "grundys-game", "", {"start": 8}, changes) == fault


def test_a_nim_value_is_the_smallest_that_no_split_has(play):
    certificate = certify(play("grundys-game", start=20))
    *smaller, last = certificate["proof"]["values"]
    assert last == 0
    for skipping in (1, 2):  # no split of 20 has one of these either
        changes = {"proof values": [*smaller, skipping]}
        told = refusal(play, "grundys-game", "", {"start": 20}, changes)
        assert told == f"{skipping} is not the nim-value of a heap of 20."


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"proof odd": 2}, "3 odd numbers are left, not 2."),
        ({"proof even": 3}, "2 even numbers are left, not 3."),
        ({"proof lasts": {"odd": 5}}, "lasts does not have exactly the kinds that may be taken."),
        ({"proof lasts even": 3}, "with an even number the duel lasts 4 moves, not 3."),
        ({"reply": "2"}, "after the reply the opponent moves last."),
        ({"reply": None, "winner": 2}, "the player to move could make the last move."),
        ({"proof kind": "pairing"}, "Parity Duel is not won by pairings."),
    ],
)
def test_counts_must_be_right(play, changes, fault):
    assert refusal(play, "parity-duel", "", {"numbers": 5}, changes) == fault


@pytest.mark.parametrize(
    ("answers", "fault"),
    [
        ([], "a node is missing."),
        ([{}], "1 is missing, or is not what it should be."),
        ([{"1": ["3"]}], "['3'] is not an answer and a node."),
        ([{"1": [3, 1]}], "the answer to 1 is not allowed."),
        ([{"1": ["4", 1]}], "the answer to 1 is not allowed."),
        ([{"1": ["3", 1]}], "a node is missing."),
        ([{"1": ["3", -1]}], "a node is missing."),
        ([{"1": ["3", True]}], "a node is missing."),
        ([{"1": ["2", 0], "2": ["2", 0], "3": ["1", 0]}], "a line of the strategy is lost."),
    ],
)
def test_a_strategy_must_win_every_line(answers, fault):
    match = Match(LastStone(heap=9))
    claim = Claim(match, Player.ONE, 1)
    with pytest.raises(BadCertificate, match="The certificate proves nothing: ") as refused:
        strategy.check(claim, {"answers": answers})
    assert str(refused.value).endswith(fault)


def test_a_strategy_is_checked_once_for_each_position_however_many_ways_lead_there():
    match = Match(LastStone(heap=121))
    proof = certify(match)["proof"]
    assert len(proof["answers"]) == 30
    strategy.check(Claim(match, Player.ONE, 1), proof)
