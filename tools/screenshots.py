"""Takes the screenshots for the docs: python tools/screenshots.py docs/screenshots

Starts its own server on a free port and drives a real Chromium through the pages.
"""

import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from playwright.sync_api import Page, sync_playwright

CHROMIUM = "/usr/bin/chromium"


def home(page: Page) -> None:
    page.goto("/")
    page.locator(".card").first.wait_for()


PICTURES = {"home-desk-light": home}


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


def main(folder: Path) -> None:
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        server, address = start_server(data)
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        try:
            page = browser.new_page(base_url=address, viewport={"width": 1280, "height": 800})
            for name, show in PICTURES.items():
                show(page)
                page.wait_for_timeout(200)
                page.screenshot(path=folder / f"{name}.png")
        finally:
            browser.close()
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
