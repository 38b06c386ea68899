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
from numduel.theory import base, certify, verify
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
