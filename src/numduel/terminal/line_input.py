"""Reading what is typed: a line from a pipe, or a line edited at a terminal."""

import os
import select
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from threading import current_thread, main_thread
from types import ModuleType

import click

from numduel.words import printable

try:
    import termios
    import tty
except ImportError:  # Windows, where Click reads keys
    termios = None  # type: ignore[assignment]

_CTRL_D = "\x04"
_ESCAPE = 0.05  # seconds between the Escape and the rest of an arrow key, at most
_LONGEST_ENTRY = 65_536  # only the beginning of a longer line is used, the rest is skipped


class InputEnded(Exception):
    """There is nothing more to read."""


class Left(InputEnded):
    """The player entered quit."""


class _Continued(Exception):
    """The program goes on after Ctrl-Z. The message is what had been typed at the prompt."""


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

    After Ctrl-Z and fg the prompt is shown again with what had been typed. Otherwise that text
    would be entered unseen.
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


def read_key(ask: Callable[[], None]) -> str:
    """Wait for a key at a terminal, without Enter. `ask` shows the prompt. It is called when the
    terminal is ready for a key, and again after Ctrl-Z and fg."""
    while True:
        try:
            with _noticing_continue(None), _keys_at_once():
                ask()
                key = _read_key()
        except _Continued:
            click.echo("\r", nl=False)
            continue
        if key in ("", _CTRL_D):
            raise InputEnded
        return key


def _read_key() -> str:
    if termios is None:
        return click.getchar()
    terminal = sys.stdin.fileno()
    key = os.read(terminal, 1)
    if key == b"\x1b" and select.select([terminal], [], [], _ESCAPE)[0]:
        key += os.read(terminal, 2)  # the rest of what an arrow key sends
    text = key.decode(errors="replace")
    return text.lower() if len(key) == 1 else text


@contextmanager
def _keys_at_once() -> Iterator[None]:
    """Let the terminal hand over each key when it is pressed, and not show it."""
    if termios is None:
        yield
        return
    terminal = sys.stdin.fileno()
    before = termios.tcgetattr(terminal)
    tty.setcbreak(terminal, termios.TCSADRAIN)
    try:
        yield
    finally:
        termios.tcsetattr(terminal, termios.TCSADRAIN, before)


@contextmanager
def _noticing_continue(editing: ModuleType | None) -> Iterator[None]:
    """Raise _Continued when the program goes on after Ctrl-Z, on platforms that have Ctrl-Z."""

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
    """The readline module, where the platform has it. Importing it turns line editing on."""
    with suppress(ImportError):
        import readline

        return readline
    return None
