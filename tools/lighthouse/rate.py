"""Rates the pages with Lighthouse, emulating a phone: `make lighthouse`.

Starts its own server on a free port and prints a table row for each page. Exit code 1 if a score is
too low. A private match has no SEO score, because search engines must not index it.
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from urllib.request import Request, urlopen

HERE = Path(__file__).parent
sys.path.append(str(HERE.parent))
from screenshots import CHROMIUM, start_server  # noqa: E402

MARKS = {"performance": 95, "accessibility": 100, "best-practices": 100, "seo": 100}
PAGES = {
    "home": "/",
    "a puzzle": "/puzzles/daily",
    "a lesson": "/learn/divisor-duel/pairing",
    "a game's page": "/games/divisor-duel",
}
FIGURES = ["first-contentful-paint", "largest-contentful-paint", "total-blocking-time"]


def begin_match(address: str) -> str:
    body = json.dumps({"game": "divisor-duel", "mode": "screen"}).encode()
    request = Request(f"{address}/api/matches", body, {"Content-Type": "application/json"})
    with urlopen(request) as answer:
        return f"/m/{json.load(answer)['match']['id']}"


def rate(address: str) -> tuple[dict[str, int], list[str]]:
    """Return the scores of a page and a few figures, from the median of three runs."""
    with urlopen(address):
        pass  # warm up the server
    runs = sorted((rate_once(address) for _ in range(3)), key=lambda run: run[0]["performance"])
    return runs[1]


def rate_once(address: str) -> tuple[dict[str, int], list[str]]:
    command = [str(HERE / "node_modules/.bin/lighthouse"), address, "--quiet", "--output=json"]
    flags = "--chrome-flags=--headless=new --no-sandbox"
    surroundings = os.environ | {"CHROME_PATH": CHROMIUM}
    for _ in range(3):  # Lighthouse sometimes asks for another run
        done = subprocess.run(
            [*command, flags], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=surroundings
        )
        if done.returncode == 0:
            break
    report = json.loads(done.stdout)
    categories = report["categories"]
    marks = {name: round(100 * (categories[name]["score"] or 0)) for name in MARKS}
    return marks, [report["audits"][name]["displayValue"] for name in FIGURES]


def main() -> int:
    with tempfile.TemporaryDirectory() as data:
        server, address = start_server(data)
        try:
            print("|", " | ".join(["page", *MARKS, *FIGURES]), "|")
            is_good = True
            for name, path in (PAGES | {"a match": begin_match(address)}).items():
                marks, figures = rate(address + path)
                wanted = MARKS if name in PAGES else MARKS | {"seo": 0}
                is_good &= all(marks[kind] >= wanted[kind] for kind in MARKS)
                shown = [str(marks[kind]) if wanted[kind] else "" for kind in MARKS]
                print("|", " | ".join([name, *shown, *figures]), "|", flush=True)
        finally:
            server.terminate()
            server.wait()
    return 0 if is_good else 1


if __name__ == "__main__":
    sys.exit(main())
