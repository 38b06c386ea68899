"""The catalogue of games (those in `games/`, and those of other packages, found by entry point),
and their rule books as text."""

import importlib
import inspect
import pkgutil
import re
import warnings
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from pathlib import Path
from textwrap import fill
from typing import Any, NamedTuple

from numduel import games
from numduel.errors import BadOption, UnknownGame
from numduel.game import AnyGame, Game, Option, options_of, presets_of
from numduel.words import quote

ENTRY_POINTS = "numduel.games"
_WIDTH = 98  # of a line in the docstrings
_RULING = re.compile(r"^- (\w+)\. ", re.MULTILINE)
_OPTION = re.compile(r"\{([\w-]+)\}")
_RULES = ("start", "refusal", "after", "outcome", "all_moves", "options")


def list_games() -> list[type[AnyGame]]:
    """Return all rule books, ours first."""
    return list(_catalogue().values())


def find_game(slug: str) -> type[AnyGame]:
    """Return the rule book with this slug; UnknownGame suggests others."""
    wanted = slug.strip().lower()
    found = _ours().get(wanted) or _catalogue().get(wanted)
    if found is None:
        raise UnknownGame(f"There is no game {quote(slug)}.{nearest(slug, list(_catalogue()))}")
    return found


def load_game(slug: str, **options: Any) -> AnyGame:
    """Return the game of that name with these options, the others at their defaults."""
    return build_game(find_game(slug), options)


def take_game(game: str | AnyGame, options: Mapping[str, Any]) -> AnyGame:
    """Return the given game, or the game of that name with these options."""
    if isinstance(game, str):
        return build_game(find_game(game), options)
    if options:
        raise BadOption(f"{game.title} is given with its options: leave out {', '.join(options)}.")
    return game


def same_rules(game_class: type[AnyGame]) -> type[AnyGame]:
    """Return the rule book whose rules this one shares; itself if it has its own."""
    for other in list_games():
        if issubclass(game_class, other) and all(
            getattr(game_class, rule) is getattr(other, rule) for rule in _RULES
        ):
            return other
    return game_class


def file_beside(game_class: type[AnyGame], ending: str) -> Path | None:
    """Return the file beside a rule book with its name and this ending, if there is one."""
    module = getattr(inspect.getmodule(game_class), "__file__", None)
    path = Path(module).with_suffix(ending) if module else None
    return path if path and path.is_file() else None


def preset_games(game_class: type[AnyGame], purpose: str) -> list[AnyGame]:
    """Return a rule book with each of its presets for a purpose."""
    return [build_game(game_class, preset.options) for preset in presets_of(game_class, purpose)]


def build_game(game_class: type[AnyGame], options: Mapping[str, Any]) -> AnyGame:
    """Return a rule book with these options; BadOption for an unknown one."""
    return game_class(**{_option(game_class, name).field: value for name, value in options.items()})


def read_options(game_class: type[AnyGame], texts: Mapping[str, str]) -> dict[str, Any]:
    """Read a rule book's options from texts."""
    return {name: _option(game_class, name).read(text) for name, text in texts.items()}


def _option(game_class: type[AnyGame], name: str) -> Option:
    known = {option.name: option for option in options_of(game_class)}
    if name not in known:
        raise BadOption(f"Unknown option {quote(name)}.{nearest(name, list(known))}")
    return known[name]


@cache
def _ours() -> dict[str, type[AnyGame]]:
    return {game_class.slug: game_class for game_class in our_games()}


@cache
def _catalogue() -> dict[str, type[AnyGame]]:
    found = dict(_ours())
    for game_class in _their_games():
        other = found.setdefault(game_class.slug, game_class)
        if other is not game_class:
            _warn(f"{game_class.__module__} is left out: there is a {other.slug} already")
    return found


def our_games() -> list[type[AnyGame]]:
    """Return the rule books of this package, in their order."""
    found = [
        value
        for module in pkgutil.iter_modules(games.__path__, f"{games.__name__}.")
        for value in vars(importlib.import_module(module.name)).values()
        if _is_game(value) and value.__module__ == module.name
    ]
    return sorted(found, key=lambda game: (game.order, game.title))


