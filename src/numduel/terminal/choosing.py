"""Questions outside of a game: one of several answers, yes or no, or a text.

At each of them Enter takes the usual answer; `help` says what may be entered, `menu` goes back to
the menu where there is one, and `quit`, `q` and `exit` leave.
"""

from collections.abc import Callable, Sequence
from typing import TypeVar

from numduel.tables import cell_width, fit_cells
from numduel.terminal.line_input import Left
from numduel.terminal.screen import Screen
from numduel.words import Line, line, quote

T = TypeVar("T")

_LEAVING = ("quit", "q", "exit")
_ASKING_HELP = ("help", "?")
_MENU = "menu"
_LIST_HELP = (
    "Enter the number in front of an answer, or its name, or only how the name begins. Enter alone"
    " takes the answer whose number stands in brackets."
)


class ToMenu(Exception):
    """The player wants to go to the menu."""


def or_menu(screen: Screen, play: Callable[[], int]) -> int:
    """Play, and go to the menu if that is wanted in a game or after it; returns the exit code."""
    try:
        return play()
    except ToMenu:
        from numduel.terminal.menu import run_menu  # late: it imports nearly everything

        screen.tell("")
        return run_menu(screen)


def ask_text(screen: Screen, question: Line | str, help: str) -> str:
    """The text that is typed, without spaces around it. Words that are understood at every question
    are handled here; `help` says what may be entered."""
    while True:
        typed = screen.ask(question).strip()
        word = typed.lower()
        if word in _LEAVING:
            raise Left
        if word == _MENU and screen.has_menu:
            raise ToMenu
        if word not in _ASKING_HELP:
            return typed
        screen.knows_help = True
        others = "Menu goes back to the menu, quit leaves." if screen.has_menu else "Quit leaves."
        screen.tell(f"{help} {others}")


def ask_yes(screen: Screen, question: str, help: str) -> bool:
    """Ask for yes or no; anything else is a no. People's names stand for the players."""
    asked = line(f"{question} Enter yes or no: ")
    return ask_text(screen, asked, help).lower() in ("yes", "y")


def choose_one(
    screen: Screen,
    question: str,
    answers: Sequence[tuple[str, str, T]],
    usual: int = 1,
    otherwise: Callable[[str], bool] | None = None,
    gap: int = 0,
) -> T:
    """Ask for one of several answers, by its number, its name or how the name begins.

    An answer is its name, a line about it and the value to return. If no answer has such a line,
    they all stand in one row where they fit; in a small window the names stand alone. A blank row
    stands below the first `gap` answers. `otherwise` is called with an entry that matches none of
    them, and returns whether it dealt with it.
    """
    if len(answers) == 1 and otherwise is None:
        return answers[0][2]
    _list(screen, answers, gap)
    while True:
        typed = ask_text(screen, f"{question}? [{usual}]: ", _LIST_HELP)
        if not typed:
            return answers[usual - 1][2]
        found = _matching(typed, answers)
        if len(found) == 1:
            return found[0][2]
        if otherwise is not None and otherwise(typed):
            continue
        if found:
            names = " or ".join(name for name, _, _ in found)
            screen.refuse(f"{quote(typed)} may mean {names}: enter more of it, or a number.")
        else:
            range_ = f"enter a number from 1 to {len(answers)}"
            screen.refuse(f"{quote(typed)} is not one of these: {range_}.")


def _list(screen: Screen, answers: Sequence[tuple[str, str, T]], gap: int) -> None:
    screen.tell("")
    row = "".join(f"  {number} {name} " for number, (name, _, _) in enumerate(answers, start=1))
    if not any(about for _, about, _ in answers) and cell_width(row) <= screen.width:
        screen.tell(row.rstrip())
        return
    width = max(cell_width(name) for name, _, _ in answers)
    rows = [
        (
            f"  {number:{len(str(len(answers)))}}  {fit_cells(name, width)}",
            f"  {about}" if about else "",
        )
        for number, (name, about, _) in enumerate(answers, start=1)
    ]
    is_told = screen.fits(name + about for name, about in rows)  # what each is about
    for number, (name, about) in enumerate(rows, start=1):
        screen.tell((name + about if is_told else name).rstrip())
        if number == gap:
            screen.tell("")


def _matching(typed: str, answers: Sequence[tuple[str, str, T]]) -> Sequence[tuple[str, str, T]]:
    """The answers that may be meant. A whole name comes first: Ann does not also mean Anna."""
    wanted = _fold(typed)
    whole = [
        answer
        for number, answer in enumerate(answers, start=1)
        if typed == str(number) or wanted == _fold(answer[0])
    ]
    if not wanted:
        return whole
    return whole or [answer for answer in answers if _fold(answer[0]).startswith(wanted)]


def _fold(name: str) -> str:
    """A name in lower case, with letters and digits only."""
    return "".join(letter for letter in name.casefold() if letter.isalnum())
