"""What numduel offers to the outside, pinned."""

import pickle
import tomllib
from pathlib import Path

import pytest

import numduel
from numduel import errors

from ..conftest import run_python

PUBLIC = """
    Analysis BadCertificate BadOption BadRecord Choice Explanation Game IllegalMove Match
    MissingExtra NumduelError Outcome Player PoolGame Preset Seat Series TooLarge UnknownGame
    UnreadableMove
    Words analyse explain list_games load_game option read_id write_id
""".split()
ERRORS = [
    errors.UnknownGame,
    errors.BadOption,
    errors.UnreadableMove,
    errors.IllegalMove,
    errors.TooLarge,
    errors.BadRecord,
    errors.BadCertificate,
    errors.MissingExtra,
]


def test_these_names_are_public_and_no_others():
    assert sorted(numduel.__all__) == sorted(PUBLIC)
    assert list(numduel.__all__) == sorted(numduel.__all__)


def test_the_version_is_that_of_the_project():
    project = Path(__file__).parents[2] / "pyproject.toml"
    assert tomllib.loads(project.read_text())["project"]["version"] == numduel.__version__


def test_errors_derive_from_numduel_error():
    assert numduel.NumduelError.__bases__ == (ValueError,)
    assert [error.__bases__ for error in ERRORS] == [(numduel.NumduelError,)] * len(ERRORS)


def test_illegal_move_has_rule_move_and_state():
    error = errors.IllegalMove("7 has been removed.", 7, "here")
    assert (str(error), error.rule) == ("7 has been removed.", "7 has been removed.")
    assert (error.move, error.state) == (7, "here")


def test_a_bad_record_says_at_which_line():
    error = errors.BadRecord(3, "it is not JSON.")
    assert str(error) == "line 3: it is not JSON."
    assert (error.line, error.reason) == (3, "it is not JSON.")


@pytest.mark.parametrize(
    "error", [errors.IllegalMove("No.", 7, (1, 2)), errors.BadRecord(3, "No."), errors.BadOption()]
)
def test_an_error_survives_the_way_between_two_processes(error):
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error)
    assert str(again) == str(error)
    assert vars(again) == vars(error)


def test_importing_numduel_needs_nothing_but_python():
    ask = "import sys, numduel, numduel.journal; print('click' in sys.modules)"
    assert run_python(ask).stdout == "False\n"
