"""A match's log: what an entry means, and by which rules it is played."""

from dataclasses import replace

import pytest

from numduel.catalogue import find_game
from numduel.errors import NumduelError
from numduel.journal import apply_entry, entries_of
from numduel.match import Match
from numduel.web.matches.creation import new_match
from numduel.web.matches.log import MatchLog

ENTRIES = [
    {"move": "6"},
    {"move": "3"},
    {"move": "9"},
    {"undo": 2},
    {"move": "12"},
    {"end": {"winner": 2, "reason": "by resignation"}},
]


def new_header(mode="screen"):
    return new_match("divisor-duel", {}, mode, "easy", "me", None).header


def test_an_entry_means_the_same_in_the_log_and_in_a_journal():
    log = MatchLog(new_header())
    match = Match(log.match.game)
    for entry in ENTRIES:
        log.apply(entry)
        apply_entry(match, entry)
        assert log.match.moves == match.moves
        assert log.outcome == match.outcome
    assert log.done == ["took 6", "took 12"]


def test_a_match_keeps_its_rules_when_the_rule_book_changes_and_its_rematch_has_the_new_ones(
    monkeypatch,
):
    header = new_header()
    monkeypatch.setattr(find_game("divisor-duel"), "rules_version", 3)
    log = MatchLog(header)
    assert entries_of(log.match)[0]["rules"] == 1
    assert log.rematch_header("B" * 16).rules_version == 3


def test_a_match_by_rules_that_are_not_there_is_refused():
    with pytest.raises(NumduelError, match="it has rules 2; this numduel has 1"):
        MatchLog(replace(new_header(), rules_version=2))
