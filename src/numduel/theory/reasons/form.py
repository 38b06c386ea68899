"""What all forms of reasons have in common, and how their layout is read. The reading is forgiving.

Markup, brackets, bullets, line breaks and the style of dashes and arrows do not matter. Whatever is
left must be statements of the form and nothing else.
"""

import re
from abc import ABC, abstractmethod
from functools import singledispatch
from typing import Any, ClassVar

from numduel.game import AnyGame, Player
from numduel.theory.verdict import analyse

OVER = "over"  # what is said where the duel is over and nothing is left to prove
NUMBER = r"([0-9]{1,9})(?![0-9])"
EQUALS = r"\s*(?:[=:→≔]|\bis\s+worth\b|\bis\b|\bhas\b)\s*"

_MOST_CHARACTERS = 100_000
# No repetition in these is without a bound: a text may consist of nothing but dashes or spaces.
_ARROWS = re.compile(
    r"\\(?:long)?(?:left)?rightarrow\b|\\to\b|\\mapsto\b|<?[-=]{1,3}>|[⇒➜➔⟶↦↔⇔⟷]", re.IGNORECASE
)
_DASHES = re.compile("[‐‑‒–—―−]")
_BULLET = re.compile(r"^ {0,9}(?:[-*+•·]|[0-9]{1,3}[.)]) ", re.MULTILINE)
_SPACES = re.compile(r"\\[,;:! ]|\\quad\b|&nbsp;|[^\S\n]")
_MARKUP = re.compile(r"\\[()\[\]]|\\(?:text|mathrm|mathbf|boxed|mathtt)\b|[*_`~$\"'“”‘’{}()\[\]\\]")
_BETWEEN = re.compile(r"(?:[\s,;|&]|\.(?=\s|$)|and\b)+", re.IGNORECASE)
_COUPLE = re.compile(r"[(\[{] ?([0-9]{1,9}) ?[,;] ?([0-9]{1,9}) ?[)\]}]")


class ReasonForm(ABC):
    """A form in which the proof of a winning move is written."""

    asks: ClassVar[str]  # what the reason is and how it is written, in sentences
    pattern: ClassVar[str]  # with words in capitals to be replaced, so that copying proves nothing

    @abstractmethod
    def write(self, game: Any, state: Any, move: Any) -> str:
        """A reason that proves a winning move."""

    @abstractmethod
    def fault(self, game: Any, state: Any, move: Any, reason: str) -> str | None:
        """Why a reason does not prove that a legal move wins, or None if it does. It is asked only
        where some move wins."""


@singledispatch
def form_of(game: AnyGame) -> ReasonForm:
    """The form in which reasons for the moves of this type of game are written."""
    raise TypeError(f"{type(game).__name__} is not a Game")


def winner_of(game: AnyGame, state: Any) -> Player | None:
    """Who wins, searched for only if no theorem says so."""
    return analyse(game, state, budget=0).winner or analyse(game, state).winner


def plain(reason: str) -> str:
    """A reason without its layout. A couple in brackets, such as (3, 9), becomes 3-9."""
    text = _DASHES.sub("-", reason[:_MOST_CHARACTERS])
    text = _SPACES.sub(" ", _ARROWS.sub("→", text))
    text = _COUPLE.sub(r"\1-\2", _BULLET.sub(" ", text))
    return _MARKUP.sub(" ", text)


def statements(reason: str, statement: re.Pattern[str]) -> list[re.Match[str]] | None:
    """The statements that a reason consists of; None if there is anything else in it."""
    if len(reason) > _MOST_CHARACTERS:
        return None
    text, place = plain(reason), 0
    found: list[re.Match[str]] = []
    while True:
        between = _BETWEEN.match(text, place)
        place = between.end() if between else place
        if place == len(text):
            return found
        told = statement.match(text, place)
        if told is None:
            return None
        found.append(told)
        place = told.end()


def is_over(reason: str) -> bool:
    """Whether a reason says only that the duel is over."""
    return plain(reason).strip(" .\n").casefold() == OVER
