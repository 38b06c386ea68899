"""Every example of docs/lab.md runs as it stands."""

import re
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "lab.md"
EXAMPLES = re.findall(r"## ([^\n]+)\n(?:(?!\n## ).)*?```python\n(.*?)```", PAGE.read_text(), re.S)


def test_every_section_has_an_example():
    assert len(EXAMPLES) == PAGE.read_text().count("\n## ") == 7


@pytest.mark.untraced
@pytest.mark.parametrize(("title", "code"), EXAMPLES, ids=[title for title, _ in EXAMPLES])
def test_an_example_runs(title, code, capsys):
    exec(compile(code, str(PAGE), "exec"), {})
    out = capsys.readouterr().out
    assert bool(out) == ("print" in code)


@pytest.mark.untraced
def test_the_learner_of_the_page_learns():
    pytest.importorskip("sb3_contrib", reason="numduel[train] is not installed")
    [code] = re.findall(r"```python\n(from sb3_contrib.*?)```", PAGE.read_text(), re.S)
    exec(compile(code.replace("40_000", "100"), str(PAGE), "exec"), learnt := {})
    assert learnt["model"].num_timesteps >= 100


def test_the_examples_tell_the_truth(capsys):
    examples = dict(EXAMPLES)
    exec(examples["OpenSpiel"], {})
    exec(examples["TextArena"], {})
    told = capsys.readouterr().out
    assert "Player 1 wins numduel_divisor_duel(numbers=8,opening=even)" in told
    assert "{0: 1, 1: -1} Player 0 wins because 1 has no split into unequal parts." in told
