"""A list that is far longer than the screen goes through the pager."""

ASKED = "Enter the number to remove: "


def test_what_is_shown_in_a_pager_is_all_there_is(sit):
    sitter = sit("play", "parity-duel", "--numbers", "2000", PAGER="cat")
    sitter.answer(ASKED, "1")
    sitter.answer(ASKED, "moves")
    shown = sitter.see(ASKED)
    rows = shown.partition("moves\r\n")[2].split("\r\n")
    assert max(map(len, rows)) <= 80
    listed = " ".join(rows).partition("Available Even Numbers: ")[2].partition("\x1b")[0]
    assert listed.split() == [str(number) for number in range(2, 2001, 2)]
    sitter.sendline("quit")
    assert sitter.leave() == 0


def test_a_screenful_needs_no_pager(sit):
    sitter = sit("play", "parity-duel", "--numbers", "100", PAGER="false")
    sitter.answer(ASKED, "1")
    sitter.answer(ASKED, "moves")
    assert "100" in sitter.see(ASKED)
