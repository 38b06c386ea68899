"""Somebody who sits at a terminal and plays: reads what is shown, and types."""

import re
import time
from pathlib import Path

import pexpect

from ..conftest import PATIENCE

NEXT = "Enter again,(?: undo,)? menu, or nothing to leave: "
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")


def innermost(pid):
    """The process that a command has come down to: what `make` runs, for example."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return innermost(children[0]) if children else pid


class Sitter(pexpect.spawn):
    """Somebody at a terminal, who waits for the question before typing."""

    def __init__(self, command, arguments, width=80, height=24, **options):
        super().__init__(
            command,
            arguments,
            encoding="utf-8",
            codec_errors="backslashreplace",
            dimensions=(height, width),
            timeout=PATIENCE,
            **options,
        )
        self.delaybeforesend = None
        self.seen = ""

    def see(self, text):
        """Wait for a text; returns what came before it."""
        self.expect_exact(text)
        self.seen += self.before + self.after
        return self.before

    def answer(self, question, typed):
        """Wait for a question and answer it; returns what came before it."""
        before = self.see(question)
        self.sendline(typed)
        return before

    def sendcontrol(self, char):
        """Press a key with Ctrl once the program waits for keys: Python's readline would notice a
        Ctrl-C between its question and its waiting only with the next key."""
        while Path(f"/proc/{innermost(self.pid)}/stat").read_text().rpartition(")")[2][1] != "S":
            time.sleep(0.001)
        return super().sendcontrol(char)

    def sendintr(self):
        self.sendcontrol("c")

    def sendeof(self):
        self.sendcontrol("d")

    def leave(self):
        """Wait for the end, with Enter where it is asked what to do next; returns the exit code."""
        while self.expect([pexpect.EOF, NEXT]):
            self.seen += self.before
            self.sendline("")
            self.expect_exact("\r\n")
        self.seen += self.before
        self.wait()  # it has closed its terminal, and may take a moment to be gone
        self.close()
        return self.exitstatus

    @property
    def rows(self):
        """What was seen, row by row, without colours."""
        return ESCAPES.sub("", self.seen).replace("\r\n", "\n").split("\n")
