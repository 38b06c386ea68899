"""Certificates: proofs that a position is won, which anybody can check."""

import copy
import json
import re
import subprocess
from collections import Counter
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from brute_force import is_true
from last_stone import LastStone

from numduel import BadCertificate, Match, Player, TooLarge, list_games, load_game
from numduel.study import tell_proved
from numduel.theory import base, certify, read_certificate, verify
from numduel.theory.checking import Claim, check

from ..conftest import tries

PERL = Path(__file__).parents[2] / "examples/check_certificate.pl"
SMALL = [
    ("divisor-duel", {"numbers": 7}),
    ("divisor-duel", {"numbers": 10}),
    ("divisor-duel", {"numbers": 11, "opening": "even"}),
    ("divisor-duel", {"numbers": 12, "opening": "even-below-half"}),
    ("grundys-game", {"start": 10}),
    ("grundys-game", {"start": 13}),
    ("parity-duel", {"numbers": 7}),
    ("parity-duel", {"numbers": 6, "jokers": 1}),
    ("even-odd-match", {"numbers": 7, "jokers": 2}),
    ("sequence-builder", {"numbers": 5, "length": 3}),
    ("sequence-builder", {"numbers": 6, "length": 2}),
    ("number-split-duel", {"start": 9}),
]
IN_PERL = ("divisor-duel", "grundys-game")
MUTANTS = 800  # of each of these games


def random_match(random, slug, options):
    """A position met in random play, perhaps the first or the last."""
    match = Match(load_game(slug, **options))
    for _ in range(random.randrange(8)):
        legal = match.game.legal_moves(match.state)
        if not legal:
            break
        match.play(random.choice(legal))
    return match


def places_in(part, path=()):
    """Every place of a certificate at which something can be changed."""
    inside = part.items() if isinstance(part, dict) else enumerate(part)
    for name, value in inside:
        if name not in ("form", "kind"):
            yield (*path, name)
            if isinstance(value, dict | list):
                yield from places_in(value, (*path, name))


def mutant_of(certificate, random):
    """The certificate with something changed, removed or added."""
    mutant = copy.deepcopy(certificate)
    for _ in range(random.choice([1, 1, 1, 2, 3])):
        *path, name = random.choice([*places_in(mutant)])
        part = mutant
        for step in path:
            part = part[step]
        part[name] = changed(part[name], mutant, random)
        if path and random.random() < 0.3:
            if isinstance(part, list):
                random.choice([part.pop, lambda at, part=part: part.insert(0, part[at])])(name)
            else:
                del part[name]
    return mutant


def changed(value, mutant, random):
    """Another value of the same kind."""
    written = [*map(str, range(1, 13)), "7:4", "6:4", "5:3", "4:3", "3:2"]
    if isinstance(value, str) and value == mutant.get("position"):
        return another_position(value, written, random)
    match value:
        case bool() | float():
            raise AssertionError("nothing of the kind is in a certificate")
        case int():
            return random.choice([value + 1, value - 1, 3 - value, random.randrange(14)])
        case str() if value in ("even", "odd"):
            return random.choice(["even", "odd"])
        case str():
            return random.choice([*written, None])
        case None:
            return random.choice([*written, 0, 1])
        case list():
            return random.choice([value[::-1], value[:-1], value[1:], [*value, *value[:1]], []])
        case dict():
            items = [*value.items()]
            turned = [(one, two) for (one, _), (_, two) in pairwise([*items, *items[:1]])]
            return dict(random.choice([turned, items[:-1], items]))


def another_position(position, written, random):
    """The ID with an option or a move changed, dropped or added; the game stays a small one."""
    slug, options, *moves = position.split("/")
    moves = moves[0].split(",") if moves else []
    change = random.choice(["option", "move", "drop", "add"])
    if change == "option":
        options = re.sub("=[0-9]+", f"={random.randrange(14)}", options, count=1)
    elif change == "add" or not moves:
        moves.append(random.choice(written))
    elif change == "drop":
        del moves[random.randrange(len(moves))]
    else:
        moves[random.randrange(len(moves))] = random.choice(written)
    return "/".join([slug, options, *([",".join(moves)] if moves else [])])


def is_accepted(certificate):
    try:
        verify(json.loads(json.dumps(certificate)))
    except BadCertificate:
        return False
    return True


def accepted_in_perl(certificates):
    lines = "".join(f"{json.dumps(certificate)}\n" for certificate in certificates)
    done = subprocess.run(["perl", PERL], input=lines, capture_output=True, text=True)
    told = done.stdout.splitlines()
    assert len(told) == len(certificates)
    assert done.returncode == any("refused" in line for line in told)
    return [line.endswith("accepted") for line in told]


