"""Who wins, how far away the end is, and why.

All that other packages need is exported here; every module of this package is loaded, so that a new
theory registers itself by being there.
"""

import importlib
import pkgutil

from numduel.theory.proofs import read_certificate, verify
from numduel.theory.proving import certify
from numduel.theory.puzzles.regions import Region, regions_of
from numduel.theory.puzzles.themes import (
    Theme,
    give_away,
    kind_of,
    lack_of_puzzles,
    share_kept,
    theme_of,
)
from numduel.theory.reasons import LOST, fault_of, form_of, write_reason
from numduel.theory.verdict import (
    BUDGET,
    Analysis,
    Argument,
    Choice,
    Value,
    analyse,
    first_best,
    foregone_winner,
    reasons_for,
)

for _module in pkgutil.iter_modules(__path__, f"{__name__}."):
    importlib.import_module(_module.name)

__all__ = [
    "BUDGET",
    "LOST",
    "Analysis",
    "Argument",
    "Choice",
    "Region",
    "Theme",
    "Value",
    "analyse",
    "certify",
    "fault_of",
    "first_best",
    "foregone_winner",
    "form_of",
    "give_away",
    "kind_of",
    "lack_of_puzzles",
    "read_certificate",
    "reasons_for",
    "regions_of",
    "share_kept",
    "theme_of",
    "verify",
    "write_reason",
]
