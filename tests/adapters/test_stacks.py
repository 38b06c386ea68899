"""Each evaluation stack, in an environment of its own (`make stacks`), by its own checker."""

import json
import os
import re
import signal
import subprocess
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from numduel import tasks

from ..conftest import PATIENCE, PROJECT
from . import same_scores

pytestmark = pytest.mark.long
ENVIRONMENTS = {
    "inspect": "inspect",
    "verifiers": "verifiers",
    "reasoning_gym": "datasets",
    "lm_eval": "datasets",
    "openenv": "openenv",
}
FIRST = re.compile("Legal moves: ([^,\n]+)")


def run(environment, command, *arguments, folder=None, **variables):
    """What a command of an environment, which is activated, prints; it must succeed."""
    programs = PROJECT / ".stacks" / environment / "bin"
    variables["PATH"] = f"{programs}{os.pathsep}{os.environ['PATH']}"
    assert programs.exists(), "make stacks sets up the environments of these tests"
    program = "sh" if command == "sh" else programs / command
    done = subprocess.run(
        [str(program), *map(str, arguments)],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        cwd=folder,
        env=os.environ | {"HF_HUB_OFFLINE": "1", "NO_COLOR": "1", "COLUMNS": "200"} | variables,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize("stack", [name for name in ENVIRONMENTS if name != "openenv"])
def test_every_stack_prompts_and_scores_puzzles_alike(stack):
    told = run(ENVIRONMENTS[stack], "python", same_scores.__file__, stack)
    expected = []
    for game, options in same_scores.GAMES:
        for puzzle in tasks.puzzles(game, same_scores.SEED, count=same_scores.COUNT, **options):
            worth = [tasks.score(puzzle, reply).value for reply in same_scores.replies_to(puzzle)]
            assert sorted(set(worth)) == [0, 1]
            expected.append([tasks.prompt(puzzle), worth])
    assert json.loads(told.splitlines()[-1]) == expected


def test_openenv_asks_and_scores_games_as_we_do():
    told = run("openenv", "python", same_scores.__file__, "openenv")
    expected = []
    for game, options in same_scores.GAMES:
        for puzzle in tasks.puzzles(game, same_scores.SEED, count=same_scores.COUNT, **options):
            worth = []
            for reply in same_scores.replies_to(puzzle):
                episode = tasks.Episode(game, seed=same_scores.SEED, **options)
                episode.reply(reply)
                worth.append(-episode.thrown_away())
            question = tasks.Episode(game, seed=same_scores.SEED, **options).question
            expected.append([question, worth])
    assert json.loads(told.splitlines()[-1]) == expected


INSPECT = """
import sys
from inspect_ai import eval as evaluate
from inspect_ai.model import ModelOutput, ModelUsage, get_model

def answer(*_):
    said = ModelOutput.from_content("mockllm/model", "I pass.")
    said.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
    return said

settings = {"game": "divisor-duel", "numbers": 12, "count": 2}
model = get_model("mockllm/model", custom_outputs=answer)
[log] = evaluate(sys.argv[1], model=model, task_args=settings, display="none", log_dir=sys.argv[2])
assert log.status == "success", log.error
[value] = [score for score in log.results.scores if score.name == "value"]
print(value.metrics["mean"].value, value.metrics["stderr"].value, *(s.id for s in log.samples))
"""


@pytest.mark.parametrize("task", ["puzzles", "reasons", "games"])
def test_inspect_runs_tasks_by_name(task, tmp_path):
    told = run("inspect", "python", "-c", INSPECT, f"numduel/{task}", tmp_path)
    mean, error, *ids = told.split()
    assert [mean, error] == ["0.0", "0.0"]  # what the mock says is no answer
    if task != "games":
        made = tasks.puzzles("divisor-duel", 0, count=2, numbers=12)
        assert {*ids} == {puzzle.id for puzzle in made}


class FirstLegal(BaseHTTPRequestHandler):
    """A model that streams, and always answers with the first legal move."""

    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
        content = asked["messages"][-1]["content"]
        text = content if isinstance(content, str) else content[0]["text"]
        answer = f"Answer: {FIRST.search(text)[1]}"
        head = {"id": "1", "created": 1, "model": asked["model"], "object": "chat.completion.chunk"}
        usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
        deltas = [({"role": "assistant", "content": answer}, None), ({}, "stop")]
        chunks = [
            head | {"choices": [{"index": 0, "delta": delta, "finish_reason": ending}]}
            for delta, ending in deltas
        ]
        chunks.append(head | {"choices": [], "usage": usage})
        body = "".join(f"data: {json.dumps(chunk)}\n\n" for chunk in chunks) + "data: [DONE]\n\n"
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        self.wfile.write(body.encode())

    def log_message(self, *_):
        pass


@pytest.fixture
def model():
    server = ThreadingHTTPServer(("127.0.0.1", 0), FirstLegal)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}/v1"
    server.shutdown()
    server.server_close()


