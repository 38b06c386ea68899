"""Who wins, how far away the end is, and why.

All that other packages need is exported here. Every module of this package is loaded, so that a new
theory registers itself by being there.
"""

import importlib
import pkgutil

from numduel.theory.base import (
    Analysis,
    Argument,
    Choice,
    Region,
    Theme,
    Theory,
    analyse,
    first_best,
    reasons_for,
    theory_of,
)
from numduel.theory.certificates import certify, fault_of, write_reason
from numduel.theory.checking import read_certificate, verify
from numduel.theory.reasons import LOST
from numduel.theory.search import BUDGET, Value

for _module in pkgutil.iter_modules(__path__, f"{__name__}."):
    importlib.import_module(_module.name)


def kind_of(game, state, move):
    return theory_of(game).kind_of(state, move)  # SHIM


def lack_of_puzzles(game):
    return theory_of(game).lack_of_puzzles()


def give_away(game, state, answers):
    return theory_of(game).give_away(state, answers)


def share_kept(game, state, answers):
    return theory_of(game).share_kept(state, answers)


def theme_of(game, state, answers):
    return theory_of(game).theme(state, answers)


def regions_of(game, state):
    return theory_of(game).regions(state)


def foregone_winner(game, state):
    return theory_of(game).foregone_winner(state)


form_of = theory_of  # SHIM END

__all__ = [
    "BUDGET",
    "LOST",
    "Analysis",
    "Argument",
    "Choice",
    "Region",
    "Theme",
    "Theory",
    "Value",
    "analyse",
    "certify",
    "fault_of",
    "first_best",
    "read_certificate",
    "reasons_for",
    "theory_of",
    "verify",
    "write_reason",
]
