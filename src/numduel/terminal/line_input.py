"""Input: a line from a pipe, or a line edited at a terminal."""

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from threading import current_thread, main_thread
from types import ModuleType

import click

from numduel.words import printable

_LONGEST_ENTRY = 65_536  # the rest of a longer line is skipped


class InputEnded(Exception):
    """There is nothing more to read."""


class Left(InputEnded):
    """The player entered quit."""


class _Continued(Exception):
    """The program continues after Ctrl-Z. The message is what was typed at the prompt."""


def read_line() -> str:
    """Read a line from standard input and echo it, unless a terminal has shown it already."""
    typed = rest = sys.stdin.readline(_LONGEST_ENTRY)
    while rest and not rest.endswith("\n"):
        rest = sys.stdin.readline(_LONGEST_ENTRY)
    if not typed:
        raise InputEnded
    typed = typed.removesuffix("\n")
    if not sys.stdin.isatty():
        click.echo(printable(typed, keep="\t"))
    return typed


def edit_line(prompt: str) -> str:
    """Read a line at a terminal, with arrow keys and history.

    After Ctrl-Z and fg, the prompt is shown again with what was typed: otherwise that would be
    entered unseen.
    """
    editing, typed = line_editing(), ""
    while True:
        if editing is not None:
            editing.set_startup_hook(partial(editing.insert_text, typed))
        try:
            with _noticing_continue(editing):
                return input(prompt)
        except EOFError:
            raise InputEnded from None
        except _Continued as continued:
            typed = str(continued)
            click.echo("\r", nl=False)


@contextmanager
def _noticing_continue(editing: ModuleType | None) -> Iterator[None]:
    """Raise _Continued when the program continues after Ctrl-Z, if the platform has it."""

    def interrupt(*_: object) -> None:
        raise _Continued(editing.get_line_buffer() if editing is not None else "")

    if not hasattr(signal, "SIGCONT") or current_thread() is not main_thread():
        yield
        return
    before = signal.signal(signal.SIGCONT, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGCONT, before)


def line_editing() -> ModuleType | None:
    """Return the readline module, or None. Importing it turns line editing on."""
    with suppress(ImportError):
        import readline

        return readline
    return None
