"""Tournaments of computer players, language models and programs, scored by the exact truth.

`load(folder)` gives the turns of a run as records for a data frame.
"""

from numduel.arena.results import load

__all__ = ["load"]
