"""Nothing is lost: games on disk, resumed and replayed."""

import itertools
import json
import os
import random
import re
import resource
import signal
import sys
import time

import pytest

from numduel.data_folder import data_folder
from numduel.journal import load

PARITY = ["play", "parity-duel", "--numbers", "9"]
LONG = ["play", "parity-duel", "--numbers", "300"]
ASKED = "Enter the number to remove: "
GOODBYE = "Goodbye. The game is saved: numduel resume goes on with it.\n"
RESUMED = "Resumed: Parity Duel, Player 1 against Player 2, {} moves.\n"


def only(folder):
    [path] = folder.glob("*.jsonl")
    return path


def make_older(data):
    """Let a while pass since the unfinished games were played."""
    for path in (data / "unfinished").glob("*.jsonl"):
        then = path.stat().st_mtime - 100
        os.utime(path, (then, then))


def entries(path):
    return [json.loads(line) for line in path.read_text().splitlines()]


# On disk


def test_every_move_is_on_disk_before_the_next_question(sit, data):
    sitter = sit(*PARITY)
    sitter.see(ASKED)
    assert len(entries(only(data / "unfinished"))) == 1
    for count, move in enumerate(["1", "2", "3", "4"], start=1):
        sitter.sendline(move)
        sitter.see(ASKED)
        assert entries(only(data / "unfinished"))[count:] == [{"move": move}]


def test_every_entry_is_forced_onto_the_disk(here, data, monkeypatch):
    sizes = []
    fsync = os.fsync

    def watched(file):
        sizes.append(os.fstat(file).st_size)
        fsync(file)

    monkeypatch.setattr(os, "fsync", watched)
    here(*PARITY, typed=["1", "2", "undo", "4"])
    lengths = map(len, only(data / "unfinished").read_bytes().splitlines(keepends=True))
    assert set(itertools.accumulate(lengths)) <= set(sizes)


def test_undo_is_on_disk_before_the_next_question(sit, data):
    sitter = sit(*PARITY)
    for entry in ["1", "2", "undo"]:
        sitter.answer(ASKED, entry)
    sitter.see(ASKED)
    assert entries(only(data / "unfinished"))[1:] == [{"move": "1"}, {"move": "2"}, {"undo": 1}]


def test_a_record_begins_with_all_that_the_game_needs(here, data):
    here(*PARITY, "--names", "Ann,Bob", "--seed", "7", typed=["1"])
    assert entries(only(data / "unfinished"))[:-1] == [
        {
            "numduel": 1,
            "game": "parity-duel",
            "rules": 1,
            "options": {"numbers": 9, "jokers": 0},
            "seats": [{"kind": "person", "name": "Ann"}, {"kind": "person", "name": "Bob"}],
            "seed": 7,
        }
    ]


def test_a_finished_game_lies_with_the_finished_ones(transcript, here, data):
    here(*transcript.arguments, typed=transcript.typed)
    assert list((data / "unfinished").iterdir()) == []
    assert "end" in entries(only(data / "finished"))[-1]


def test_saved_games_are_nobody_elses_business(here, data):
    here(*PARITY, typed=["1"])
    assert only(data / "unfinished").stat().st_mode & 0o077 == 0
    assert (data / "unfinished").stat().st_mode & 0o077 == 0


def test_without_xdg_data_home_games_are_in_the_home_folder(run, environment, tmp_path):
    del environment["XDG_DATA_HOME"]
    run(*PARITY, typed=["1"])
    only(tmp_path / "home" / ".local" / "share" / "numduel" / "unfinished")


def test_a_relative_xdg_data_home_does_not_count(run, tmp_path):
    """The XDG specification: all paths must be absolute."""
    run(*PARITY, typed=["1"], XDG_DATA_HOME="somewhere")
    only(tmp_path / "home" / ".local" / "share" / "numduel" / "unfinished")


