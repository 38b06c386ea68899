"""Other programs as players: those that play, hang, crash, flood and leave things behind."""

import os
import signal
import sys
import time
from pathlib import Path

import pytest

from numduel import Match, NumduelError, load_game
from numduel.arena.guard import adopting_orphans, find_strays
from numduel.arena.program import Program, _Failed
from numduel.arena.results import load_results

from ..conftest import PATIENCE, wait_until
from .conftest import is_running

EXAMPLES = Path(__file__).parents[2] / "examples"
MOVE = '{"question": 1, "move": "6"}'


def program(code, timeout=PATIENCE):
    return Program([sys.executable, "-u", "-c", code], timeout)


def one_turn(player):
    try:
        return player.take_turn(Match(load_game("divisor-duel")))
    finally:
        player.close()


def says(line):
    """Code that answers the first question with a line, whatever that is."""
    return f"input(); input(); print({line!r}); input()"


@pytest.mark.parametrize("command", ["python3 narrow.py", "perl largest.pl"])
def test_the_examples_play_a_whole_game(command):
    runner, script = command.split()
    match = Match(load_game("divisor-duel"), seed=3)
    player = Program([runner, str(EXAMPLES / script)], PATIENCE)
    while match.outcome is None:
        turn = player.take_turn(match)
        assert turn.attempts[0].failure is None
        match.play(turn.move)
    player.close()
    if script == "largest.pl":
        assert match.written_moves[:3] == ["20", "10", "5"]


@pytest.mark.parametrize(
    ("code", "failure"),
    [
        (says(MOVE), None),
        (f"print({MOVE!r}); input(); input(); input()", None),
        (says('{"question": 1, "move": "99"}'), "illegal"),
        (says('{"question": 2, "move": "6"}'), "unreadable"),
        (says('{"question": true, "move": "6"}'), "unreadable"),
        (says('{"move": "6"}'), "unreadable"),
        (says("[" * 60_000), "unreadable"),
        (says("[" * 70_000), "broken"),
        (says(""), "empty"),
        ("import time; time.sleep(3600)", "timeout"),
        ("import sys; sys.exit(3)", "broken"),
        ("while True: print('x' * 100000, end='')", "broken"),
        ("import os, time; os.close(1); time.sleep(3600)", "broken"),
    ],
)
def test_every_failure_has_its_type(code, failure):
    turn = one_turn(program(code, timeout=0.5 if failure == "timeout" else PATIENCE))
    assert turn.attempts[0].failure == failure
    assert (turn.move is None) == (failure is not None)


LINE = f"print({MOVE!r})\n"


@pytest.mark.parametrize(
    "code",
    [
        LINE * 2 + "input(); input(); input(); input()",
        f"input(); input()\n{LINE}time.sleep(0.3)\n{LINE}input(); input()",
        f"input(); input()\n{LINE * 2}",
    ],
)
def test_extra_line_makes_next_answer_unreadable(code):
    match = Match(load_game("divisor-duel"))
    player = program(f"import time\n{code}")
    match.play(player.take_turn(match).move)
    match.play("18")
    turn = player.take_turn(match)
    player.close()
    (attempt,) = turn.attempts
    assert (turn.move, attempt.failure) == (None, "unreadable")
    assert attempt.details["reply"] == MOVE
    assert attempt.details["fault"] == 'its answer does not have "question": 2'


@pytest.fixture
def play(small_run, tmp_path):
    """play("python3 narrow.py"): a program's steps in a small run against random."""

    def run(command):
        small_run(f"random,program:{command}+name=it+timeout={PATIENCE}")
        _, records = load_results(tmp_path / "run")
        assert len(records) == 2
        return [step for record in records for step in record.steps_of("it")]

    return run


@pytest.mark.parametrize(
    ("command", "ending"),
    [
        ("/no/such/program", '127, and wrote last "/no/such/program: No such file or directory"'),
        ("python3 missing.py", '2, and wrote last ".*missing.py.*No such file or directory"'),
        ("sh -c 'kill -9 $$'", "137"),
        ("sh -c 'seq 99999 >&2; exit 4'", '4, and wrote last "99997 / 99998 / 99999"'),
        (
            r"""sh -c 'printf "\033[1mno\033[0m\a\r\n\n" >&2; exit 6'""",
            r'6, and wrote last "\\x1b\[1mno\\x1b\[0m\\x07"',
        ),
    ],
)
def test_a_program_that_ends_without_a_word_stops_the_run(play, command, ending):
    told = f"The program .* gave no answer: it ended with exit code {ending}[.] Continue with "
    with pytest.raises(NumduelError, match=told) as stopped:
        play(command)
    assert str(stopped.value).isprintable()
    assert "0 of 2 games are played." in str(stopped.value)


def test_run_resumes_after_one_probe_of_its_program(play, tmp_path):
    script, note = tmp_path / "late.py", tmp_path / "starts"
    with pytest.raises(NumduelError, match=r"late\.py gave no answer"):
        play(f"python3 {script}")
    begins = f"open({str(note)!r}, 'a').write('started ')\n"
    script.write_text(begins + (EXAMPLES / "narrow.py").read_text())
    assert all(step.move for step in play(f"python3 {script}"))
    assert len(note.read_text().split()) == 1 + 2
    play(f"python3 {script}")
    assert len(note.read_text().split()) == 1 + 2


