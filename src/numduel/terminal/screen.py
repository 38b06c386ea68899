"""The screen: prints plain text to a pipe, coloured and wrapped text to a terminal, and asks.

Names, reasons and errors may come from a file or from somebody else. So control characters are
printed as escapes, and our own colours are the only codes that reach a terminal.
"""

import json
import os
import re
import shutil
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from threading import Timer
from typing import Any

import click

from numduel.drawing import draw_above
from numduel.errors import NumduelError, reason_of
from numduel.game import AnyGame, Player
from numduel.terminal.line_input import edit_line, line_editing, read_key, read_line
from numduel.terminal.saved.settings import keep_setting, read_setting
from numduel.terminal.wrapping import ENTRY, join_paragraphs, wrap
from numduel.words import Line, Role, Span, line, printable, put_names

_SCREENFUL = 4_000  # characters; a longer list goes through the pager
_USUAL_WIDTH = 80
_AROUND_A_LIST = 5  # rows
_FEW_ROWS = 320  # characters
_ESCAPED = "backslashreplace"  # how characters that cannot be encoded or decoded are written
_THINKING = "Thinking …"
_DRAWING = "drawing"  # the name of a setting
_PATIENCE = "1"  # seconds before the screen says that the computer is thinking

# Blue and orange, for terminals with 16 million and with 256 colours. Their contrast is 4.5 to 1 on
# white and on black; where the terminal says that it is dark, brighter ones are used.
_RICH_COLOURS = {Role.PLAYER_ONE: (27, 110, 244), Role.PLAYER_TWO: (202, 77, 11)}
_FEW_COLOURS = {Role.PLAYER_ONE: 63, Role.PLAYER_TWO: 130}
_RICH_ON_DARK = {Role.PLAYER_ONE: (96, 165, 250), Role.PLAYER_TWO: (251, 146, 60)}
_FEW_ON_DARK = {Role.PLAYER_ONE: 75, Role.PLAYER_TWO: 208}
_DARK = ("0", "1", "2", "3", "4", "5", "6", "8")  # backgrounds, as COLORFGBG names them


