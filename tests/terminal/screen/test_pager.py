"""A list that is far longer than the screen goes through the pager."""

ASKED = "Enter the number to remove: "


def test_what_is_shown_in_a_pager_is_all_there_is(sit):
    asked = "Choose a split of 1000: "
    sitter = sit("play", "grundys-game", "--start", "1000", PAGER="cat")
    sitter.answer(asked, "moves")
    shown = sitter.see(asked)
    rows = shown.partition("moves\r\n")[2].split("\r\n")
    assert max(map(len, rows)) <= 80
    listed = " ".join(rows).partition("Splits of 1000: ")[2].partition("\x1b")[0]
    parts = [f"({1000 - part},{part})" for part in range(1, 500)]
    assert listed.replace(",", " ").split() == " ".join(parts).replace(",", " ").split()
    sitter.sendline("quit")
    assert sitter.leave() == 0


def test_a_screenful_needs_no_pager(sit):
    sitter = sit("play", "parity-duel", "--numbers", "100", PAGER="false")
    sitter.answer(ASKED, "1")
    sitter.answer(ASKED, "moves")
    assert "100" in sitter.see(ASKED)
