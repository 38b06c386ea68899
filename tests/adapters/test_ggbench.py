"""`numduel ggbench` on environments of our own in the form of GG-Bench's."""

import json
from textwrap import dedent, indent

import pytest
from click.testing import CliRunner

from numduel import load_game
from numduel.adapters.ggbench import Limits, examine, examine_all
from numduel.errors import NumduelError
from numduel.terminal.command import numduel
from numduel.theory.search import solver_of

LIMITS = Limits(moves=1_000, seconds=1, memory=2_048)


def write(folder, number, start, moves, step, head="import numpy as np"):
    """Write an environment. `step` changes the state; it returns the reward and whether that is
    the end."""
    text = f"""\
{head}
import gymnasium as gym
from gymnasium import spaces


class CustomEnv(gym.Env):
    def __init__(self):
        super().__init__()
        self.action_space = spaces.Discrete(50)
        self.observation_space = spaces.Box(low=0, high=50, shape=(1,), dtype=np.float32)
        self.reset()

    def reset(self, seed=None, options=None):
        super().reset(seed=seed)
{indent(dedent(start), " " * 8)}
        return np.zeros(1, np.float32), {{}}

    def valid_moves(self):
        return {moves}

    def step(self, action):
        reward, done = self.play(action)
        return np.zeros(1, np.float32), reward, done, False, {{}}

    def play(self, action):
{indent(dedent(step), " " * 8)}
"""
    path = folder / f"env_{number}.py"
    path.write_text(text)
    return path


def stones(folder, number, start, left="1", **more):
    """Take one or two stones; whoever takes the last gets a reward."""
    step = f"""\
        self.stones -= action
        return ({left} if not self.stones else 0), not self.stones
        """
    moves = "[move for move in (1, 2) if move <= self.stones]"
    return write(folder, number, f"self.stones = {start}", moves, step, **more)


@pytest.mark.parametrize("start", [3, 4, 5])
def test_the_last_stone_wins_or_loses(tmp_path, start):
    wins = examine(stones(tmp_path, 1, start), 1_000)
    assert wins["winner"] == ("second" if start % 3 == 0 else "first")
    loses = examine(stones(tmp_path, 2, start, left="-10"), 1_000)
    assert loses["winner"] == ("second" if start % 3 == 1 else "first")
    assert examine(stones(tmp_path, 3, start, left="0"), 1_000)["winner"] == "nobody"


def test_divisor_duel_environment_rates_as_the_game(tmp_path):
    moves = """[
            n - 1 for n in self.left
            if self.last is None or n % self.last == 0 or self.last % n == 0
        ]"""
    step = """\
        self.last = action + 1
        self.left.remove(action + 1)
        done = not self.valid_moves()
        return float(done), done
        """
    start = "self.left, self.last = list(range(1, 9)), None"
    found = examine(write(tmp_path, 1, start, moves, step), 20_000)
    game = load_game("divisor-duel", numbers=8)
    value = solver_of(game).value(game.start())
    assert found["winner"] == ("first" if value.wins else "second")
    assert found["plies"] == value.distance
    assert found["endings"] == ["first", "second"]
    assert not found["endless"]
    assert not found["stuck"]
    # With fewer moves than are listed a proof is found, and it says the same.
    proved = examine(tmp_path / "env_1.py", 70)
    assert proved == {"result": "solved", "winner": found["winner"], "plies": found["plies"]}


def test_choices_that_matter_are_counted(tmp_path):
    found = examine(stones(tmp_path, 1, 4), 1_000)
    # 4, 3 and 2 stones give a choice; it matters where the number is no multiple of three.
    assert (found["positions"], found["choices"], found["matter"]) == (8, 4, 3)
    forced = examine(write(tmp_path, 2, "self.n = 4", "[1, 2]", FORCED), 1_000)
    assert (forced["choices"], forced["matter"], forced["endings"]) == (4, 0, ["second"])


FORCED = """\
self.n -= 1
return float(self.n == 0), self.n == 0
"""