def test_two_agents_play_each_other_in_verifiers(model, tmp_path):
    run(
        "verifiers", "vf-eval", "numduel-self-play", "-m", "test", "--no-push",
        "--client.base-url", model, "--env.taskset.count", "1",
        "--env.taskset.begin", "usual", "-o", "out",
        folder=tmp_path, OPENAI_API_KEY="none", PRIME_API_KEY="none",
    )  # fmt: skip
    [traces] = tmp_path.glob("out/*/traces.jsonl")
    [episode] = map(json.loads, traces.read_text().splitlines())
    won = {trace["agent"]["name"]: trace["metrics"]["won"] for trace in episode["traces"]}
    # Player 1 takes 1, Player 2 the 2, and so on: always the smallest that is allowed.
    match = tasks.Episode("divisor-duel", None)
    while not match.is_over:
        match.reply(f"Answer: {FIRST.search(match.question)[1]}")
    assert won == {"first": match.score(1).parts["won"], "second": match.score(2).parts["won"]}


ONE_FAILS = """
import asyncio
from contextlib import asynccontextmanager
from types import SimpleNamespace
from numduel.adapters.verifiers.self_play import SelfPlay, SelfPlayConfig, SelfPlayTaskset

tasks = [*SelfPlayTaskset(SelfPlayConfig(count=6, reward=REWARD, plies=(0, 4))).load()]
assert len({tuple(task.data.moves) for task in tasks}) > 1
for task in tasks:
    replayed = task.data.begin()
    failing = replayed.asked.opponent
    failed, sides = [], {}

    def side_of(player):
        async def turn(question):
            assert question == replayed.question
            if player is failing:
                failed.append(player)
                return SimpleNamespace(terminated=True, last_reply="")
            reply = replayed.gold()
            replayed.reply(reply)
            return SimpleNamespace(terminated=False, last_reply=reply)

        side = sides[player] = SimpleNamespace(trace=SimpleNamespace(info={}), turn=turn)

        @asynccontextmanager
        async def interaction(task):
            yield side

        return SimpleNamespace(interaction=interaction)

    one, two = (side_of(player) for player in type(failing))
    asyncio.run(SelfPlay.run(None, task, SimpleNamespace(first=one, second=two)))
    if failed:  # the other may have won before
        both = (failing, failing.opponent)
        rewards = [asyncio.run(task.exact(sides[side].trace)) for side in both]
        print(*rewards)
"""


def test_one_sides_failure_does_not_take_the_others_reward():
    told = run("verifiers", "python", "-c", ONE_FAILS.replace("REWARD", "'regret'"))
    assert {*told.splitlines()} == {"-1.0 0.0"}
    told = run("verifiers", "python", "-c", ONE_FAILS.replace("REWARD", "'outcome'"))
    assert {*told.split()[::2]} == {"-1.0"}
    assert "1.0" in told.split()[1::2]  # where the best reply keeps a won game won


@pytest.fixture
def environment():
    """The address of an environment server."""
    program = PROJECT / ".stacks" / "openenv" / "bin" / "numduel"
    offer = [str(program), "env-server", "divisor-duel", "--set", "numbers=12", "--port", "0"]
    with subprocess.Popen(offer, stderr=subprocess.PIPE, text=True) as server:
        yield re.search(r"http://\S+", server.stderr.readline())[0]
        server.send_signal(signal.SIGINT)


def test_openenvs_own_check_holds(environment):
    told = run("openenv", "openenv", "validate", "--url", environment, "--timeout", PATIENCE)
    assert "Verdict: PASS" in told
    assert "FAIL" not in told


