"""Writes the rules into docs/games.md, from the docstrings of the rule books."""

import re
from pathlib import Path

from numduel.catalogue import our_games, rule_book
from numduel.game import AnyGame, options_of
from numduel.words import begin_sentence

PAGE = Path(__file__).parents[1] / "docs/games.md"
_MARKED = re.compile(r"(<!-- games -->\n).*?(<!-- end -->)", re.DOTALL)


def section_of(game_class: type[AnyGame]) -> str:
    """Return a rule book's section; its options are a table if the rules do not describe them."""
    book = rule_book(game_class)
    rows = [
        f"| `{option.name}` | {option.default} | {option.help} |"
        for option in options_of(game_class)
    ]
    table = "\n".join(["| option | default | meaning |", "|---|---|---|", *rows])
    parts = [
        f"## {book.title}",
        f"*{begin_sentence(book.summary)}*",
        book.rules,
        book.example,
        book.options or (table if rows else ""),
        f"`numduel play {game_class.slug}`",
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def page(text: str) -> str:
    """Return the page with the sections of our rule books updated."""
    sections = "\n".join(map(section_of, our_games()))
    return _MARKED.sub(lambda marked: f"{marked[1]}\n{sections}\n{marked[2]}", text)


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text()))