@pytest.fixture
def odd_ones(tmp_path):
    """A folder of environments, most with something wrong, and a file that one writes to."""
    stones(tmp_path, 1, 4)
    toggle = "self.on = not self.on\nreturn (1 if action == 9 else 0), action == 9"
    write(tmp_path, 2, "self.on = False", "[0]", toggle)
    write(tmp_path, 3, "self.n = 2", "[1] if self.n > 1 else []", "self.n -= 1\nreturn 0, False")
    write(tmp_path, 4, "self.n = 2", "[0, 1]", "return 1 / action, True")
    stones(tmp_path, 5, 4, head="import no_such_module")
    stones(tmp_path, 6, "int(np.random.randint(3, 30))")
    dice = "self.n += int(np.random.randint(1, 7))\nreturn float(self.n > 9), self.n > 9"
    write(tmp_path, 7, "self.n = 0", "[0]", dice)
    write(tmp_path, 8, "self.n = 0", "[0]", "while True: pass")
    write(tmp_path, 9, "self.n = [0]", "[0, 1]", "self.n = [0] * 10**9\nreturn 0, False")
    write(tmp_path, 10, "self.n = 0", "[0, 1]", "self.n = 3 * self.n + action\nreturn 0, False")
    kept = tmp_path / "kept"
    write(
        tmp_path,
        11,
        "self.n = 0",
        "[0]",
        f"with open({str(kept)!r}, 'a') as file: file.write('x')\nreturn 1, True",
    )
    write(tmp_path, 12, "self.n = 0", "[0]", "import os\nos._exit(3)")
    kept.write_text("")
    return tmp_path


def test_whatever_an_environment_does_is_told(odd_ones):
    found = {finding.number: finding for finding in examine_all(odd_ones, LIMITS)}
    told = {number: (finding.result, finding.why) for number, finding in found.items()}
    assert found[1].winner == "first"
    assert found[2].endless
    assert found[2].winner == "nobody"
    assert found[3].stuck == 1
    assert found[4].errors == 1
    assert found[4].winner == "first"
    assert told[5] == ("fails", "ModuleNotFoundError: No module named 'no_such_module'")
    assert told[6] == ("chance", "start")
    assert told[7] == ("chance", "moves")
    assert told[8] == ("unsolved", "time")
    assert told[9] == ("unsolved", "memory") or found[9].errors
    assert told[10] == ("unsolved", "moves")
    assert found[11].errors == 1
    assert (odd_ones / "kept").read_text() == ""
    assert told[12] == ("fails", "its process ended with 3")


def test_the_command_prints_a_table_or_json(tmp_path):
    envs = tmp_path / "gg_bench/data/envs"
    envs.mkdir(parents=True)
    stones(envs, 3, 3)
    stones(envs, 12, 4)
    splits = tmp_path / "gg_bench/data/splits"
    splits.mkdir()
    (splits / "valid_envs.json").write_text('[["12", 250000]]')
    run = CliRunner().invoke(numduel, ["ggbench", str(tmp_path), "--out", str(tmp_path / "out")])
    assert run.exit_code == 0, run.output
    lines = run.output.splitlines()
    assert [line.split()[:3] for line in lines[2:4]] == [
        ["3", "solved", "second"],
        ["12*", "solved", "first"],
    ]
    assert any(line.split() == ["solved", "2", "1"] for line in lines)
    written = [json.loads(line) for line in (tmp_path / "out").read_text().splitlines()]
    assert [entry["chosen"] for entry in written] == [False, True]
    run = CliRunner().invoke(numduel, ["ggbench", str(tmp_path), "--json", "--only", "12"])
    assert json.loads(run.output) == written[1]


def test_wrong_folders_and_numbers_are_told(tmp_path):
    with pytest.raises(NumduelError, match="There are no environments in "):
        list(examine_all(tmp_path, LIMITS))
    stones(tmp_path, 1, 4)
    with pytest.raises(NumduelError, match="There is no environment 2 in "):
        list(examine_all(tmp_path, LIMITS, [2]))
    run = CliRunner().invoke(numduel, ["ggbench", str(tmp_path), "--only", "one"])
    assert run.exit_code == 2
    assert "--only is followed by numbers" in run.output


def test_players_alternate_whatever_the_environment_thinks(tmp_path):
    start = "self.player, self.n = 1, 5"
    step = "self.n -= 1\nreturn float(self.n == 0), self.n == 0"
    found = examine(write(tmp_path, 1, start, "[0]", step), 100)
    assert (found["winner"], found["plies"]) == ("first", 5)
