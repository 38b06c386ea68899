"""What may be typed instead of a move, and what is refused: neither costs a turn."""

import pytest
from last_stone import LastStone

from numduel import UnreadableMove, load_game
from numduel.terminal.dialogue import Dialogue, find_request
from numduel.words import printable

PARITY = ["play", "parity-duel", "--numbers", "5"]
ASKED = "Enter the number to remove: "
GOODBYE = "Goodbye. Game saved. Continue with: numduel resume\n"
EVERY_FORM = ["help", "?", "  H ", "moves", "m", "board", "B", "rules", "undo", "redo", "id", "s"]


def said_to(here, form, *before, arguments=PARITY):
    """What is told after a request, up to the next question; the question must be the same."""
    told = here(*arguments, typed=[*before, form])
    question = told.out.removesuffix("\n").rpartition("\n")[2]
    answer = told.out.partition(f"{question}{printable(form)}\n")[2]
    assert answer.endswith(f"{question}\n"), "the same question is asked again"
    assert told.code == 3
    return answer.removesuffix(f"{question}\n")


@pytest.mark.parametrize("form", EVERY_FORM)
@pytest.mark.parametrize("slug", ["parity-duel", "number-split-duel"])
def test_a_request_costs_no_turn_and_changes_nothing(here, records, slug, form):
    told = here("play", slug, typed=[form])
    assert records("unfinished") == [], "nobody has moved"
    game = load_game(slug)
    question = str(game.words.question(game.start()))
    assert told.out.count(question) == 2
    assert told.out.endswith(f"{question}\n")
    assert told.code == 3


def test_help_tells_every_request_and_its_short_form(here):
    rows = said_to(here, "help").split("\n")
    assert rows[0] == "Answer the question, or enter one of these:"
    told = [row.split("  ")[1] for row in rows[1:-1]]
    short = ["help, h", "moves, m", "board, b", "undo, u", "rules, r", "save, s FILE", "quit, q"]
    assert {*short, "redo", "id", "resign", "menu"} <= set(told)
    assert all(len(row.split("  ")) > 2 for row in rows[1:-1]), "and what each of them does"


@pytest.mark.parametrize("short", ["resi", "help me", "undo 2"])
def test_what_is_not_quite_a_request_is_not_one(here, short):
    assert said_to(here, short, "1") == f'"{short}" is not a whole number: enter one of 2  4.\n'


@pytest.mark.parametrize(
    ("slug", "typed", "moves"),
    [
        ("parity-duel", ["4"], "Available Odd Numbers: 1  3  5  7  9\n"),
        ("divisor-duel", ["4"], "Valid selections: 1, 2, 8\n"),
    ],
)
def test_moves_tells_what_is_allowed_now(here, slug, typed, moves):
    arguments = ["play", slug, "--numbers", "9"]
    assert said_to(here, "moves", *typed, arguments=arguments) == moves


def test_board_shows_both_sequences(here):
    """Ruling S6."""
    told = said_to(here, "board", "6", "5", "2", arguments=["play", "sequence-builder"])
    assert told == (
        "Player 1's Sequence: [6, 2]\nAdjacent Pair Sums: [6 + 2 = 8 (Even)]\n"
        "Player 2's Sequence: [5]\n\n"
        "Player 2, it's your turn.\nAvailable Numbers: [1, 3, 4, 7, 8, 9]\n"
    )


# undo


def test_undo_against_computer_returns_to_own_turn(here, records):
    against = [*PARITY, "--vs", "random", "--seed", "3"]
    told = here(*against, typed=["1", "undo"])
    shown = told.out.rpartition(f"{ASKED}undo\n")[2]
    assert shown.startswith("Available Numbers:\n1  2  3  4  5\n\nPlayer 1's Turn\n")
    assert records("unfinished") == []


def test_the_computers_opening_cannot_be_taken_back(here, records):
    told = here(*PARITY, "--vs", "random", "--first", "2", typed=["undo"])
    assert f"{ASKED}undo\nThere is nothing to take back.\n" in told.out
    assert len(records("unfinished")[0].match.moves) == 1


