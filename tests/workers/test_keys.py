"""Models on a cluster: keys stay with the workers, and an endpoint gets no more requests at once
than allowed, however many workers there are."""

import json
import socket
import threading

import pytest

from numduel.arena.results import load_results

pytestmark = pytest.mark.long
OURS = "sk-ours-which-stays-here-71c2"
THEIRS = "sk-theirs-which-stays-there-8f0d"


class Wire:
    """A way to the scheduler on which everything is written down."""

    def __init__(self, address):
        host, port = address.removeprefix("tcp://").split(":")
        self._to = host, int(port)
        self.heard = bytearray()
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.address = f"tcp://127.0.0.1:{self._listening.getsockname()[1]}"
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self):
        while True:
            try:
                caller, _ = self._listening.accept()
            except OSError:
                return
            callee = socket.create_connection(self._to)
            for one, two in ((caller, callee), (callee, caller)):
                threading.Thread(target=self._pass_on, args=(one, two), daemon=True).start()

    def _pass_on(self, one, two):
        try:
            while said := one.recv(65_536):
                self.heard += said
                two.sendall(said)
        except OSError:
            pass
        finally:
            for end in (one, two):
                end.close()

    def close(self):
        self._listening.close()


@pytest.fixture
def wire(machines):
    made = Wire(machines.address)
    yield made
    made.close()


def play(numduel, server, address, folder, model, **variables):
    player = f"openai:{model}+name=model+base_url={server.url}+concurrency=2+timeout=600"
    return numduel(
        "arena", "--games", "sequence-builder", "--players", f"random,{player}", "--rounds", "3",
        "--cluster", address, "--out", folder, **variables,
    )  # fmt: skip


def test_no_key_is_sent_and_the_scheduler_has_none(machines, wire, numduel, server, tmp_path):
    real, machines.address = machines.address, wire.address  # workers are listened to as well
    machines.start_workers(2, OPENAI_API_KEY=THEIRS)
    machines.address = real
    run = play(numduel, server, wire.address, tmp_path / "run", "good", OPENAI_API_KEY=OURS)
    _, errors = run.communicate()
    assert run.returncode == 0, errors
    assert server.keys == {f"Bearer {THEIRS}"}
    assert server.most_open <= 2  # by two workers together
    assert b"concurrency" in wire.heard  # what is sent can be read on the way
    assert OURS.encode() not in wire.heard
    assert THEIRS.encode() not in wire.heard
    _, records = load_results(tmp_path / "run")
    assert len(records) == 6
    assert not any(record.is_forfeit or record.is_broken for record in records)


def test_worker_without_the_key_stops_the_run_without_losses(machines, numduel, server, tmp_path):
    machines.start_worker()
    run = play(
        numduel, server, machines.address, tmp_path / "run", "good+key_variable=MY_KEY", MY_KEY=OURS
    )
    _, errors = run.communicate()
    assert run.returncode == 1
    assert (
        "lacks the variable MY_KEY, which model needs. Continue with the same command: 0 of 6"
        in errors
    )
    assert server.requests == []
    lines = (tmp_path / "run" / "games.jsonl").read_text().splitlines()
    assert [*json.loads(lines[0])["players"]] == ["random", "model"]
    assert len(lines) == 1


def test_budget_holds_on_cluster_with_local_requests(machines, numduel, server, tmp_path):
    machines.start_worker()
    prices = "good+price_read=1000+price_written=1000+max_tokens=10"
    player = f"openai:{prices}+name=model+base_url={server.url}+timeout=600"
    run = numduel(
        "arena", "--games", "sequence-builder", "--players", f"random,easy,{player}",
        "--rounds", "2", "--budget", "3", "--cluster", machines.address, "--out", tmp_path / "run",
        OPENAI_API_KEY=OURS,
    )  # fmt: skip
    _, errors = run.communicate()
    assert run.returncode == 1
    assert "The budget of $3.00 could be exceeded by the next request" in errors
    assert server.keys <= {f"Bearer {OURS}"}
    assert len(server.requests) * 0.11 <= 3
