"""`numduel audit` tells how good a game is, and which settings make it better."""

import json
from dataclasses import replace

import pytest

from numduel import list_games, load_game
from numduel.study.audit import audit
from numduel.terminal.commands.audit import advise


@pytest.mark.untraced
def test_audit_says_plainly_what_the_rule_books_are_worth(here):
    def judged(*arguments):
        return here("audit", *arguments, "--no-advice", "--games", "2").out.splitlines()[0]

    decided = "decided before the first move: Player 2 wins, whatever anybody does."
    assert judged("parity-duel") == f"Parity Duel (numbers 20, jokers 0): {decided}"
    assert judged("even-odd-match") == f"Even/Odd Match (numbers 20, jokers 0): {decided}"
    assert judged("number-split-duel") == (
        "Number Split Duel (start 16): won at once: Player 1 can end it with the first move."
    )
    assert judged("divisor-duel") == (
        "Divisor Duel (numbers 20, opening any): with best play Player 1 wins: 18 of 20 openings"
        " win. Between two hard players Player 1 wins 100% of games."
    )
    assert judged("sequence-builder") == (
        "Sequence Builder (numbers 9, length 5): with best play Player 1 wins: 9 of 9 openings"
        " win. Between two hard players Player 1 wins 100% of games."
    )


def test_audit_as_json_has_the_figures_and_the_advice(here):
    told = json.loads(here("audit", "number-split-duel", "--start", "8", "--json").out)
    assert told["options"] == {"start": 8}
    assert told["winner"] == 1
    assert told["winning_openings"] == ["1", "2"]
    assert told["is_exact"] is True
    assert 0 <= told["random_balance"] <= 1
    assert isinstance(told["advice"], list)


@pytest.mark.untraced
def audited(start, share, games=30):
    """Grundy's Game as if Player 1 had won this share between hard players."""
    told = audit(load_game("grundys-game", start=start), games=1, levels=())
    return replace(told, balance={"hard": share}, balance_games=games)


def test_advice_names_only_what_is_worth_more():
    told, same = audited(12, 0.4), audited(12, 0.5)
    better, worse = audited(16, 0.5), audited(18, 0.9)
    heading, others = advise(told, [better, same, worse])
    assert heading.startswith(f"Worth more than this ({told.worth:.2f}: ")
    assert others == [better]


def test_a_game_that_is_the_best_that_was_tried_is_told_so():
    told, worse = audited(12, 0.5), audited(16, 0.9)
    heading, others = advise(told, [worse])
    assert heading.startswith("It is worth playing as it is")
    assert others == [worse]


def test_too_few_games_say_nothing_of_what_a_game_is_worth():
    heading, _ = advise(audited(12, 1.0, games=3), [audited(16, 0.5)])
    assert heading.startswith("Too few games to say what this is worth.")


@pytest.mark.untraced
def test_audit_of_all_games_as_json(here):
    told = json.loads(here("audit", "--json").out)
    assert [one["game"] for one in told] == [game.slug for game in list_games()]
    assert here("audit", "--json", "grundys-game").code == 2


@pytest.mark.untraced
def test_audit_advises_sizes_and_variants_that_are_worth_more(here):
    told = here("audit", "grundys-game", "--start", "6", "--games", "2").out
    assert "Too few games to say what this is worth. The best that were tried:\n" in told
    assert "  Grundy's Game (start " in told


def test_audit_of_a_game_that_no_size_makes_better_says_so(here):
    told = here("audit", "number-split-duel", "--start", "5", "--games", "2").out
    assert "No size or variant that was tried makes it worth playing.\n" in told
