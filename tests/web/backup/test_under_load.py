"""A backup of a server at work: every match as it was at one moment, and the copy is played on."""

import random
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from numduel.web.settings import Settings

from ..conftest import serving, wait_until

pytestmark = pytest.mark.long
SCRIPT = str(Path(sys.executable).with_name("numduel"))


class Players:
    """People who keep playing, each in a match of their own, until they are told to stop. What was
    acknowledged is in `told`, by match."""

    def __init__(self, process, number):
        self.told = {}
        self._seats = []
        self._is_over = threading.Event()
        self._threads = [
            threading.Thread(target=self._play, args=[process], daemon=True) for _ in range(number)
        ]

    def __enter__(self):
        for thread in self._threads:
            thread.start()
        wait_until(lambda: len(self.told) == len(self._threads))
        return self

    def __exit__(self, *_):
        self._is_over.set()
        for thread in self._threads:
            thread.join()

    def _play(self, process):
        with process.visitor() as visitor:
            seen = visitor.create("parity-duel", "screen", options={"numbers": 2000})["match"]
            moves = self.told[seen["id"]] = []
            chance = random.Random(len(self.told))
            while not self._is_over.is_set() and seen["legal"]:
                move = chance.choice(seen["legal"])
                response = visitor.move(seen["id"], len(moves), move)
                assert response.status_code == 200, response.text
                moves.append(move)
                seen = response.json()["match"]
            self._seats.append((seen["id"], dict(visitor.cookies)))

    @property
    def seats(self):
        """The match and the cookies of each, when they have stopped."""
        assert len(self._seats) == len(self._threads), "somebody's move was refused"
        return self._seats

    def have_played(self, moves):
        return all(len(played) >= moves for played in self.told.values())


def test_no_acknowledged_move_is_missing_in_a_backup_under_load(
    database, new_database, run, run_site, tmp_path
):
    target = "postgresql" if database.startswith("sqlite") else "sqlite"
    taken = []
    with serving(database) as process:
        with Players(process, 6) as players:
            for number in range(2):
                wait_until(lambda played=10 * (number + 1): players.have_played(played))
                file = tmp_path / f"{number}.backup"
                before = {one: list(moves) for one, moves in players.told.items()}
                done = subprocess.run(
                    [SCRIPT, "backup", str(file), "--database", database],
                    capture_output=True,
                    text=True,
                    check=False,
                )
                assert (done.returncode, "Backed up 6 matches" in done.stderr) == (0, True), done
                taken.append((file, before))
        seats = players.seats
    for file, before in taken:
        copy = new_database(target)
        assert run("restore", file, "--database", copy)[0] == 0
        with run_site(Settings(copy)) as site:
            for match_id, cookies in seats:
                visitor = site.visitor(cookies=cookies)
                seen = visitor.see(match_id)
                copied, played = seen["moves"], players.told[match_id]
                assert copied[: len(before[match_id])] == before[match_id]
                assert copied == played[: len(copied)]
                went_on = visitor.move(match_id, len(copied), seen["legal"][0])
                assert went_on.status_code == 200, went_on.text


def test_the_memory_of_a_backup_does_not_grow_with_the_database(new_database, run_site, tmp_path):
    peaks = []
    for matches in (5, 60):
        database, file = new_database("sqlite"), tmp_path / f"{matches}.backup"
        with run_site(Settings(database, requests_per_minute=0)) as site:
            fill(site, matches)
        for command in ("backup", "restore"):
            target = database if command == "backup" else new_database("sqlite")
            peaks.append(peak_of(command, file, "--database", target))
    small_backup, small_restore, large_backup, large_restore = peaks
    assert large_backup < small_backup + 25_000, peaks  # KB; all of it would be 70 MB more
    assert large_restore < small_restore + 25_000, peaks


def fill(site, matches):
    """So many matches with 2,000 entries each."""
    from numduel.web.matches.creation import new_match
    from numduel.web.matches.seals import next_seal
    from numduel.web.store.match_store import _row
    from numduel.web.store.schema import entries
    from numduel.web.store.schema import matches as table

    async def insert(store):
        for _ in range(matches):
            header = new_match("parity-duel", {}, "screen", "easy", "me", None).header
            row = _row(header) | {"length": 2_000}
            rows, seal = [], row["seal"]
            for number in range(2_000):
                entry = {"truth": {"player": 1, "on": bool(number % 2)}}
                seal = next_seal(seal, entry)
                rows.append(
                    {"match": header.id, "number": number, "at": 1.0, "entry": entry, "seal": seal}
                )
            async with store.engine.begin() as connection:
                await connection.execute(table.insert(), row)
                await connection.execute(entries.insert(), rows)

    site.do(insert(site.app.state.services.store))


def peak_of(*arguments):
    """The most memory that a command had, in KB."""
    tell = (
        "import resource, subprocess, sys; subprocess.run(sys.argv[1:], check=True);"
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
    )
    command = [sys.executable, "-c", tell, SCRIPT, *map(str, arguments)]
    return int(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
