"""Whole runs: the same whatever the parallelism, stopped and gone on with, against real servers."""

import json
import os
import shutil
import subprocess
import sys
import time
from collections import Counter

import pytest
from click.testing import CliRunner

from numduel import NumduelError, Preset, load_game
from numduel.arena.command import arena as command
from numduel.arena.plan import read_games, tell_differences
from numduel.arena.players import read_players, split_names
from numduel.arena.results import load_results
from numduel.arena.scores import score_run
from numduel.games.divisor_duel import DivisorDuel
from numduel.journal import read_lines
from numduel.study.audit import can_matter

HOSTILE = "document.title='owned'"
KEY = "sk-test-3f9a"


def lines_of(folder):
    """What the lines say in whatever order, which their check values depend on."""
    lines = read_lines((folder / "games.jsonl").read_bytes())
    return sorted(json.dumps(line.entry) for line in lines)


def invoke(*arguments):
    return CliRunner().invoke(command, [*map(str, arguments)], catch_exceptions=False)


QUICK = ["--games", "divisor-duel/numbers=12,sequence-builder", "--players", "random,easy,medium"]


QUICK += ["--workers", "1"]  # this process, except where a test is about several


def test_seed_reproduces_run_with_any_worker_count(arena, tmp_path):
    folders = [tmp_path / "one", tmp_path / "two"]
    runs = [
        arena(*QUICK, "--rounds", "4", "--seed", "5", "--out", folder, "--workers", str(workers))
        for workers, folder in enumerate(folders, start=1)
    ]
    told = [run.communicate()[0].splitlines() for run in runs]
    assert [run.returncode for run in runs] == [0, 0]
    assert len(lines_of(folders[0])) == 1 + 4 * 2 * 6
    games = [(folder / "games.jsonl").read_bytes() for folder in folders]
    assert games[0] == games[1]
    assert told[0][:-1] == told[1][:-1]
    reports = [(folder / "report.html").read_text() for folder in folders]
    assert reports[0] == reports[1]


def test_a_run_that_was_killed_goes_on_and_repeats_nothing(arena, tmp_path):
    arguments = [*QUICK, "--rounds", "6", "--seed", "5", "--workers", "2", "--out"]
    path = tmp_path / "killed" / "games.jsonl"
    whole = 1 + 6 * 2 * 6  # lines
    written = whole
    while written == whole:  # on a busy machine it may have ended before it was killed
        shutil.rmtree(path.parent, ignore_errors=True)
        first = arena(*arguments, tmp_path / "killed")
        while not path.exists() or path.read_bytes().count(b"\n") <= 10:
            assert first.poll() in (None, 0)
            time.sleep(0.01)
        first.kill()
        first.wait()
        written = path.read_bytes().count(b"\n")
    with path.open("ab") as file:  # as if it had been killed in the middle of a line
        file.write(b'{"game": "divisor-duel+numb')
    before = path.read_bytes().splitlines()[:-1]
    assert 10 < len(before) < whole
    assert arena(*arguments, tmp_path / "killed").wait() == 0
    assert arena(*arguments, tmp_path / "whole").wait() == 0
    assert path.read_bytes().splitlines()[: len(before)] == before
    assert lines_of(tmp_path / "killed") == lines_of(tmp_path / "whole")


def test_a_finished_run_is_told_again_without_playing(tmp_path):
    first = invoke(*QUICK, "--rounds", "1", "--out", tmp_path / "run")
    before = (tmp_path / "run" / "games.jsonl").read_bytes()
    again = invoke(*QUICK, "--rounds", "1", "--out", tmp_path / "run")
    read = invoke("--read", tmp_path / "run")
    assert again.stdout == first.stdout == read.stdout
    assert (tmp_path / "run" / "games.jsonl").read_bytes() == before
    told = invoke("--read", tmp_path / "run", "--json").stdout
    assert told == (tmp_path / "run" / "scores.json").read_text()
    scores, easy = json.loads(told), score_run(*load_results(tmp_path / "run")).players["easy"]
    assert (scores["planned"], scores["played"], scores["not_scored"]) == (12, 12, 0)
    assert scores["players"]["easy"]["beyond_chance"] == easy.accuracy.beyond_chance
    assert scores["players"]["easy"]["right"]["part"] == easy.accuracy.part


