"""Theories: who wins, how far away the end is, and why.

The public names are exported here. Every module of this package is imported, so that a new theory
registers itself.
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
    analyse_briefly,
    brief_budget,
    first_best,
    judge_moves,
    reasons_for,
    require_winner,
    theory_of,
)
from numduel.theory.certificates import certify, fault_of, write_reason
from numduel.theory.checking import read_certificate, verify
from numduel.theory.proof_size import proof_size
from numduel.theory.reasons import LOST
from numduel.theory.search import BRIEF, BUDGET, Value

for _module in pkgutil.iter_modules(__path__, f"{__name__}."):
    importlib.import_module(_module.name)
