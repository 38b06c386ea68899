"""Starting is quick: a piped game loads nothing that it does not need."""

import subprocess
import sys

PROGRAM = """
import sys
before = set(sys.modules)
from numduel.terminal.command import numduel
try:
    numduel({arguments!r}, prog_name="numduel")
except SystemExit as left:
    assert left.code in (0, 3), left.code
sys.stderr.write("MODULES " + " ".join(sorted(set(sys.modules) - before)))
"""
LATER = {"numduel.web", "numduel.lab", "numduel.arena"}


def modules_of(environment, tmp_path, *arguments, typed=""):
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM.format(arguments=list(arguments))],
        input=typed,
        capture_output=True,
        text=True,
        env=environment,
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stderr
    return set(done.stderr.partition("MODULES ")[2].split())


def strangers(modules):
    """The modules that are neither Python's nor ours."""
    roots = {module.partition(".")[0] for module in modules}
    return roots - set(sys.stdlib_module_names) - {"numduel", "coverage"}


def test_a_piped_game_needs_click_alone(environment, tmp_path, transcript):
    modules = modules_of(environment, tmp_path, *transcript.arguments, typed=transcript.typed)
    assert "numduel.terminal.dialogue" in modules
    assert strangers(modules) == {"click"}
    assert not LATER & modules


def test_neither_choosing_a_game_nor_resume_needs_more(environment, tmp_path):
    assert strangers(modules_of(environment, tmp_path, typed="\n\n6\n")) == {"click"}
    assert strangers(modules_of(environment, tmp_path, "resume")) == {"click"}
