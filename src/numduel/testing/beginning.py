"""Templates of a rule book and its test, for a new game."""

import importlib.util
import keyword
import re
from pathlib import Path
from string import Template
from typing import NamedTuple

from numduel.catalogue import list_games
from numduel.errors import BadOption, NumduelError, reason_of
from numduel.words import quote

_TEMPLATES = Path(__file__).parent / "templates"
_NAMES_IN_USE = {
    *("Game", "IllegalMove", "Match", "NamedTuple", "Outcome", "Player", "Sequence", "Words"),
}


class NewGameNames(NamedTuple):
    """The names of a new game: for people, in commands, of its class and of its module."""

    title: str
    slug: str
    name: str
    module: str


def name_new_game(game: str) -> NewGameNames:
    """Return the names of a game that is called "last-stone" or "Last Stone"."""
    words = re.findall("[A-Za-z0-9]+", game)
    if not words or not game.isascii() or not words[0][0].isalpha():
        raise BadOption(
            f"{quote(game)} cannot be the name of a game: use words of English letters and digits"
            ' that begin with a letter, such as "last-stone".'
        )
    capitals = [word[0].upper() + word[1:] for word in words]
    small = [word.lower() for word in words]
    names = NewGameNames(" ".join(capitals), "-".join(small), "".join(capitals), "_".join(small))
    if names.slug in {game_class.slug for game_class in list_games()}:
        raise BadOption(f"There is a game {names.slug} already: choose another name.")
    is_word = keyword.iskeyword(names.module) or names.name in _NAMES_IN_USE
    if is_word or importlib.util.find_spec(names.module) is not None:
        raise BadOption(f"{names.title} means something else in Python: choose another name.")
    return names


def write_beginning(names: NewGameNames, folder: Path) -> list[Path]:
    """Write a rule book, its test and, if there is none, a pyproject.toml into a folder. Never
    overwrites a file."""
    files = {
        folder / f"{names.module}.py": "rule_book.py.txt",
        folder / f"test_{names.module}.py": "test_rule_book.py.txt",
    }
    if not (package := folder / "pyproject.toml").exists():
        files[package] = "pyproject.toml.txt"
    for path in files:
        if path.exists():
            raise NumduelError(f"{path} exists already and was not overwritten.")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for path, template in files.items():
            text = Template((_TEMPLATES / template).read_text(encoding="utf-8"))
            with path.open("x", encoding="utf-8") as file:
                file.write(text.substitute(names._asdict()))
    except OSError as refused:
        raise NumduelError(f"{folder} cannot be written to: {reason_of(refused)}.") from None
    return list(files)
