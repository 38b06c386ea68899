"""Input at a terminal can be edited, and survives Ctrl-Z."""

ASKED = "Enter the number to remove: "


def test_arrow_up_recalls_what_was_typed(sit):
    sitter = sit("play", "parity-duel")
    sitter.answer(ASKED, "12")
    sitter.answer(ASKED, "12")
    sitter.see("12 has been removed.")
    sitter.see(ASKED)
    sitter.send("\x1b[A")
    sitter.see("12")
    sitter.sendline("")
    sitter.see("12 has been removed.")


def test_a_line_can_be_edited(sit):
    sitter = sit("play", "parity-duel", "--plain")
    sitter.see(ASKED)
    sitter.send("7")
    sitter.see("7")
    sitter.send("\x1b[D1")
    sitter.sendline("")
    sitter.see("Player 1 removes 17 (odd).")


def test_a_prompt_is_as_wide_as_it_looks(sit):
    """Its colours do not count: a row is typed full before the next one begins."""
    sitter = sit("play", "parity-duel", width=40)
    sitter.see(f"\x1b[1m{ASKED}\x1b[0m")
    for digit in "1234567890":
        sitter.send(digit)
        assert sitter.see(digit) == ""


def at_a_shell(sit, script, *arguments):
    """A shell with job control, and numduel started in it."""
    sitter = sit("--norc", "--noprofile", "-i", command="/bin/bash", PS1="shell> ")
    sitter.answer("shell> ", " ".join([script, *arguments]))
    return sitter


def test_line_is_restored_after_ctrl_z(sit, script):
    sitter = at_a_shell(sit, script, "play", "parity-duel", "--plain")
    sitter.see(ASKED)
    sitter.send("1")
    sitter.see("1")
    sitter.sendcontrol("z")
    sitter.answer("shell> ", "fg")
    sitter.see(f"{ASKED}1")
    sitter.sendline("2")
    sitter.see("Player 1 removes 12 (even).")
    sitter.see(ASKED)
    sitter.sendcontrol("z")
    sitter.answer("shell> ", "fg")
    sitter.answer(ASKED, "7")
    sitter.see("Player 2 removes 7 (odd).")
