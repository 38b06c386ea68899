"""A rule book to read: what the docstring of a game's module says, parsed once.

The docstring opens with the title and a sentence, and goes on in paragraphs: the rules, then those
that begin with "Example", "Options:" and "Rulings". All but the first sentence may be left out.
"""

import inspect
import re
from functools import cache
from textwrap import fill
from typing import NamedTuple

from numduel.game import AnyGame
from numduel.options import options_of

_WIDTH = 98  # of the docstrings, whose other paragraphs are kept as they are written
_RULING = re.compile(r"^- (\w+)\. ", re.MULTILINE)


class Ruling(NamedTuple):
    """What holds where the printed book is silent or contradicts itself."""

    code: str
    text: str


class RuleBook(NamedTuple):
    """A rule book in parts. All texts are Markdown; a part that is not there is empty."""

    title: str
    summary: str
    rules: str
    example: str
    options: str
    about_rulings: str
    rulings: tuple[Ruling, ...]
    notation: str  # how a move is written: the first line of the class's own docstring

    def text(self, *, rulings: bool = False) -> str:
        """The whole rule book, to be read from the top. The rulings are included only on
        request."""
        parts = [f"{self.title}: {self.summary}", self.rules, self.example, self.options]
        if rulings and self.rulings:
            told = (
                fill(f"- {ruling.code}. {ruling.text}", _WIDTH, subsequent_indent="  ")
                for ruling in self.rulings
            )
            parts += [self.about_rulings, "\n".join(told)]
        return "\n\n".join(part for part in parts if part)


@cache
def rule_book(game_class: type[AnyGame]) -> RuleBook:
    """The rule book of a game."""
    lead, *paragraphs = _docstring(game_class).split("\n\n")
    title, colon, summary = lead.partition(": ")
    parts: dict[str, list[str]] = {"Rules": [], "Example": [], "Options": [], "Rulings": []}
    part = "Rules"
    for paragraph in paragraphs:
        part = next((name for name in parts if paragraph.startswith(name)), part)
        parts[part].append(paragraph)
    about_rulings, *rulings = parts["Rulings"] or [""]
    return RuleBook(
        title if colon else game_class.title,
        summary if colon else lead,
        "\n\n".join(parts["Rules"]),
        "\n\n".join(parts["Example"]),
        "\n\n".join(parts["Options"]),
        about_rulings,
        tuple(_read_rulings("\n".join(rulings))),
        _own_docstring(game_class).partition("\n")[0],
    )


def rules_for(game: AnyGame) -> str:
    """The rules of a game with its options chosen, for players who read nothing else: the rules, an
    example, and what the options change."""
    book = rule_book(type(game))
    options = zip(options_of(type(game)), game.options.values(), strict=True)
    told = [f"- {said}" for option, value in options if (said := option.tell(value))]
    in_this_game = "\n".join(["In this game:", *told]) if told else ""
    return book._replace(options=in_this_game).text()


def _docstring(game_class: type[AnyGame]) -> str:
    module = inspect.getmodule(game_class)
    told = (module and module.__doc__) or _own_docstring(game_class) or game_class.summary
    return inspect.cleandoc(told)


def _own_docstring(game_class: type[AnyGame]) -> str:
    told = game_class.__doc__ or ""
    # A dataclass without a docstring has its signature for one.
    return "" if told.startswith(f"{game_class.__name__}(") else told


def _read_rulings(text: str) -> list[Ruling]:
    _, *pieces = _RULING.split(text)
    codes, texts = pieces[::2], pieces[1::2]
    return [Ruling(code, " ".join(said.split())) for code, said in zip(codes, texts, strict=True)]
