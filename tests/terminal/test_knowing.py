"""What the program knows, told at the terminal: hint, why, values, analyse, review, audit."""

import json
from dataclasses import replace

import pytest

from numduel import Match, Player, list_games, load_game
from numduel.study.audit import audit
from numduel.terminal.commands.audit import advise
from numduel.theory import analyse

DIVISOR = ["play", "divisor-duel"]


def test_hint_names_the_best_move_and_how_far_the_end_is(here):
    told = here(*DIVISOR, typed=["6", "3", "hint"])
    assert "Select a number: hint\nPlay 12: you win in 9 moves.\n" in told.out


def test_hint_in_a_lost_position_says_so_and_what_holds_out(here):
    told = here(*DIVISOR, typed=["6", "i"])
    assert "You lose in 12 moves against best play; " in told.out


def test_why_gives_the_pairing_in_sentences(here):
    told = here(*DIVISOR, typed=["6", "3", "why"])
    assert "whatever your opponent takes, answer with its partner.\n" in told.out
    assert "12 has no partner, so start there.\n" in told.out


def test_show_values_marks_every_allowed_move_with_its_value_and_distance(here):
    told = here(*DIVISOR, "--show-values", typed=["6", "3"])
    assert "Valid selections: 1▼2, 9▲11, 12▲9, 15▲11, 18▼4\n" in told.out


def test_show_values_also_marks_an_opening_that_lists_no_choices(here):
    told = here("play", "parity-duel", "--numbers", "3", "--show-values", typed=[])
    assert "Available Numbers: 1▲3  2▼2  3▲3\n" in told.out


def test_show_values_marks_both_parts_of_a_split(here):
    told = here("play", "number-split-duel", "--start", "5", "--show-values", typed=[])
    assert "(4▼2,1▲1), (3▼2,2▲1)" in told.out


@pytest.mark.parametrize("word", ["board", "moves", "m", "b"])
def test_board_and_moves_keep_the_values(here, word):
    shown = here(
        *["play", "parity-duel", "--numbers", "5", "--jokers", "1", "--show-values"],
        typed=["1", word],
    ).out
    told = shown.partition(f": {word}\n")[2]
    assert "Available Even Numbers: 2▼4  4▼4\nWith a joker (1 left): 3▼4  5▼4\n" in told


def test_moves_without_values_have_no_marks(here):
    told = here(*DIVISOR, typed=["6", "3", "moves"]).out
    assert "Valid selections: 1, 9, 12, 15, 18\n" in told.partition(": moves\n")[2]


@pytest.mark.parametrize("moves", [[], ["6"], ["6", "3"], ["11", "1"], ["11", "1", "13"]])
def test_analyse_as_json_is_what_the_library_knows(here, moves):
    told = json.loads(here("analyse", "divisor-duel", "--moves", " ".join(moves), "--json").out)
    match = Match(load_game("divisor-duel"))
    for move in moves:
        match.play(move)
    known = analyse(match.game, match.state)
    assert told["game"] == "divisor-duel"
    assert told["options"] == {"numbers": 20, "opening": "any"}
    assert told["moves"] == moves
    assert told["to_move"] == (None if match.outcome else match.state.to_move)
    assert told["outcome"] == (
        {"winner": match.outcome.winner, "reason": match.outcome.reason} if match.outcome else None
    )
    assert (told["winner"], told["distance"]) == (known.winner, known.distance)
    assert [tuple(choice.values()) for choice in told["choices"]] == [
        (str(choice.move), choice.winner, choice.distance, choice.best) for choice in known.choices
    ]
    assert bool(told["why"]) is (match.outcome is None)
    assert all(isinstance(sentence, str) for sentence in told["why"])


def test_analyse_tells_the_verdict_each_move_and_the_reason(here):
    told = here("analyse", "number-split-duel", "--start", "4").out.splitlines()
    assert told[:2] == [
        "Number Split Duel",
        "Player 1 is to move. Player 1 wins in 1 move with best play.",
    ]
    assert "  ▲1     1  wins in 1 move, best" in told
    assert "  ▼2     3  loses in 2 moves" in told


def test_analyse_of_a_finished_game_says_who_won(here):
    told = here("analyse", "number-split-duel", "--moves", "1").out
    assert "The game is over: Player 1 won because 1 has no split into unequal parts." in told


