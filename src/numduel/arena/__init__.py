"""Tournaments of computer players, language models and programs, scored by exact analysis.

`load(folder)` returns the turns of a run as records for a data frame.
"""

from numduel.arena.results import load

__all__ = ["load"]
