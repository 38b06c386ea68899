"""Draws a picture of a game in the terminal from a real run: `make picture`."""

import io
import re
import sys
import tempfile
from pathlib import Path

import pexpect
from rich.console import Console
from rich.text import Text

WIDTH = 76
ANSWERS = ["6", "18", "why 1", "9", "quit"]


def run_game() -> str:
    """What the terminal shows of a short game of Divisor Duel between two people."""
    with tempfile.TemporaryDirectory() as folder:
        game = pexpect.spawn(
            str(Path(sys.executable).with_name("numduel")),
            ["play", "divisor-duel", "--names", "Ann,Bob"],
            env={
                "XDG_DATA_HOME": folder,
                "TERM": "xterm-256color",
                "COLORTERM": "truecolor",
                "COLORFGBG": "15;0",  # the picture is dark
            },
            dimensions=(60, WIDTH),
            encoding="utf-8",
            echo=True,
        )
        shown = io.StringIO()
        game.logfile_read = shown
        for answer in ANSWERS:
            game.expect("Select a number: ")
            game.sendline(answer)
        game.expect(pexpect.EOF)
    return re.sub(r"\x1b\[\?2004[hl]|\r", "", shown.getvalue())


def draw(shown: str) -> str:
    """The screen as an SVG that loads nothing from elsewhere."""
    console = Console(record=True, width=WIDTH, file=io.StringIO(), force_terminal=True)
    console.print(Text.from_ansi("$ numduel play divisor-duel --names Ann,Bob\n" + shown))
    picture = console.export_svg(title="numduel")
    picture = re.sub(r"@font-face\s*{[^}]*}", "", picture)
    return picture.replace("Fira Code", "ui-monospace, Menlo, Consolas")


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(draw(run_game()))
