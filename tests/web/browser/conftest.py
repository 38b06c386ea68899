"""A real Chromium before a real server: what a visitor sees and can do."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser, Locator, Page, Playwright, expect, sync_playwright

from ...conftest import PATIENCE

CHROMIUM = "/usr/bin/chromium-headless-shell"  # chromium without its own windows: less work
QUIET = [
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",  # there is none: without this, one is played by the processor
    "--disable-software-rasterizer",
    "--disable-default-apps",
    "--disable-sync",
]
expect.set_options(timeout=1000 * PATIENCE)
WAYS = {
    "computer": "Play the computer",
    "link": "Play a friend by link",
    "screen": "Two at this screen",
}


class Server:
    """`numduel serve` on a free port, with a database of its own."""

    def __init__(self, folder: Path, *packages: Path) -> None:
        # Held as long as there is this server: who takes any free port does not get it.
        self._holder = socket.socket()
        self._holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self._holder.bind(("127.0.0.1", 0))
        self.port = self._holder.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self._folder = folder
        before = [path for path in [os.environ.get("PYTHONPATH")] if path]
        self._surroundings = os.environ | {
            "PYTHONPATH": os.pathsep.join([*map(str, packages), *before])
        }
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        serve = Path(__file__).parents[1] / "patient_server.py"
        database = f"sqlite:///{self._folder / 'web.sqlite'}"
        with (self._folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, str(serve), str(self.port), database],
                stdout=log,
                stderr=log,
                env=self._surroundings,
            )
        while self._process.poll() is None:
            try:
                with urlopen(f"{self.address}/healthz"):
                    return
            except (URLError, ConnectionError):
                time.sleep(0.05)
        raise RuntimeError((self._folder / "log").read_text())

    def kill(self) -> None:
        """Pull the plug."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()

    def stop(self) -> None:
        if self._process is not None and self._process.poll() is None:
            self._process.send_signal(signal.SIGTERM)
            self._process.wait()
        self._holder.close()


class Visitor:
    """Somebody with a browser. What goes wrong in the page is noted in `faults`."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.faults: list[str] = []
        page.set_default_timeout(1000 * PATIENCE)
        page.on("console", self._hear)
        page.on("pageerror", lambda fault: self.faults.append(str(fault)))
        page.on("request", lambda request: self._check_host(request.url, address))

    def _hear(self, message: Any) -> None:
        if message.type in ("error", "warning"):
            self.faults.append(message.text)

    def _check_host(self, url: str, address: str) -> None:
        if not url.startswith((address, "data:", "blob:")):
            self.faults.append(f"asked elsewhere: {url}")

    @property
    def board(self) -> Locator:
        return self.page.locator(".stage .board")

    @property
    def headline(self) -> Locator:
        return self.page.locator(".headline")

    @property
    def below(self) -> Locator:
        return self.page.locator(".last-move")

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def go_home(self) -> None:
        self.page.goto("/")
        self.page.locator(".card").first.wait_for()

    def begin(self, slug: str, mode: str, **choices: Any) -> None:
        """Begin a duel at one's own device, without a detour over the home page."""
        wanted = {"game": slug, "mode": mode}
        wanted |= {name: choices.pop(name) for name in ("level", "first") if name in choices}
        answer = self.page.request.post("/api/matches", data=wanted | {"options": choices}).json()
        self.page.goto(f"/m/{answer['match']['id']}")
        self.board.wait_for()

    def begin_at_home(self, slug: str, mode: str, **choices: Any) -> None:
        """Choose options on the home page, then one click."""
        self.go_home()
        card = self.page.locator(f".card:has(#title-{slug})")
        if choices:
            card.locator("summary").click()
        for name, value in choices.items():
            field = card.locator(f"[id='{slug}-{name}']")
            if field.evaluate("field => field.localName") == "select":
                field.select_option(str(value))
            else:
                field.fill(str(value))
                field.blur()
        card.get_by_role("button", name=WAYS[mode]).click()
        self.board.wait_for()

    def tile(self, number: int | str) -> Locator:
        return self.page.locator(f".tile[data-move='{number}']")

    def is_over(self) -> bool:
        return self.page.locator("#rematch").count() > 0

    def count_moves(self) -> int:
        return self.page.locator(".moves li").count()

    def expect_moves(self, count: int) -> None:
        expect(self.page.locator(".moves li")).to_have_count(count)

    def move(self) -> None:
        """Make some allowed move, the way this board is made for."""
        if self.page.locator(".board.bar-board").count():
            self.page.locator(".bar").click(position={"x": 90, "y": 20})
            # The larger part keeps the game going for a few moves.
            self.page.locator(".part").last.click()
        elif self.page.locator(".board.heaps").count():
            self.page.locator(".bar.live").first.click(position={"x": 8, "y": 20})
            self.page.locator(".confirm").click()
        elif self.page.locator(".board.plain").count():
            self.page.locator(".choice[aria-disabled='false']").first.click()
        else:
            self.page.locator(".tile.allowed[aria-disabled='false']").first.click()

    def wait_for_turn(self) -> bool:
        """Wait until there is something to do; False if the duel is over."""
        alive = "[aria-disabled='false']"
        ready = f".tile.allowed{alive}, .choice{alive}, .bar.live, .part, #rematch"
        self.page.locator(ready).first.wait_for()
        return not self.is_over()

    def play_on(self) -> None:
        """Play to the end."""
        for _ in range(60):
            if not self.wait_for_turn():
                return
            count = self.count_moves()
            self.move()
            expect(self.page.locator(".moves li").nth(count)).to_be_attached()
        raise AssertionError("the duel does not end")


