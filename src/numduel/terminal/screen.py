"""The line mode's input and output: plain text for a pipe, colour at a terminal.

Names and errors may come from a file or from somebody else, so control characters are escaped: our
own colours are the only codes that reach a terminal.
"""

import json
import os
import re
import shutil
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from textwrap import wrap
from threading import Timer
from typing import Any

import click

from numduel.game import Player
from numduel.terminal.line_input import edit_line, line_editing, read_line
from numduel.words import Line, Role, Span, line, printable, put_names

_FEW_ROWS = 320  # characters
_ESCAPED = "backslashreplace"  # how characters that cannot be encoded or decoded are written
_THINKING = "Thinking …"
_PATIENCE = "1"  # seconds before "Thinking …" is shown

# Blue and orange, for terminals with 16 million and with 256 colours. Their contrast is 4.5 to 1 on
# white and on black; where the terminal says that it is dark, brighter ones are used.
_RICH_COLOURS = {Role.PLAYER_ONE: (27, 110, 244), Role.PLAYER_TWO: (202, 77, 11)}
_FEW_COLOURS = {Role.PLAYER_ONE: 63, Role.PLAYER_TWO: 130}
_RICH_ON_DARK = {Role.PLAYER_ONE: (96, 165, 250), Role.PLAYER_TWO: (251, 146, 60)}
_FEW_ON_DARK = {Role.PLAYER_ONE: 75, Role.PLAYER_TWO: 208}
_DARK = ("0", "1", "2", "3", "4", "5", "6", "8")  # backgrounds, as COLORFGBG names them


def has_app(plain: bool = False) -> bool:
    """Return whether there is a real terminal, on which the app can run."""
    is_terminal = sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()
    return is_terminal and not plain and os.environ.get("TERM", "dumb") != "dumb"


class Screen:
    """Prints a game and reads its players' input."""

    def __init__(self, plain: bool = False, shows_values: bool = False) -> None:
        """`shows_values`: mark every allowed move as winning or losing."""
        self.shows_values = shows_values
        self.is_terminal = sys.stdin.isatty() and sys.stdout.isatty()
        self.has_app = has_app(plain)
        self.is_styled = (
            sys.stdout.isatty()
            and not plain
            and not os.environ.get("NO_COLOR")
            and os.environ.get("TERM") != "dumb"
        )
        self.names: Mapping[Player, str] = {}
        self.guides = self.is_terminal and not plain  # whether to give tips to a person
        self.knows_help = not self.guides  # whether help was mentioned
        for stream in (sys.stdin, sys.stdout, sys.stderr):
            # It cannot be done again after reading.
            if hasattr(stream, "reconfigure") and stream.errors != _ESCAPED:
                stream.reconfigure(errors=_ESCAPED)
        if self.is_terminal:
            line_editing()  # arrow keys and history at the prompts

    @property
    def width(self) -> int | None:
        """The terminal's width in columns; None for a pipe."""
        return shutil.get_terminal_size().columns if sys.stdout.isatty() else None

    def say(self, lines: Iterable[Line]) -> None:
        """Print a rule book's lines, with people's names in them."""
        for spoken in lines:
            self._print(put_names(spoken, self.names))

    def tell(self, text: str) -> None:
        """Print a text."""
        for row in self._rows(text):
            self._print(line(row))

    def notice(self, text: str) -> None:
        """Print a message that is not part of the game to standard error."""
        sys.stdout.flush()
        is_styled = self.is_styled and sys.stderr.isatty()
        for row in self._rows(printable(text)):
            click.secho(row, err=True, dim=is_styled or None, color=is_styled)

    def _rows(self, text: str) -> Iterator[str]:
        """Yield the rows of a text, wrapped between words at a terminal."""
        width = self.width
        for row in text.split("\n"):
            if width is None or len(row) <= width:
                yield row
            else:
                indent = "  " * row.startswith("- ")
                yield from wrap(
                    row,
                    width,
                    subsequent_indent=indent,
                    break_long_words=False,
                    break_on_hyphens=False,
                )

    def refuse(self, sentence: Line | str) -> None:
        """Print why an entry is refused; the first time, mention help."""
        told = line(sentence) if isinstance(sentence, str) else put_names(sentence, self.names)
        if not self.knows_help:
            told = line(*told, " Enter help to see what you can enter.")
            self.knows_help = True
        self._print(told)

    def ask(self, question: Line | str) -> str:
        """Show a prompt and return what is typed; raise InputEnded when there is no more input."""
        asked = line(question) if isinstance(question, str) else put_names(question, self.names)
        prompt = _printable(asked)
        sys.stderr.flush()
        if self.is_terminal:
            return edit_line("".join(map(_style_prompt, prompt)) if self.is_styled else str(prompt))
        click.echo(str(prompt), nl=False)
        return read_line()

    @contextmanager
    def thinking(self) -> Iterator[None]:
        """Show at a terminal that the computer is thinking, while the block takes longer than
        NUMDUEL_PATIENCE seconds."""
        if not self.is_terminal:
            yield
            return
        said: list[str] = []

        def say() -> None:
            said.append(_THINKING)
            click.echo(_style(Span(_THINKING, Role.DIM)) if self.is_styled else _THINKING, nl=False)

        timer = Timer(float(os.environ.get("NUMDUEL_PATIENCE", _PATIENCE)), say)
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()
            timer.join()
            for text in said:
                click.echo(f"\r{' ' * len(text)}\r", nl=False)

    def end_row(self) -> None:
        """End the row of a prompt that nobody will answer."""
        click.echo()

    def _print(self, spoken: Line) -> None:
        shown = _printable(spoken)
        if self.is_styled:
            click.echo("".join(map(_style, shown)), color=True)
        else:
            click.echo(str(shown))


def tell_json(value: Any) -> None:
    """Print a value as one line of JSON. Characters that are not printable become JSON escapes."""
    text = json.dumps(value, ensure_ascii=False)
    click.echo("".join(sign if sign.isprintable() else json.dumps(sign)[1:-1] for sign in text))


def in_few_rows(sentence: str) -> str:
    """Shorten a sentence that lists many moves: all of them were shown at the start of the turn."""
    if len(sentence) <= _FEW_ROWS:
        return sentence
    begun = sentence[:_FEW_ROWS].rpartition(" ")[0].rstrip(" ,")
    return f"{begun} … Enter moves to see all of them."


def _printable(spoken: Line) -> Line:
    return Line(span._replace(text=printable(span.text)) for span in spoken)


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
    """Return a styled span of a prompt, its colour codes marked so that readline does not count
    them."""
    return re.sub(r"(\x1b\[[0-9;]*m)", "\001\\1\002", _style(span))


def _colours() -> Mapping[Role, Any]:
    is_dark = os.environ.get("COLORFGBG", "").rpartition(";")[2] in _DARK
    if os.environ.get("COLORTERM") in ("truecolor", "24bit"):
        return _RICH_ON_DARK if is_dark else _RICH_COLOURS
    return _FEW_ON_DARK if is_dark else _FEW_COLOURS