@pytest.mark.parametrize(
    ("platform", "place"),
    [
        ("linux", ".local/share/numduel"),
        ("darwin", "Library/Application Support/numduel"),
        ("win32", "numduel"),
    ],
)
def test_the_place_follows_the_platforms_convention(monkeypatch, tmp_path, platform, place):
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.delenv("LOCALAPPDATA", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr(sys, "platform", platform)
    assert data_folder() == tmp_path / place


# Resumed


HEADER = {
    "numduel": 1,
    "game": "parity-duel",
    "rules": 1,
    "options": {"numbers": 9, "jokers": 0},
    "seats": [{"kind": "person", "name": None}, {"kind": "person", "name": None}],
    "seed": 1,
}


def test_a_game_goes_on_where_it_was_stopped(transcript, here):
    """Stopped after each entry in turn and resumed, it is told as if it had not been."""
    typed = transcript.typed.removesuffix("\n").split("\n")
    for stop in range(len(typed)):
        stopped = here(*transcript.arguments, typed=typed[:stop])
        if stopped.err == "Goodbye.\n":
            continue  # nobody has moved: there is nothing to resume
        begun = stopped.out.removesuffix("\n")
        question = begun.rpartition("\n")[2]
        # A split of which no part was handed over is no move yet: it is made again.
        again = [entry for entry in typed[:stop] if "and" in entry][-1:]
        rest = typed[stop:] if "new N" not in question else again + typed[stop:]
        resumed = here("resume", typed=rest)
        assert begun + resumed.out.partition(question)[2] == transcript.told
        assert re.fullmatch(r"Resumed: .+\.\n", resumed.err)
        assert resumed.code == 0


def test_resume_shows_the_position_as_board_does(here, slug):
    move = ["10 and 6", "10"] if slug == "number-split-duel" else ["6"]
    asked = here("play", slug, typed=[*move, "board"]).out
    resumed = here("resume")
    assert resumed.out == asked.rpartition(": board\n")[2]
    assert len(resumed.out) > 40
    assert resumed.err.startswith("Resumed: ")
    assert resumed.code == 3


def test_a_split_that_was_not_finished_is_asked_for_anew(here):
    here("play", "number-split-duel", typed=["10 and 6", "10", "7 and 3"])
    told = here("resume")
    assert told.out.startswith("Player 2's Turn:\n- Current N: 10\n")
    assert told.out.endswith("- Choose a split: \n")


def test_options_names_and_computer_are_resumed_too(here, records):
    here(*PARITY, "--vs", "random", "--names", "Ann", "--seed", "3", typed=["1"])
    [before] = records("unfinished")
    told = here("resume", typed=["undo", "1"])
    [after] = records("unfinished")
    assert before.match.moves == after.match.moves
    assert "Ann's Turn" in told.out
    assert told.err.startswith("Resumed: Parity Duel, Ann against Player 2 (random), 2 moves.\n")


def test_a_game_can_be_resumed_again_and_again(here, records):
    here(*PARITY, typed=["1"])
    for move in range(2, 9):
        assert here("resume", typed=[str(move)]).err.startswith("Resumed: ")
    assert here("resume", typed=["9"]).code == 0
    assert records("unfinished") == []
    assert records("finished")[0].match.moves == tuple(range(1, 10))


def test_without_an_unfinished_game_resume_says_so(here):
    assert here("resume") == ("", "Error: There is no unfinished game.\n", 1)


def test_where_input_is_no_terminal_the_latest_game_is_resumed(here, data):
    for typed in (["1"], ["2", "3", "4"], ["4", "5"]):
        make_older(data)
        here(*PARITY, typed=typed)
    assert here("resume").err.startswith(RESUMED.format(2))
    for path in (data / "unfinished").glob("*.jsonl"):
        os.utime(path, (len(entries(path)), len(entries(path))))
    assert here("resume").err.startswith(RESUMED.format(3))


@pytest.mark.parametrize(("choice", "shown"), [("", "6"), ("1", "6"), ("2", "1 (odd)")])
def test_on_a_terminal_there_is_a_list_to_choose_from(here, sit, data, choice, shown):
    here(*PARITY, typed=["1"])
    make_older(data)
    here("play", "divisor-duel", "--names", "Ann,Bob", typed=["3", "6"])
    sitter = sit("resume", "--plain")
    sitter.see("\r\n  1  Divisor Duel            Ann against Bob  2 moves  today ")
    sitter.see("\r\n  2  Parity Duel, numbers 9  two people       1 move   ")
    sitter.answer("Which game? [1]: ", choice)
    sitter.see("Previous number was " if shown == "6" else "Removed by Player 1: ")
    sitter.see(f"{shown}\r\n")


def save_games(data, count, **changes):
    """So many unfinished games of one move, the first of them the latest."""
    (data / "unfinished").mkdir(parents=True)
    for number in range(1, count + 1):
        path = data / "unfinished" / f"{number}.jsonl"
        path.write_text(as_text([HEADER | changes, {"move": "1"}]))
        os.utime(path, (time.time() - number * 86_400 * 400,) * 2)


def test_the_list_has_columns_however_long_it_is(sit, data):
    save_games(data, 11, options={"numbers": 30, "jokers": 2})
    os.utime(data / "unfinished" / "1.jsonl")
    sitter = sit("resume")
    sitter.see("Which game? [1]: ")
    rows = [row for row in sitter.rows if "Parity Duel" in row]
    assert rows[0].startswith("   1  Parity Duel, numbers 30, jokers 2  two people  1 move  today ")
    assert re.fullmatch(r"  11  .+  two people  1 move  \d+ [A-Z][a-z]{2} \d{4}", rows[10])
    assert len({row.index("two people") for row in rows}) == 1


def test_when_a_game_was_last_played_is_told_in_local_time(sit, data):
    save_games(data, 2)
    os.utime(data / "unfinished" / "2.jsonl", (1_000_000_000,) * 2)
    sitter = sit("resume", TZ="Pacific/Kiritimati")
    sitter.see("9 Sep 2001\r\n")
    sitter.see("Which game? [1]: ")


def test_who_plays_is_told_in_few_words(here, sit):
    here(*PARITY, "--vs", "random", "--names", "Ann", typed=["1"])
    here("play", "divisor-duel", "--vs", "random", "--first", "2", typed=[])
    sitter = sit("resume")
    sitter.see("Which game? [1]: ")
    assert "Ann against random" in sitter.seen
    assert "random against you" in sitter.seen


def test_a_game_in_which_nobody_has_moved_is_not_kept(here, data):
    for typed in ([], ["quit"], ["1", "undo", "quit"]):
        told = here(*PARITY, typed=typed)
        assert told.err.endswith("Goodbye.\n")
        assert list((data / "unfinished").iterdir()) == []
    assert here("resume").err == "Error: There is no unfinished game.\n"


def test_a_game_that_was_killed_before_its_first_move_is_not_listed(here, data):
    save_games(data, 1)
    (data / "unfinished" / "killed.jsonl").write_text(as_text(HEADER))
    assert here("resume").err.startswith("Resumed: Parity Duel, Player 1 against Player 2, 1 move.")


def test_a_game_can_be_discarded_from_the_list(sit, data):
    save_games(data, 3)
    sitter = sit("resume", "--plain")
    sitter.see("Enter discard and a number to drop one.")
    sitter.answer("Which game? [1]: ", "discard 2")
    sitter.see("Parity Duel, Player 1 against Player 2, 1 move. It cannot be brought back.")
    sitter.answer("Discard it? Enter yes or no: ", "no")
    sitter.see("It stays.")
    sitter.answer("Which game? [1]: ", "DISCARD  2")
    sitter.answer("Enter yes or no: ", "yes")
    sitter.see("Discarded.")
    assert "  3  " not in sitter.answer("Which game? [1]: ", "discard 2")
    sitter.answer("Enter yes or no: ", "y")
    sitter.answer("Which game? [1]: ", "quit")
    assert sitter.leave() == 0
    assert [path.name for path in (data / "unfinished").iterdir()] == ["1.jsonl"]


def test_the_last_game_of_the_list_can_be_discarded_too(sit, data):
    save_games(data, 2)
    sitter = sit("resume", "--plain")
    for _ in range(2):
        sitter.answer("Which game? [1]: ", "discard 1")
        sitter.answer("Enter yes or no: ", "yes")
    assert sitter.leave() == 0
    assert list((data / "unfinished").iterdir()) == []


@pytest.mark.parametrize("typed", ["discard", "discard 3", "discard 0", "discard x", "discard -1"])
def test_discard_needs_the_number_of_a_game(sit, data, typed):
    save_games(data, 2)
    sitter = sit("resume", "--plain")
    sitter.answer("Which game? [1]: ", typed)
    sitter.see("Enter discard and a number from 1 to 2.")
    sitter.see("Which game? [1]: ")
    assert len(list((data / "unfinished").iterdir())) == 2


def test_a_single_game_is_resumed_without_asking(here, sit):
    here(*PARITY, typed=["1"])
    sitter = sit("resume")
    sitter.answer(ASKED, "quit")
    assert sitter.leave() == 0
    assert "Which game" not in sitter.seen


@pytest.mark.parametrize("wrong", ["3", "0", "-1", "x", "9" * 5000, "٢"], ids=lambda text: text[:9])
def test_a_wrong_choice_is_asked_for_again(here, sit, wrong):
    here(*PARITY, typed=["1"])
    here(*PARITY, typed=["1"])
    sitter = sit("resume", "--plain", width=200)
    sitter.answer("Which game? [1]: ", wrong)
    sitter.see("is not one of these: enter a number from 1 to 2.\r\n")
    sitter.answer("Which game? [1]: ", "2")
    sitter.see(ASKED)


@pytest.mark.parametrize(("key", "code"), [("d", 0), ("c", 130)])
def test_one_may_leave_without_choosing(here, sit, key, code):
    here(*PARITY, typed=["1"])
    here(*PARITY, typed=["1"])
    sitter = sit("resume", "--plain")
    sitter.see("Which game? [1]: ")
    sitter.sendcontrol(key)
    assert sitter.leave() == code
    assert sitter.rows[-2:] == ["Goodbye.", ""]


def test_a_computer_player_that_is_not_there_is_named(here, data):
    here(*PARITY, "--vs", "random", typed=["1"])
    path = only(data / "unfinished")
    path.write_text(path.read_text().replace('"random"', '"oracle"'))
    told = here("resume")
    assert told.err.startswith('Error: There is no computer player "oracle"')
    assert told.code == 1


# Cut off


@pytest.mark.parametrize("half", ['{"move": "3', "{", '{"move": "3"', "\x00" * 20, "x", '"3"', "3"])
def test_a_half_written_last_line_is_dropped_with_a_notice(here, data, records, half):
    here(*PARITY, typed=["1", "2"])
    path = only(data / "unfinished")
    path.write_text(path.read_text() + half)
    told = here("resume", typed=["5"])
    notice = "The last line was only half written when the game was cut off: left out.\n"
    assert told.err.startswith(notice + RESUMED.format(2))
    assert records("unfinished")[0].match.moves == (1, 2, 5)
    assert not records("unfinished")[0].is_cut


def test_a_last_line_that_lacks_only_its_end_is_kept(here, data, records):
    here(*PARITY, typed=["1", "2"])
    path = only(data / "unfinished")
    path.write_text(path.read_text().removesuffix("\n"))
    told = here("resume", typed=["3"])
    assert told.err.startswith(RESUMED.format(2))
    assert records("unfinished")[0].match.moves == (1, 2, 3)


@pytest.mark.parametrize("cut", range(1, 120, 7))
def test_however_much_is_cut_off_the_rest_is_there(here, data, records, cut):
    here(*PARITY, typed=["1", "2", "3", "4", "5"])
    path = only(data / "unfinished")
    whole = path.read_bytes()
    header = whole.index(b"\n") + 1
    left = max(header, len(whole) - cut)
    os.truncate(path, left)
    there = whole[:left].count(b"}\n") - 1 + whole[:left].endswith(b"}")
    assert (f"{there} move" if there else "There is no unfinished game.") in here("resume").err
    assert records("unfinished")[0].match.moves == (1, 2, 3, 4, 5)[:there]


def test_an_empty_record_is_not_worth_a_word(here, data):
    here(*PARITY, typed=["1"])
    (data / "unfinished" / "empty.jsonl").touch()
    assert here("resume").err.startswith("Resumed: ")


def test_after_kill_9_every_move_that_was_answered_is_there(sit, records):
    """Twenty-five times, at a random moment, often with more typed than was read."""
    chance = random.Random(2)
    sent = answered = 0
    for lap in range(25):
        sitter = sit("resume", "--plain") if lap else sit(*LONG, "--plain")
        sitter.see(ASKED)
        [record] = records("unfinished")
        count = len(record.match.moves)
        assert record.match.moves == tuple(range(1, count + 1)), "no move is lost, none is double"
        assert answered <= count <= sent
        if count:
            assert f"Last Number Removed by {mover(count)}: {count} (" in sitter.seen
        assert f"Available Numbers:\r\n{count + 1}  {count + 2}  " in sitter.seen
        sent = answered = count
        for _ in range(chance.randrange(1, 8)):
            sent += 1
            sitter.sendline(str(sent))
            if chance.random() < 0.6:
                sitter.see(ASKED)
                answered += 1
        time.sleep(chance.random() * 0.02)
        sitter.kill(signal.SIGKILL)
        sitter.close(force=True)
    assert answered > 25


def mover(count):
    return "Player 1" if count % 2 else "Player 2"


def test_a_closed_window_loses_nothing(sit, records):
    sitter = sit(*PARITY)
    for move in ["1", "2", "3"]:
        sitter.answer(ASKED, move)
    sitter.see(ASKED)
    sitter.close()
    assert records("unfinished")[0].match.moves == (1, 2, 3)


# Several at once


def test_a_game_that_is_open_in_another_window_is_not_offered(sit, here):
    sitter = sit(*PARITY)
    sitter.answer(ASKED, "1")
    sitter.see(ASKED)
    assert here("resume") == ("", "Error: There is no unfinished game.\n", 1)
    assert "resume" not in here().out
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


def list_two(here, sit, data):
    """Two unfinished games, and somebody who is looking at the list."""
    here("play", "divisor-duel", typed=["6"])
    make_older(data)
    here(*PARITY, typed=["1"])
    sitter = sit("resume", "--plain")
    sitter.see("Which game? [1]: ")
    return sitter


def test_a_chosen_game_that_another_window_has_meanwhile_is_left_to_it(here, sit, data):
    sitter, other = list_two(here, sit, data), sit("resume", "--plain")
    other.answer("Which game? [1]: ", "1")
    other.see(ASKED)
    sitter.sendline("1")
    assert sitter.leave() == 1
    assert "Error: That game is being played in another window." in sitter.rows


def test_a_chosen_game_that_went_on_meanwhile_loses_nothing(here, sit, data, records):
    sitter = list_two(here, sit, data)
    here("resume", typed=["2", "3"])
    sitter.sendline("1")
    assert sitter.leave() == 1
    sentence = "That game went on in another window: enter numduel resume again."
    assert f"Error: {sentence}" in sitter.rows
    assert {record.match.moves for record in records("unfinished")} == {(6,), (1, 2, 3)}


def test_a_chosen_game_that_was_finished_meanwhile_is_not_played_again(here, sit, data, records):
    sitter = list_two(here, sit, data)
    here("resume", typed=["resign", "yes"])
    sitter.sendline("1")
    assert sitter.leave() == 1
    assert "Error: That game was finished in another window." in sitter.rows
    assert len(records("finished")) == 1


# Finished games


def test_a_game_is_replayed_as_it_was_told_without_the_wrong_entries(transcript, here, data):
    here(*transcript.arguments, "--plain", typed=transcript.typed)
    path = only(data / "finished")
    right = [
        answer
        for game, state, move in plies(path)
        for answer in game.words.answers(game, state, move)
    ]
    told = here(*transcript.arguments, typed=right)
    replayed = here("replay", str(path))
    assert replayed == (told.out, "", 0)
    wrong = len(transcript.typed.split("\n")) - 1 - len(right)
    assert wrong > 0
    assert len(transcript.told.split("\n")) - len(told.out.split("\n")) == 2 * wrong


def plies(path):
    match = load(path).match
    state = match.game.start()
    for move in match.moves:
        yield match.game, state, move
        state = match.game.after(state, move)


def test_moves_that_were_taken_back_are_not_replayed(here, data):
    here(*PARITY, typed=["1", "2", "undo", "4", "quit"])
    replayed = here("replay", str(only(data / "unfinished")))
    assert replayed.out == here(*PARITY, typed=["1", "4"]).out.removesuffix(f"{ASKED}\n")
    assert replayed.code == 0


def test_a_resigned_game_is_replayed_to_its_end(here, data):
    here(*PARITY, "--names", "Ann,Bob", typed=["1", "resign", "yes"])
    told = here("replay", str(only(data / "finished")))
    assert told.out.endswith("Ann removes 1 (odd).\n\nAnn wins the game by resignation.\n")


def test_replay_without_a_file_lists_the_finished_games(here, data):
    here(*PARITY, typed=["resign", "yes"])
    here("play", "number-split-duel", "--start", "3", "--names", "Ann,Bob", typed=["2 1", "1"])
    newest, oldest = sorted(
        (data / "finished").glob("*.jsonl"), key=lambda path: path.stat().st_mtime, reverse=True
    )
    split = "Number Split Duel, Ann against Bob, 1 move, Ann won because 1 has no split into"
    assert here("replay") == (
        f"{newest}\n  {split} unequal parts\n"
        f"{oldest}\n  Parity Duel, Player 1 against Player 2, 0 moves,"
        " Player 2 won by resignation\n",
        "",
        0,
    )


def test_with_no_finished_game_replay_says_so(here):
    assert here("replay") == ("", "There is no finished game yet.\n", 0)


def test_only_the_latest_finished_games_are_listed(here, data):
    here(*PARITY, typed=["resign", "yes"])
    path = only(data / "finished")
    for number in range(24):
        (data / "finished" / f"{number}.jsonl").write_bytes(path.read_bytes())
    told = here("replay")
    assert told.out.count("Parity Duel") == 20
    assert told.err == f"The latest 20 of 25; all are in {data / 'finished'}.\n"


def test_a_broken_finished_game_does_not_hide_the_others(here, data):
    here(*PARITY, typed=["resign", "yes"])
    (data / "finished" / "broken.jsonl").write_text("{}\n")
    told = here("replay")
    assert "cannot be read: line 1: it is not the header of a numduel record." in told.out
    assert "Parity Duel" in told.out
    assert told.code == 0


def test_a_game_cut_off_at_its_end_counts_as_finished(here, data, records):
    """Killed after the last move and before its record was put away."""
    here("play", "number-split-duel", "--start", "3", typed=["2 1", "1"])
    path = only(data / "finished")
    ended = "".join(line for line in path.read_text().splitlines(True) if "end" not in line)
    path.unlink()
    (data / "unfinished" / path.name).write_text(ended)
    assert here("resume").err == "Error: There is no unfinished game.\n"
    assert records("unfinished") == []
    assert records("finished")[0].match.outcome.winner == 1


# Broken records

BROKEN = {
    "empty": ("", 1),
    "no JSON": ("hello\n", 1),
    "no object": ("[1]\n", 1),
    "no header": ('{"move": "1"}\n', 1),
    "a newer format": (HEADER | {"numduel": 2}, 1),
    "an unknown game": (HEADER | {"game": "chess"}, 1),
    "an unknown option": (HEADER | {"options": {"colour": 1}}, 1),
    "a wrong option": (HEADER | {"options": {"numbers": 0}}, 1),
    "newer rules": (HEADER | {"rules": 99}, 1),
    "one seat": (HEADER | {"seats": []}, 1),
    "no seed": (HEADER | {"seed": "x"}, 1),
    "an illegal move": ([HEADER, {"move": "1"}, {"move": "3"}], 3),
    "no move": ([HEADER, {"move": "one"}], 2),
    "a move that is no text": ([HEADER, {"move": 1}], 2),
    "two things in a line": ([HEADER, {"move": "1", "undo": 1}], 2),
    "nothing to undo": ([HEADER, {"undo": 1}], 2),
    "a wrong winner": ([HEADER, {"end": {"winner": 3, "reason": "x"}}], 2),
    "a move after the end": ([HEADER, {"end": {"winner": 1, "reason": "x"}}, {"move": "1"}], 3),
    "an empty line": (json.dumps(HEADER) + "\n\n" + '{"move": "1"}\n', 2),
    "binary": ("\x00\x01\x02\n", 1),
    "deep": ("[" * 100_000 + "\n", 1),
}


def as_text(content):
    if isinstance(content, str):
        return content
    lines = content if isinstance(content, list) else [content]
    return "".join(json.dumps(line) + "\n" for line in lines)


@pytest.mark.parametrize("what", BROKEN)
def test_a_broken_record_gets_one_sentence(here, tmp_path, what):
    content, line = BROKEN[what]
    path = tmp_path / "broken.jsonl"
    path.write_text(as_text(content))
    told = here("replay", str(path))
    assert told.out == ""
    assert re.fullmatch(rf"Error: {re.escape(str(path))}, line {line}: .+\n", told.err)
    assert told.code == 1


@pytest.mark.parametrize(
    ("file", "reason"),
    [("no-such-file", "No such file or directory"), (".", "Is a directory")],
)
def test_a_file_that_cannot_be_read_gets_one_sentence(here, file, reason):
    told = here("replay", file)
    assert f"cannot be read: {reason}" in told.err
    assert told.err.count("\n") == 1
    assert told.code == 1


def test_a_half_written_record_is_replayed_with_a_notice(here, data):
    here(*PARITY, typed=["1", "2"])
    path = only(data / "unfinished")
    path.write_text(path.read_text() + '{"mo')
    told = here("replay", str(path))
    assert told.err == "The last line is only half written: left out.\n"
    assert "Player 2 removes 2 (even).\n" in told.out
    assert told.code == 0


def test_a_broken_record_is_told_of_and_the_others_are_resumed(here, data):
    here(*PARITY, typed=["1"])
    broken = data / "unfinished" / "broken.jsonl"
    broken.write_text("nonsense\n")
    told = here("resume")
    assert told.err.startswith(f"{broken} cannot be resumed: line 1: it is not JSON.\nResumed: ")
    assert told.code == 3
    assert broken.read_text() == "nonsense\n"


def test_a_record_that_cannot_be_read_is_told_of(here, data):
    here(*PARITY, typed=["1"])
    (data / "unfinished" / "folder.jsonl").mkdir()
    told = here("resume")
    assert "folder.jsonl cannot be read: Is a directory.\nResumed: " in told.err


# Disks that fail


def test_where_no_folder_can_be_made_one_warning_is_given(transcript, run, tmp_path):
    (tmp_path / "file").touch()
    told = run(
        *transcript.arguments, typed=transcript.typed, XDG_DATA_HOME=str(tmp_path / "file" / "data")
    )
    assert told.out == transcript.told
    assert told.err == "This game is not being saved: Not a directory. You can play on.\n"
    assert told.code == 0


def full_after(size):
    """A disk on which no file can be longer than `size`."""

    def limit():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    return limit


@pytest.mark.parametrize("size", [0, 100, 230])
def test_on_a_full_disk_one_warning_is_given_and_the_game_goes_on(transcript, run, size, untraced):
    told = run(
        *transcript.arguments, typed=transcript.typed, preexec_fn=full_after(size), **untraced
    )
    assert told.out == transcript.told
    assert told.err == "This game is not being saved: File too large. You can play on.\n"
    assert told.code == 0


def test_what_a_full_disk_left_of_a_game_is_not_among_the_finished(run, here, untraced):
    moves = [str(number) for number in range(1, 10)]
    assert run(*PARITY, typed=moves, preexec_fn=full_after(260), **untraced).code == 0
    assert here("replay").err == "There is no finished game yet.\n"
    assert here("resume").err.startswith("Resumed: ")


def test_a_copy_for_which_the_disk_is_full_leaves_no_file_behind(run, untraced, tmp_path):
    (tmp_path / "mine.jsonl").write_text("mine\n")
    copies = [f"save {tmp_path / name}.jsonl" for name in ("copy", "mine")]
    told = run(*PARITY, typed=["1", *copies, "quit"], preexec_fn=full_after(0), **untraced)
    assert re.search(r"It could not be saved to .+: File too large\.", told.out)
    assert "exists already" in told.out
    assert not (tmp_path / "copy.jsonl").exists()
    assert (tmp_path / "mine.jsonl").read_text() == "mine\n"


def test_where_nothing_can_be_saved_goodbye_does_not_speak_of_resuming(here, tmp_path):
    (tmp_path / "file").touch()
    told = here(*PARITY, typed=["1", "quit"], XDG_DATA_HOME=str(tmp_path / "file" / "data"))
    assert told.err.endswith("Goodbye. This game could not be saved.\n")
    assert "resume" not in told.err


def test_a_whole_series_gets_one_warning(run, untraced):
    series = ["play", "number-split-duel", "--start", "3", "--series", "4", "--names", "Ann,Bob"]
    told = run(*series, typed=["2 1", "1"] * 4, preexec_fn=full_after(0), **untraced)
    assert told.err.count("not being saved") == 1
    assert told.err.endswith("Score: Ann 2, Bob 2.\n")
    assert told.code == 0


def test_when_the_disk_works_again_the_whole_game_is_saved(begin, tmp_path):
    obstacle = tmp_path / "file"
    obstacle.touch()
    process = begin(*PARITY, XDG_DATA_HOME=str(obstacle / "data"))
    speak(process, "1\n2\n", until=b"Player 2 removes 2 (even).")
    obstacle.unlink()
    process.stdin.write(b"3\n")
    _, said = process.communicate()
    assert said.decode() == (
        "This game is not being saved: Not a directory. You can play on.\n"
        "Saving works again; the whole game is saved.\n" + GOODBYE
    )
    moves = entries(only(obstacle / "data" / "numduel" / "unfinished"))[1:]
    assert moves == [{"move": "1"}, {"move": "2"}, {"move": "3"}]


def test_when_the_disk_works_again_in_a_later_game_that_game_is_saved(begin, tmp_path):
    obstacle = tmp_path / "file"
    obstacle.touch()
    process = begin(*SERIES, XDG_DATA_HOME=str(obstacle / "data"))
    speak(process, "2 and 1\n1\n", until=b"Ann wins the game!")
    speak(process, "2 and 1\n", until=b"- Choose a split: 2 and 1")
    obstacle.unlink()
    process.stdin.write(b"1\n")
    _, said = process.communicate()
    assert said.decode().count("Saving works again; the whole game is saved.\n") == 1
    shelf = obstacle / "data" / "numduel"
    [second] = (load(path) for path in shelf.glob("*/*.jsonl") if load(path).series.number == 2)
    assert second.match.moves == (1,)
    assert second.match.outcome.winner == 1


def speak(process, text, until):
    process.stdin.write(text.encode())
    process.stdin.flush()
    told = b""
    while until not in told:
        row = process.stdout.readline()
        assert row, "it ended too early"
        told += row


def test_a_copy_on_a_full_disk_is_told_of(run, untraced):
    told = run(*PARITY, typed=["save copy.jsonl"], preexec_fn=full_after(0), **untraced)
    assert 'It could not be saved to "copy.jsonl": File too large.\n' in told.out


def test_a_finished_game_that_cannot_be_put_away_stops_nothing(here, data):
    here("play", "number-split-duel", "--start", "3", typed=["2 1", "1"])
    path = only(data / "finished")
    path.rename(data / "unfinished" / path.name)
    (data / "finished").rmdir()
    (data / "finished").touch()
    assert here("resume").err == "Error: There is no unfinished game.\n"
    assert here().code == 0


# Series

SERIES = ["play", "number-split-duel", "--start", "3", "--series", "4", "--names", "Ann,Bob"]
WIN = ["2 and 1", "1"]


def test_a_series_that_is_resumed_in_its_second_game_keeps_the_score(here, records):
    here(*SERIES, typed=[*WIN, "2 and 1"])
    told = here("resume", typed=[*WIN, "resign", "yes", *WIN])
    resumed = "Number Split Duel, Bob against Ann, 0 moves, game 2 of 4"
    assert told.err.split("\n") == [
        f"Resumed: {resumed}.",
        "Score: Ann 1, Bob 1.",
        "Game 3 of 4: Ann is Player 1, Bob is Player 2.",
        "Score: Ann 1, Bob 2.",
        "Game 4 of 4: Bob is Player 1, Ann is Player 2.",
        "Score: Ann 1, Bob 3.",
        "",
    ]
    assert told.code == 0
    assert len(records("finished")) == 4
    assert records("unfinished") == []


def test_a_series_that_was_killed_between_two_games_goes_on_with_the_next(here, data, records):
    """After the end of the first game and before the second one was on disk."""
    here(*SERIES, typed=WIN)
    only(data / "unfinished").unlink()
    first = only(data / "finished")
    first.rename(data / "unfinished" / first.name)
    told = here("resume", typed=WIN * 3)
    assert told.err.split("\n")[1:] == [
        "Score: Ann 1, Bob 0.",
        "Game 2 of 4: Bob is Player 1, Ann is Player 2.",
        "Score: Ann 1, Bob 1.",
        "Game 3 of 4: Ann is Player 1, Bob is Player 2.",
        "Score: Ann 2, Bob 1.",
        "Game 4 of 4: Bob is Player 1, Ann is Player 2.",
        "Score: Ann 2, Bob 2.",
        "",
    ]
    assert told.out.count("Game Start: N = 3\n") == 3
    assert len(records("finished")) == 4
    assert records("unfinished") == []


def test_a_series_that_was_killed_before_its_first_game_was_put_away_goes_on(here, data):
    first = "Number Split Duel, Ann against Bob, 1 move, game 1 of 4"
    here(*SERIES, typed=WIN)
    path = only(data / "finished")
    path.rename(data / "unfinished" / path.name)
    os.utime(data / "unfinished" / path.name, (1, 1))
    told = here("resume", typed=WIN * 3)
    assert told.err.startswith("Resumed: Number Split Duel, Bob against Ann, 0 moves, game 2 of 4")
    assert told.err.endswith("Score: Ann 2, Bob 2.\n")
    assert first not in told.err


def test_after_kill_9_in_a_series_the_score_is_kept(sit, here):
    sitter = sit(*SERIES, "--plain")
    for entry in [*WIN, "", *WIN, "", "2 and 1"]:
        question = "Select new N for " if entry else "Enter y, or "
        sitter.answer("a split: " if "and" in entry else question, entry)
    sitter.see("Select new N for ")
    sitter.kill(signal.SIGKILL)
    sitter.close(force=True)
    told = here("resume", typed=WIN * 2)
    assert "game 3 of 4.\nScore: Ann 2, Bob 1.\n" in told.err
    assert told.err.endswith("Score: Ann 2, Bob 2.\n")


def test_a_resumed_series_against_the_computer_repeats_its_choices(here, records, data):
    """Each game of a series draws from a seed of its own, which its record keeps."""
    series = ["play", "divisor-duel", "--series", "2", "--vs", "random", "--seed", "11"]
    anything = [str(number) for number in range(1, 21)] * 20
    here(*series, typed=anything)
    straight = [record.match.moves for record in records("finished")]
    for path in (data / "finished").glob("*.jsonl"):
        path.unlink()
    here(*series, typed=anything[:1])
    while here("resume", typed=anything[:20]).code:
        pass
    assert [record.match.moves for record in records("finished")] == straight
    assert straight[0] != straight[1]