@pytest.mark.parametrize(
    ("moves", "sentence"),
    [
        ("6 21", "21 is not in the list 1 to 20."),
        ("6 x", '"x" is not a whole number.\n'),
        ("6 20", "20 is neither a divisor nor a multiple of 6."),
    ],
)
def test_analyse_refuses_moves_that_cannot_be_with_a_sentence(here, moves, sentence):
    told = here("analyse", "divisor-duel", "--moves", moves)
    assert told.code == 1
    assert sentence in told.err
    assert told.out == ""


@pytest.mark.parametrize("moves", ["6, 3, 9", "6,3,9", " 6 3\t9, "])
def test_moves_may_have_commas_between_them(here, moves):
    assert here("analyse", "divisor-duel", "--moves", moves).out.startswith(
        "Divisor Duel, after 6 3 9\n"
    )


@pytest.mark.parametrize("moves", ["", " ", ",", " , "])
def test_no_moves_are_the_first_position(here, moves):
    assert here("analyse", "divisor-duel", "--moves", moves).out.startswith("Divisor Duel\n")


@pytest.mark.parametrize("game", list_games(), ids=lambda game: game.slug)
def test_the_example_of_moves_is_one_of_the_game(here, game):
    told = " ".join(here("analyse", game.slug, "--help").out.split())
    example = told.partition('The moves so far, as in "')[2].partition('"')[0]
    assert here("analyse", game.slug, "--moves", example).out.startswith(
        f"{game.title}, after {example}\n"
    )


def test_help_says_what_stands_for_a_move_of_several_answers(here):
    told = " ".join(here("analyse", "number-split-duel", "--help").out.split())
    assert "9 is what is entered in a game as 9 and 7, then 9." in told
    assert "what is entered" not in here("analyse", "divisor-duel", "--help").out


def play_book_example(here):
    moves = ["6", "3", "9", "18", "2", "12", "4", "8", "16", "1", "7", "14"]
    assert here(*DIVISOR, "--names", "Ann,Bob", typed=moves).code == 0


def test_review_without_a_file_shows_the_latest_finished_game(here):
    play_book_example(here)
    told = here("review").out
    assert "  11  Ann        7  Bob wins in 1 move  ? 11, 13, 17, 19 would have won\n" in told
    assert "Ann       ━━━━━━━━━━━··\n" in told
    assert "Bob       ···········━━\n" in told
    assert "mistakes             ?\n" in told
    assert told.endswith("Move 11 decided the game.\n")
    assert "Move 11: Ann played 7 and gave the win away." in told


@pytest.mark.parametrize("width", [40, 80])
def test_review_fits_the_terminal(here, sit, width):
    typed = [str(number) for number in range(1, 51)]
    here("play", "parity-duel", "--numbers", "50", "--names", "Ann,Bob", typed=typed)
    sitter = sit("review", width=width)
    sitter.leave()
    assert max(map(len, sitter.rows)) <= width
    bands = [row for row in sitter.rows if row.startswith("Bob ") and "━" in row]
    assert sum(row.count("━") for row in bands) == 51


def test_review_as_json_names_the_mistakes(here):
    play_book_example(here)
    told = json.loads(here("review", "--json").out)
    assert [step["ply"] for step in told["moves"] if step["is_mistake"]] == [11]
    assert told["winners"] == [1] * 11 + [2] * 2
    assert told["outcome"]["winner"] == Player.TWO
    assert told["mattered"] is True


def test_review_of_a_game_in_which_nothing_mattered_says_so(here):
    here("play", "parity-duel", "--numbers", "4", typed=["2", "3", "4", "1"])
    assert "At no point did anybody's choice change who would win.\n" in here("review").out


def test_review_without_any_finished_game_is_one_sentence(here):
    told = here("review")
    assert told.code == 1
    assert told.err == "Error: There is no finished game yet: name the file of a saved one.\n"


def test_a_review_is_offered_after_a_game_at_a_terminal(sit):
    sitter = sit("play", "number-split-duel", "--start", "3")
    sitter.expect("Choose a split: ")
    sitter.sendline("2 and 1")
    sitter.expect("Select new N for Player 2: ")
    sitter.sendline("1")
    sitter.expect("See where this game was decided")
    sitter.sendline("y")
    sitter.expect("Player 1 was winning from the first move to the last")
    sitter.expect_exact([__import__("pexpect").EOF])


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
