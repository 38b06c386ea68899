"""Checks of the class: its names, options, presets and rules, and that a game is a value."""

import dataclasses
import inspect
import json
import pickle
import re
from collections.abc import Iterator
from typing import Any

from numduel.catalogue import build_game
from numduel.errors import BadOption
from numduel.game import AnyGame, Game
from numduel.options import Option, options_of
from numduel.rulebook import rule_book
from numduel.testing.faults import Findings

PURPOSES = ("play", "puzzles", "arena")


def check_class(game_class: type[AnyGame], findings: Findings) -> bool:
    """Check the class, and return whether games can be built from it and played."""
    for subject, sentence in _introduction(game_class):
        findings.add(subject, sentence)
    for subject, sentence in _whole(game_class):
        findings.add(subject, sentence)
        return False
    with findings.asking():
        for option in options_of(game_class):
            for sentence in _option_faults(game_class, option):
                findings.add(f"option {option.name}", sentence)
        for sentence in _preset_faults(game_class):
            findings.add("presets", sentence)
        for sentence in _rule_book_faults(game_class):
            findings.add("rules", sentence)
        game = game_class()
        for sentence in _value_faults(game):
            findings.add("value", sentence, game)
        return hash(game) == hash(build_game(game_class, game.options))
    return False


def _introduction(game_class: type[AnyGame]) -> Iterator[tuple[str, str]]:
    """Faults in the names and the version of a rule book, each with its subject."""
    for name in ("slug", "title", "summary"):
        if not isinstance(getattr(game_class, name, None), str):
            yield name, f"The rule book has no {name}: give the class a text of that name."
    slug = getattr(game_class, "slug", "a")
    if isinstance(slug, str) and not re.fullmatch("[a-z0-9]+(-[a-z0-9]+)*", slug):
        yield "slug", f'The slug "{slug}" is not made of small letters, digits and single hyphens.'
    if getattr(game_class, "title", "a") == "":
        yield "title", "The title is empty."
    summary = getattr(game_class, "summary", ".")
    if isinstance(summary, str) and not summary.endswith("."):
        yield "summary", "The summary is not a sentence that ends with a full stop."
    version = game_class.rules_version
    if type(version) is not int or version < 1:
        yield "rules_version", f"rules_version is {version!r}, not a whole number from 1."


def _whole(game_class: type[AnyGame]) -> Iterator[tuple[str, str]]:
    """Faults because of which no game can be built, each with its subject."""
    missing = sorted(getattr(game_class, "__abstractmethods__", ()))
    if missing:
        yield "abstract", f"The rule book does not say {', '.join(missing)}."
    fields = {field.name for field in dataclasses.fields(game_class)}
    for name, hint in inspect.get_annotations(game_class).items():
        if "ClassVar" not in str(hint) and name not in fields:
            sentence = f"{name} is no option: @dataclass(frozen=True) is missing above the class."
            yield "dataclass", sentence
    for name in sorted(fields & set(dir(Game))):
        sentence = f"The option {name} hides what Game calls {name}: call the field otherwise"
        yield "hidden", f'{sentence}, and give it option(..., name="{name}").'


def _option_faults(game_class: type[AnyGame], option: Option) -> Iterator[str]:
    if not option.help:
        yield f"The option {option.name} has no help: declare it with option(default, help)."
    if not re.fullmatch("[a-z][a-z0-9_]*", option.name):
        yield f'The name "{option.name}" of an option is not made of small letters, digits and _.'
    for word in option.words:
        if not re.fullmatch("[A-Za-z0-9_.-]+", word):
            signs = "letters, digits, _, . and -"
            yield f'{option.name} can be "{word}", which is not made of {signs}.'
    try:
        option.check(option.default)
    except BadOption as bad:
        yield f"The default of the option {option.name} is not allowed: {bad}"
        return
    for value in _wrong_values(option):
        try:
            build_game(game_class, {option.name: value})
        except BadOption:
            continue
        yield f"The option {option.name} can be {value!r}, though it should be refused."
        return


def _wrong_values(option: Option) -> list[Any]:
    if option.kind is not int:
        return ["no such value", 7]
    below = [] if option.minimum is None else [option.minimum - 1]
    above = [] if option.maximum is None else [option.maximum + 1, 10**30]
    return ["7", 7.5, True, *below, *above]


def _preset_faults(game_class: type[AnyGame]) -> Iterator[str]:
    names = [preset.name for preset in game_class.presets]
    for preset in game_class.presets:
        if not preset.name or names.count(preset.name) > 1:
            yield f'The name "{preset.name}" of a preset is empty, or stands for two of them.'
        if not set(preset.purposes) <= set(PURPOSES) or not preset.purposes:
            yield f'The preset "{preset.name}" is for none of {", ".join(PURPOSES)}.'
        try:
            build_game(game_class, preset.options)
        except BadOption as bad:
            yield f'The preset "{preset.name}" cannot be played: {bad}'


def _rule_book_faults(game_class: type[AnyGame]) -> Iterator[str]:
    """If the docstring that holds the rules begins with a title, it must be the game's."""
    book = rule_book(game_class)
    if book.title != getattr(game_class, "title", book.title):
        yield f'The rules begin with "{book.title}: " and not with the title of the game.'


def _value_faults(game: AnyGame) -> Iterator[str]:
    """A game is its options and nothing else."""
    again = build_game(type(game), json.loads(json.dumps(game.options)))
    if again != game or hash(again) != hash(game):
        yield "Two games with the same options are not equal."
    try:
        copied = pickle.loads(pickle.dumps(game))
    except (pickle.PicklingError, AttributeError) as unpicklable:
        yield f"The game cannot be sent to another process: {unpicklable}."
    else:
        if copied != game:
            yield "The game is not equal to its copy in another process."