def test_another_runs_folder_is_left_alone(tmp_path):
    invoke(*QUICK, "--rounds", "1", "--out", tmp_path / "run")
    before = (tmp_path / "run" / "games.jsonl").read_bytes()
    with pytest.raises(NumduelError, match="holds another run: rounds 1, not 2; seed 0, not 9"):
        invoke(*QUICK, "--rounds", "2", "--seed", "9", "--out", tmp_path / "run")
    assert (tmp_path / "run" / "games.jsonl").read_bytes() == before


def test_another_seed_makes_other_games(plan):
    one, other = ([*plan("random,easy", seed=seed).fixtures()] for seed in (1, 2))
    assert not {fixture.seed for fixture in one} & {fixture.seed for fixture in other}


def test_what_another_run_has_otherwise_is_named(plan):
    model = "openai:m+name=m+base_url=http://127.0.0.1/v1"
    theirs = plan(f"random,{model}", [("divisor-duel", {"numbers": 9})])
    ours = plan(f"random,{model}+rules=no+temperature=1+timeout=5")
    assert tell_differences(theirs, ours) == (
        "games divisor-duel/numbers=9, not sequence-builder; rules of m yes, not no;"
        " temperature of m unset, not 1; timeout of m 600.0, not 5.0"
    )
    assert tell_differences(ours, plan("random,easy", rounds=3)) == (
        "players m, random, not easy, random; rounds 1, not 3"
    )


@pytest.mark.parametrize(
    ("players", "reason"),
    [
        ("random", "at least two"),
        ("random,nobody", 'no player "nobody"'),
        ("random,easy+rules=no", "easy takes no settings[.]$"),
        ("random,openai:m+colour=red", "no setting colour. Choose from: base_url"),
        ("random,openai:m+retries=-1", "retries must be a number"),
        ("random,openai:m+name=random", "cannot be the name"),
        ("random,program:'", "Name the program"),
    ],
)
def test_invalid_players_are_refused_before_writing(tmp_path, players, reason):
    with pytest.raises(NumduelError, match=reason):
        invoke("--players", players, "--out", tmp_path / "run")
    assert not (tmp_path / "run").exists()


def test_arena_end_to_end_with_all_endpoint_behaviours(server, tmp_path):
    models = ["good", "last", "forgetful", "hostile", "silent", "refuser", "down"]
    settings = "+timeout=600+backoff=0.01+tries=2+price_read=1+price_written=2"
    players = ["random", *(f"openai:{name}{settings}+name={name}" for name in models)]
    arguments = [
        "--games", "divisor-duel/numbers=8", "--rounds", "1", "--seed", "3",
        "--players", ",".join(players), "--base-url", server.url, "--out", tmp_path / "run",
    ]  # fmt: skip
    played = invoke(*arguments)
    assert played.exit_code == 0, played.output
    plan, records = load_results(tmp_path / "run")
    assert len(records) == len(plan) == 56
    scores = score_run(plan, records).players
    assert scores["good"].failures == scores["hostile"].failures == {}
    assert scores["silent"].failures["empty"] == scores["silent"].attempts
    assert scores["refuser"].failures["refused"] == scores["refuser"].forfeits.part
    down = scores["down"]
    assert (down.attempts, down.failures, down.broken) == (0, {}, 14 - down.forfeits.whole)
    assert down.broken >= 7
    assert scores["forgetful"].failures["illegal"] * 2 == scores["forgetful"].attempts
    assert scores["forgetful"].forfeits.part == 0
    asked = Counter(request["model"] for request in server.requests)
    assert scores["good"].tokens["read"] == 100 * asked["good"]
    assert scores["good"].cost == pytest.approx(120e-6 * asked["good"])
    assert scores["last"].uncounted == asked["last"]
    assert scores["last"].cost is None
    for file in (tmp_path / "run").iterdir():
        assert KEY not in file.read_text()
    assert HOSTILE in (tmp_path / "run" / "games.jsonl").read_text()
    assert HOSTILE not in (tmp_path / "run" / "report.html").read_text()
    asked = len(server.requests)
    assert invoke(*arguments).stdout == played.stdout
    assert len(server.requests) == asked


