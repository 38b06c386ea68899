"""`numduel audit` tells how good a game is."""

import json

import pytest

from numduel import list_games


@pytest.mark.untraced
def test_audit_says_plainly_what_the_rule_books_are_worth(here):
    def judged(*arguments):
        return here("audit", *arguments, "--games", "2").out.splitlines()[0]

    decided = "decided before the first move: Player 2 wins, whatever anybody does."
    assert judged("parity-duel") == f"Parity Duel: {decided}"
    assert judged("even-odd-match") == f"Even/Odd Match: {decided}"
    assert judged("number-split-duel") == (
        "Number Split Duel: won at once: Player 1 can end it with the first move."
    )
    assert judged("divisor-duel") == (
        "Divisor Duel: with best play Player 1 wins: 18 of 20 openings"
        " win. Between two hard players Player 1 wins 100% of games."
    )
    assert judged("sequence-builder") == (
        "Sequence Builder: with best play Player 1 wins: 9 of 9 openings"
        " win. Between two hard players Player 1 wins 100% of games."
    )


def test_audit_as_json_has_the_figures(here):
    told = json.loads(here("audit", "number-split-duel", "--start", "8", "--json").out)
    assert told["options"] == {"start": 8}
    assert told["winner"] == 1
    assert told["winning_openings"] == ["1", "2"]
    assert told["figures"]["is_exact"] is True
    assert 0 <= told["figures"]["random_balance"] <= 1


@pytest.mark.untraced
def test_audit_without_game_prints_table(here):
    told = here("audit").out.splitlines()
    assert told[0].split() == ["game", "choice", "Player", "1", "moves"]
    titles = [game.title for game in list_games()]
    assert [row[: len(title)] for row, title in zip(told[2:], titles, strict=False)] == titles
    assert "Parity Duel             0         0     20" in told
    decided = "decided before the first move: Player 2 wins, whatever anybody does."
    assert f"Parity Duel: {decided}" in told
    meaning = "  choice    turns of 100, in random play, in which the choice decides who wins"
    assert meaning in told
    assert told[-1] == "For more about one game: numduel audit GAME"
