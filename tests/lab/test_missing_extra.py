"""Without the libraries there is one helpful sentence."""

import subprocess
import sys

import pytest

from numduel import MissingExtra
from numduel.errors import missing_extra


def run_without(library, code):
    hidden = f"import sys; sys.modules[{library!r}] = None; {code}"
    return subprocess.run([sys.executable, "-c", hidden], capture_output=True, text=True)


@pytest.mark.parametrize(
    ("library", "code"),
    [
        ("gymnasium", "import numduel.lab"),
        ("pettingzoo", "from numduel import lab; lab.pettingzoo_env('divisor-duel')"),
        ("numba", "from numduel import lab; lab.batch('divisor-duel', 2)"),
        ("textarena", "import numduel.lab.textarena"),
    ],
)
def test_a_missing_library_is_named_with_what_to_install(library, code):
    done = run_without(library, code)
    assert done.returncode == 1
    last = done.stderr.splitlines()[-1]
    sentence = (
        f"numduel.lab needs {library}. In a checkout of numduel: make install EXTRAS=lab,"
        " or pip install '.[lab]'"
    )
    assert last == f"numduel.errors.MissingExtra: {sentence}"


def test_what_needs_no_library_works_without_any():
    code = "from numduel import Match, load_game; Match(load_game('divisor-duel')).play('6')"
    assert run_without("numpy", code).returncode == 0


def test_a_fault_of_our_own_is_not_called_a_missing_library():
    ours = ModuleNotFoundError("No module named 'numduel.nowhere'", name="numduel.nowhere")
    assert missing_extra(ours, "numduel.lab", "lab") is ours
    theirs = ModuleNotFoundError("No module named 'numpy.core'", name="numpy.core")
    assert isinstance(missing_extra(theirs, "numduel.lab", "lab"), MissingExtra)
