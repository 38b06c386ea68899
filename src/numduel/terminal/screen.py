"""What a player sees and types: plain words on a pipe, coloured and wrapped on a terminal."""

import os
import re
import shutil
import signal
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from threading import Timer, current_thread, main_thread
from types import ModuleType
from typing import Any

import click

from numduel.game import Player
from numduel.terminal.wrapping import ENTRY, join_paragraphs, wrap
from numduel.words import Line, Role, Span, line, put_names

_LONGEST_ENTRY = 65_536  # of a longer line only the beginning is read, the rest is skipped
_SCREENFUL = 4_000  # characters; more goes through the pager
_USUAL_WIDTH = 80
_FEW_ROWS = 320  # characters
_THINKING, _PATIENCE = "Thinking …", 1.0  # said after so many seconds

# Colours that are read well on light and on dark: for terminals of 16 million, and of 256 colours.
_RICH_COLOURS = {Role.PLAYER_ONE: (59, 130, 246), Role.PLAYER_TWO: (234, 88, 12)}
_FEW_COLOURS = {Role.PLAYER_ONE: 33, Role.PLAYER_TWO: 208}


class InputEnded(Exception):
    """There is nothing more to read."""


class _Continued(Exception):
    """The program goes on after Ctrl-Z; what had been typed at the prompt."""


class Screen:
    """Where a game is shown and where its players type."""

    def __init__(self, plain: bool = False, shows_values: bool = False) -> None:
        """`shows_values` marks every allowed move as winning or losing."""
        self.shows_values = shows_values
        self.is_terminal = sys.stdin.isatty() and sys.stdout.isatty()
        self.is_wrapped = sys.stdout.isatty() and not plain
        self.is_styled = (
            self.is_wrapped and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
        )
        self.names: Mapping[Player, str] = {}
        for stream in (sys.stdin, sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors="backslashreplace")
        if self.is_terminal:
            _line_editing()  # arrow keys and history at the prompts

    def say(self, lines: Iterable[Line]) -> None:
        """Print a rule book's lines, with people's names in them."""
        for spoken in lines:
            self._print(put_names(spoken, self.names))

    def tell(self, text: str) -> None:
        """Print a text as it is."""
        for row in text.split("\n"):
            self._print(line(row))

    def tell_prose(self, text: str) -> None:
        """Print a text whose paragraphs were wrapped when it was written: on a terminal each is
        put together again and wrapped to its width."""
        for row in join_paragraphs(text) if self.is_wrapped else text.split("\n"):
            entry = ENTRY.match(row)
            self._print(line(row), margin=entry.end() if entry else None)

    def page(self, lines: Iterable[Line]) -> None:
        """Print lines that may be far more than a screenful."""
        named = [put_names(spoken, self.names) for spoken in lines]
        if self.is_terminal and sum(len(str(spoken)) for spoken in named) > _SCREENFUL:
            width = shutil.get_terminal_size().columns
            rows = (str(row) for spoken in named for row in wrap(spoken, width))
            click.echo_via_pager("\n".join(rows))
        else:
            for spoken in named:
                self._print(spoken)

    def _print(self, spoken: Line, margin: int | None = None) -> None:
        for row in self._rows(spoken, margin):
            if self.is_styled:
                click.echo("".join(map(_style, row)), color=True)
            else:
                click.echo(str(row))

    def _rows(self, spoken: Line, margin: int | None = None) -> list[Line]:
        if not self.is_wrapped:
            return [spoken]
        return wrap(spoken, self.width, margin)

    @property
    def width(self) -> int:
        """How many characters a row has; where nothing is wrapped, as many as on most terminals."""
        return shutil.get_terminal_size().columns if self.is_wrapped else _USUAL_WIDTH

    def notice(self, text: str) -> None:
        """Tell something that belongs to the program and not to the game."""
        sys.stdout.flush()
        if not sys.stderr.isatty():
            click.echo(text, err=True)
            return
        for row in self._rows(line(text)):
            if self.is_styled:
                click.secho(str(row), err=True, dim=True, color=True)
            else:
                click.echo(str(row), err=True)

    def ask(self, question: Line | str) -> str:
        """What is typed at a prompt, or InputEnded."""
        prompt = line(question) if isinstance(question, str) else put_names(question, self.names)
        sys.stderr.flush()
        if self.is_terminal:
            return _edit_line(
                "".join(map(_style_prompt, prompt)) if self.is_styled else str(prompt)
            )
        click.echo(str(prompt), nl=False)
        return _read_line()

    @contextmanager
    def thinking(self) -> Iterator[None]:
        """While this takes long, a terminal says so; nothing of it stays."""
        said: list[str] = []

        def say() -> None:
            said.append(_THINKING)
            click.echo(_style(Span(_THINKING, Role.DIM)) if self.is_styled else _THINKING, nl=False)

        timer = Timer(_PATIENCE, say)
        timer.daemon = True
        if self.is_terminal:
            timer.start()
        try:
            yield
        finally:
            timer.cancel()
            if self.is_terminal:
                timer.join()
            for text in said:
                click.echo(f"\r{' ' * len(text)}\r", nl=False)

    def end_row(self) -> None:
        """End the row that a prompt began and nobody will answer."""
        click.echo()


def _read_line() -> str:
    """A line of input; what was read is echoed unless a terminal does that."""
    typed = rest = sys.stdin.readline(_LONGEST_ENTRY)
    while rest and not rest.endswith("\n"):
        rest = sys.stdin.readline(_LONGEST_ENTRY)
    if not typed:
        raise InputEnded
    typed = typed.removesuffix("\n")
    if not sys.stdin.isatty():
        click.echo(typed)
    return typed


def in_few_rows(sentence: str) -> str:
    """A sentence that lists what may be entered, cut where the list has more than a few rows: it
    was shown whole at the beginning of the turn."""
    if len(sentence) <= _FEW_ROWS:
        return sentence
    begun = sentence[:_FEW_ROWS].rpartition(" ")[0].rstrip(" ,")
    return f"{begun} … Enter moves to see all of them."


def _style(span: Span) -> str:
    looks: dict[Role, dict[str, Any]] = {
        Role.PLAYER_ONE: {"fg": _colours()[Role.PLAYER_ONE], "bold": True},
        Role.PLAYER_TWO: {"fg": _colours()[Role.PLAYER_TWO], "bold": True},
        Role.ALLOWED: {"bold": True},
        Role.DIM: {"dim": True},
        Role.LAST: {"underline": True},
        Role.PROMPT: {"bold": True},
    }
    return click.style(span.text, **looks[span.role]) if span.role in looks else span.text


def _style_prompt(span: Span) -> str:
    """A prompt's span, its invisible parts marked so that line editing knows its width."""
    return re.sub(r"(\x1b\[[0-9;]*m)", "\001\\1\002", _style(span))


def _colours() -> Mapping[Role, Any]:
    return _RICH_COLOURS if os.environ.get("COLORTERM") in ("truecolor", "24bit") else _FEW_COLOURS


def _edit_line(prompt: str) -> str:
    """A line typed at a terminal. Whoever comes back after Ctrl-Z sees the prompt again with what
    they had typed: it would else be played unseen."""
    editing, typed = _line_editing(), ""
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
    """Raise _Continued when the program goes on after Ctrl-Z, where there is such a thing."""

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


def _line_editing() -> ModuleType | None:
    """The module that edits lines, where the platform has it."""
    with suppress(ImportError):
        import readline

        return readline
    return None