def test_undo_at_second_question_retracts_split_only(here, records):
    """Ruling N2."""
    split = ["10 and 6", "10", "7 and 3", "undo"]
    told = here("play", "number-split-duel", typed=split)
    assert told.out.endswith("- Select new N for Player 1: undo\n- Choose a split: \n")
    assert records("unfinished")[0].match.moves == (10,)


# redo


def test_redo_replays_undone_move_once(here, records):
    told = here(*PARITY, typed=["1", "2", "undo", "redo", "redo"])
    shown = told.out.partition(f"{ASKED}redo\n")[2]
    assert shown.startswith("Available Numbers:\n3  4  5\n\nPlayer 1's Turn\n")
    assert f"{ASKED}redo\nThere is nothing to redo.\n{ASKED}" in told.out
    assert "Taken back: 2.\nPlayed again: 2.\n" in told.err
    assert records("unfinished")[0].match.moves == (1, 2)


def test_redo_against_computer_restores_its_reply(here, records):
    against = [*PARITY, "--vs", "random", "--seed", "3"]
    here(*against, typed=["1"])
    told = here(*against, typed=["1", "undo", "redo"])
    again = told.err.partition("Played again: ")[2].partition(".")[0]
    assert len(again.split(", ")) == 2, "one's own move and the reply"
    straight, redone = records("unfinished")
    assert straight.match.moves == redone.match.moves
    assert len(redone.match.moves) == 2


def test_a_resumed_game_can_be_redone(here, records):
    here(*PARITY, typed=["1", "2", "undo"])
    told = here("resume", typed=["redo"])
    assert "Played again: 2.\n" in told.err
    assert records("unfinished")[0].match.moves == (1, 2)


# id


def test_id_tells_the_id_of_the_position(here):
    assert said_to(here, "id", "1", "2") == "parity-duel/numbers=5/1,2\n"


# save


def test_save_keeps_a_copy_in_a_file(here, tmp_path):
    told = here(*PARITY, typed=["1", "2", "save evening.jsonl"])
    assert 'Saved to "evening.jsonl".\n' in told.err
    replayed = here("replay", str(tmp_path / "evening.jsonl"))
    assert "Player 2 removes 2 (even).\n" in replayed.out
    assert replayed.code == 0


def test_save_never_overwrites_a_file(here, tmp_path):
    mine = tmp_path / "mine.txt"
    mine.write_text("mine")
    said = said_to(here, "save mine.txt")
    assert said == '"mine.txt" exists already: choose another name.\n'
    assert mine.read_text() == "mine"


@pytest.mark.parametrize(
    ("file", "reason"),
    [
        ("no/such/folder", "No such file or directory."),
        ("a\0b", "embedded null byte."),
        ("~nobody-of-that-name/game", "Could not determine home directory."),
    ],
)
def test_where_nothing_can_be_saved_the_reason_is_told(here, file, reason):
    said = said_to(here, f"save {file}")
    assert said.startswith('It could not be saved to "')
    assert said.endswith(f'": {reason}\n')
    assert said.count("\n") == 1


# resign and quit


def test_who_resigns_loses_once_it_is_clear(here, records):
    asked = "Bob, do you resign? Ann wins then. Enter yes or no: "
    typed = ["1", "resign", "no", "RESIGN", "maybe", " YES "]
    told = here(*PARITY, "--names", "Ann,Bob", typed=typed)
    assert f"{asked}no\nYou play on.\n{ASKED}RESIGN\n{asked}maybe\n" in told.out
    assert told.out.endswith(f"{asked} YES \nAnn wins by resignation.\n")
    assert (told.err, told.code) == ("", 0)
    [record] = records("finished")
    assert record.match.outcome == (1, "by resignation")


def test_quit_says_goodbye_and_how_to_go_on(here, records):
    told = here(*PARITY, typed=["1", "QUIT", "2"])
    assert told.out.endswith(f"{ASKED}QUIT\n")
    assert (told.err, told.code) == (GOODBYE, 0)
    assert records("unfinished")[0].match.moves == (1,)


