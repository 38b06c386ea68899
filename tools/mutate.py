"""`make mutate`: does a test fail when the code is wrong?

A seeded sample of mutants (see mutants.py) is made of the files below, and the tests that concern
a file are run on each of its mutants, the quickest first, until one fails. A mutant on which all
of them pass has survived: either a test is missing, or the mutant is no fault. Those that are no
fault are explained in mutants.toml, by the line as it was and as it is, and not tried again.

Each mutant is put into a copy of the source, and its tests run in a child of this process, which
has loaded pytest and all its plugins once: a process of its own for each would take longer to
start than most of the tests take. A mutant that runs for ever is stopped by processor time, not
by the clock, so a busy machine changes nothing. Results are kept as they come in: `--rest` goes on
where a run was cut off.
"""

import argparse
import gc
import json
import os
import resource
import shutil
import signal
import sys
import tempfile
import tomllib
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import Phase, settings
from mutants import Mutant, mutants_of
from mutants_tests import GOLDEN, SOURCE, TESTS

PROJECT = Path(__file__).parents[1]
EXPLAINED = Path(__file__).with_name("mutants.toml")
RESULTS = PROJECT / ".mutation.jsonl"
SAMPLE, SEED = 1000, 9
MEMORY = 6 << 30  # bytes of address space
PATIENCE = 1800  # seconds, for a mutant that waits for something and does no work


class Change(NamedTuple):
    """What a mutant changes, wherever it stands: a file's line as it was and as it is now, and how
    many such changes of such lines stand above it."""

    file: str
    was: str
    now: str
    above: int


class Result(NamedTuple):
    """What became of a mutant: the test that failed on it, or None if all passed."""

    change: Change
    killer: str | None

    def __str__(self) -> str:
        fate = f"killed by {self.killer}" if self.killer else "SURVIVED"
        return f"{self.change.file}: {fate}\n      - {self.change.was}\n      + {self.change.now}"


@dataclass
class Watcher:
    """A pytest plugin that has the quickest tests run first, and notes in files how long each took
    and which one failed first."""

    known: Counter[str]
    failed: Path
    took: Path

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items.sort(key=lambda item: self.known[item.nodeid])

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and not self.failed.exists():
            self.failed.write_text(report.nodeid)
        with self.took.open("a") as took:
            print(json.dumps([report.nodeid, report.duration]), file=took)


class Laboratory:
    """A copy of the source, in which one mutant after the other is put and tried."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.source = folder / "src"
        shutil.copytree(SOURCE, self.source, ignore=shutil.ignore_patterns("__pycache__"))
        self.limits: dict[str, int] = {}
        self.durations = Counter[str]()

    def try_mutant(self, mutant: Mutant) -> str | None:
        """Run the tests that concern a mutant, the quickest first, until one fails: which one."""
        self.measure(step for step in TESTS[mutant.file] if step not in self.limits)
        place = self.source / "numduel" / f"{mutant.file}.py"
        original = place.read_bytes()
        place.write_bytes(mutant.apply(original))
        try:
            killers = (self.run(step) for step in sorted(TESTS[mutant.file], key=self._turn))
            return next(filter(None, killers), None)
        finally:
            place.write_bytes(original)

    def measure(self, steps: Iterable[str]) -> None:
        """Run tests without any mutant: all must pass. How long they take says which are quick, and
        what runs for ever."""
        for step in steps:
            before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
            killer = self.run(step)
            if killer:
                sys.exit(f"Without any mutant, {step} fails at {killer}.")
            took = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
            self.limits[step] = 4 + int(3 * took)
            for row in (self.folder / "took").read_text().splitlines():
                test, seconds = json.loads(row)  # to set it up, to run it and to tidy up after it
                self.durations[test] += seconds

    def _turn(self, step: str) -> tuple[bool, int]:
        """The golden playthroughs come last: they notice a change, and do not say what is right."""
        return (step.startswith(GOLDEN), self.limits[step])

    def run(self, step: str) -> str | None:
        """Run some tests in a child of this process; the one that failed, or None."""
        if not Path(step.split()[0]).is_file():
            sys.exit(f"There are no tests in {step}.")
        note, took = self.folder / "failed", self.folder / "took"
        note.unlink(missing_ok=True)
        took.unlink(missing_ok=True)
        child = os.fork()
        if not child:
            self._be_child(step, Watcher(self.durations, note, took))
        _, status = os.waitpid(child, 0)
        with suppress(ProcessLookupError):
            os.killpg(child, signal.SIGKILL)  # what its tests started and left behind
        if os.WIFSIGNALED(status):
            return f"{step}, which ended by {signal.Signals(os.WTERMSIG(status)).name}"
        if not os.WEXITSTATUS(status):
            return None
        return note.read_text() if note.exists() else f"{step}, which could not be loaded"

    def _be_child(self, step: str, watcher: Watcher) -> None:
        os.setsid()
        limit = self.limits.get(step, PATIENCE)
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        signal.alarm(PATIENCE)
        # While there is no mutant, compiled code is kept: only what is changed is compiled anew.
        sys.dont_write_bytecode = step in self.limits
        sys.path.insert(0, str(self.source))
        os.environ |= {
            "PYTHONPATH": str(self.source),
            "PYTHONDONTWRITEBYTECODE": "1",
            "HYPOTHESIS_STORAGE_DIRECTORY": str(self.folder / "hypothesis"),
        }
        silence = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(silence, stream)
        tests, _, wanted = step.partition(" -k ")
        options = ["-x", "-q", "-p", "no:cacheprovider", "--hypothesis-seed=0"]
        options += ["--hypothesis-profile=mutation"]
        options += ["-W", "ignore::pytest.PytestAssertRewriteWarning"]  # plugins are loaded already
        choice = ["-k", wanted] if wanted else []
        try:
            code = int(pytest.main([tests, *options, *choice], plugins=[watcher]))
        except BaseException:
            code = 3
        os._exit(code)


def load_plugins() -> None:
    """Load what takes long, once: pytest's plugins and the libraries that tests use."""
    for entry in entry_points(group="pytest11"):
        entry.load()
    for name in ("_pytest.assertion.rewrite", "networkx", "numba"):
        import_module(name)
    # A test that fails need not look for the smallest example.
    phases = [Phase.explicit, Phase.generate]
    settings.register_profile("mutation", deadline=None, max_examples=60, phases=phases)
    gc.freeze()  # all this stays: the children need not look for rubbish in it
    assert "numduel" not in sys.modules, "a plugin has loaded the code that is to be changed"