@pytest.mark.parametrize(
    ("part", "wrong"),
    [
        ("winner", "1"),
        ("winner", 1.0),
        ("form", True),
        ("reason", {"kind": "strategy", "answers": []}),
    ],
)
def test_types_and_kinds_are_checked_in_perl_too(play, part, wrong):
    certificate = certify(play("divisor-duel", numbers=7))
    assert accepted_in_perl([certificate, certificate | {part: wrong}]) == [True, False]


@pytest.mark.parametrize(("slug", "options"), SMALL)
def test_certificates_are_true_and_accepted(slug, options):
    random = Random(f"{slug}/{options}")
    found = [certify(random_match(random, slug, options)) for _ in range(60)]
    assert all(map(is_true, found))
    assert all(map(is_accepted, found))
    assert {certificate["winner"] for certificate in found} == {1, 2}
    if slug in IN_PERL:
        assert all(accepted_in_perl(found))


@pytest.mark.parametrize(("slug", "options"), SMALL)
def test_accepted_mutant_certificates_are_true(slug, options):
    random = Random(f"mutants of {slug}/{options}")
    mutants = []
    for _ in range(tries(MUTANTS)):
        certificate = certify(random_match(random, slug, options))
        mutants.append(mutant_of(certificate, random))
    truths = [*map(is_true, mutants)]
    checkers = [[*map(is_accepted, mutants)]]
    if slug in IN_PERL:
        checkers.append(accepted_in_perl(mutants))
    for accepted in checkers:
        wrongly = [
            mutant
            for mutant, is_right, is_taken in zip(mutants, truths, accepted, strict=True)
            if is_taken and not is_right
        ]
        assert wrongly == []
    assert Counter(truths)[False] > len(truths) / 2  # most changes make a certificate false


@pytest.mark.parametrize("game", list_games(), ids=lambda game: game.slug)
def test_full_size_games_have_certificates(game):
    random = Random(game.slug)
    for _ in range(10):
        certificate = certify(random_match(random, game.slug, {}))
        assert tell_proved(certificate).startswith(f"Proved: Player {certificate['winner']} wins")


def test_a_game_without_a_theory_is_proved_by_a_strategy():
    match = Match(LastStone(heap=13))
    certificate = certify(match)
    assert certificate["reason"]["kind"] == "strategy"
    reply = match.game.read_move(certificate["reply"])
    claim = Claim(match.game, match.state, Player.ONE, reply)
    check(claim, certificate["reason"])
    del certificate["reason"]["answers"][0]
    with pytest.raises(BadCertificate):
        check(claim, certificate["reason"])


def test_a_strategy_that_would_be_too_long_is_not_written(monkeypatch):
    monkeypatch.setattr(base, "_MOST_NODES", 3)
    told = "no theory proves who wins this game, and a strategy would have more than 3 positions"
    with pytest.raises(TooLarge, match=rf"^There is no certificate: {told}\.$"):
        certify(Match(load_game("sequence-builder", numbers=15, length=7)))


def test_unknown_winner_has_no_certificate():
    with pytest.raises(TooLarge, match="There is no certificate, for who wins is not known"):
        certify(Match(LastStone(heap=100)), budget=50)


def test_large_positions_have_certificates():
    for opening in ("any", "even", "even-below-half"):
        game = load_game("divisor-duel", numbers=1_000, opening=opening)
        assert is_accepted(certify(Match(game), budget=1))
    assert is_accepted(certify(Match(load_game("grundys-game", start=500))))
    assert is_accepted(certify(Match(load_game("parity-duel", numbers=999, jokers=50))))


@pytest.mark.parametrize("wrong", [None, [], {}, 1, {"form": 1}, {"form": True}, {"form": 2}])
def test_anything_else_is_refused(wrong):
    with pytest.raises(BadCertificate, match=r"The certificate proves nothing\. "):
        verify(wrong)


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
        ({"position": 5}, "position is missing or of the wrong type."),
        ({"position": "divisor-duel/numbers=7/8"}, 'Move 1, "8": 8 is not'),
        ({"reply": 5}, "The reply is not a move."),
        ({"reply": "8"}, "8 is not"),
        ({"reply": None}, "A reply must be named exactly if the winner is to move."),
        ({"winner": 3}, "3 is not a player."),
        ({"winner": True}, "winner is missing or of the wrong type."),
        ({"reason": []}, "kind is missing or of the wrong type."),
        ({"reason kind": "luck"}, "There is no kind of reason 'luck'."),
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
        ({"reason pairs": None}, "pairs is missing or of the wrong type."),
        ({"reason pairs": ["17"]}, "A pair is not a list."),
        ({"reason pairs": [[1, 7.0]]}, "A pair must hold only whole numbers."),
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
        ({"reason values": "0"}, "values is missing or of the wrong type."),
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
        ({"reply": None, "winner": 2}, "lasts does not have exactly the kinds of move to prove."),
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
