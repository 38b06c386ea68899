"""The table of a run: whole on a pipe, and in shape on every terminal."""

import os
import sys

import pexpect
import pytest
from rich.cells import cell_len

from numduel.arena.scores import PlayerScores, RunScores, SeatScore
from numduel.arena.table import COLUMNS, draw_scores, tell_scores
from numduel.tasks.scoring import GuessedShare, Share

LONG = "openai:mixed-model-70b-instruct+rules=no+history=no+retries=2"
OURS = ("perfect", "hard", "random")
CODE = "from numduel.arena.command import arena; arena()"


def scores(*names):
    seats = SeatScore(Share(7, 9), Share(6, 9)), SeatScore(Share(9, 9), Share(9, 9))
    figures = PlayerScores(
        GuessedShare(1520, 1520, 380.0),
        {"divisor-duel": GuessedShare(1520, 1520, 380.0)},
        strength=2.9,
        interval=(-12.0, 13.4),
        seats=seats,
        conversion=Share(7, 9),
        rescue=Share(0, 9),
        proved=Share(20, 40),
        form=Share(30, 40),
        attempts=40,
        asked=90,
        broken=2,
    )
    return RunScores(dict.fromkeys(names, figures), ("divisor-duel",), (), (), "random", 4, 9)


def widest(text):
    return max(map(cell_len, text.splitlines()))


@pytest.mark.parametrize("width", [200, 80, 30])
@pytest.mark.parametrize("names", [(*OURS, LONG), (*OURS, "x" * 150), ("漢字" * 50,)])
def test_no_line_is_wider_than_the_terminal(names, width):
    assert widest(tell_scores(scores(*names), width)) <= width


@pytest.mark.parametrize("width", [None, 80, 40])
def test_nothing_is_left_out_however_narrow_it_is(width):
    told = draw_scores(scores(*OURS, LONG), width)
    figures = "100% (100 to 100)", "100% of 1,520", "25%", "2.9 (−12.0 to 13.4)", "78% (67%)"
    headings = [word for heading in [*COLUMNS][1:] for word in heading.split()]
    pieces = LONG.split("+") if width != 40 else [LONG[:18]]  # there a name is folded
    for text in (*OURS, *pieces, *figures, *headings):
        assert text in told


def test_piped_table_has_one_line_per_player_and_remark():
    told = tell_scores(scores(*OURS, LONG)).splitlines()
    assert [line.split()[0] for line in told[2:6]] == [*OURS, LONG]
    assert told[6] == ""
    assert told[7] == "Only 4 of 9 games have been played."
    assert all(line[0].isupper() for line in told[7:])


def test_a_column_in_which_nothing_stands_is_left_out():
    bare = RunScores(
        {"hard": PlayerScores(GuessedShare(3, 4, 1.0), {"x": GuessedShare(3, 4, 1.0)})},
        (),
        (),
        (),
        None,
        4,
        4,
    )
    assert draw_scores(bare).splitlines() == [
        "player  beyond chance  right where it matters  a guesser",
        "--------------------------------------------------------",
        "hard    67% (7 to 94)  75% of 4                25%",
    ]


def test_scores_fit_the_width_of_the_terminal(arena, tmp_path):
    run = "--games", "sequence-builder", "--players", "hard,random", "--rounds", "1"
    arena(*run, "--out", str(tmp_path / "run")).communicate()
    told = pexpect.run(
        f"{sys.executable} -c '{CODE}' --read run",
        cwd=tmp_path,
        env={name: value for name, value in os.environ.items() if name != "COLUMNS"},
        dimensions=(50, 40),
        encoding="utf-8",
    )
    assert "right where it matters" in told
    assert "run/report.html" in told
    assert widest(told) <= 40
    assert "\x1b" not in told