class Letters(LastStone):
    """A rule book in which h and m are moves."""

    def read_move(self, text):
        if text.strip() not in ("h", "m"):
            raise UnreadableMove(f'"{text}" is not a letter of this game')
        return text.strip()


@pytest.mark.parametrize("typed", ["h", " h ", "m"])
def test_what_can_be_read_as_a_move_is_a_move(typed):
    assert find_request(typed, Letters(), Dialogue.requests) is None


NOT_WHOLE = "is not a whole number: enter one of 2  4."
TOO_LONG = "has more than twelve digits: enter one of 2  4."
UNREADABLE = {
    "": "Nothing was typed: enter one of 2  4.",
    "seven": f'"seven" {NOT_WHOLE}',
    "2 4": f'"2 4" {NOT_WHOLE}',
    "\xa02": f'"\\xa02" {NOT_WHOLE}',
    "9" * 5000: f'"{"9" * 40}…" {TOO_LONG}',
    "a" * 1_000_000: f'"{"a" * 40}…" {NOT_WHOLE}',
    "\x1b[2J": f'"\\x1b[2J" {NOT_WHOLE}',
}


def lines_for(here, wrong, arguments=PARITY, before=("1",), after=("2",)):
    """The lines that a wrong entry adds to a game, which goes on as if nothing had happened."""
    right = here(*arguments, typed=[*before, *after]).out.split("\n")
    told = here(*arguments, typed=[*before, wrong, *after])
    rows = told.out.split("\n")
    place = next(i for i, row in enumerate(rows) if row not in right[i : i + 1])
    added = len(rows) - len(right)
    assert rows[:place] + rows[place + added :] == right
    return rows[place : place + added]


@pytest.mark.parametrize(
    ("wrong", "sentence"), UNREADABLE.items(), ids=lambda part: ascii(part)[:30]
)
def test_what_is_not_a_move_gets_one_sentence(here, wrong, sentence):
    """Ruling A2."""
    asked, said = lines_for(here, wrong)
    echoed = printable(wrong[:65536], keep="\t")
    assert asked == f"Enter the number to remove: {echoed}"
    assert said == sentence


def test_bytes_that_are_no_text_are_shown_as_escapes(run):
    told = run(*PARITY, typed=b"1\n\xff\xfe2\n2\n")
    said = f'"\\xff\\xfe2" {NOT_WHOLE}\nEnter the number to remove: 2\n'
    assert said in told.out
    assert told.code == 3


def test_a_megabyte_without_an_end_is_one_line_too(run):
    told = run(*PARITY, typed=b"1\n" + b"x" * 1_000_000)
    assert told.out.count("is not a whole number") == 1
    assert told.code == 3


def test_wrong_entry_truncates_long_list(here):
    """The turn itself lists everything (ruling A9)."""
    large = ["play", "parity-duel", "--numbers", "1000"]
    [_, said] = lines_for(here, "", large)
    assert said.startswith("Nothing was typed: enter one of 2  4  6  8  10  ")
    assert said.endswith(" … Enter moves to see all of them.")
    assert len(said) < 400
    assert "  998  1000\n" in here(*large, typed=["1"]).out


@pytest.mark.parametrize(
    ("game", "before", "wrong", "after", "said"),
    [
        ("parity-duel", ["1"], "3", ["2"], "3 is odd: you must remove an even number."),
        ("divisor-duel", ["6", "12"], "6", ["4"], "6 has been removed."),
        ("sequence-builder", ["6", "5"], "5", ["1"], "5 has been taken by Player 2."),
        ("number-split-duel", [], "10 and 7", ["10 6", "6"], "10 and 7 make 17, not 16."),
        ("number-split-duel", ["10 6"], "", ["6"], "Nothing was typed: enter 10 or 6."),
        ("grundys-game", ["10 6"], "2", ["6", "5 1"], "There is no heap of 2."),
    ],
)
def test_illegal_entry_gets_one_sentence_and_the_question_again(
    here, game, before, wrong, after, said
):
    """Rulings A3 and N2."""
    _, told = lines_for(here, wrong, ["play", game], before, after)
    assert told.startswith(said)
