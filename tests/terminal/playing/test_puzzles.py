"""`numduel puzzle`: what may be entered while a puzzle is being solved."""

import pytest

PUZZLE = ["puzzle", "divisor-duel", "--seed", "1"]
ASKED = "Select a number: "


def answer_to(told):
    """The move that wins, as it is told after a puzzle that was given up."""
    return told.out.partition(f"{ASKED}why\n")[2].partition(" wins.")[0]


def test_quit_leaves_with_the_count_so_far(here):
    right = answer_to(here(*PUZZLE, typed=["why"]))
    told = here(*PUZZLE, typed=[right, "quit", "1"])
    assert told.out.endswith(f"{ASKED}quit\n")
    assert (told.err, told.code) == ("You found 1 of 1.\n", 0)


def test_quit_at_the_first_puzzle_has_nothing_to_count(here):
    told = here(*PUZZLE, typed=["QUIT"])
    assert (told.err, told.code) == ("", 0)


@pytest.mark.parametrize("word", ["why", "w"])
def test_why_gives_up_and_explains(here, word):
    told = here(*PUZZLE, "--count", "1", typed=[word])
    rows = told.out.partition(f"{ASKED}{word}\n")[2].split("\n")
    assert rows[0].endswith(" wins.")
    assert len(rows[1]) > 20, "the reason"
    assert any(row.startswith("Theme: ") for row in rows)
    assert told.err == "You found 0 of 1.\n"


@pytest.mark.parametrize("word", ["hint", "i"])
def test_hint_tells_how_far_the_win_is_and_two_moves_to_compare(here, word):
    right = answer_to(here(*PUZZLE, typed=["why"]))
    told = here(*PUZZLE, typed=[word, word, right])
    nudge = told.out.partition(f"{ASKED}{word}\n")[2].partition("\n")[0]
    assert nudge.startswith("You win in ")
    compared = nudge.partition("Compare ")[2].partition(":")[0].split(" and ")
    assert right in compared
    assert len(set(compared)) == 2
    assert told.out.count(nudge) == 2, "asking again gives nothing away"
    assert f"Right: {right} wins." in told.out


def test_help_tells_what_can_be_entered(here):
    told = here(*PUZZLE, typed=["help", "?"])
    assert told.out.count("Answer the question, or enter one of these:\n  help, h ") == 2
    for word in ("board, b", "hint, i", "why, w", "rules, r", "quit, q"):
        assert f"\n  {word} " in told.out


def test_board_and_rules_are_told_too(here):
    told = here(*PUZZLE, typed=["board", "rules"])
    assert told.out.count("Valid selections: ") == 2
    assert here("rules", "divisor-duel").out in told.out


@pytest.mark.parametrize("word", ["undo", "resign", "save x"])
def test_what_a_puzzle_has_no_use_for_is_no_move(here, word):
    assert f'"{word}" is not a whole number: enter one of ' in here(*PUZZLE, typed=[word]).out


def test_where_there_is_no_other_puzzle_it_says_so_plainly(here):
    told = here("puzzle", "parity-duel", "--numbers", "5", typed=["1"])
    assert told.err == "You found 1 of 1.\nNo other puzzle of this kind was found.\n"


def test_where_there_is_no_puzzle_at_all_the_reason_is_told(here):
    told = here("puzzle", "parity-duel", "--numbers", "4")
    assert told.err.startswith("There are no puzzles: the game is decided")
