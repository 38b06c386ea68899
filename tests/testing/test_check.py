"""Every way to break the contract is found, named, and shown by moves."""

import importlib
import inspect
import subprocess
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import broken_books
import pytest
from last_stone import LastStone

from numduel import Game, Match, option
from numduel.testing import ContractBroken, check, find_faults

FAULTS = {
    "NoSlug": "The rule book has no slug",
    "BadSlug": 'The slug "Last_Stone" is not made of small letters',
    "NoTitle": "The title is empty.",
    "BadSummary": "The summary is not a sentence",
    "OldRules": "rules_version is 0",
    "PresetForNothing": 'The preset "small" is for none of play, puzzles, arena.',
    "PresetTooSmall": 'The preset "small" cannot be played: heap must be a whole number from 1',
    "Unfinished": "The rule book does not say after, all_moves, outcome, refusal.",
    "NoDataclass": "colour is no option: @dataclass(frozen=True) is missing",
    "HidesStart": "The option start hides what Game calls start",
    "NoHelp": "The option again has no help",
    "SpacedWord": 'style can be "as usual", which is not made of letters, digits, _, . and -.',
    "BadDefault": "The default of the option most is not allowed",
    "TextOption": "is neither int, bool nor a Literal of strings",
    "UncheckedOptions": "The option heap can be '7', though it should be refused.",
    "EqualToNone": "Two games with the same options are not equal.",
    "PlayerTwoBegins": "Player 1 is not the first to move.",
    "ListState": "A state is not a hashable value",
    "NobodysTurn": "A state does not say in to_move which Player's turn it is.",
    "NoValue": "start returns another state each time",
    "SameAgain": "After a move of Player 1 it is not the other player's turn.",
    "ComesBack": "A position comes back in the course of a game: a duel must end.",
    "GoesOn": "A game is not over after 10,000 moves: a duel must end.",
    "LegalLeavesOut": "legal_moves leaves out 2, which refusal allows.",
    "LegalHasMore": "legal_moves has 2, which refusal forbids",
    "LegalBackwards": "legal_moves is not in the order of all_moves",
    "LegalGenerator": "legal_moves returns a generator, which is not a sequence.",
    "LegalShared": "legal_moves gives another answer when it is asked again.",
    "BadRefusal": "refusal gives 'no' for 1, which is not a sentence.",
    "AllowsAnything": "refusal allows -10, which is not one of all_moves.",
    "PlayForgives": "play accepts 1, which refusal forbids.",
    "NeverOver": "There is no legal move, but outcome is None.",
    "OverTooSoon": "The duel is over, but legal_moves has 1.",
    "NobodyWins": "not an Outcome with a Player who has won.",
    "BadReason": "outcome gives the reason 'The last stone.', which does not complete",
    "NamesPlayer": "which names a player.",
    "ChangedState": "A state is changed by playing 3.",
    "TwoWritten": 'Two moves are written "2".',
    "BadlyWritten": 'The move 1 is written "take 1", where only letters, digits and',
    "NotReadBack": 'The move 1 is written "10", which is read as 10.',
    "ValueErrorOnReading": "instead of UnreadableMove ValueError is raised",
    "MoveTwice": "all_moves has a move twice.",
    "CanonicalList": "canonical is not a hashable value",
    "CanonicalTooSmall": "Two positions have the same canonical key but not the same value",
    "CanonicalComesBack": "A canonical key comes back in the course of a game",
    "LongerThanSaid": "most_moves says 2, but a game can take 3 moves.",
    "ViewOfPlayers": "view is not made of JSON values",
    "ViewChangesNames": "view has the names stones, to_move, few, but stones, to_move at",
    "ViewWithoutTurn": "view does not have the number of the player to move as to_move.",
    "ViewHides": "Two positions that differ have the same view.",
    "FeaturesGrow": "features has 0 numbers here, but 1 at the start.",
    "FeaturesOfWords": "features has 1, which is not a finite float.",
    "FeaturesTellNothing": "the same features but not the same legal moves.",
    "WordsAreText": "words.turn does not give a list of Line.",
    "WordsShout": "words.task gives 'Take a stone!', which is not a clause",
    "WordsNameNobody": "words.turn does not name Player 1.",
    "WordsListNothing": "words.choices does not list exactly the legal moves.",
    "WordsMisunderstand": "What words.answers gives for 2 does not make that move.",
    "WordsFail": "ending raises LookupError: no words (shown.py, line ",
    "ByChance": "play and after lead to different states by 2, or by chance.",
    "StartRaises": "start raises RuntimeError: out of stones (states.py, line ",
    "AfterRaises": "after raises ZeroDivisionError: integer division or modulo by zero",
    "RefusalExits": "legal_moves raises SystemExit: 7",
    "ReadsNothing": "read_move raises UnreadableMove: 1 is not a move",
}


