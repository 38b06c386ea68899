"""The app without a terminal: keys are pressed and the screen is read by Textual's Pilot."""

import asyncio
from contextlib import asynccontextmanager

import pytest

from numduel.terminal.app.app import NumduelApp


class Sitting:
    """Somebody who plays in the app."""

    def __init__(self, app, pilot):
        self.app, self.pilot = app, pilot

    async def settle(self):
        """Wait until nothing is being worked out, and everything is shown."""
        await self.pilot.pause()
        while self.app.thoughts:
            await asyncio.sleep(0.005)
            await self.pilot.pause()
        await self.pilot.pause()

    async def press(self, *keys):
        """Press keys, one after another; a word of digits is typed. Returns what is shown then."""
        for key in keys:
            for sign in key if key.isdigit() else [key]:
                await self.pilot.press(sign)
            await self.settle()
        return self.text

    async def until(self, text):
        """Wait until a text is shown, on the screen or as a notice."""
        async with asyncio.timeout(60):
            while text not in self.text and text not in self.notices:
                await asyncio.sleep(0.005)
                await self.pilot.pause()

    @property
    def notices(self):
        return " ".join(notice.message for notice in self.app._notifications)

    @property
    def rows(self):
        strips = self.app.screen._compositor.render_strips()
        return ["".join(segment.text for segment in strip).rstrip() for strip in strips]

    @property
    def text(self):
        """What is on the screen."""
        return "\n".join(self.rows)

    @property
    def told(self):
        """What the panel beside the board says."""
        return " ".join(map(str, self.app.screen.told))

    @property
    def match(self):
        return self.app.screen.match


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """A data folder of this test's own."""
    for name in ("NO_COLOR", "COLORFGBG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path / "data" / "numduel"


@pytest.fixture
def sit_down():
    """sit_down(size): the app is open while the context lasts."""

    @asynccontextmanager
    async def open_app(begin=None, size=(80, 24), **options):
        app = NumduelApp(begin, pace=0, **options)
        async with app.run_test(size=size, notifications=True) as pilot:
            sitting = Sitting(app, pilot)
            await sitting.settle()
            yield sitting

    return open_app
