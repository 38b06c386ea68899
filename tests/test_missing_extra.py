"""Without the libraries there is one helpful sentence."""

import sys

import pytest

from numduel import MissingExtra
from numduel.errors import missing_extra

from .conftest import run_python


def run_without(library, code):
    hidden = f"import sys; sys.modules[{library!r}] = None; {code}"
    return run_python(hidden, check=False)


LAB = "numduel.lab", "lab"
WEB = "The browser part", "web"
SERVE = "from numduel.web.serving.command import serve; serve(['--port', '0'])"
ASK = (
    "from numduel.arena.players import read_players as read; from numduel.arena.run import Players"
)


@pytest.mark.parametrize(
    ("library", "part", "code"),
    [
        ("gymnasium", LAB, "import numduel.lab"),
        ("pettingzoo", LAB, "from numduel import lab; lab.pettingzoo_env('divisor-duel')"),
        ("numba", LAB, "from numduel import lab; lab.batch('divisor-duel', 2)"),
        ("textarena", LAB, "import numduel.lab.textarena"),
        ("fastapi", WEB, SERVE),
        ("segno", WEB, SERVE),
        ("openai", ("A model", "arena"), f"{ASK}; Players(read(['openai:m'], 'http://here/v1'))"),
        (
            "distributed",
            ("A cluster", "cluster"),
            "from numduel.workers import open_workers as w; w(cluster='tcp://here:1').__enter__()",
        ),
    ],
)
def test_a_missing_library_is_named_with_what_to_install(library, part, code):
    done = run_without(library, code)
    assert done.returncode == 1
    what, extra = part
    assert done.stderr.splitlines()[-1] == (
        f"numduel.errors.MissingExtra: {what} needs {library}. In a checkout of numduel:"
        f" {sys.executable} -m pip install '.[{extra}]'"
    )


def test_what_needs_no_library_works_without_any():
    code = "from numduel import Match, load_game; Match(load_game('divisor-duel')).play('6')"
    assert run_without("numpy", code).returncode == 0


def test_a_fault_of_our_own_is_not_called_a_missing_library():
    ours = ModuleNotFoundError("No module named 'numduel.nowhere'", name="numduel.nowhere")
    assert missing_extra(ours, "numduel.lab", "lab") is ours
    theirs = ModuleNotFoundError("No module named 'numpy.core'", name="numpy.core")
    assert isinstance(missing_extra(theirs, "numduel.lab", "lab"), MissingExtra)
