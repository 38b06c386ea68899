"""Every example of docs/environments.md runs as it stands."""

import re
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "environments.md"
LAB = PAGE.read_text().partition("\n## Training by self-play\n")[0]
EXAMPLES = re.findall(r"## ([^\n]+)\n(?:(?!\n## ).)*?```python\n(.*?)```", LAB, re.S)


def test_every_section_has_an_example():
    assert len(EXAMPLES) == LAB.count("\n## ") == 7


@pytest.mark.untraced
@pytest.mark.parametrize(("title", "code"), EXAMPLES, ids=[title for title, _ in EXAMPLES])
def test_an_example_runs(title, code, capsys):
    exec(compile(code, str(PAGE), "exec"), {})
    out = capsys.readouterr().out
    assert bool(out) == ("print" in code)


def test_the_examples_tell_the_truth(capsys):
    examples = dict(EXAMPLES)
    exec(examples["OpenSpiel"], {})
    exec(examples["TextArena"], {})
    told = capsys.readouterr().out
    assert "Player 1 wins\n" in told
    assert "{0: 1, 1: -1} Player 0 wins because 1 has no split into unequal parts." in told


def test_the_recipe_on_the_page_is_the_one_that_runs():
    included = re.findall(r"```\{literalinclude\} (.+)\n:pyobject: (\w+)", PAGE.read_text())
    [(file, function)] = included
    assert f"\ndef {function}(" in (PAGE.parent / file).read_text()


@pytest.mark.long
@pytest.mark.untraced
def test_self_play_learns():
    pytest.importorskip("torch", reason="numduel[train] is not installed")
    from bench.train import learn, measure

    told = [*measure(learn(20, "divisor-duel"), "divisor-duel", 100)]
    shares = [int(re.search(r"(\d+)%", text)[1]) for text in told]
    assert min(shares) >= 20, told
