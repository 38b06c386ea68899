"""`make mutate`: does a test fail when the code is wrong?

A seeded sample of mutants (see mutants.py) is made of the files below, and the tests that concern
a file are run on each of its mutants, the quickest first, until one fails. A mutant on which all
of them pass has survived: either a test is missing, or the mutant is no fault. Those that are no
fault are explained in mutants.toml, by the line as it was and as it is.

Each mutant is put into a copy of the source, and its tests run in a child of this process, which
has loaded pytest and all its plugins once: a process of its own for each would take longer to
start than most of the tests take. A mutant that runs for ever is stopped by processor time, not
by the clock, so a busy machine changes nothing.
"""

import argparse
import json
import os
import random
import resource
import shutil
import signal
import sys
import tempfile
import tomllib
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import asdict, dataclass
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path

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


@dataclass(frozen=True)
class Result:
    """What became of a mutant: the test that failed on it, or None if all passed."""

    mutant: Mutant
    was: str
    now: str
    killer: str | None

    def __str__(self) -> str:
        fate = f"killed by {self.killer}" if self.killer else "SURVIVED"
        return (
            f"{self.mutant.file}:{self.mutant.line}: {fate}\n      - {self.was}\n      + {self.now}"
        )


@dataclass
class FirstFailure:
    """A pytest plugin that notes the first test that failed, in a file."""

    note: Path

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and not self.note.exists():
            self.note.write_text(report.nodeid)


class Laboratory:
    """A copy of the source, in which one mutant after the other is put and tried."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.source = folder / "src"
        shutil.copytree(SOURCE, self.source, ignore=shutil.ignore_patterns("__pycache__"))
        self.limits: dict[str, int] = {}

    def try_mutant(self, mutant: Mutant) -> Result:
        """Run the tests that concern a mutant until one fails."""
        place = self.source / "numduel" / f"{mutant.file}.py"
        original = place.read_bytes()
        place.write_bytes(mutant.apply(original))
        try:
            killers = (self.run(step) for step in TESTS[mutant.file])
            return Result(mutant, *mutant.lines(original), next(filter(None, killers), None))
        finally:
            place.write_bytes(original)

    def measure(self, steps: Iterable[str]) -> None:
        """Run the tests without any mutant: all must pass, and how long they take is the measure
        of what runs for ever."""
        for step in steps:
            before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
            killer = self.run(step)
            if killer:
                sys.exit(f"Without any mutant, {step} fails at {killer}.")
            took = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
            self.limits[step] = 10 + int(3 * took)

    def run(self, step: str) -> str | None:
        """Run some tests in a child of this process; the one that failed, or None."""
        if not Path(step.split()[0]).is_file():
            sys.exit(f"There are no tests in {step}.")
        note = self.folder / "failed"
        note.unlink(missing_ok=True)
        child = os.fork()
        if not child:
            self._be_child(step, note)
        _, status = os.waitpid(child, 0)
        with suppress(ProcessLookupError):
            os.killpg(child, signal.SIGKILL)  # what its tests started and left behind
        if os.WIFSIGNALED(status):
            return f"{step}, which ended by {signal.Signals(os.WTERMSIG(status)).name}"
        if not os.WEXITSTATUS(status):
            return None
        return note.read_text() if note.exists() else f"{step}, which could not be loaded"

    def _be_child(self, step: str, note: Path) -> None:
        os.setsid()
        limit = self.limits.get(step, PATIENCE)
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        signal.alarm(PATIENCE)
        sys.dont_write_bytecode = True
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
            code = int(pytest.main([tests, *options, *choice], plugins=[FirstFailure(note)]))
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
    assert "numduel" not in sys.modules, "a plugin has loaded the code that is to be changed"


def all_mutants(files: Iterable[str]) -> list[Mutant]:
    return [mutant for file in files for mutant in mutants_of(file, _read(file))]


def choose(mutants: list[Mutant], count: int, seed: int) -> list[Mutant]:
    """A sample, in the order of the list."""
    places = random.Random(seed).sample(range(len(mutants)), min(count, len(mutants)))
    return [mutants[place] for place in sorted(places)]


def survivors_of_last_time() -> list[tuple[str, str, str]]:
    results = [json.loads(row) for row in RESULTS.read_text().splitlines()]
    return [(r["mutant"]["file"], r["was"], r["now"]) for r in results if r["killer"] is None]


def explanation_of(result: Result, explained: list[dict[str, str]]) -> str | None:
    """Why a mutant is no fault. An entry without `now` speaks of all mutants of its line."""
    for entry in explained:
        is_meant = (entry["file"], entry["was"]) == (result.mutant.file, result.was)
        if is_meant and entry.get("now", result.now) == result.now:
            return entry["why"]
    return None


def report(results: list[Result]) -> bool:
    """Print the score; whether every survivor is explained."""
    explained = tomllib.loads(EXPLAINED.read_text())["mutant"]
    survivors = [result for result in results if result.killer is None]
    unexplained = [result for result in survivors if explanation_of(result, explained) is None]
    killed = len(results) - len(survivors)
    golden = sum(result.killer is not None and GOLDEN in result.killer for result in results)
    files = Counter(result.mutant.file for result in results)
    left = Counter(result.mutant.file for result in unexplained)
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
    parser.add_argument("--again", action="store_true", help="only what survived last time")
    arguments = parser.parse_args()
    os.chdir(PROJECT)
    load_plugins()
    every = all_mutants(TESTS)
    chosen = choose(every, arguments.sample, arguments.seed)
    if arguments.again:
        last = survivors_of_last_time()
        chosen = [mutant for mutant in every if _key(mutant) in last]
    wanted = [file for file in TESTS if not arguments.files or file in arguments.files]
    chosen = [mutant for mutant in chosen if mutant.file in wanted]
    print(f"{len(every)} mutants are possible; {len(chosen)} are tried.", flush=True)
    results = []
    with tempfile.TemporaryDirectory() as folder:
        laboratory = Laboratory(Path(folder))
        files = dict.fromkeys(mutant.file for mutant in chosen)
        laboratory.measure(dict.fromkeys(step for file in files for step in TESTS[file]))
        RESULTS.write_text("")  # only now: what survived last time is needed until here
        for number, mutant in enumerate(chosen, 1):
            results.append(laboratory.try_mutant(mutant))
            print(f"{number:4} {results[-1]}", flush=True)
            with RESULTS.open("a") as written:
                print(json.dumps(asdict(results[-1])), file=written)
    sys.exit(0 if report(results) else 1)


def _key(mutant: Mutant) -> tuple[str, str, str]:
    return (mutant.file, *mutant.lines(_read(mutant.file)))


def _read(file: str) -> bytes:
    return (SOURCE / "numduel" / f"{file}.py").read_bytes()


if __name__ == "__main__":
    main()
