"""`numduel puzzle`: what may be entered while a puzzle is being solved."""

from datetime import date

from numduel.study import daily_puzzle, match_of

PUZZLE = ["puzzle", "divisor-duel", "--seed", "1"]
ASKED = "Select a number: "


def answer_to(told):
    """The move that wins, as it is told after a puzzle that was given up."""
    return told.out.partition(f"{ASKED}why\n")[2].partition(" wins.")[0]


def test_quit_leaves_with_the_count_so_far(here):
    right = answer_to(here(*PUZZLE, typed=["why"]))
    told = here(*PUZZLE, typed=[right, "quit", "1"])
    assert told.out.endswith(f"{ASKED}quit\n")
    assert (told.err, told.code) == ("You found 1 of 1 at the first try.\n", 0)


def test_why_gives_up_and_explains(here):
    told = here(*PUZZLE, "--count", "1", typed=["why"])
    rows = told.out.partition(f"{ASKED}why\n")[2].split("\n")
    assert rows[0].endswith(" wins.")
    assert len(rows[1]) > 20, "the reason"
    assert any(row.startswith("Theme: ") for row in rows)
    assert told.err == "You found 0 of 1 at the first try.\n"


def test_hints_go_from_theme_to_move(here):
    right = answer_to(here(*PUZZLE, typed=["why"]))
    told = here(*PUZZLE, typed=["hint"] * 4)
    asked = [part.partition("\n")[0] for part in told.out.split(f"{ASKED}hint\n")[1:]]
    theme, where, move, again = asked
    assert theme.startswith("Theme: ")
    assert right not in theme.split()
    assert where.startswith(("Compare ", "Look for "))
    assert right in where.replace(",", " ").replace(":", " ").split()
    assert move == again == f"Take {right}: it wins."


def test_whoever_was_told_the_move_has_not_found_it(here):
    right = answer_to(here(*PUZZLE, typed=["why"]))
    told = here(*PUZZLE, "--count", "1", typed=["hint", "hint", right])
    assert told.err == "You found 1 of 1 at the first try.\n"
    told = here(*PUZZLE, "--count", "1", typed=["hint", "hint", "hint", right])
    assert told.err == "You found 0 of 1 at the first try.\n"


def test_wrong_answer_is_refuted_and_may_be_retried(here):
    right = answer_to(here(*PUZZLE, typed=["why"]))
    offered = here(*PUZZLE, typed=[]).out.partition("Valid selections: ")[2].partition("\n")[0]
    wrong = [move for move in offered.split(", ") if move != right]
    told = here(*PUZZLE, "--count", "1", typed=[wrong[0], wrong[0], right])
    beaten = f"No: {wrong[0]} loses in "
    assert told.out.count(beaten) == 2
    assert ": your opponent takes " in told.out.partition(beaten)[2].partition("\n")[0]
    assert told.out.count("Try again, or enter hint for a hint, why for the answer.\n") == 1
    assert f"{right} wins." not in told.out.partition(f"Right: {right} wins.\n")[0]
    assert f"Right: {right} wins.\n" in told.out
    assert told.err == "You found 0 of 1 at the first try.\n", "only the first try counts"


def test_undo_begins_a_move_of_two_answers_again(here):
    grundy = ["puzzle", "grundys-game", "--seed", "2"]
    heap = here(*grundy).out.partition("Possible Splits of ")[2].partition(":")[0]
    told = here(*grundy, typed=["undo", heap, "undo", heap])
    rows = told.out.split("- Choose a heap: ")
    assert rows[1].startswith("undo\nThere is nothing to take back: you have not begun a move.\n")
    assert rows[2] == f"{heap}\n- Choose a split of {heap}: undo\n"
    assert rows[3] == f"{heap}\n- Choose a split of {heap}: \n"


def test_where_there_is_no_other_puzzle_it_says_so_plainly(here):
    told = here("puzzle", "parity-duel", "--numbers", "5", typed=["1"])
    found = "You found 1 of 1 at the first try."
    assert told.err == f"{found}\nNo other puzzle of this kind was found.\n"


def test_solved_puzzles_return_only_with_seed(here, data):
    few = ["puzzle", "divisor-duel", "--numbers", "4", "--count", "9"]
    positions = set()
    for _ in range(300):  # each time another puzzle may be asked, so not every answer is right
        told = here(*few, typed=["hint"] * 3)
        if "Select a number: " not in told.out:
            break
        right = told.out.partition("Take ")[2].partition(":")[0]
        board = here(*few, typed=[right]).out.partition("find it.\n")[2].partition(ASKED)[0]
        positions.add(board)
    else:
        raise AssertionError("solved puzzles come again and again")
    assert "You have solved every puzzle of this kind that was found.\n" in told.err
    assert positions
    assert "Select a number: " in here(*few, "--seed", "1").out
    assert (data / "learning.jsonl").stat().st_mode & 0o077 == 0


def test_full_disk_warns_once_and_the_game_continues(here, tmp_path):
    (tmp_path / "data").write_text("in the way")
    told = here(*PUZZLE, "--count", "2", typed=["why", "why"])
    assert told.err.count("Your progress is not being saved: ") == 1
    assert told.err.endswith("You can go on.\nYou found 0 of 2 at the first try.\n")
    assert told.code == 0


def test_an_answer_that_was_cut_short_costs_no_other(here, data):
    here(*PUZZLE, "--count", "1", typed=["why"])
    kept = data / "learning.jsonl"
    kept.write_bytes(kept.read_bytes() + b'{"puzzle": "1a2b')
    here(*PUZZLE, "--count", "1", typed=["why"])
    assert here("puzzle", "--progress").out.startswith("0 of 2 puzzles ")


def test_the_daily_puzzle_counts_days_in_a_row(here):
    for day, days in ((14, "one day"), (15, "2 days"), (17, "one day")):
        daily = ["puzzle", "--date", f"2026-11-{day}"]
        puzzle = daily_puzzle(date(2026, 11, day))
        game, state = match_of(puzzle).game, match_of(puzzle).state
        move = game.read_move(puzzle.answers[0])
        told = here(*daily, typed=game.words.answers(state, move))
        assert told.out.startswith(f"Puzzle of {day} November 2026: ")
        assert told.err.startswith("You found 1 of 1 at the first try.\n")
        assert f" {days} in a row.\n" in told.err
        assert f"To share: numduel daily 2026-11-{day} ★ first try" in told.err
    again = here(*daily)
    assert again.err.startswith("You have solved this one already.\n")


def test_progress_is_told_by_theme(here):
    assert here("puzzle", "--progress").out == (
        "You have not answered a puzzle yet. Start with: numduel puzzle\n"
    )
    right = answer_to(here(*PUZZLE, typed=["why"]))
    here(*PUZZLE, typed=[right])
    told = here("puzzle", "--progress").out.split("\n")
    assert told[0] == "1 of 2 puzzles at the first try."
    assert told[1].endswith(" (Divisor Duel): 1 of 2")
