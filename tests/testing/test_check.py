"""Every way to break the contract is found, named, and shown by moves."""

import importlib
import subprocess
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import broken_books
import pytest
from broken_books import FAULTS
from last_stone import LastStone

from numduel import Match, option
from numduel.testing import ContractBroken, check, find_faults


@cache
def faults_of(name):
    """The faults of a broken book, which is looked through once."""
    return find_faults(vars(broken_books)[name])


@pytest.mark.parametrize("name", FAULTS)
def test_the_fault_of_a_broken_book_is_found_and_named(name):
    faults = faults_of(name)
    assert any(FAULTS[name] in fault.sentence for fault in faults), faults
    assert len({fault.sentence for fault in faults}) == len(faults) <= 4
    assert all(fault.sentence.endswith((".", '"')) for fault in faults)


def test_a_fault_has_the_moves_that_show_it():
    [fault] = faults_of("SameAgain")
    assert (fault.options, fault.moves) == ({"heap": 3}, ("3",))
    match = Match(vars(broken_books)["SameAgain"](**fault.options))
    match.play("3")
    assert match.state.to_move == 1
    assert str(fault).endswith("turn. Seen with heap=3, after the moves 3.")


def test_moves_show_how_a_position_comes_back():
    book = vars(broken_books)["ComesBack"]
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
        check(vars(broken_books)["ComesBack"])
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
    where = Path(broken_books.__file__).parent
    done = subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True, cwd=where)
    assert (done.stdout, done.stderr) == ("set()\n", "")
