"""A wrong certificate is refused with a sentence that says why."""

import pytest
from last_stone import LastStone

from numduel import BadCertificate, Match, Player
from numduel.theory import certify, read_certificate, verify
from numduel.theory.checking import Claim, check


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
    return refused.value.fault


def test_what_is_no_json_is_no_certificate():
    for text in ("", "{", "[" * 100_000):
        with pytest.raises(BadCertificate, match=r"This is not JSON\.$"):
            read_certificate(text)


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"form": 2}, "Its form is 2, and only form 1 is known here."),
        ({"position": "chess"}, "There is no game"),
        ({"position": 5}, "position is missing, or is not what it should be."),
        ({"position": "divisor-duel/numbers=7/8"}, 'Move 1, "8": 8 is not'),
        ({"reply": 5}, "The reply is not a move."),
        ({"reply": "8"}, "8 is not"),
        ({"reply": None}, "A reply must be named exactly if the winner is to move."),
        ({"winner": 3}, "3 is not a player."),
        ({"winner": True}, "winner is missing, or is not what it should be."),
        ({"reason": []}, "kind is missing, or is not what it should be."),
        ({"reason kind": "luck"}, "No reason is of the kind 'luck'."),
        ({"reason kind": "nim-values"}, "Divisor Duel is not won by nim-values."),
        ({"reason kind": "counts"}, "Divisor Duel is not won by counting."),
    ],
)
def test_what_a_certificate_says_must_hold_together(play, changes, fault):
    assert refusal(play, "divisor-duel", "", {"numbers": 7}, changes).startswith(fault)


def test_certificate_for_the_loser_of_a_finished_duel_is_refused(play):
    told = refusal(play, "divisor-duel", "2 1", {"numbers": 2}, {"winner": 1})
    assert told == "The duel is over, and Player 1 lost it."


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"reason pairs": None}, "pairs is missing, or is not what it should be."),
        ({"reason pairs": ["17"]}, "A pair is not a list."),
        ({"reason pairs": [[1, 7.0]]}, "A pair has more in it than whole numbers."),
        ({"reason pairs": [[1, 2, 3, 4, 5, 6]]}, "[1, 2, 3, 4, 5] is not a pair."),
        ({"reason pairs": [[0, 1]]}, "0 is not left when the opponent is to move."),
        ({"reason pairs": [[4, 6]]}, "Neither of 4 and 6 divides the other."),
        ({"reason pairs": [[1, 7], [1, 2]]}, "1 is in two pairs."),
        ({"reason barrier": 1}, "The barrier is not a list."),
        ({"reason barrier": [1, 1]}, "The barrier has a number twice."),
        ({"reason barrier": [8]}, "The barrier has a number that is not paired."),
        (
            {"reason pairs": [[2, 4]], "reason barrier": [2]},
            "The opponent can come to a number that has no partner.",
        ),
    ],
)
def test_a_pairing_and_its_barrier_must_fit(play, changes, fault):
    assert refusal(play, "divisor-duel", "", {"numbers": 7}, changes) == fault


def test_incomplete_pairing_does_not_prove_loss(play):
    changes = {"winner": 2, "reply": None}
    assert refusal(play, "divisor-duel", "", {"numbers": 7}, changes) == (
        "The opponent can come to a number that has no partner."
    )


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"reason values": "0"}, "values is missing, or is not what it should be."),
        ({"reason values": [8]}, "A value is not a list."),
        ({"reason values": [[8]]}, "[8] is not a heap and its nim-value."),
        ({"reason values": [[9, 1]]}, "There is no heap of 9."),
        ({"reason values": [[8, 1]]}, "The nim-value of 8 is not 1."),
        ({"reason values": [[8, 2]]}, "The nim-value of 7 is not named."),
        ({"reason values": [[7, 0]]}, "The nim-value of 8 is not named."),
        ({"reason left": 0}, "What is left over is not 0."),
        (
            {"reply": "8:5", "reason values": [[8, 2], [5, 2], [3, 1]]},
            "Something is left over when the opponent is to move.",
        ),
    ],
)
def test_nim_values_must_be_right_and_cancel_out(play, changes, fault):
    assert refusal(play, "grundys-game", "", {"start": 8}, changes) == fault


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"reason odd": 2}, "odd is not 2."),
        ({"reason even": 3}, "even is not 3."),
        ({"reason lasts": {}}, "lasts does not have exactly the kinds of move to prove."),
        ({"reason lasts odd": 3}, "lasts is not 3."),
        (
            {"reply": "2", "reason lasts": {"even": 4}},
            "After an even number the opponent moves last.",
        ),
        (
            {"reply": None, "winner": 2},
            "lasts does not have exactly the kinds of move to prove.",
        ),
        (
            {"reply": None, "winner": 2, "reason lasts": {"odd": 5, "even": 4}},
            "After an odd number the opponent moves last.",
        ),
        ({"reason kind": "pairing"}, "Parity Duel is not won by pairings."),
    ],
)
def test_counts_must_be_right(play, changes, fault):
    assert refusal(play, "parity-duel", "", {"numbers": 5}, changes) == fault


WINS = {"1": ["3", 1], "2": ["2", 1], "3": ["1", 1]}


@pytest.mark.parametrize(
    ("answers", "fault"),
    [
        ([], "The duel is not over: the answers are missing."),
        ([[]], "A node is not an object."),
        ([{}], "There is no reply to 1."),
        ([WINS | {"4": ["1", 1]}], "4 cannot be played."),
        ([{"1": ["3"]}], "The reply to 1 does not win."),
        ([{"1": [3, 1]}], "The reply to 1 does not win."),
        ([{"1": ["3", 1]}], "A node is missing."),
        ([{"1": ["3", True]}], "A node is missing."),
        ([WINS, {"1": ["3", 0], "2": ["2", 0], "3": ["1", 0]}], "The reply to 1 does not win."),
    ],
)
def test_a_strategy_must_win_every_line(answers, fault):
    game = LastStone(heap=9)
    claim = Claim(game, game.start(), Player.ONE, 1)
    with pytest.raises(BadCertificate, match=r"The certificate proves nothing\. ") as refused:
        check(claim, {"kind": "strategy", "answers": answers})
    assert refused.value.fault in fault


def test_strategy_check_visits_each_position_once():
    match = Match(LastStone(heap=121))
    reason = certify(match)["reason"]
    assert len(reason["answers"]) == 30
    check(Claim(match.game, match.state, Player.ONE, 1), reason)