def _their_games() -> Iterator[type[AnyGame]]:
    """Yield the rule books of other packages; warn about those that cannot be loaded."""
    from importlib.metadata import entry_points  # slow to load

    for entry in entry_points(group=ENTRY_POINTS):
        try:
            value = entry.load()
            if _is_game(value):
                options_of(value)
        except Exception as fault:  # foreign code may raise anything
            _warn(f"{entry.value} is left out: {type(fault).__name__}: {fault}")
            continue
        if _is_game(value):
            yield value
        else:
            _warn(f"{entry.value} is left out: it is not a whole Game with slug, title and summary")


def _is_game(value: object) -> bool:
    return (
        inspect.isclass(value)
        and issubclass(value, Game)
        and not inspect.isabstract(value)
        and all(hasattr(value, name) for name in ("slug", "title", "summary"))
    )


def _warn(message: str) -> None:
    warnings.warn(f"numduel.games: {message}.", RuntimeWarning, stacklevel=2)


def nearest(name: str, names: list[str]) -> str:
    """Return a hint after an unknown name: a similar name, or all names."""
    from difflib import get_close_matches

    near = get_close_matches(name, names, n=1)
    if near:
        return f' Did you mean "{near[0]}"?'
    return f" Choose from: {', '.join(names)}." if names else " There are none."


class Ruling(NamedTuple):
    """A ruling on a point where the printed book is silent or contradicts itself."""

    code: str
    text: str


class RuleBook(NamedTuple):
    """A rule book in parts. All texts are Markdown; missing parts are empty."""

    title: str
    summary: str
    rules: str
    example: str
    options: str
    about_rulings: str
    rulings: tuple[Ruling, ...]
    notation: str  # how a move is written: the first line of the class's own docstring

    def text(self, *, rulings: bool = False) -> str:
        """Return the whole rule book, with the rulings only on request."""
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
    """Parse the rule book in the docstring of a game's module.

    The docstring opens with the title and a sentence, and goes on in paragraphs: the rules (ours
    have "Goal: …", "Turn: …" and "End: …"), then those that begin with "Example", "Options:" and
    "Rulings". All but the first sentence may be left out. `{numbers}` stands for the value of the
    option `numbers`.
    """
    return _read_book(game_class, {each.name: each.default for each in options_of(game_class)})


@lru_cache(maxsize=256)
def book_for(game: AnyGame) -> RuleBook:
    """Return the rule book of a game with its options: the rules have its sizes, and `options` says
    what else differs from the book as written. An option without a `differs` text is listed with
    its value, unless the rules contain that value already."""
    book = _docstring(type(game))
    told = [
        f"- {said}"
        for option, value in zip(options_of(type(game)), game.options.values(), strict=True)
        if not (option.differs is None and f"{{{option.name}}}" in book)
        and (said := option.tell(value))
    ]
    in_this_game = "\n".join(["In this game:", *told]) if told else ""
    return _read_book(type(game), game.options)._replace(options=in_this_game)


def rules_for(game: AnyGame) -> str:
    """Return the rules of a game with its options, for players who read nothing else: the rules, an
    example, and the changes by the options."""
    return book_for(game).text()


def _read_book(game_class: type[AnyGame], options: Mapping[str, Any]) -> RuleBook:
    text = _OPTION.sub(lambda found: str(options.get(found[1], found[0])), _docstring(game_class))
    lead, *paragraphs = text.split("\n\n")
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


def _docstring(game_class: type[AnyGame]) -> str:
    module = inspect.getmodule(game_class)
    told = (module and module.__doc__) or _own_docstring(game_class) or game_class.summary
    return inspect.cleandoc(told)


def _own_docstring(game_class: type[AnyGame]) -> str:
    told = game_class.__doc__ or ""
    # A dataclass without a docstring has its signature as one.
    return "" if told.startswith(f"{game_class.__name__}(") else told


def _read_rulings(text: str) -> list[Ruling]:
    _, *pieces = _RULING.split(text)
    codes, texts = pieces[::2], pieces[1::2]
    return [Ruling(code, " ".join(said.split())) for code, said in zip(codes, texts, strict=True)]
