"""Every example of docs/environments.md runs as it stands."""

import re
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "environments.md"
LAB = PAGE.read_text().partition("\n## Training by self-play\n")[0]
EXAMPLES = re.findall(r"## ([^\n]+)\n(?:(?!\n## ).)*?```python\n(.*?)```", LAB, re.S)


@pytest.mark.untraced
@pytest.mark.parametrize(("title", "code"), EXAMPLES, ids=[title for title, _ in EXAMPLES])
def test_an_example_runs_and_tells_the_truth(title, code, capsys):
    exec(compile(code, str(PAGE), "exec"), {})
    out = capsys.readouterr().out
    assert bool(out) == ("print" in code)
    assert title != "OpenSpiel" or "Player 1 wins\n" in out
    assert title != "TextArena" or "Player 0 wins because 1 has no split" in out


@pytest.mark.long
@pytest.mark.untraced
def test_self_play_learns():
    pytest.importorskip("torch", reason="numduel[train] is not installed")
    from bench.train import learn, measure

    told = [*measure(learn(20, "divisor-duel"), "divisor-duel", 100)]
    shares = [int(re.search(r"(\d+)%", text)[1]) for text in told]
    assert min(shares) >= 20, told
