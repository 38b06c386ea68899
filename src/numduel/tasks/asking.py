"""Prompts for positions. The contents of a prompt are part of the experiment, so they are settings
and are recorded with the results."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from random import Random
from typing import Any

from numduel.catalogue import file_beside, rule_book, rules_for
from numduel.game import AnyGame, Player
from numduel.match import Match
from numduel.study import Puzzle, match_of
from numduel.theory import LOST, theory_of

Task = Puzzle | Match  # a question's position


def match_at(task: Task) -> Match:
    """Return the match at a task's position."""
    return task if isinstance(task, Match) else match_of(task)


@dataclass(frozen=True)
class Asking:
    """The contents of a prompt, and the number of retries after a failure."""

    rules: bool = True
    legal: bool = True
    history: bool = True
    retries: int = 1
    reasons: bool = False  # whether to ask for a proof: see docs/research.md
    twin: bool = False  # whether the rules are reworded

    @classmethod
    def from_settings(cls, settings: Mapping[str, Any]) -> "Asking":
        """Return the way of asking in an arena player's settings."""
        return cls(**{field.name: settings.get(field.name, field.default) for field in fields(cls)})


USUAL = Asking()


def prompt(task: Task, asking: Asking = USUAL) -> str:
    """Return the whole prompt for the next move of a puzzle or a match."""
    match = match_at(task)
    who, options, history, legal = _facts(match, asking)
    twin = _twin_of(match.game, asking)
    told = _twin_rules(match.game, twin) if twin else rules_for(match.game)
    rules = f"The rules:\n\n{told}" if asking.rules else ""
    shown = _twin_position(match, twin) if twin else _position(match)
    position = f"The position now:\n\n{shown}"
    parts = [who, rules, options, history, position, legal, _form(match.game, asking)]
    return "\n\n".join(filter(None, parts))


def shuffled_moves(match: Match) -> list[str]:
    """Return the legal moves in written form, shuffled by a hash of the position: in order, they
    would reward a habit of taking the first or the last."""
    moves = [*map(match.game.write_move, match.game.legal_moves(match.state))]
    Random(f"{match.id}/legal").shuffle(moves)
    return moves


def is_prompt(text: str, match: Match, asking: Asking) -> bool:
    """Return whether a text asks for the next move of a match. Only the facts on the match are
    compared: the rules and the position may have been worded differently at that time."""
    paragraphs = text.split("\n\n")
    return all(fact in paragraphs for fact in _facts(match, asking) if fact)


def _facts(match: Match, asking: Asking) -> tuple[str, str, str, str]:
    """Return the facts of a prompt on the match itself; those left out are empty."""
    game, state = match.game, match.state
    options = ", ".join(f"{name}={value}" for name, value in game.options.items())
    twin = _twin_of(game, asking)
    history = (f"{state.to_move} {game.write_move(move)}" for state, move in match.turns)
    return (
        f"You are {state.to_move} in a game of {twin.get('title', game.title)}.",
        f"This game is played with {options}." if options and not twin else "",
        f"Moves so far: {', '.join(history) or 'none'}" if asking.history else "",
        f"Legal moves: {', '.join(shuffled_moves(match))}" if asking.legal else "",
    )


def _position(match: Match) -> str:
    """Return the position in the rule book's words, without the list of choices: legal moves are
    listed separately, if at all."""
    game, state = match.game, match.state
    choices = set(map(str, game.words.choices(state)))
    lines = [str(line) for line in game.words.board(state)]
    return "\n".join(line for line in lines if line and line not in choices)


def has_twin(game: AnyGame) -> bool:
    """Return whether a game has reworded rules."""
    return file_beside(type(game), ".twin.toml") is not None


@cache
def _read_twin(game_class: type[AnyGame]) -> dict[str, Any]:
    """Read the reworded rules from the file beside a rule book: a title, the rules, and the names
    of a position's parts; empty without such a file."""
    path = file_beside(game_class, ".twin.toml")
    return tomllib.loads(path.read_text(encoding="utf-8")) if path else {}


def _twin_of(game: AnyGame, asking: Asking) -> dict[str, Any]:
    return _read_twin(type(game)) if asking.twin else {}


def _twin_rules(game: AnyGame, twin: Mapping[str, Any]) -> str:
    """Return the reworded rules. A table of the file may word an option's values."""
    words = {name: str(value) for name, value in game.options.items()}
    for name, told in twin.items():
        if isinstance(told, dict) and name != "position":
            words[name] = next(
                (text.format(**words) for key, text in told.items() if key in words.values()), ""
            )
    rules: str = twin["rules"].strip()
    return f"{twin['title']}.\n\n{rules.format(**words)}"


def _twin_position(match: Match, twin: Mapping[str, Any]) -> str:
    view = match.game.view(match.state)
    told = [f"{label}: {_listed(view[name])}" for name, label in twin["position"].items()]
    return "\n".join([f"{match.state.to_move} is to move.", *told])


def _listed(value: Any) -> str:
    if isinstance(value, list) and value and isinstance(value[0], list):
        return "; ".join(f"{who}: {_listed(row)}" for who, row in zip(Player, value, strict=True))
    return (
        (", ".join(map(str, value)) or "none") if isinstance(value, list) else str(value or "none")
    )


def _form(game: AnyGame, asking: Asking) -> str:
    """Return the instructions for the form of the answer, and of the reason if wanted."""
    moves = game.all_moves()
    example = f"as in {game.write_move(moves[0])} or {game.write_move(moves[-1])}."
    notation = rule_book(type(game)).notation
    if twin := _twin_of(game, asking):
        notation = twin.get("notation", "")
    told = " ".join(
        filter(None, ["A move is written as one word,", example, notation, "Choose your move."])
    )
    if not asking.reasons:
        return (
            f"{told} End your reply with one line of this form, with your move in the place of"
            " MOVE:\n\nAnswer: MOVE"
        )
    form = theory_of(game)
    return (
        f"{told}\n\n{form.asks} If every move of yours loses, write {LOST}.\n\nEnd your reply with"
        " two lines of this form, with your own reason and your move in the place of the words in"
        f" capitals:\n\nReason: {form.pattern}\nAnswer: MOVE"
    )