def all_mutants(files: Iterable[str]) -> dict[Change, Mutant]:
    every: dict[Change, Mutant] = {}
    for file in files:
        source = (SOURCE / "numduel" / f"{file}.py").read_bytes()
        seen = Counter[tuple[str, str]]()
        for mutant in mutants_of(file, source):
            lines = mutant.lines(source)
            every[Change(file, *lines, seen[lines])] = mutant
            seen[lines] += 1
    return every


def choose(changes: Iterable[Change], count: int, seed: int) -> list[Change]:
    """A sample. Each change draws its lot by what it is, so the sample stays as it is where the
    source does."""
    lots = {change: sha256(repr((seed, *change)).encode()).digest() for change in changes}
    return sorted(lots, key=lots.__getitem__)[:count]


def known_results() -> dict[Change, Result]:
    """What became of the mutants that were tried, the last time each was."""
    rows = RESULTS.read_text().splitlines() if RESULTS.exists() else []
    results = [Result(Change(*change), killer) for change, killer in map(json.loads, rows)]
    return {result.change: result for result in results}


def explained(changes: Iterable[Change]) -> set[Change]:
    """Those that are explained to be no fault. An entry without `now` speaks of all mutants of its
    line."""
    entries = tomllib.loads(EXPLAINED.read_text())["mutant"]
    meant = {(entry["file"], entry["was"], entry.get("now")) for entry in entries}
    return {
        change
        for change in changes
        if not meant.isdisjoint({(*change[:2], None), (*change[:2], change.now)})
    }


def report(results: list[Result]) -> bool:
    """Print the score; whether every survivor is explained."""
    survivors = [result for result in results if result.killer is None]
    excused = explained(result.change for result in survivors)
    unexplained = [result for result in survivors if result.change not in excused]
    killed = len(results) - len(survivors)
    golden = sum(result.killer is not None and GOLDEN in result.killer for result in results)
    files = Counter(result.change.file for result in results)
    left = Counter(result.change.file for result in unexplained)
    for file, count in files.items():
        print(f"{file:28} {count:4} mutants, {left[file]:3} survive unexplained")
    for result in unexplained:
        print(result)
    print(
        f"{len(results)} mutants: {killed} killed ({golden} by the golden playthroughs alone),"
        f" {len(survivors) - len(unexplained)} explained, {len(unexplained)} survive unexplained."
    )
    return not unexplained


def main() -> None:
    parser = argparse.ArgumentParser(description="Try the tests on faulty code.")
    parser.add_argument("files", nargs="*", help=f"of {', '.join(TESTS)}; all by default")
    parser.add_argument("--sample", type=int, default=SAMPLE)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--all", action="store_true", help="what is explained, too")
    parser.add_argument("--rest", action="store_true", help="only what was not tried yet")
    parser.add_argument("--again", action="store_true", help="only what survived last time")
    arguments = parser.parse_args()
    os.chdir(PROJECT)
    load_plugins()
    every = all_mutants(TESTS)
    sample = set(choose(every, arguments.sample, arguments.seed))
    is_new = not (arguments.rest or arguments.again)
    results = {} if is_new else known_results()
    if arguments.again:
        chosen = {change for change, result in results.items() if result.killer is None}
    else:
        chosen = sample - results.keys()
    files = [file for file in TESTS if not arguments.files or file in arguments.files]
    chosen = {change for change in chosen if change.file in files}
    if not arguments.all:
        results |= {change: Result(change, None) for change in explained(chosen)}
        chosen -= explained(chosen)
    to_try = [change for change in every if change in chosen]
    print(f"{len(every)} mutants are possible; {len(to_try)} are tried.", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        laboratory = Laboratory(Path(folder))
        if is_new:
            RESULTS.write_text("")
        for number, change in enumerate(to_try, 1):
            results[change] = Result(change, laboratory.try_mutant(every[change]))
            print(f"{number:4} {results[change]}", flush=True)
            with RESULTS.open("a") as written:
                print(json.dumps(results[change]), file=written)
    tried = [results[change] for change in every if change in sample and change in results]
    sys.exit(0 if report(tried) else 1)


if __name__ == "__main__":
    main()
