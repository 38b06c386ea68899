"""Whatever is typed: never a traceback, never an illegal move, never a lost turn."""

import re
import warnings
from contextlib import chdir
from pathlib import Path
from tempfile import TemporaryDirectory

from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from numduel import load_game
from numduel.journal import load
from numduel.match import Match
from numduel.terminal.command import numduel

REQUESTS = "help h ? moves m board b undo u UNDO rules r save s RESIGN resign quit yes no".split()
SAVES = ["save a", "SAVE b", "save no/folder", "save ~", "save ~nobody/x", "s \0"]
ARGUMENTS = """
divisor-duel
divisor-duel --opening even --vs random --first random
even-odd-match --numbers 4
even-odd-match --jokers 2 --vs random
number-split-duel --start 9
number-split-duel --vs random --first 2
parity-duel --numbers 9
parity-duel --jokers 1 --names Ann,Bob
sequence-builder
sequence-builder --numbers 3 --length 2 --series 2
"""
numbers = st.integers(-3, 22).map(str)
splits = st.builds("{} and {}".format, st.integers(-2, 17), st.integers(-2, 17))
# What begins with an s may be a save, which writes a file: those are chosen from a list.
garbage = st.text(max_size=60).filter(lambda text: not text.strip().lower().startswith("s"))
requests = st.sampled_from(REQUESTS + SAVES)
entries = st.lists(st.one_of(numbers, numbers, numbers, splits, requests, garbage), max_size=60)
games = st.sampled_from([line.split() for line in ARGUMENTS.strip().split("\n")])


def play_in_a_new_place(arguments, typed):
    """A whole session in an empty folder: how it went, and the records that are left."""
    with warnings.catch_warnings(), TemporaryDirectory() as folder, chdir(folder):
        places = {"HOME": folder, "XDG_DATA_HOME": folder, "NO_COLOR": None}
        done = CliRunner(env=places).invoke(numduel, ["play", *arguments], typed)
        records = [load(path) for path in Path(folder).glob("numduel/*/*.jsonl")]
    if not isinstance(done.exception, SystemExit | None):
        raise done.exception
    return done, records


@given(games, entries)
def test_no_session_ends_in_a_traceback(arguments, typed):
    done, records = play_in_a_new_place(arguments, "\n".join(typed))
    assert done.exit_code in (0, 3)
    # Loading has replayed every move by the rules.
    going_on = [record for record in records if not record.match.outcome]
    is_saved = done.output.endswith("Goodbye. Game saved. Continue with: numduel resume\n")
    assert is_saved == bool(going_on)
    assert is_saved or done.exit_code == 0 or done.output.endswith("Goodbye.\n")


@given(games, st.binary(max_size=200).filter(lambda data: b"/" not in data))
def test_no_bytes_end_in_a_traceback(arguments, typed):
    done, _ = play_in_a_new_place(arguments, typed)
    assert done.exit_code in (0, 3)


PLAYED = {
    "parity-duel": r"Player [12] (?:plays a joker and )?removes (\d+) \((?:odd|even)\)\.",
    "number-split-duel": r"Player [12] splits \d+ into \d+ and \d+\. New N for .+ is (\d+)\.",
}


@given(st.sampled_from(sorted(PLAYED)), entries)
def test_the_moves_that_were_announced_are_a_legal_game(slug, typed):
    done, records = play_in_a_new_place([slug], "\n".join(typed))
    moves = []
    for row in done.output.split("\n"):
        if played := re.fullmatch(PLAYED[slug], row):
            moves.append(played[1])
        elif taken_back := re.fullmatch(r"Taken back: (\d+)\.", row):
            assert moves.pop() == taken_back[1]
    match = Match(load_game(slug))
    for move in moves:
        match.play(move)
    assert [match.moves] == ([record.match.moves for record in records] or [()])
