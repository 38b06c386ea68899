"""Makes the pictures of the page for the docs: python tools/screenshots.py docs/screenshots

Starts a server of its own on a free port, leads a real Chromium through every page, on a phone
and on a desk, in light and in dark, and writes a PNG for each.
"""

import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

from playwright.sync_api import Page, sync_playwright

CHROMIUM = "/usr/bin/chromium"
SIZES = {"phone": (360, 740), "side": (740, 360), "desk": (1280, 800)}
ON_ITS_SIDE = ("divisor", "hundred", "sequence")  # worth seeing on a phone that lies
LARGEST = 150_000  # bytes
DIVISOR_GAME = "6 18 9 3 15 5 10 20 4 16 8 2".split()
LOST_GAME = "12 4 8 2 10 20 5 15 3 9 18 6 1 7 14".split()


def begin(page: Page, game: str, moves: list[str], mode: str = "screen", **options: Any) -> str:
    """A match with these moves played; returns its id."""
    wanted = {"game": game, "mode": mode, "options": options, "name": "Ada"}
    answer = page.request.post("/api/matches", data=wanted).json()
    match_id: str = answer["match"]["id"]
    for ply, move in enumerate(moves):
        played = {"ply": ply, "move": move}
        page.request.post(f"/api/matches/{match_id}/moves", data=played)
    page.goto(f"/m/{match_id}")
    page.locator(".board").wait_for()
    return match_id


def show_truth(page: Page) -> None:
    page.locator("#truth").click()
    page.locator(".verdict").wait_for()


def home(page: Page) -> None:
    page.goto("/")
    page.locator(".card").first.wait_for()


def decided(page: Page) -> None:
    """Before a duel whose winner is fixed."""
    home(page)
    page.locator(".card:has(#title-parity-duel) .as-written").click()
    page.locator(".foregone").wait_for()


def computer(page: Page) -> None:
    """A duel against the computer, in which both moves are told."""
    begin(page, "divisor-duel", ["6"], mode="computer")
    page.locator(".move-told").nth(1).wait_for()


def sheet(page: Page) -> None:
    page.goto("/sheets?game=divisor-duel&numbers=100")
    page.locator(".sheet .tile").first.wait_for()


def divisor(page: Page) -> None:
    begin(page, "divisor-duel", DIVISOR_GAME[:3])


def why(page: Page) -> None:
    begin(page, "divisor-duel", DIVISOR_GAME[:2])
    show_truth(page)
    page.locator("#why").click()
    page.locator(".why").wait_for()
    page.locator("#why").blur()


def hundred(page: Page) -> None:
    begin(page, "divisor-duel", "60 12 36 18 90 45".split(), numbers=100)


def parity(page: Page) -> None:
    begin(page, "parity-duel", "7 12 3 18 15 2 11".split(), jokers=1)


def split(page: Page) -> None:
    begin(page, "number-split-duel", ["14"], start=20)
    bar = page.locator(".bar").bounding_box()
    assert bar is not None
    page.mouse.click(bar["x"] + bar["width"] * 0.64, bar["y"] + 40)


def heaps(page: Page) -> None:
    begin(page, "grundys-game", "24:15 15:8 9:5 8:7".split(), start=24)
    bar = page.locator(".bar").first
    box = bar.bounding_box()
    assert box is not None
    bar.click(position={"x": box["width"] * 0.7, "y": 20})


def sequence(page: Page) -> None:
    begin(page, "sequence-builder", "6 5 2 3 7 1".split())


def waiting(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="Play a friend by link: Divisor Duel").click()
    page.locator("#seat-link").wait_for()


def review(page: Page) -> None:
    begin(page, "divisor-duel", LOST_GAME)
    page.locator("#review").click()
    page.locator(".graph").wait_for()
    page.get_by_role("button", name="Move 5:").click()
    page.locator(".tile.taken.wrong").wait_for()
    page.evaluate("scrollTo(0, 0)")


def analysis(page: Page) -> None:
    page.goto("/p/divisor-duel/numbers=30/6,24")
    page.locator(".verdict").wait_for()


def puzzle(page: Page) -> None:
    page.goto("/puzzles/divisor-duel/18,3")
    page.locator(".tile[data-move='6']").click()
    page.locator(".said").wait_for()


def lesson(page: Page) -> None:
    page.goto("/learn/divisor-duel/pairing/2")
    page.locator(".tile[data-move='8']").click()
    page.locator(".lesson-why").wait_for()


def rules(page: Page) -> None:
    page.goto("/games/sequence-builder")
    page.locator(".rules h2").first.wait_for()


PAGES: list[Callable[[Page], None]] = [
    home,
    decided,
    divisor,
    computer,
    why,
    hundred,
    parity,
    split,
    heaps,
    sequence,
    waiting,
    review,
    analysis,
    puzzle,
    lesson,
    rules,
    sheet,
]


def start_server(folder: str) -> tuple[subprocess.Popen[bytes], str]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    serve = "from numduel.web.serving.command import serve; serve()"
    database = f"sqlite:///{folder}/web.sqlite"
    choices = ["--port", str(port), "--database", database, "--requests-per-minute", "0"]
    server = subprocess.Popen([sys.executable, "-c", serve, *choices], stderr=subprocess.DEVNULL)
    address = f"http://127.0.0.1:{port}"
    for _ in range(600):
        try:
            with urlopen(f"{address}/healthz"):
                return server, address
        except (URLError, ConnectionError):
            time.sleep(0.05)
    raise TimeoutError("the server does not start")


def main(folder: Path, names: list[str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    wanted = [show for show in PAGES if not names or show.__name__ in names]
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        server, address = start_server(data)
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        try:
            for size, (width, height) in SIZES.items():
                for theme in ("light", "dark"):
                    for show in wanted:
                        if size == "side" and show.__name__ not in ON_ITS_SIDE:
                            continue
                        context = browser.new_context(
                            base_url=address,
                            viewport={"width": width, "height": height},
                            color_scheme=theme,
                            reduced_motion="reduce",
                        )
                        page = context.new_page()
                        show(page)
                        page.wait_for_timeout(200)
                        picture = folder / f"{show.__name__}-{size}-{theme}.png"
                        page.screenshot(path=picture)
                        context.close()
                        if picture.stat().st_size > LARGEST:
                            raise ValueError(f"{picture} is larger than {LARGEST} bytes")
        finally:
            browser.close()
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