def test_crash_failure_records_last_output(tmp_path):
    code = "read start; read ask; echo {}; read ask; echo no more >&2; exit 7"
    code = code.replace("{}", MOVE.replace('"', r"\""))
    match = Match(load_game("divisor-duel"))
    player = Program(["sh", "-c", code], PATIENCE)
    match.play(player.take_turn(match).move)
    match.play("18")
    (attempt,) = player.take_turn(match).attempts
    player.close()
    assert attempt.failure == "broken"
    assert attempt.details["fault"] == 'it ended with exit code 7, and wrote last "no more"'


def test_a_program_that_does_not_listen_runs_out_of_time():
    player = program("import time; time.sleep(3600)")
    player._start()
    with pytest.raises(_Failed, match="it does not listen") as failed:
        player._say({"state": "x" * 200_000}, time.monotonic() + 0.5)  # more than a pipe holds
    assert failed.value.failure == "timeout"
    player.close()


# What this process starts: one in its group, one in a session of its own, and one that lost its
# parent as well.
LEAVES_THINGS_BEHIND = """
import os, signal, subprocess, sys
signal.signal(signal.SIGTERM, signal.SIG_IGN)
children = [
    subprocess.Popen(["sleep", "1000"]),
    subprocess.Popen(["setsid", "sleep", "1000"]),
]
lost = subprocess.run(
    ["setsid", "sh", "-c", "sleep 1000 >/dev/null 2>&1 & echo $!"], stdout=subprocess.PIPE
).stdout
processes = [os.getpid(), *(child.pid for child in children), int(lost)]
with open(NOTE, "a") as note:
    note.write(" ".join(map(str, processes)) + "\\n")
"""


def leaves_things_behind(note, then):
    return LEAVES_THINGS_BEHIND.replace("NOTE", repr(str(note))) + then


def processes_in(note, lines=1):
    """The processes that a note of so many lines tells of, when it is there."""
    wait_until(lambda: note.exists() and note.read_text().count("\n") == lines)
    return note.read_text().split()


TRIED, PLAYING = 1, 2  # how often a program has been started: before the run, and in a game
linux_only = pytest.mark.skipif(sys.platform != "linux", reason="only Linux keeps track of orphans")


@linux_only
def test_nothing_of_a_program_stays_behind(tmp_path):
    note = tmp_path / "processes"
    player = program(leaves_things_behind(note, "signal.pause()"))
    player._start()
    processes = processes_in(note)
    assert len(processes) == 4
    assert all(map(is_running, processes))
    player.close()
    assert not any(map(is_running, processes))


@linux_only
@pytest.mark.parametrize(
    ("how", "start"), [(signal.SIGKILL, PLAYING), (signal.SIGTERM, TRIED), (signal.SIGINT, PLAYING)]
)
def test_nothing_stays_behind_when_the_arena_is_killed(arena, tmp_path, how, start):
    note = tmp_path / "processes"
    script = tmp_path / "hang.py"
    hangs = f"if open({str(note)!r}).read().count('\\n') == {start}: signal.pause()\n"
    script.write_text(leaves_things_behind(note, f"{hangs}print('able to speak')"))
    players = f"random,easy,program:{sys.executable} {script}+timeout={PATIENCE}"
    run = arena(
        "--games", "divisor-duel", "--players", players, "--out", str(tmp_path / "run"),
        "--workers", "1",
    )  # fmt: skip
    left = processes_in(note, lines=start)
    left += Path(f"/proc/{run.pid}/task/{run.pid}/children").read_text().split()
    os.kill(run.pid, how)
    run.wait()
    wait_until(lambda: not any(map(is_running, left)))
    if how != signal.SIGKILL:
        assert run.returncode == 130


TURNS_AGAINST = """
import os, signal, subprocess, sys, time
children = [subprocess.Popen(["sleep", "1000"]), subprocess.Popen(["setsid", "sleep", "1000"])]
with open({note!r}, "a") as note:
    processes = [os.getpid(), *(child.pid for child in children)]
    note.write(" ".join(map(str, processes)) + "\\n")
print("able to speak", flush=True)
sys.stdin.readline()
{attack}
signal.pause()
"""
ATTACKS = {
    "kills it": "os.kill(os.getppid(), signal.SIGKILL)",
    "stops it and ends": "os.kill(os.getppid(), signal.SIGSTOP); sys.exit()",
}


@linux_only
@pytest.mark.parametrize("attack", ATTACKS)
def test_attack_on_guard_leaves_no_processes(arena, tmp_path, attack):
    note, script = tmp_path / "processes", tmp_path / "player.py"
    script.write_text(TURNS_AGAINST.format(note=str(note), attack=ATTACKS[attack]))
    players = f"program:{sys.executable} {script}+name=it+timeout=5,random"
    run = arena(
        "--games", "divisor-duel/numbers=8", "--rounds", "1", "--players", players,
        "--out", str(tmp_path / "run"), "--workers", "1",
    )  # fmt: skip
    told = run.communicate()
    assert run.returncode == 0, told
    processes = note.read_text().split()
    assert len(processes) == 3 * 3
    assert not any(map(is_running, processes))
    _, records = load_results(tmp_path / "run")
    assert len(records) == 2


@linux_only
def test_guard_ends_only_orphans_it_adopted(tmp_path):
    own = os.spawnvp(os.P_NOWAIT, "setsid", ["setsid", "sleep", "1000"])
    try:
        while own not in find_strays():
            time.sleep(0.01)
        with adopting_orphans():
            note = tmp_path / "orphan"
            os.system(f"(setsid sleep 1000 & echo $! > {note})")
            orphan = int(note.read_text())
            while orphan not in find_strays():
                time.sleep(0.01)
        assert not is_running(orphan)
        assert is_running(own)
    finally:
        os.kill(own, 9)
        os.waitpid(own, 0)
