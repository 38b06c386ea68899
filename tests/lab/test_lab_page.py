"""Every example of docs/lab.md runs as it stands."""

import re
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "lab.md"
EXAMPLES = re.findall(r"## ([^\n]+)\n(?:(?!\n## ).)*?```python\n(.*?)```", PAGE.read_text(), re.S)


def test_every_section_has_an_example():
    assert len(EXAMPLES) == PAGE.read_text().count("\n## ") == 8


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


def test_the_recipe_on_the_page_of_training_is_the_one_that_runs():
    page = PAGE.with_name("training.md").read_text()
    [recipe] = re.findall(r"```python\n(.*?)```", page, re.S)
    assert recipe in (PAGE.parents[1] / "bench" / "train.py").read_text()


@pytest.mark.long
@pytest.mark.untraced
def test_self_play_learns():
    pytest.importorskip("torch", reason="numduel[train] is not installed")
    from bench.train import learn, measure

    told = [*measure(learn(20, "divisor-duel"), "divisor-duel", 100)]
    shares = [int(re.search(r"(\d+)%", text)[1]) for text in told]
    assert min(shares) >= 20, told
