"""The options of `numduel play`, and `numduel rules`."""

import pytest


@pytest.mark.parametrize(
    ("arguments", "opening"),
    [
        (["parity-duel", "--numbers", "4"], "Available Numbers:\n1  2  3  4\n"),
        (["divisor-duel", "--numbers", "007"], "Available Numbers: 1-7\n"),
        (["sequence-builder", "--numbers", "3", "--length", "2"], "Current Number Pool: [1, 2, 3]"),
        (["PARITY-DUEL", "--numbers=2"], "Available Numbers:\n1  2\n"),
    ],
)
def test_the_size_is_an_option(here, arguments, opening):
    assert here("play", *arguments).out.startswith(opening)


def test_jokers_let_a_player_remove_the_wrong_parity(here):
    jokers = ["--numbers", "5", "--jokers", "1"]
    told = here("play", "parity-duel", *jokers, typed=["1", "3", "5", "2"])
    assert "With a joker (1 left): " in told.out
    assert "Player 2 plays a joker and removes 3" in told.out
    assert "Player 1 plays a joker and removes 5" in told.out
    assert "With a joker (0 left): " in told.out


def test_with_a_start_of_2_player_1_loses_at_once(here):
    told = here("play", "number-split-duel", "--start", "2")
    assert told.out.endswith("Player 1 cannot make a valid move. Player 2 wins the game!\n")
    assert told.code == 0


WHOLE = "a whole number from"
WRONG_USAGE = [
    (["parity-duel", "--numbers", "0"], f"numbers must be {WHOLE} 1 to 1000, not 0."),
    (["even-odd-match", "--numbers", "9" * 5000], f'1 to 1000, not "{"9" * 40}".'),
    (["divisor-duel", "--opening", "even", "--numbers", "1"], "needs at least 2 numbers"),
    (["parity-duel", "--start", "5"], "No such option"),
    (["parity-duell"], 'There is no game "parity-duell". Did you mean "parity-duel"?'),
    (["parity-duel", "--series", "3"], "a series has an even number of games"),
    (["parity-duel", "--names", "Ann"], "Give two names with a comma between them"),
    (["parity-duel", "--names", "Ann,B\x1b[31m"], "A name cannot contain invisible characters"),
    (["parity-duel", "--names", "Ann,Random"], '"Random" cannot be a name'),
    (["parity-duel", "--names", "Ann,ANN"], "The two names must be different."),
    (["parity-duel", "--first", "Zed"], 'No player is called "Zed". Use 1, 2 or random.'),
    (["parity-duel", "--first", "Zed", "--names", "Ann,Bob"], "Use Ann, Bob, 1, 2 or random."),
    (["parity-duel", "--first", "Zed", "--vs", "easy"], "Use you, the computer, 1, 2 or random."),
]


@pytest.mark.parametrize(
    ("arguments", "sentence"), WRONG_USAGE, ids=lambda part: str(part)[:60] if part else ""
)
def test_a_wrong_value_gets_one_sentence(here, data, arguments, sentence):
    told = here("play", *arguments)
    assert (told.code, told.out) == (2, "")
    *usage, error = told.err.removesuffix("\n").split("\n")
    assert error.startswith("Error: ")
    assert sentence in error
    assert error[-1] in ".?)"
    assert not any(line.startswith("Error") for line in usage)
    assert not data.exists()


def test_a_wrong_value_is_told_with_its_option(here):
    told = here("play", "divisor-duel", "--numbers", "1001")
    assert "Error: Invalid value for '--numbers': numbers must be" in told.err
    assert told.err.startswith("Usage: numduel play divisor-duel [OPTIONS]\n")


def test_option_before_the_game_is_an_error(here):
    told = here("play", "--vs", "hard", "divisor-duel")
    assert told.code == 2
    assert told.err.endswith("Error: Name the GAME first: --vs comes after it.\n")
    assert "No such option" in here("play", "--chess").err


ID = "divisor-duel/numbers=40,opening=even/6,3,9"


def test_an_id_begins_at_its_position(here, records):
    told = here("play", ID, typed=["18", "id", "undo", "undo"])
    assert told.out.startswith("Remaining Numbers: 1-2, 4-5, 7-8, 10-40\n\nPlayer 2's Turn:\n")
    assert f"\n{ID},18\n" in told.out
    (record,) = records("unfinished")
    assert record.match.id == "divisor-duel/numbers=40,opening=even/6,3"


def test_the_computer_plays_on_from_an_id(here, records):
    here("play", "divisor-duel/6", "--vs", "perfect", "--first", "2", typed=[])
    here("play", "divisor-duel/6", "--vs", "perfect", typed=[])
    lengths = [record.match.ply for record in records("unfinished")]
    assert sorted(lengths) == [1, 2]


@pytest.mark.parametrize(
    ("arguments", "sentence", "code"),
    [
        ([ID, "--numbers", "40"], "numbers is given twice: in the ID and as an option.", 2),
        ([ID, "--series", "2"], "The games of a series begin at the start: leave the moves", 2),
        (["divisor-duel/6,5"], 'Move 2, "5": 5 is neither a divisor nor a multiple of 6.', 1),
        (["divisor-duel/1,11"], "The game is over there: Player 2 wins because no divisor", 1),
    ],
)
def test_an_id_that_cannot_be_played_gets_a_sentence(here, arguments, sentence, code):
    told = here("play", *arguments)
    assert sentence in told.err
    assert (told.out, told.code) == ("", code)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["audit", "divisor-duel/6"], "Leave the moves out"),
        (["puzzle", "divisor-duel/6"], "Leave the moves out"),
        (["rules", "divisor-duel/numbers=40"], "Leave the options out"),
    ],
)
def test_a_command_that_begins_at_the_start_takes_no_moves(here, arguments, sentence):
    told = here(*arguments)
    assert sentence in told.err
    assert told.code == 2


RULINGS = {"divisor-duel": "D2.", "parity-duel": "P2."}


@pytest.mark.parametrize("slug", RULINGS)
def test_rules_leave_out_rulings_but_say_how_to_see_them(here, slug):
    told = here("rules", slug)
    assert "\nExample" in told.out
    assert "\n- " not in told.out
    assert "uling" not in told.out
    assert told.err.endswith(f": numduel rules {slug} --rulings\n")
    assert told.code == 0


@pytest.mark.parametrize("slug", RULINGS)
def test_the_rulings_follow_the_rules_if_they_are_wanted(here, slug):
    told = here("rules", slug, "--rulings")
    assert told.out.startswith(here("rules", slug).out)
    assert f"\n- {RULINGS[slug]} " in told.out
    assert (told.err, told.code) == ("", 0)
