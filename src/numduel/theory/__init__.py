"""Who wins, and why.

Every module of this package is loaded here, so that a new theory registers itself by being there.
"""

import importlib
import pkgutil

from numduel.theory.verdict import Analysis, Argument, Choice, analyse, foregone_winner, reasons_for

for _module in pkgutil.iter_modules(__path__, f"{__name__}."):
    importlib.import_module(_module.name)

__all__ = ["Analysis", "Argument", "Choice", "analyse", "foregone_winner", "reasons_for"]
