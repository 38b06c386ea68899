"""A real Chromium before a real server: what a visitor sees and can do."""

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Playwright, expect, sync_playwright

from ...conftest import write_package
from ..conftest import reserved_port
from ..server_process import ServerProcess
from .visitor import PATIENCE, Visitor

CHROMIUM = "/usr/bin/chromium-headless-shell"  # chromium without its own windows: less work
QUIET = [
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",  # there is none: without this, one is played by the processor
    "--disable-software-rasterizer",
    "--disable-default-apps",
    "--disable-sync",
    "--process-per-site",  # tabs of one visitor share a process
]
expect.set_options(timeout=1000 * PATIENCE)


class Server(ServerProcess):
    """A server with a database of its own, whose port nobody else gets as long as it exists."""

    def __init__(self, folder: Path, *packages: Path) -> None:
        self._holder = ExitStack()
        port = self._holder.enter_context(reserved_port())
        database = f"sqlite:///{folder / 'web.sqlite'}"
        super().__init__(database, port, folder / "log", packages)

    def close(self) -> None:
        if self.is_alive():
            self.stop()
        self._holder.close()


class _Chromium:
    """One browser for all tests of this folder that a process runs."""

    playwright: Playwright | None = None
    browser: Browser

    def __init__(self) -> None:
        self.idle: list[Visitor] = []  # who left, with a page that others may use

    def open(self) -> Browser:
        if self.playwright is None:
            self.playwright = sync_playwright().start()
            launch = self.playwright.chromium.launch
            self.browser = launch(executable_path=CHROMIUM, args=QUIET)
        return self.browser

    def close(self) -> None:
        if self.playwright is not None:
            self.idle.clear()
            self.browser.close()
            self.playwright.stop()
            self.playwright = None


_CHROMIUM = _Chromium()


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(nextitem: pytest.Item | None) -> None:
    """Close the browser after the last test here: while Playwright runs, tests elsewhere cannot
    use asyncio.run."""
    if nextitem is None or Path(__file__).parent not in nextitem.path.parents:
        _CHROMIUM.close()


@pytest.fixture
def browser() -> Browser:
    return _CHROMIUM.open()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with the duels of another package too, which it finds by their entry points."""
    folder = tmp_path_factory.mktemp("server")
    write_package(folder, "last-stone = last_stone:LastStone", "stacks = stacks:Stacks")
    server = Server(folder, folder, Path(__file__).parents[2] / "examples")
    server.start()
    yield server
    server.close()


@pytest.fixture(scope="session")
def another_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """It stops after every page of a test is closed, so that none misses its own."""
    server = Server(tmp_path_factory.mktemp("another_server"))
    yield server
    server.close()


@pytest.fixture
def mortal_server(another_server: Server) -> Server:
    """A server that a test may kill. The next test finds it alive."""
    if not another_server.is_alive():
        another_server.start()
    return another_server


@pytest.fixture
def invite(browser: Browser, server: Server) -> Iterator[Callable[..., Visitor]]:
    """Lets visitors in, each with cookies of their own; nothing may go wrong in their pages.

    A page is used by one test after another: in a new one, the site takes three times as long to
    load. Whoever changes the page itself (its clock, scripts, routes, listeners, media) asks for
    `own_page`.
    """
    visitors: list[Visitor] = []
    lasting: list[Visitor] = []

    def let_in(
        *,
        to: Server = server,
        width: int = 1280,
        height: int = 800,
        own_page: bool = False,
        **kind: Any,
    ) -> Visitor:
        may_last = not own_page and not kind and to is server
        if may_last and _CHROMIUM.idle:
            visitor = _CHROMIUM.idle.pop()
            visitor.page.set_viewport_size({"width": width, "height": height})
        else:
            # Without motion the computer's moves show at once.
            wanted = {"reduced_motion": "reduce"} | kind
            context = browser.new_context(
                viewport={"width": width, "height": height}, base_url=to.address, **wanted
            )
            visitor = Visitor(context.new_page(), to.address)
        visitors.append(visitor)
        if may_last:
            lasting.append(visitor)
        return visitor

    yield let_in
    for visitor in visitors:
        if visitor in lasting:
            visitor.leave()
        else:
            visitor.page.context.close()
    faults = [fault for visitor in visitors for fault in visitor.faults]
    for visitor in lasting:
        visitor.faults.clear()
    _CHROMIUM.idle.extend(lasting)
    assert faults == []


@pytest.fixture
def visitor(invite: Callable[..., Visitor]) -> Visitor:
    return invite()


@pytest.fixture
def ignore_lost_lines() -> Callable[[Visitor], None]:
    """Forget what the browser itself says of a server that does not answer."""

    def forget(visitor: Visitor) -> None:
        lost = re.compile(r"Failed to load resource|ERR_|EventSource")
        visitor.faults[:] = [fault for fault in visitor.faults if not lost.search(fault)]

    return forget
