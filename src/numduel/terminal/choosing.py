"""Choosing one of several answers at a prompt. Enter takes the usual one, quit leaves."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from numduel.terminal.line_input import InputEnded
from numduel.terminal.screen import Screen
from numduel.words import quote

T = TypeVar("T")


def choose_one(
    screen: Screen,
    question: str,
    answers: Sequence[tuple[str, str, T]],
    usual: int = 1,
    otherwise: Callable[[str], bool] | None = None,
) -> T:
    """Ask for one of several answers, by its number, its name or how the name begins.

    An answer is its name, a line about it and the value to return. `otherwise` is called with
    an entry that matches none of them, and returns whether it dealt with it.
    """
    if len(answers) == 1 and otherwise is None:
        return answers[0][2]
    screen.tell("")
    width = max(len(name) for name, _, _ in answers)
    for number, (name, about, _) in enumerate(answers, start=1):
        screen.tell(f"  {number:{len(str(len(answers)))}}  {name:{width}}  {about}".rstrip())
    while True:
        typed = screen.ask(f"{question}? [{usual}]: ").strip()
        if not typed:
            return answers[usual - 1][2]
        found = _matching(typed, answers)
        if len(found) == 1:
            return found[0]
        if typed.lower() == "quit":
            raise InputEnded
        if otherwise is not None and otherwise(typed):
            continue
        screen.tell(f"{quote(typed)} is not one of these: enter a number from 1 to {len(answers)}.")


def _matching(typed: str, answers: Sequence[tuple[str, str, T]]) -> list[T]:
    """The answers that may be meant. A whole name comes first: Ann does not also mean Anna."""
    wanted = _fold(typed)
    whole = [
        value
        for number, (name, _, value) in enumerate(answers, start=1)
        if typed == str(number) or wanted == _fold(name)
    ]
    return whole or [value for name, _, value in answers if _fold(name).startswith(wanted)]


def _fold(name: str) -> str:
    """A name in lower case, with letters and digits only."""
    return "".join(letter for letter in name.casefold() if letter.isalnum())
