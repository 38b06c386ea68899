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


@pytest.mark.parametrize(
    ("shell", "part"),
    [
        ("bash", "complete -o nosort -F _numduel_completion numduel"),
        ("zsh", "#compdef numduel"),
        ("fish", "complete --no-files --command numduel"),
    ],
)
def test_there_is_a_script_for_each_shell(here, shell, part):
    told = here("completion", shell)
    assert part in told.out
    assert "_NUMDUEL_COMPLETE" in told.out
    assert (told.err, told.code) == ("", 0)


def test_help_says_how_to_put_the_script_to_use(here):
    told = here("completion", "--help").out
    assert 'eval "$(numduel completion bash)" in ~/.bashrc' in told
    assert 'eval "$(numduel completion zsh)" in ~/.zshrc' in told
    assert "numduel completion fish > ~/.config/fish/completions/numduel.fish" in told


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


def test_commands_are_offered(here):
    assert {"play", "games", "rules", "resume", "replay"} <= set(complete(here, ""))


def test_games_are_offered(here, slug):
    assert slug in complete(here, "play", "")
    assert complete(here, "rules", slug[:-1]) == [slug]
    assert complete(here, "play", "x") == []


@pytest.mark.parametrize(
    ("slug", "options"),
    [
        ("divisor-duel", {"--numbers", "--opening"}),
        ("even-odd-match", {"--numbers", "--jokers"}),
        ("number-split-duel", {"--start"}),
        ("parity-duel", {"--numbers", "--jokers"}),
        ("sequence-builder", {"--numbers", "--length"}),
    ],
)
def test_a_games_own_options_are_offered(here, slug, options):
    common = {"--names", "--first", "--vs", "--series", "--seed", "--plain", "--help"}
    offered = set(complete(here, "play", slug, "--"))
    assert options | common <= offered
    assert ("--start" in offered) == ("--start" in options)


def test_the_values_of_an_option_are_offered(here):
    assert complete(here, "play", "divisor-duel", "--opening", "a") == ["any"]
    assert complete(here, "play", "divisor-duel", "--opening", "ev") == ["even", "even-below-half"]
    assert complete(here, "play", "divisor-duel", "--numbers", "") == []
    assert "random" in complete(here, "play", "divisor-duel", "--vs", "")
    assert complete(here, "play", "divisor-duel/numbers=40/6", "--opening", "a") == ["any"]


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_other_shells_are_offered_the_same(here, shell):
    words = "numduel play divisor-duel --opening "
    told = here(
        _NUMDUEL_COMPLETE=f"{shell}_complete",
        COMP_WORDS=words if shell == "zsh" else words.strip(),
        COMP_CWORD="4" if shell == "zsh" else "",
    )
    assert "any" in told.out
    assert "even" in told.out
    assert (told.err, told.code) == ("", 0)
