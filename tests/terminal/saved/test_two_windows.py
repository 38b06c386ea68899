"""Games in several windows do not disturb each other."""

PARITY = ["play", "parity-duel", "--numbers", "9"]
ASKED = "Enter the number to remove: "


def test_resume_skips_game_open_in_other_window(sit, here):
    sitter = sit(*PARITY)
    sitter.see(ASKED)
    assert here("resume").err == "Error: There is no unfinished game.\n", "nobody has moved"
    sitter.sendline("1")
    sitter.see(ASKED)
    told = "Open in another window: Parity Duel, Player 1 against Player 2, 1 move.\n"
    assert here("resume") == ("", f"{told}Error: There is no other unfinished game.\n", 1)
    here("play", "divisor-duel", typed=["6"])
    assert here("resume").err.startswith(f"{told}Resumed: Divisor Duel")
    here("resume", typed=["resign", "yes"])
    sitter.sendintr()
    sitter.leave()
    assert here("resume").err.startswith("Resumed: ")
