"""Parses the layout of reasons as players write them.

Markup, brackets, bullets, line breaks and the style of dashes and arrows are ignored. The rest must
be statements of the form and nothing else. docs/research.md defines the forms; `checking.py` checks
what is parsed.
"""

import re
from typing import Any

from numduel.errors import BadCertificate

LOST = "lost"  # the whole reason if every move loses
OVER = "over"  # stands for the end of the duel, where nothing is left to prove
NUMBER = r"([0-9]{1,9})(?![0-9])"
EQUALS = r"\s*(?:[=:→≔]|\bis\s+worth\b|\bis\b|\bhas\b)\s*"

_MOST_CHARACTERS = 100_000
# All repetitions are bounded, against quadratic backtracking on long runs of dashes or spaces.
_ARROWS = re.compile(
    r"\\(?:long)?(?:left)?rightarrow\b|\\to\b|\\mapsto\b|<?[-=]{1,3}>|[⇒➜➔⟶↦↔⇔⟷]", re.IGNORECASE
)
_DASHES = re.compile("[‐‑‒–—―−]")
_BULLET = re.compile(r"^ {0,9}(?:[-*+•·]|[0-9]{1,3}[.)]) ", re.MULTILINE)
_SPACES = re.compile(r"\\[,;:! ]|\\quad\b|&nbsp;|[^\S\n]")
_MARKUP = re.compile(r"\\[()\[\]]|\\(?:text|mathrm|mathbf|boxed|mathtt)\b|[*_`~$\"'“”‘’{}()\[\]\\]")
_BETWEEN = re.compile(r"(?:[\s,;|&]|\.(?=\s|$)|and\b)+", re.IGNORECASE)
_COUPLE = re.compile(r"[(\[{] ?([0-9]{1,9}) ?[,;] ?([0-9]{1,9}) ?[)\]}]")
_MOVE = r"([A-Za-z0-9](?:[A-Za-z0-9:.-]*[A-Za-z0-9])?)"
REPLY = re.compile(rf"{_MOVE}\s*→\s*{_MOVE}")


def read_statements(
    reason: str, statement: re.Pattern[str], what: str
) -> list[tuple[str | Any, ...]]:
    """Return the groups of each statement in a reason. Raise BadCertificate if it has anything
    else: "The reason is not {what}."."""
    text, place = plain(reason), 0
    found: list[tuple[str | Any, ...]] = []
    while len(reason) <= _MOST_CHARACTERS:
        between = _BETWEEN.match(text, place)
        place = between.end() if between else place
        if place == len(text) and found:
            return found
        told = statement.match(text, place)
        if told is None:
            break
        found.append(told.groups())
        place = told.end()
    raise BadCertificate(f"The reason is not {what}.")


def is_over(reason: str) -> bool:
    """Return whether a reason only says that the duel is over."""
    return _bare(reason) == OVER


def is_lost(reason: str) -> bool:
    """Return whether a reason only says that every move loses."""
    return _bare(reason) == LOST


def plain(reason: str) -> str:
    """Return a reason without its layout. A pair in brackets, such as (3, 9), becomes 3-9."""
    text = _DASHES.sub("-", reason[:_MOST_CHARACTERS])
    text = _SPACES.sub(" ", _ARROWS.sub("→", text))
    text = _COUPLE.sub(r"\1-\2", _BULLET.sub(" ", text))
    return _MARKUP.sub(" ", text)


def _bare(reason: str) -> str:
    return plain(reason).strip(" .\n").casefold()
