"""Draws the picture of the app in README, from a real run: `make picture`."""

import asyncio
import os
import re
import sys
import tempfile
from pathlib import Path

from numduel.catalogue import load_game
from numduel.match import Match, Seat
from numduel.terminal.app.app import NumduelApp
from numduel.terminal.app.game import GameScreen

SIZE = (80, 24)
MOVES = ("6", "3")


def begin(_app: NumduelApp) -> GameScreen:
    """Return a game of Divisor Duel against the computer, after its first moves."""
    match = Match(load_game("divisor-duel"), (Seat(), Seat("easy")), seed=1)
    for move in MOVES:
        match.play(move)
    return GameScreen(match)


async def draw() -> str:
    """Return the app as a self-contained SVG, with the reasons open."""
    app = NumduelApp(begin, pace=0)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await pilot.press("w")
        while app.thoughts:
            await pilot.pause(0.05)
        await pilot.pause()
        picture = app.export_screenshot(title="numduel")
    picture = re.sub(r"@font-face\s*{[^}]*}", "", picture)
    return picture.replace("Fira Code", "ui-monospace, Menlo, Consolas")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_DATA_HOME"] = folder
        Path(sys.argv[1]).write_text(asyncio.run(draw()))
