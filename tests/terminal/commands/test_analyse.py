"""`numduel analyse` and `numduel audit`."""

import json
from dataclasses import asdict

import pytest

from numduel import Match, list_games, load_game
from numduel.study import title_of, truth_of


@pytest.mark.parametrize("moves", [[], ["6", "3"], ["11", "1", "13"]])
def test_analyse_as_json_is_the_truth_that_every_door_tells(here, moves):
    match = Match(load_game("divisor-duel"))
    for move in moves:
        match.play(move)
    told = here("analyse", "divisor-duel", "--moves", " ".join(moves), "--json").out
    assert json.loads(told) == json.loads(json.dumps(asdict(truth_of(match))))
    assert told.count("\n") == 1


def test_analyse_tells_the_verdict_each_move_and_the_reason(here):
    told = here("analyse", "number-split-duel", "--start", "4").out.splitlines()
    assert told[:4] == [
        "Number Split Duel (start 4)",
        "Player 1 splits 4 into two unequal parts, one to hand over.",
        "Player 1 wins in 1 move with best play.",
        "",
    ]
    assert told.index("  3 and 1 (hand over 1) ▲1     wins in 1 move, best") == 5
    assert told.index("  3 and 1 (hand over 3) ▼2     loses in 2 moves") == 4


@pytest.mark.parametrize(
    ("moves", "sentence"),
    [
        ("6 20", 'Move 2, "20": 20 is neither a divisor nor a multiple of 6.'),
    ],
)
def test_analyse_refuses_invalid_moves(here, moves, sentence):
    told = here("analyse", "divisor-duel", "--moves", moves)
    assert told.code == 1
    assert sentence in told.err
    assert told.out == ""


@pytest.mark.parametrize(
    "arguments",
    [
        ["divisor-duel/numbers=30,opening=even/6,3,9"],
        ["divisor-duel/numbers=30/6", "--opening", "even", "--moves", " 3,\t9 "],
    ],
)
def test_analyse_takes_an_id_and_moves_after_it(here, arguments):
    assert here("analyse", *arguments).out.startswith(
        "Divisor Duel (numbers 30, opening even), after 6 3 9\n"
    )


@pytest.mark.parametrize("game", list_games(), ids=lambda game: game.slug)
def test_the_example_of_moves_is_one_of_the_game(here, game):
    told = " ".join(here("analyse", game.slug, "--help").out.split())
    example = told.partition('The moves so far, as in "')[2].partition('"')[0]
    match = Match(game())
    for move in example.split():
        match.play(move)
    names = match.named_moves
    after = (" " if names == example.split() else "; ").join(names)
    assert here("analyse", game.slug, "--moves", example).out.startswith(
        f"{title_of(game())}, after {after}\n"
    )


def test_a_certificate_is_written_and_verified(here, tmp_path):
    file = tmp_path / "win.json"
    told = here("analyse", "divisor-duel", "--moves", "6 3", "--certificate", str(file)).out
    assert told.startswith("Divisor Duel, after 6 3\n")
    assert told.endswith(
        f"\nProof saved in {file}. Check it with: numduel analyse --verify {file}\n"
    )
    assert json.loads(file.read_text())["reason"]["kind"] == "pairing"
    checked = here("analyse", "--verify", str(file))
    assert checked.code == 0
    assert checked.out == ("Proved: Player 1 wins Divisor Duel after 6 3. To win, take 12.\n")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "The file is empty."),
        ('{"form": 1}', "winner is missing or of the wrong type."),
    ],
)
def test_what_proves_nothing_is_refused_with_a_sentence(here, tmp_path, text, sentence):
    file = tmp_path / "win.json"
    file.write_bytes(text.encode("latin-1"))
    refused = here("analyse", "--verify", str(file))
    assert refused.code == 1
    assert refused.err == f"Error: The certificate proves nothing. {sentence}\n"
    assert refused.out == ""


def test_where_there_is_no_proof_a_sentence_says_so(here, tmp_path):
    file = tmp_path / "win.json"
    size = ["--numbers", "1000", "--length", "300"]
    told = here("analyse", "sequence-builder", *size, "--certificate", str(file))
    assert told.code == 1
    assert told.err.startswith("Error: There is no certificate, for who wins is not known: ")
    assert not file.exists()


def test_moves_are_listed_as_people_read_them(here):
    told = here("analyse", "grundys-game", "--moves", "16:14").out
    assert told.startswith("Grundy's Game, after 16 into 14 and 2\n")
    assert "14 into 10 and 4 ▲9     wins in 9 moves, best\n" in told
    assert "16:14" not in told


def test_analyse_shows_how_moves_were_read(here):
    told = here("analyse", "number-split-duel", "--moves", "10 6").out
    assert ("Read as 2 moves: 10, then 6. 6 and 4 (hand over 6) is written 6 here.\n") in told


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