def books():
    found = vars(broken_books).values()
    games = [value for value in found if inspect.isclass(value) and issubclass(value, Game)]
    return {game.__name__: game for game in games if game.__module__.startswith("broken_books.")}


@cache
def faults_of(name):
    """The faults of a broken book, which is looked through once."""
    return find_faults(books()[name])


def test_every_broken_book_is_one_of_those_below():
    assert set(books()) == set(FAULTS)


@pytest.mark.parametrize("name", FAULTS)
def test_the_fault_of_a_broken_book_is_found_and_named(name):
    faults = faults_of(name)
    assert any(FAULTS[name] in fault.sentence for fault in faults), faults
    assert len({fault.sentence for fault in faults}) == len(faults) <= 4
    assert all(fault.sentence.endswith((".", '"')) for fault in faults)


def test_a_fault_has_the_moves_that_show_it():
    [fault] = faults_of("SameAgain")
    assert (fault.options, fault.moves) == ({"heap": 3}, ("3",))
    match = Match(books()["SameAgain"](**fault.options))
    match.play("3")
    assert match.state.to_move == 1
    assert str(fault).endswith("turn. Seen with heap=3, after the moves 3.")


def test_moves_show_how_a_position_comes_back():
    book = books()["ComesBack"]
    fault = next(fault for fault in faults_of("ComesBack") if "comes back" in fault.sentence)
    match, met = Match(book(**fault.options)), []
    for move in fault.moves:
        met.append(match.state)
        match.play(move)
    assert match.state in met


def test_check_shows_both_positions_that_look_alike():
    faults = {fault.sentence: fault for fault in faults_of("ViewHides")}
    [(sentence, fault)] = faults.items()
    assert sentence.endswith("The other one is after the moves 1.")
    assert fault.moves == ("2",)


def test_rules_of_another_game_are_a_fault(tmp_path, monkeypatch):
    code = (
        '"""Yet Another Stone: take one."""\n'
        "from last_stone import LastStone\n"
        "class OtherStone(LastStone):\n"
        "    title = 'Other Stone'\n"
    )
    (tmp_path / "other_stone.py").write_text(code)
    monkeypatch.syspath_prepend(tmp_path)
    [fault] = find_faults(importlib.import_module("other_stone").OtherStone)
    told = 'The rules begin with "Yet Another Stone: " and not with the title of the game.'
    assert str(fault) == told


def test_a_rule_book_that_keeps_the_contract_has_no_faults():
    assert find_faults(LastStone) == []
    check(LastStone)


def test_check_raises_all_faults_at_once():
    with pytest.raises(ContractBroken) as broken:
        check(books()["ComesBack"])
    faults = faults_of("ComesBack")
    assert broken.value.faults == faults
    told = "".join(f"\n- {fault}" for fault in faults)
    assert str(broken.value) == f"ComesBack breaks the contract:{told}"


@dataclass(frozen=True)
class ManyOptions(LastStone):
    one: bool = option(False, "a switch")
    two: bool = option(False, "another switch")
    three: int = option(5, "a number", minimum=0)
    four: int = option(5, "a number", minimum=0)
    five: int = option(5, "a number", minimum=0)


def test_check_samples_many_options():
    assert find_faults(ManyOptions) == []


class NeverLegal(LastStone):
    """Its moves are numbered up to 4, and nobody may take four stones."""

    def all_moves(self):
        return range(1, 5)


def test_check_accepts_actions_that_are_never_legal():
    assert find_faults(NeverLegal) == []


def test_neither_pytest_nor_hypothesis_nor_click_is_needed():
    ask = (
        "import sys; from last_stone import LastStone; from numduel.testing import check;"
        "check(LastStone); print({'pytest', 'hypothesis', 'click'} & {*sys.modules})"
    )
    where = Path(broken_books.__file__).parents[1]
    done = subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True, cwd=where)
    assert (done.stdout, done.stderr) == ("set()\n", "")
