"""Writes docs/games/, a page for each of our rule books, from the rules the program tells."""

from pathlib import Path

from numduel.catalogue import list_games, rule_book
from numduel.game import AnyGame, options_of
from numduel.words import begin_sentence

DOCS = Path(__file__).parents[1] / "docs"
PAGES = DOCS / "games"
KNOWN = DOCS / "known"


def page_of(game_class: type[AnyGame]) -> str:
    """A rule book's page: its rules in our own words, its rulings, its options."""
    book = rule_book(game_class)
    _, _, text = book.text(rulings=True).partition("\n")
    rows = [
        f"| `{option.name}` | {option.default} | {option.help} |"
        for option in options_of(game_class)
    ]
    return "\n".join(
        [
            f"# {book.title}",
            "",
            f"*{begin_sentence(book.summary)}*",
            text,
            "",
            "## To play it",
            "",
            f"    numduel play {game_class.slug}",
            "",
            "| option | default | meaning |",
            "|---|---|---|",
            *rows,
            "",
            *known_of(game_class),
        ]
    )


def known_of(game_class: type[AnyGame]) -> list[str]:
    """What is known of the game beyond its rules; only some games have such a text."""
    path = KNOWN / f"{game_class.slug}.md"
    return ["## What is known", "", path.read_text()] if path.exists() else []


def pages() -> dict[Path, str]:
    """Every page with its text."""
    ours = [game for game in list_games() if game.__module__.startswith("numduel.games.")]
    return {PAGES / f"{game.slug}.md": page_of(game) for game in ours}


if __name__ == "__main__":
    for path, text in pages().items():
        path.write_text(text)