class Screen:
    """Where a game is shown and where its players type."""

    def __init__(self, plain: bool = False, shows_values: bool = False) -> None:
        """`shows_values`: mark every allowed move as winning or losing."""
        self.shows_values = shows_values
        self.is_terminal = sys.stdin.isatty() and sys.stdout.isatty()
        self.is_wrapped = sys.stdout.isatty() and not plain
        self.is_styled = (
            self.is_wrapped and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
        )
        self.can_draw = (
            self.is_terminal
            and not plain
            and os.environ.get("TERM") != "dumb"
            and sys.stdout.encoding.lower() == "utf-8"  # others lack the signs of a drawing
        )
        self.draws = self.can_draw and read_setting(_DRAWING, True)
        self.names: Mapping[Player, str] = {}
        self.has_menu = False  # whether there is a menu to go back to
        self.guides = self.is_terminal and not plain  # whether to give tips to a person
        self.knows_help = not self.guides  # whether help was mentioned to them
        for stream in (sys.stdin, sys.stdout, sys.stderr):
            # Another screen may have done this already. After reading, it cannot be done again.
            if hasattr(stream, "reconfigure") and stream.errors != _ESCAPED:
                stream.reconfigure(errors=_ESCAPED)
        if self.is_terminal:
            line_editing()  # arrow keys and history at the prompts

    def say(self, lines: Iterable[Line]) -> None:
        """Print a rule book's lines, with people's names in them."""
        for spoken in lines:
            self._print(self._named(spoken))

    def show_position(
        self, game: AnyGame, state: Any, moves: Sequence[Any], lines: Iterable[Line]
    ) -> None:
        """Print these lines. On a terminal that shows drawings, draw the position above them."""
        self.say(draw_above(lines, game, state, moves, self.width) if self.draws else lines)

    def set_drawing(self, is_wanted: bool) -> None:
        """Switch the drawings on or off, for later games too."""
        self.draws = self.can_draw and is_wanted
        try:
            keep_setting(_DRAWING, is_wanted)
        except (OSError, NumduelError) as fault:
            why = reason_of(fault)
            self.notice(f"This holds until you leave, for it could not be kept: {why}.")

    def tell(self, text: str) -> None:
        """Print a text as it is."""
        for row in text.split("\n"):
            self._print(line(row))

    def tell_prose(self, text: str) -> None:
        """Print a text that is already wrapped. On a terminal its paragraphs are wrapped anew."""
        for row in join_paragraphs(text) if self.is_wrapped else text.split("\n"):
            entry = ENTRY.match(row)
            self._print(line(row), margin=entry.end() if entry else None)

    def page(self, lines: Iterable[Line]) -> None:
        """Print lines, through the pager if they are far more than a screenful."""
        named = [_printable(self._named(spoken)) for spoken in lines]
        if self.is_terminal and sum(len(str(spoken)) for spoken in named) > _SCREENFUL:
            width = shutil.get_terminal_size().columns
            rows = (str(row) for spoken in named for row in wrap(spoken, width))
            click.echo_via_pager("\n".join(rows))
        else:
            for spoken in named:
                self._print(spoken)

    def _named(self, spoken: Line) -> Line:
        return put_names(spoken, self.names)

    def _print(self, spoken: Line, margin: int | None = None) -> None:
        for row in self._rows(_printable(spoken), margin):
            self._print_row(row)

    def _print_row(self, row: Line) -> None:
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
        """How many characters fit in a row; 80 where nothing is wrapped."""
        return shutil.get_terminal_size().columns if self.is_wrapped else _USUAL_WIDTH

    def fits(self, rows: Iterable[str]) -> bool:
        """Whether a list can be seen as a whole, with a title above it and a question below."""
        if not self.is_wrapped:
            return True
        needed = sum(len(self._rows(line(row))) for row in rows)
        return needed <= shutil.get_terminal_size().lines - _AROUND_A_LIST

    def notice(self, text: str) -> None:
        """Print a message of the program, which is not part of the game, to standard error."""
        sys.stdout.flush()
        text = printable(text)
        if not sys.stderr.isatty():
            click.echo(text, err=True)
            return
        for row in self._rows(line(text)):
            if self.is_styled:
                click.secho(str(row), err=True, dim=True, color=True)
            else:
                click.echo(str(row), err=True)

    def refuse(self, sentence: Line | str) -> None:
        """Tell why an entry is not accepted; the first time, mention help."""
        told = line(sentence) if isinstance(sentence, str) else self._named(sentence)
        if not self.knows_help:
            told = line(*told, " Enter help to see what you can enter.")
            self.knows_help = True
        self._print(told)

    def ask(self, question: Line | str) -> str:
        """Show a prompt and return what is typed; raises InputEnded when there is no more input."""
        asked = line(question) if isinstance(question, str) else self._named(question)
        *above, prompt = self._rows(_printable(asked))
        sys.stderr.flush()
        for row in above:
            self._print_row(row)
        if str(asked).endswith(" ") and not str(prompt).endswith(" "):
            prompt = line(prompt, Span(" "))  # wrapping has dropped it
        if self.is_terminal:
            return edit_line("".join(map(_style_prompt, prompt)) if self.is_styled else str(prompt))
        click.echo(str(prompt), nl=False)
        return read_line()

    def ask_key(self, prompt: str) -> str:
        """Show a prompt at a terminal until a key is pressed; returns the key in lower case."""
        shown = printable(prompt)
        styled = _style(Span(shown, Role.DIM)) if self.is_styled else shown
        sys.stderr.flush()
        try:
            return read_key(lambda: click.echo(styled, nl=False))
        finally:
            click.echo(f"\r{' ' * len(shown)}\r", nl=False)

    @contextmanager
    def thinking(self) -> Iterator[None]:
        """Tell at a terminal that the computer is thinking, if what is done inside takes long, and
        clear that afterwards. NUMDUEL_PATIENCE sets how many seconds are long."""
        said: list[str] = []

        def say() -> None:
            said.append(_THINKING)
            click.echo(_style(Span(_THINKING, Role.DIM)) if self.is_styled else _THINKING, nl=False)

        timer = Timer(float(os.environ.get("NUMDUEL_PATIENCE", _PATIENCE)), say)
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
        """End the row of a prompt that nobody will answer."""
        click.echo()


def tell_json(value: Any) -> None:
    """Print a value as one line of JSON. Characters that are not printable become JSON escapes."""
    text = json.dumps(value, ensure_ascii=False)
    click.echo("".join(sign if sign.isprintable() else json.dumps(sign)[1:-1] for sign in text))


def _printable(spoken: Line) -> Line:
    return Line(span._replace(text=printable(span.text)) for span in spoken)


def in_few_rows(sentence: str) -> str:
    """Cut a sentence that lists what may be entered, if the list is long.

    The whole list was shown at the beginning of the turn.
    """
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
    """A styled span of a prompt. Colour codes are marked, so that readline does not count them."""
    return re.sub(r"(\x1b\[[0-9;]*m)", "\001\\1\002", _style(span))


def _colours() -> Mapping[Role, Any]:
    is_dark = os.environ.get("COLORFGBG", "").rpartition(";")[2] in _DARK
    if os.environ.get("COLORTERM") in ("truecolor", "24bit"):
        return _RICH_ON_DARK if is_dark else _RICH_COLOURS
    return _FEW_ON_DARK if is_dark else _FEW_COLOURS