def test_how_a_model_was_asked_is_recorded(server, tmp_path):
    player = "openai:last+legal=yes+rules=no+history=no+retries=3+name=last"
    arguments = ["--games", "sequence-builder", "--players", f"random,{player}", "--rounds", "1"]
    invoke(*arguments, "--base-url", server.url, "--out", tmp_path / "run")
    header, game, *_ = map(json.loads, (tmp_path / "run/games.jsonl").read_text().splitlines())
    settings = header["players"]["last"]
    assert (settings["rules"], settings["legal"], settings["history"]) == (False, True, False)
    assert (settings["retries"], settings["model"]) == (3, "last")
    seat = game["players"].index("last") + 1
    (attempt,) = next(step for step in game["steps"] if step["by"] == seat)["attempts"]
    assert "Moves so far" not in attempt["prompt"]
    assert attempt["reply"].startswith("Answer: ")


def test_a_wrong_address_can_be_corrected(server, tmp_path):
    arguments = ["--games", "sequence-builder", "--rounds", "1", "--out", tmp_path / "run"]
    arguments += ["--players", "random,openai:good+tries=1", "--base-url"]
    with pytest.raises(NumduelError, match="0 of 2 games are played"):
        invoke(*arguments, "http://127.0.0.1:9/v1")
    assert invoke(*arguments, server.url).exit_code == 0
    with pytest.raises(NumduelError, match=f"base_url of openai:good.* {server.url}, not http"):
        invoke(*arguments, "http://127.0.0.1:9/v1")


def tell(*arguments, first="", env=None):
    """The whole program in a process of its own: its exit code, and what it said at the end."""
    code = f"{first}\nfrom numduel.terminal.command import numduel\nnumduel()"
    command = [sys.executable, "-c", code, "arena", *map(str, arguments)]
    done = subprocess.run(command, env=env, capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr.splitlines()[-1]


def test_run_stops_on_full_disk_and_resumes(tmp_path, untraced):
    arguments = [*QUICK, "--rounds", "2", "--start", "usual", "--out", tmp_path / "run"]
    limit = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))"
    code, _, told = tell(*arguments, first=limit, env=os.environ | untraced)
    assert code == 1
    assert "games.jsonl cannot be written: File too large. Continue with the same command: " in told
    assert 0 < len(lines_of(tmp_path / "run")) < 25
    assert tell(*arguments)[0] == 0
    assert len(load_results(tmp_path / "run")[1]) == 24


def test_all_selects_games_where_skill_matters():
    games = read_games("all")
    assert [game.slug for game in games] == ["divisor-duel", "grundys-game"]
    assert all(map(can_matter, games))


def test_all_leaves_out_what_the_seats_or_a_habit_decide(monkeypatch):
    preset = Preset("decided", {}, ("arena",))
    monkeypatch.setattr(DivisorDuel, "presets", (preset._replace(options={"numbers": 1}),))
    assert "divisor-duel" not in {game.slug for game in read_games("all")}
    for name in ("parity-duel/jokers=1", "even-odd-match", "number-split-duel"):
        assert len(read_games(name)) == 1, "but it can be named"


def test_game_ids_and_quoted_player_names_are_parsed():
    games = read_games("sequence-builder,divisor-duel/numbers=40,opening=even,sequence-builder")
    even = load_game("divisor-duel", numbers=40, opening="even")
    assert games == [load_game("sequence-builder"), even]
    assert split_names('random, "program:play a,b"') == ["random", "program:play a,b"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (" , ", "at least one game"),
        ("chess", "no game"),
        ("divisor-duel/size=3", 'Unknown option "size"'),
        ("divisor-duel/6,3", "is a position: leave out its moves"),
    ],
)
def test_games_that_cannot_be_are_refused(text, reason):
    with pytest.raises(NumduelError, match=reason):
        read_games(text)


def test_a_models_name_may_have_colons_and_a_plus():
    players = read_players(["openai:llama3:8b+chat+rules=no"], "http://localhost/v1")
    ((name, settings),) = players.items()
    assert (name, settings["model"]) == ("openai:llama3:8b+chat+rules=no", "llama3:8b+chat")
    assert (settings["rules"], settings["legal"]) == (False, True)
    assert settings["base_url"] == "http://localhost/v1"