SESSIONS = """
import sys
from openenv.core.generic_client import GenericEnvClient

with GenericEnvClient(sys.argv[1]).sync() as one, GenericEnvClient(sys.argv[1]).sync() as two:
    begun = [each.reset(seed=4, seat=2, opponent="random").observation for each in (one, two)]
    assert begun[0] == begun[1], begun
    over = one.step({"text": ""})
    over = one.step({"text": ""})
    assert over.done and over.reward == -1, over
    assert not two.step({"text": ""}).done
    print("apart")
"""
STEPS = """
import sys
from openenv.core.generic_client import GenericEnvClient

with GenericEnvClient(sys.argv[1]).sync() as env:
    begun = [env.reset(seed=seed, begin="random", plies=[0, 4]) for seed in range(6)]
    assert len({each.observation["text"] for each in begun}) > 3, begun
    rewards = set()
    for seed in range(12):
        seen = env.reset(seed=seed, begin="rated", reward="regret", opponent="perfect")
        legal = seen.observation["text"].split("Legal moves: ")[1].splitlines()[0].split(", ")
        done = env.step({"text": f"Answer: {legal[0]}"})
        right = legal[0] in done.observation["optimal"]
        assert done.reward == (0 if right else -1), (done, legal)
        rewards.add(done.reward)
    assert rewards == {0, -1}, rewards
    env.reset(seed=1, begin="rated", reward="outcome", opponent="perfect")
    over = None
    for _ in range(2):
        over = env.step({"text": ""})
    assert over.done and over.reward == -1, over
print("paid")
"""


def test_each_reply_is_paid_at_once(environment):
    assert run("openenv", "python", "-c", STEPS, environment).strip() == "paid"


def test_sessions_begin_alike_and_go_on_apart(environment):
    assert run("openenv", "python", "-c", SESSIONS, environment).strip() == "apart"


def test_files_of_several_games_load_as_one_table(tmp_path):
    for game, options in same_scores.GAMES:
        made = tasks.puzzles(game, 7, count=4, **options)
        lines = [tasks.write_puzzle(puzzle) for puzzle in made]
        (tmp_path / f"{game}.jsonl").write_text("\n".join(lines))
    code = (
        "from datasets import load_dataset\n"
        f"rows = load_dataset('json', data_files={str(tmp_path / '*.jsonl')!r}, split='train',"
        f" cache_dir={str(tmp_path / 'cache')!r})\n"
        "print(len(rows), sorted(set(rows['game'])), rows.features['options'].dtype)"
    )
    told = run("datasets", "python", "-c", code)
    assert told.strip() == "8 ['divisor-duel', 'grundys-game'] string"


def test_reasoning_gyms_curriculum_raises_the_difficulty():
    code = (
        "from numduel.adapters.reasoning_gym import PuzzleDataset, PuzzlesCurriculum\n"
        "curriculum, levels = PuzzlesCurriculum(), []\n"
        "for _ in range(3):\n"
        "    config = curriculum.generate_configuration({'size': 4, 'seed': 1})\n"
        "    levels.append({entry['metadata']['difficulty']['difficulty']"
        " for entry in PuzzleDataset(config)})\n"
        "    curriculum.increment_attr_level('difficulty')\n"
        "print(levels)"
    )
    assert run("datasets", "python", "-c", code).strip() == "[{'easy'}, {'medium'}, {'hard'}]"


PAGE = (PROJECT / "docs" / "environments.md").read_text()
SECTIONS = {
    "verifiers": ("verifiers", r'("valid_rate": 1\b.*){3}'),  # gold scores 1, silence nothing
    "reasoning-gym": ("datasets", r"^1\.0 \d+$"),
    "lm-evaluation-harness": ("datasets", r"\|right +\|↑ +\|0\.0000"),  # a dummy's replies
}


@pytest.mark.parametrize("section", SECTIONS)
def test_what_the_page_shows_works_as_it_stands(section, tmp_path):
    stack, expected = SECTIONS[section]
    text = PAGE.partition(f"\n### {section}\n")[2].partition("\n### ")[0]
    [(kind, code)] = re.findall(r"```(sh|python)\n(.*?)```", text, re.DOTALL)
    program, flag = ("sh", "-ec") if kind == "sh" else ("python", "-c")
    told = run(stack, program, flag, code, folder=tmp_path)
    assert re.search(expected, told, re.DOTALL | re.MULTILINE), told