class _Chromium:
    """One browser for all tests of this folder that a process runs."""

    playwright: Playwright | None = None
    browser: Browser

    def open(self) -> Browser:
        if self.playwright is None:
            self.playwright = sync_playwright().start()
            launch = self.playwright.chromium.launch
            self.browser = launch(executable_path=CHROMIUM, args=QUIET)
        return self.browser

    def close(self) -> None:
        if self.playwright is not None:
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
    told = folder / "strangers-1.dist-info"
    told.mkdir()
    (told / "METADATA").write_text("Metadata-Version: 2.1\nName: strangers\nVersion: 1\n")
    games = ["last-stone = last_stone:LastStone", "stacks = stacks:Stacks"]
    (told / "entry_points.txt").write_text("\n".join(["[numduel.games]", *games]))
    server = Server(folder, folder, Path(__file__).parents[2] / "examples")
    server.start()
    yield server
    server.stop()


@pytest.fixture
def further_servers() -> Iterator[list[Server]]:
    """Servers of one test. They stop when every page is closed, so that none misses its own."""
    servers: list[Server] = []
    yield servers
    for server in servers:
        server.stop()


@pytest.fixture
def mortal_server(tmp_path: Path, further_servers: list[Server]) -> Server:
    """A server that a test may kill."""
    server = Server(tmp_path)
    further_servers.append(server)
    server.start()
    return server


@pytest.fixture
def invite(
    browser: Browser, server: Server, further_servers: list[Server]
) -> Iterator[Callable[..., Visitor]]:
    """Lets visitors in, each with cookies of their own; nothing may go wrong in their pages."""
    visitors: list[Visitor] = []

    def let_in(
        *, to: Server = server, width: int = 1280, height: int = 800, **kind: Any
    ) -> Visitor:
        # Without motion the computer's moves show at once.
        wanted = {"reduced_motion": "reduce"} | kind
        context = browser.new_context(
            viewport={"width": width, "height": height}, base_url=to.address, **wanted
        )
        visitor = Visitor(context.new_page(), to.address)
        visitors.append(visitor)
        return visitor

    yield let_in
    for visitor in visitors:
        visitor.page.context.close()
    assert [fault for visitor in visitors for fault in visitor.faults] == []


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
