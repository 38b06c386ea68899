"""Work that is spread comes out as if one process had done it."""

import re
import warnings
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from socketserver import BaseRequestHandler, TCPServer
from threading import Thread
from types import SimpleNamespace

import pytest
from click import _termui_impl
from click.testing import CliRunner

from numduel import NumduelError, load_game
from numduel.arena import run
from numduel.arena.command import arena
from numduel.arena.plan import Plan
from numduel.arena.players import read_players
from numduel.arena.run import WaitingElsewhere
from numduel.study import Puzzles, audit_game
from numduel.workers import HERE, Workers, in_bundles, in_order, open_workers
from numduel.workers.cluster import Cluster


@pytest.fixture
def threads():
    with ThreadPoolExecutor(3) as executor:
        yield Workers(executor, 6)


def test_results_come_in_the_order_of_what_was_asked_for(threads):
    assert list(in_order(threads, str, range(50))) == [str(number) for number in range(50)]


def test_no_more_is_taken_than_the_workers_need(threads):
    taken = []
    endless = iter(lambda: taken.append(0) or len(taken), None)
    squares = in_order(threads, lambda number: number**2, endless)
    assert [next(squares) for _ in range(10)] == [number**2 for number in range(1, 11)]
    squares.close()
    assert len(taken) <= 10 + threads.ahead


def test_wrong_service_at_scheduler_address_is_an_error():
    class WebServer(BaseRequestHandler):
        def handle(self):
            self.request.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")

    with TCPServer(("127.0.0.1", 0), WebServer) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        address = f"tcp://127.0.0.1:{server.server_address[1]}"
        with pytest.raises(NumduelError, match=f"No Dask scheduler answers at {address}"):
            Cluster(address, print)
        server.shutdown()


def test_bundles_hold_all_items_once(threads):
    bundles = list(in_bundles(threads, iter(range(100)), 100))
    assert [item for bundle in bundles for item in bundle] == list(range(100))
    assert 6 < len(bundles) < 100
    assert list(in_bundles(HERE, "abc", 3)) == [["a"], ["b"], ["c"]]


@pytest.mark.parametrize(("slug", "count"), [("divisor-duel", 40), ("sequence-builder", 100)])
def test_puzzles_looked_for_by_many_are_the_same(threads, slug, count):
    alone, spread = (
        Puzzles(load_game(slug), count, 3, workers=workers) for workers in (HERE, threads)
    )
    assert list(spread) == list(alone)
    assert spread.shortage == alone.shortage


def test_an_audit_by_many_has_the_same_figures(threads):
    game = load_game("sequence-builder")
    assert audit_game(game, games=7, workers=threads) == audit_game(game, games=7)
    sampled = load_game("divisor-duel", numbers=30)
    few = {"games": 2, "levels": ("easy",), "sampled": 9, "budget": 100}
    assert audit_game(sampled, **few, workers=threads) == audit_game(sampled, **few)


def test_one_kind_of_workers_at_a_time():
    with (
        pytest.raises(NumduelError, match="--workers is for this machine and --cluster for others"),
        open_workers(2, "tcp://127.0.0.1:1"),
    ):
        pass


@pytest.mark.parametrize("address", ["", "carrier-pigeon://x:1"])
def test_what_is_no_address_is_told_so(address):
    with (
        pytest.raises(NumduelError, match="is not an address such as"),
        open_workers(None, address),
    ):
        pass


def test_cluster_respects_player_concurrency():
    texts = ["random", "openai:m+name=model+concurrency=2", "program:./it+name=it"]
    players = read_players(texts, "http://127.0.0.1:1/v1", keys_here=False)
    waiting = WaitingElsewhere(players, SimpleNamespace(threads=3))
    fixtures = list(Plan((load_game("divisor-duel"),), players, 4, 1).fixtures())
    left = [one for one in fixtures if one.players != ("random", "it")]
    under_way = []
    while left:
        new = waiting.ready_games(left, under_way)
        under_way += new
        left = [one for one in left if one not in new]
        taken = Counter(name for one in under_way for name in one.players)
        assert taken["model"] <= 2
        assert taken["it"] <= 3
        assert taken["model"] == 2 or taken["it"] == 3 or not left
        under_way.pop()


def test_local_cluster_equals_run_with_one_progress_bar(tmp_path, monkeypatch):
    """The cheapest cluster there is; those of real processes are in test_cluster.py."""
    monkeypatch.setenv("DASK_CONFIG", str(tmp_path / "config"))
    monkeypatch.setattr(_termui_impl, "isatty", lambda _: True)  # elsewhere there is no bar
    monkeypatch.setattr(run, "_MOST_GAMES", 1)  # in a task, so that both workers have some
    from distributed import LocalCluster

    wanted = ["--games", "divisor-duel/numbers=9", "--players", "random,easy", "--rounds", "3"]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with LocalCluster(
            n_workers=2,
            threads_per_worker=1,
            processes=False,
            protocol="tcp://",
            host="127.0.0.1",
            dashboard_address=None,
        ) as cluster:
            elsewhere = ["--cluster", cluster.scheduler_address, "--out", str(tmp_path / "there")]
            played = CliRunner().invoke(arena, [*wanted, *elsewhere], catch_exceptions=False)
    assert played.exit_code == 0
    shown = [int(done) for done in re.findall(r"6 games [^\r]* (\d)/6", played.stderr)]
    assert shown == sorted(shown)
    assert (shown[0], shown[-1]) == (0, 6)
    here = ["--workers", "1", "--out", str(tmp_path / "here")]
    CliRunner().invoke(arena, [*wanted, *here], catch_exceptions=False)
    for name in ("games.jsonl", "scores.json", "report.html"):
        assert (tmp_path / "there" / name).read_bytes() == (tmp_path / "here" / name).read_bytes()
