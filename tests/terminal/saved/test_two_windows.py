"""Games in several windows do not disturb each other."""

import pytest

PARITY = ["play", "parity-duel", "--numbers", "9"]
ASKED = "Enter the number to remove: "


def test_a_game_that_is_open_in_another_window_is_named_and_not_offered(sit, here):
    sitter = sit(*PARITY)
    sitter.see(ASKED)
    assert here("resume").err == "Error: There is no unfinished game.\n", "nobody has moved"
    sitter.sendline("1")
    sitter.see(ASKED)
    told = "Open in another window: Parity Duel, Player 1 against Player 2, 1 move.\n"
    assert here("resume") == ("", f"{told}Error: There is no other unfinished game.\n", 1)
    menu = here()
    assert "Go on with an unfinished game.\n" in menu.out, "which there is none of"
    assert told in menu.err
    here("play", "divisor-duel", typed=["6"])
    assert here("resume").err.startswith(f"{told}Resumed: Divisor Duel")
    here("resume", typed=["resign", "yes"])
    sitter.sendintr()
    sitter.leave()
    assert here("resume").err.startswith("Resumed: ")


def test_two_games_at_once_do_not_disturb_each_other(sit, records):
    one, two = sit(*PARITY), sit("play", "sequence-builder")
    for left, right in zip("1234", "9876", strict=True):
        one.answer(ASKED, left)
        two.answer("Enter your chosen number: ", right)
    one.see(ASKED)
    two.see("Enter your chosen number: ")
    kept = {record.match.game.slug: record.match.moves for record in records("unfinished")}
    assert kept == {"parity-duel": (1, 2, 3, 4), "sequence-builder": (9, 8, 7, 6)}


@pytest.fixture
def chooser(here, sit, make_older):
    """Two unfinished games, and somebody who is looking at the list."""
    here("play", "divisor-duel", typed=["6"])
    make_older()
    here(*PARITY, typed=["1"])
    sitter = sit("resume", "--plain")
    sitter.see("Which game? [1]: ")
    return sitter


def test_a_chosen_game_that_another_window_has_meanwhile_is_left_to_it(chooser, sit):
    other = sit("resume", "--plain")
    other.answer("Which game? [1]: ", "1")
    other.see(ASKED)
    chooser.sendline("1")
    assert chooser.leave() == 1
    assert "Error: That game is being played in another window." in chooser.rows


def test_a_chosen_game_that_went_on_meanwhile_loses_nothing(chooser, here, records):
    here("resume", typed=["2", "3"])
    chooser.sendline("1")
    assert chooser.leave() == 1
    sentence = "That game went on in another window: enter numduel resume again."
    assert f"Error: {sentence}" in chooser.rows
    assert {record.match.moves for record in records("unfinished")} == {(6,), (1, 2, 3)}


def test_a_chosen_game_that_was_finished_meanwhile_is_not_played_again(chooser, here, records):
    here("resume", typed=["resign", "yes"])
    chooser.sendline("1")
    assert chooser.leave() == 1
    assert "Error: That game was finished in another window." in chooser.rows
    assert len(records("finished")) == 1
