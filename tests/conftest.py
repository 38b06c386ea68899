"""What the tests share: the games the contract is tested on, and how a match is played and told."""

import asyncio
import gc
import os
import signal
import subprocess
import sys
import time
from contextlib import AbstractAsyncContextManager, AsyncExitStack, suppress
from functools import cache
from inspect import iscoroutinefunction
from pathlib import Path
from textwrap import dedent
from uuid import uuid4

import pytest
from hypothesis import settings

import numduel
from numduel import IllegalMove, Match, UnreadableMove, list_games, load_game
from numduel.game import options_of
from numduel.testing import samples
from numduel.testing.faults import Findings
from numduel.words import Further, Line

from .sharing_out import WholeFolders, place_in_order

# Where the tests run in the background, Ctrl-C is ignored, and what they start would inherit that.
with suppress(ValueError):
    signal.signal(signal.SIGINT, signal.default_int_handler)

PROJECT = Path(__file__).parents[1]
sys.path.insert(0, str(Path(__file__).parent / "examples"))

# Seconds to wait for what takes a moment. Only what hangs reaches it: a busy machine is slow, not
# wrong.
PATIENCE = 600

# `make test` tries a little at random, `make test-long` six times as much.
MUCH = 120
settings.register_profile("a little", deadline=None, max_examples=MUCH // 6)
settings.register_profile("much", deadline=None, max_examples=MUCH)


def wait_until(condition):
    """Wait for what will be true in a moment."""
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline, "it did not come true"
        time.sleep(0.03)


def tries(count):
    """How many random cases to try: `count` in `make test-long`, and a sixth in `make test`."""
    return count * settings().max_examples // MUCH


def mostly_long(*cases, now):
    """Values for `parametrize`, or tuples of them. `make test` tries the cases whose places are in
    `now`, counted from 0; `make test-long` tries all."""
    return [
        pytest.param(
            *(case if isinstance(case, tuple) else [case]),
            marks=() if place in now else pytest.mark.long,
        )
        for place, case in enumerate(cases)
    ]


def pytest_configure(config):
    """Try as much as was asked for; mark all that this run starts, and have it ended even where the
    run is cut off."""
    settings.load_profile("much" if config.option.markexpr == "" else "a little")
    if "NUMDUEL_TEST_RUN" in os.environ:  # a process of a run that has begun already
        return
    mark = uuid4().hex
    watcher = [sys.executable, "-S", str(Path(__file__).with_name("leave_nothing.py")), mark]
    # Its standard input is a pipe from this process, and closes when this process is gone.
    config.leave_nothing = subprocess.Popen(
        watcher, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, start_new_session=True
    )
    os.environ["NUMDUEL_TEST_RUN"] = mark


def pytest_unconfigure(config):
    """At an ordinary end nothing is left, so this takes a moment only."""
    if watcher := getattr(config, "leave_nothing", None):
        del os.environ["NUMDUEL_TEST_RUN"]
        watcher.communicate()


@pytest.hookimpl(wrapper=True)
def pytest_collection():
    """What is collected stays to the end: to look for garbage in it takes a quarter of the time.
    Tests leave little garbage: to look for it as often as usual takes a tenth of the time."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(100_000, 50, 100)
        gc.enable()


def pytest_collection_modifyitems(items):
    items.sort(key=place_in_order)
    for item in items:
        if item.get_closest_marker("long"):
            item.add_marker(pytest.mark.timeout(3600))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    return WholeFolders(config, log) if config.getvalue("dist") == "loadfile" else None


def pytest_generate_tests(metafunc):
    """A test that asks for one of these is run for each of them."""
    for name, games in {
        "rule_book": rule_books,
        "small": small_games,
        "ordinary": ordinary_games,
        "largest": largest_games,
    }.items():
        if name in metafunc.fixturenames:
            metafunc.parametrize(name, list(games()), ids=name_game)


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem):
    """Run a test that is a coroutine; what it asks for may be an asynchronous context."""
    if not iscoroutinefunction(pyfuncitem.obj):
        return None

    async def run():
        given = {}
        async with AsyncExitStack() as stack:
            for name in pyfuncitem._fixtureinfo.argnames:
                value = pyfuncitem.funcargs[name]
                is_context = isinstance(value, AbstractAsyncContextManager)
                given[name] = await stack.enter_async_context(value) if is_context else value
            await pyfuncitem.obj(**given)

    asyncio.run(run())
    return True


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item):
    """A test that runs through the same lines a great many times, which others cover, is marked
    untraced: without coverage it takes a third of the time."""
    if item.get_closest_marker("untraced") is None:
        return (yield)
    tracer = sys.gettrace()
    sys.settrace(None)
    try:
        return (yield)
    finally:
        sys.settrace(tracer)


def name_game(game):
    if isinstance(game, type):
        return game.slug
    return " ".join([game.slug, *(f"{name}={value}" for name, value in game.options.items())])


def rule_books():
    """Everything in the catalogue, and the throw-away game."""
    from last_stone import LastStone

    return [*(book for book in list_games() if book.slug != LastStone.slug), LastStone]


@cache
def small_games():
    """Every rule book with each of its variants, where all positions can be walked through: at the
    smallest size and at the two largest, of which one is odd. The contract is checked at all."""
    variants = {}
    for book in rule_books():
        size = next(option.name for option in options_of(book) if option.kind is int)
        for game in samples.small_games(book):
            if positions_of(game):
                variant = {name: value for name, value in game.options.items() if name != size}
                variants.setdefault((book, *variant.items()), []).append(game)
    return [game for same in variants.values() for game in dict.fromkeys([same[0], *same[-2:]])]


def ordinary_games():
    """Every rule book at its own size, with all its variants."""
    return [game for book in rule_books() for game in samples.ordinary_games(book)]


def largest_games():
    """Every rule book at its largest size."""
    return [next(samples.games_of(book, lambda size: [size.maximum])) for book in rule_books()]


@cache
def positions_of(game):
    """Every position that can be reached, with moves that lead there; None if there are many."""
    walk = samples.walk_through(game, Findings())
    return walk.positions if walk.is_whole else None


@pytest.fixture
def positions(small):
    """Every position of a small game, with moves that lead there."""
    return positions_of(small)


def play_moves(slug, moves="", **options):
    match = Match(load_game(slug, **options))
    for move in moves.split():
        match.play(move)
    return match


def plain(lines):
    assert all(isinstance(spoken, Line) for spoken in lines)
    return [str(spoken) for spoken in lines]


def tell_answers(match, answers):
    words, said, is_asked = match.game.words, (), False
    told = [*words.opening(match.state)]
    for answer in answers:
        if not is_asked:
            told += words.turn(match.state)
            is_asked = True
        told.append(f"{words.question(match.state, said)}{answer}")
        try:
            answered = words.answer(match.state, answer, said)
            if not isinstance(answered, Further):
                match.judge(answered)
        except (IllegalMove, UnreadableMove) as refused:
            told.append(refused)
            continue
        if isinstance(answered, Further):
            said = answered.said
            continue
        before, said, is_asked = match.state, (), False
        match.play(answered)
        told += words.played(before, answered, match.state)
    if match.outcome:
        told += words.ending(match.state, match.outcome)
    return "".join(f"{spoken}\n" for spoken in told)


def refuse_answer(match, text, said=()):
    with pytest.raises((IllegalMove, UnreadableMove)) as refused:
        match.judge(match.game.words.answer(match.state, text, said))
    return refused.value


@pytest.fixture
def started():
    """started(command, **settings): a process with pipes, which ends with the test."""
    processes = []

    def start(command, **settings):
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        processes.append(subprocess.Popen(command, **pipes | settings))
        return processes[-1]

    yield start
    for process in processes:
        process.kill()
        process.communicate()


@pytest.fixture(scope="session")
def untraced():
    """Variables for a program whose coverage is not measured: that would make it slow."""
    return {"COVERAGE_PROCESS_START": "", "COVERAGE_PROCESS_CONFIG": ""}


@pytest.fixture(scope="session")
def play():
    """play(slug, "6 3 9", numbers=20): a match of that game with these moves played."""
    return play_moves


@pytest.fixture(scope="session")
def read():
    """read(lines): what a player reads, as a list of plain texts."""
    return plain


@pytest.fixture(scope="session")
def tell():
    """tell(slug, answers, numbers=20): the transcript of these answers, given one a line."""
    return lambda slug, answers, **options: tell_answers(
        play_moves(slug, **options), answers.strip("\n").split("\n")
    )


@pytest.fixture(scope="session")
def refuse():
    """refuse(match, text): the error that a wrong answer gets."""
    return refuse_answer


def write_package(folder, *entry_points, **modules):
    """Install a package of somebody else, with these entry points and the code of these modules."""
    about = folder / "strangers-1.0.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: strangers\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("\n".join(["[numduel.games]", *entry_points]))
    for name, code in modules.items():
        (folder / f"{name}.py").write_text(dedent(code))


def run_python(code, *arguments, check=True, **variables):
    """A program in a process of its own, when it has ended."""
    return subprocess.run(
        [sys.executable, "-c", code, *map(str, arguments)],
        env=os.environ | variables,
        capture_output=True,
        text=True,
        check=check,
    )


@pytest.fixture
def installed(tmp_path):
    """installed(entry points, modules): a Python in which such a package is installed too."""

    def ask(entry_points, program, warn="default", **modules):
        entries = [f"{name} = {value}" for name, value in entry_points.items()]
        write_package(tmp_path, *entries, **modules)
        examples = Path(__file__).parent / "examples"
        source = Path(numduel.__file__).parents[1]
        path = os.pathsep.join(map(str, [tmp_path, examples, source]))
        return subprocess.run(
            [sys.executable, "-W", warn, "-c", program],
            capture_output=True,
            text=True,
            check=True,
            env=os.environ | {"PYTHONPATH": path},
        )

    return ask
