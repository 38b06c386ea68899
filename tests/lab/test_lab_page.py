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
