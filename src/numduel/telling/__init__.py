"""What is known, told: one JSON form and one set of sentences for every door.

A theory gives its game's own reasons, and a rule book's words name moves and tasks. Everything that
can be said of any game (who wins, how far away the end is, how to resist) is worded here alone.
docs/json.md describes the JSON forms.
"""

from numduel.telling.address import Address
from numduel.telling.audit import audit_of
from numduel.telling.certificate import certificate_of, tell_proved
from numduel.telling.foregone import foregone_of
from numduel.telling.position import headline, last_move, tell_deed, title_of
from numduel.telling.puzzle import puzzle_of, solved
from numduel.telling.refutation import Refutation, consequence_of, refute
from numduel.telling.review import review_of
from numduel.telling.statistics import statistics_of
from numduel.telling.truth import (
    LEGEND,
    Explanation,
    Hint,
    explain,
    hint,
    mark,
    truth_of,
    unknown_truth,
)

__all__ = [
    "LEGEND",
    "Address",
    "Explanation",
    "Hint",
    "Refutation",
    "audit_of",
    "certificate_of",
    "consequence_of",
    "explain",
    "foregone_of",
    "headline",
    "hint",
    "last_move",
    "mark",
    "puzzle_of",
    "refute",
    "review_of",
    "solved",
    "statistics_of",
    "tell_deed",
    "tell_proved",
    "title_of",
    "truth_of",
    "unknown_truth",
]
