"""Completion in bash, zsh and fish: games and options included."""

import subprocess

import pytest


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
