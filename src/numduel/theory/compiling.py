"""Modules that run as plain Python, or compiled by numba, from the same source.

Such a module only counts, compares and indexes whole numbers, in arrays that it takes from `zeros`
and `ints`, and defines a function before those that call it. It runs as it stands, on lists; its
compiled twin runs on arrays of whole numbers of its `WIDTH`, and gives the same answers, faster.
Numba is loaded only when a twin is first asked for: that takes longer than most answers.
"""

from collections.abc import Callable, Iterable
from functools import cache
from importlib import import_module
from inspect import isfunction
from sys import modules
from types import FunctionType, ModuleType
from typing import Any

from numduel.errors import missing_extra
from numduel.theory import bitsets

Ints = list[int]  # an array in compiled code


def zeros(length: int) -> Ints:
    """Return an array of zeros."""
    return [0] * length


def ints(numbers: Iterable[int]) -> Ints:
    """Return an array of these numbers; not copied if it is one already."""
    if isinstance(numbers, list):
        return numbers
    return numbers.tolist() if hasattr(numbers, "tolist") else list(numbers)


@cache
def compiled_twin(plain: ModuleType) -> ModuleType:
    """Return the compiled functions of a module, in a module of their own, so that they call each
    other and not the plain ones. ImportError if numba is not installed."""
    numpy, numba = import_module("numpy"), import_module("numba")
    twin = ModuleType(plain.__name__, plain.__doc__)
    vars(twin).update(vars(plain))
    if plain is bitsets:
        vars(twin).update(bitsets.compiled_versions())
        return twin
    for name, function in vars(plain).items():
        if isfunction(function) and function.__module__ == plain.__name__:
            copy = FunctionType(function.__code__, vars(twin), name)
            setattr(twin, name, _compile(numba, copy))
        elif isfunction(function) and hasattr(home := modules[function.__module__], "WIDTH"):
            setattr(twin, name, getattr(compiled_twin(home), name))  # a kernel of another module
    if "EMPTY" in vars(plain):
        vars(twin)["EMPTY"] = vars(compiled_twin(bitsets))["EMPTY"]
    vars(twin).update(
        zeros=lambda length: numpy.zeros(length, plain.WIDTH),
        ints=lambda numbers: numpy.asarray(numbers, plain.WIDTH),
    )
    return twin


def choose_twin(
    plain: ModuleType, is_worth_it: Callable[[bool], bool], compiled: bool | None
) -> ModuleType:
    """Choose plain or compiled code: as requested, otherwise whichever is faster. Without numba,
    the plain code. `is_worth_it` is told whether numba is loaded already."""
    wanted = is_worth_it(_is_loaded()) if compiled is None else compiled
    if wanted:
        try:
            return compiled_twin(plain)
        except ModuleNotFoundError as missing:
            if compiled:
                raise missing_extra(missing, "Compiled code", "fast") from missing
    return plain


def _is_loaded() -> bool:
    return compiled_twin.cache_info().currsize > 0


def _compile(numba: Any, function: FunctionType) -> Any:
    try:
        return numba.njit(cache=True, nogil=True)(function)
    except RuntimeError:  # nowhere to keep compiled code: every process compiles its own
        return numba.njit(nogil=True)(function)
