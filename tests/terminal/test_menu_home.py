"""The menu is the home: everything is reached from it, and everything leads back to it."""

import pytest

HOME = "What shall it be? [1]: "
SPLIT = ["number", "two", "Ann,Bob", "", "your own", "5", "", ""]
WIN = ["4 and 1", "1"]


def test_a_game_that_is_over_leads_back_to_the_menu(here):
    told = here(typed=[*SPLIT, *WIN, "quit"])
    assert told.out.endswith(f"{HOME}quit\n")
    assert (told.err, told.code) == ("Goodbye.\n", 0)


def test_a_game_can_be_left_for_the_menu_and_gone_on_with(here, records):
    told = here(typed=["divisor", "two", "", "", "1", "6", "menu", "resume", "3", "quit"])
    assert "The game is saved: the menu goes on with it.\n" in told.err
    assert "Resumed: Divisor Duel, Player 1 against Player 2, 1 move.\n" in told.err
    assert records("unfinished")[0].match.moves == (6, 3)


def test_a_game_in_which_nobody_has_moved_is_not_kept_for_the_menu(here, records):
    told = here(typed=["divisor", "two", "", "", "1", "menu"])
    assert told.err == "Goodbye.\n"
    assert records("unfinished") == []


def test_any_question_of_the_menu_leads_back_to_it(here):
    for answered in range(1, len(SPLIT)):
        told = here(typed=[*SPLIT[:answered], "menu"])
        assert told.out.count(HOME) == 2, answered


@pytest.mark.parametrize("word", ["q", "QUIT", "exit"])
def test_quit_q_and_exit_leave_at_every_question(here, word):
    for answered in range(len(SPLIT) + 2):
        told = here(typed=[*[*SPLIT, *WIN][:answered], word])
        assert told.out.endswith(f": {word}\n"), answered
        assert told.err.startswith("Goodbye.")
        assert told.code == 0


@pytest.mark.parametrize("word", ["help", "?", "Help"])
def test_help_helps_at_every_question(here, word):
    for answered in range(len(SPLIT) + 1):
        before = here(typed=SPLIT[:answered]).out.removesuffix("\n")
        told = here(typed=[*SPLIT[:answered], word])
        helped = told.out.removeprefix(f"{before}{word}\n")
        assert len(helped) < len(told.out)
        assert "quit" in helped.partition("\n" if answered == len(SPLIT) else "]: ")[0] + helped
        assert helped.endswith(f"{before.rpartition(chr(10))[2]}\n"), "the question again"


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        (["rules", "divisor"], "Player 1 begins by taking any one of them"),
        (["review"], "There is no finished game yet.\n"),
        (["watch"], "There is no finished game yet.\n"),
        (["statistics"], "There is no finished game yet.\n"),
        (["resume"], "There is no unfinished game.\n"),
        (["puzzles", "quit"], "Puzzle 1: "),
        (["daily", "quit"], "Puzzle of "),
        (["learn", "", "quit"], "Step 1 of "),
        (["options", "values", "menu"], "What each move is worth, as a mark on it: on.\n"),
    ],
)
def test_everything_is_reached_from_the_menu_and_leads_back_to_it(here, typed, told):
    done = here(typed=typed)
    assert told in done.out
    assert done.out.endswith(f"\n{HOME}\n")
    assert done.code == 0


def test_a_finished_game_can_be_reviewed_and_watched_from_the_menu(here):
    here("play", "number-split-duel", typed=["15 1", "1"])
    assert "Player 1 was winning from the first move to the last" in here(typed=["review"]).out
    assert "\nPlayer 1 splits 16 into 15 and 1." in here(typed=["watch"]).out
    assert "Player 1 against Player 2" in here(typed=["statistics"]).out


def test_ambiguous_answers_are_asked_for_again(here):
    told = here(typed=["re"])
    assert '"re" may mean resume or review: enter more of it, or a number.\n' in told.out


def test_your_own_settings_are_asked_for_one_by_one(here, records):
    typed = ["divisor", "two", "Ann,Bob", "", "your own", "ten", "10", "odd", "even", "3", "2", "x"]
    told = here(typed=[*typed, "yes", "1", "2"])
    assert 'numbers must be a whole number from 1 to 1000, not "ten"' in told.out
    assert "opening must be one of any, even, even-below-half" in told.out
    assert "A series has an even number of games: both begin equally often.\n" in told.out
    assert '"x" is neither yes nor no.\n' in told.out
    assert "Game 1 of 2: Ann is Player 1, Bob is Player 2.\n" in told.err
    assert "1 must begin" not in told.out
    assert "▲" in told.out
    assert records("unfinished")[0].match.game.options == {"numbers": 10, "opening": "even"}


def test_marks_on_moves_are_for_the_game_that_wanted_them(here):
    own = ["number", "two", "", "", "your own", "5", "", "yes", *WIN]
    told = here(typed=[*own, "number", "two", "", "", "1", ""])
    assert told.out.count("▲") > 1
    assert "▲" not in told.out.rpartition("Game Start")[2]


def test_what_next_is_asked_at_a_terminal(sit, records):
    sitter = sit(width=100)
    for typed in SPLIT:
        sitter.answer("]: ", typed)
    for begins, wanted in (("Ann", "again"), ("Ann", "swap"), ("Bob", "review")):
        sitter.see(f"{begins}'s Turn:")
        sitter.answer("Choose a split: ", WIN[0])
        sitter.answer("Select new N for ", WIN[1])
        sitter.answer("What next? [4]: ", wanted)
    sitter.see("Bob was winning from the first move to the last")
    sitter.answer("What next? [4]: ", "")
    sitter.answer(HOME, "quit")
    sitter.see("Goodbye.")
    assert sitter.leave() == 0
    assert len(records("finished")) == 3


def test_after_a_game_from_the_command_line_enter_leaves_and_the_menu_is_offered(sit):
    sitter = sit("play", "number-split-duel")
    sitter.answer("Choose a split: ", "15 1")
    sitter.answer("Select new N for ", "1")
    sitter.answer("What next? [5]: ", "menu")
    sitter.see("numduel: small number duels for two")
    sitter.answer(HOME, "q")
    assert sitter.leave() == 0


def test_the_first_error_points_to_help(sit):
    sitter = sit(width=120)
    sitter.see("Enter a number or a name; help says more, quit leaves.")
    sitter.answer(HOME, "chess")
    assert "Enter help to see what you can enter." in sitter.answer(HOME, "chess")
    assert "Enter help" not in sitter.answer(HOME, "quit")


def test_the_first_error_of_a_game_points_to_help(sit):
    sitter = sit("play", "divisor-duel", width=150)
    sitter.see("At any question of the game, enter help to see what else you can enter.")
    sitter.answer("Select a number: ", "99")
    sitter.see("Enter help to see what you can enter.\r\n")
    sitter.answer("Select a number: ", "99")
    assert "Enter help" not in sitter.answer("Select a number: ", "quit")
    assert sitter.leave() == 0


def test_in_a_small_window_the_names_stand_alone_so_that_all_are_seen(sit):
    sitter = sit(width=50, height=24)
    sitter.see(HOME)
    assert "   1  Divisor Duel" in sitter.rows
    assert len(sitter.rows) <= 24
