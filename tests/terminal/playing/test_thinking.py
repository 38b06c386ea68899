"""What takes long says that it is being worked on."""

GOODBYE = "Goodbye. Game saved. Continue with: numduel resume"


def test_a_long_hint_shows_that_it_is_being_worked_on(sit):
    longer = {"NUMDUEL_PATIENCE": "0.001"}
    sitter = sit("play", "divisor-duel", "--numbers", "1000", "--plain", **longer)
    sitter.answer("Select a number: ", "hint")
    sitter.see("Thinking …\r          \rPlay ")
    sitter.see("Select a number: ")


def test_ctrl_c_while_it_thinks_says_goodbye_as_ever(sit):
    longer = {"NUMDUEL_PATIENCE": "0.001"}
    sitter = sit("play", "divisor-duel", "--numbers", "1000", "--plain", **longer)
    sitter.answer("Select a number: ", "2")
    sitter.answer("Select a number: ", "why")
    sitter.see("Thinking …")
    sitter.ptyproc.write(b"\x03")
    assert sitter.leave() == 130
    assert sitter.rows[-2:] == [GOODBYE, ""]
