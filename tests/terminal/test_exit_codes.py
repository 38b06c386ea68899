"""Exit codes, what a start loads, and completion in shells."""

import subprocess
import sys

import pytest


@pytest.mark.parametrize("command", [[], ["play"], ["puzzle"], ["audit"], ["rules"], ["analyse"]])
def test_no_help_is_cut(here, command):
    told = here(*command, "--help").out
    assert "..." not in told.replace("[ARGS]...", "")
    assert "…" not in told


def test_help_tells_a_games_options_with_their_defaults(here):
    text = " ".join(here("play", "divisor-duel", "--help").out.split())
    assert "--numbers N The list is 1 to this number. [default: 20]" in text
    opening = "--opening [any|even|even-below-half] What the first number may be (a variant)."
    assert f"{opening} [default: any]" in text
    text = " ".join(here("play", "number-split-duel", "--help").out.split())
    assert "--start N The first N. [default: 16]" in text


@pytest.mark.parametrize(
    ("arguments", "typed", "code"),
    [
        (["play", "number-split-duel", "--start", "3"], ["2 1", "1"], 0),
        (["play", "number-split-duel"], ["quit"], 0),
        (["play", "number-split-duel"], ["resign", "yes"], 0),
        (["--version"], [], 0),
        ([], [], 0),
        (["replay", "no-such-file"], [], 1),
        (["rules", "chess"], [], 2),
        (["rules"], [], 2),
        (["--chess"], [], 2),
        (["play", "number-split-duel"], ["10 6"], 3),
        (["play", "number-split-duel"], ["resign"], 3),
    ],
)
def test_how_it_ended_is_told_by_the_exit_code(run, arguments, typed, code):
    told = run(*arguments, typed=typed)
    assert told.code == code
    assert "Traceback" not in told.err
    assert bool(told.notices) == (code != 0 or typed == ["quit"] or arguments == [])


@pytest.mark.parametrize("closed", ["<&-", "<&- >&- 2>&-"])
def test_closed_streams_are_empty_ones(environment, records, script, tmp_path, closed):
    shell = f"exec '{script}' play number-split-duel {closed}"
    done = subprocess.run(
        ["sh", "-c", shell], input=b"10 6\n6\n", capture_output=True, env=environment, cwd=tmp_path
    )
    assert b"Traceback" not in done.stderr
    assert done.returncode == 3
    kept = [record.match.moves for record in records("unfinished")]
    assert kept == ([] if "<&-" in closed else [(6,)])


def test_a_reader_who_stops_reading_ends_it_quietly(environment, records, script, tmp_path):
    shell = f"yes 7 | '{script}' play parity-duel | head -n 1"
    done = subprocess.run(["sh", "-c", shell], capture_output=True, env=environment, cwd=tmp_path)
    assert done.stdout == b"Available Numbers:\n"
    assert b"Traceback" not in done.stderr
    assert b"Exception" not in done.stderr
    assert records("unfinished")[0].match.game.slug == "parity-duel"


def test_without_a_home_a_sentence_says_what_to_set(environment, script, tmp_path):
    """A user whom the system does not know, as in a container."""
    del environment["HOME"], environment["XDG_DATA_HOME"]
    nobody = "import os; os.getuid = lambda: 54321; from numduel.terminal.command import numduel"
    done = subprocess.run(
        [sys.executable, "-c", f"{nobody}; numduel(['play', 'divisor-duel'])"],
        input=b"",
        capture_output=True,
        env=environment,
        cwd=tmp_path,
    )
    sentence = "You have no home folder: set XDG_DATA_HOME to a folder for saved games."
    assert done.stderr.decode() == f"Error: {sentence}\n"
    assert done.returncode == 1


@pytest.mark.parametrize(
    ("command", "meant"),
    [
        ("anlyse", 'There is no command "anlyse". Did you mean "analyse"?'),
        ("divisor-duel", "To play: numduel play divisor-duel."),
        ("x", 'There is no command "x". Choose from: play, games,'),
    ],
)
def test_unknown_command_suggests_the_nearest(here, command, meant):
    told = here(command)
    assert told.code == 2
    assert meant in told.err


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


def complete(here, *words):
    """What bash offers for the last of these words."""
    told = here(
        _NUMDUEL_COMPLETE="bash_complete",
        COMP_WORDS=" ".join(["numduel", *words]),
        COMP_CWORD=str(len(words)),
    )
    assert (told.err, told.code) == ("", 0)
    return [row.partition(",")[2] for row in told.out.splitlines() if row]


def test_bash_can_run_its_script(environment, script, tmp_path):
    """The function that bash calls when Tab is pressed, called by bash itself."""
    bash = f"""
        PATH="{script.rpartition("/")[0]}:$PATH"
        eval "$(numduel completion bash)"
        complete -p numduel
        COMP_WORDS=(numduel play divisor-duel --opening a) COMP_CWORD=4
        _numduel_completion numduel
        echo "${{COMPREPLY[@]}}"
    """
    done = subprocess.run(
        ["bash", "-c", bash], capture_output=True, text=True, env=environment, cwd=tmp_path
    )
    assert done.stderr == ""
    assert done.stdout.splitlines()[-1] == "any"


def test_games_and_their_options_are_offered(here):
    assert {"play", "rules"} <= set(complete(here, ""))
    assert complete(here, "rules", "divisor") == ["divisor-duel"]
    assert complete(here, "play", "x") == []
    offered = set(complete(here, "play", "divisor-duel", "--"))
    assert {"--numbers", "--opening", "--vs", "--plain"} <= offered
    assert "--start" not in offered


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_there_is_a_script_for_other_shells(here, shell):
    assert "_NUMDUEL_COMPLETE" in here("completion", shell).out


def test_the_values_of_an_option_are_offered(here):
    assert complete(here, "play", "divisor-duel", "--opening", "a") == ["any"]
    assert complete(here, "play", "divisor-duel", "--opening", "ev") == ["even", "even-below-half"]
    assert complete(here, "play", "divisor-duel", "--numbers", "") == []
    assert "random" in complete(here, "play", "divisor-duel", "--vs", "")
    assert complete(here, "play", "divisor-duel/numbers=40/6", "--opening", "a") == ["any"]
