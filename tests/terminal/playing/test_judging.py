"""A typed move is judged once, from the prompt to the next turn."""

from collections import Counter

import pytest

from numduel.catalogue import find_game


@pytest.fixture
def calls(monkeypatch):
    """calls("divisor-duel"): counts how often its rules are asked from now on."""

    def count(slug):
        counted, book = Counter(), find_game(slug)
        for name in ("refusal", "allowed", "outcome"):
            if hasattr(book, name):
                asked = getattr(book, name)

                def ask(*given, asked=asked, name=name):
                    counted[name] += 1
                    return asked(*given)

                monkeypatch.setattr(book, name, ask)
        return counted

    return count


MOVES = {
    "divisor-duel": ["6", "3", "9", "18"],
    "parity-duel": ["6", "3", "8", "1"],
    "even-odd-match": ["6", "3", "8", "1"],
    "sequence-builder": ["6", "3", "8", "1"],
    "number-split-duel": ["15 1", "15", "14 1", "14", "13 1", "13", "12 1", "12"],
    "grundys-game": ["15 1", "14 1", "13 1", "12 1"],
}


@pytest.mark.parametrize("slug", MOVES)
def test_every_typed_move_is_judged_once(here, calls, slug):
    typed, counted = MOVES[slug], calls(slug)
    here("play", slug, typed=[*typed, "quit"])
    assert counted["refusal"] == 4


def test_what_is_allowed_is_worked_out_for_the_ending_the_list_and_the_judgement(here, calls):
    asked = []
    for typed in (MOVES["divisor-duel"][:3], MOVES["divisor-duel"]):
        counted = calls("divisor-duel")
        here("play", "divisor-duel", typed=[*typed, "quit"])
        asked.append((counted["refusal"], counted["allowed"], counted["outcome"]))
    assert [after - before for before, after in zip(*asked, strict=True)] == [1, 3, 1]
