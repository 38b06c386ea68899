"""Nim-values of Grundy's Game by its sparse space: exact, and fast.

A nim-value is *rare* if its binary digits without the last have an even sum. The exclusive or of
two rare values, or of two common ones, is rare; of one of each, common. So all common values among
the splits of a heap come from splits with a rare heap, and these are few. The smallest common value
that is missing is the nim-value, unless a smaller rare one is missing too: then all splits are
looked at until it is found, which is soon. (Winning Ways, chapter 4.)
"""

from typing import Any

import numpy as np
from numba import njit

_MOST = 1 << 12  # above all values that come up


def sparse_nim_values(largest: int) -> tuple[list[int], list[int]]:
    """Return the nim-value of each heap up to `largest`, by its size, and the rare heaps."""
    is_rare = np.array([(value >> 1).bit_count() % 2 == 0 for value in range(_MOST)])
    values, rare = _find(largest, is_rare)
    return values.tolist(), rare.tolist()


@njit
def _find(largest: int, is_rare: Any) -> tuple[Any, Any]:
    values = np.zeros(largest + 1, np.int16)
    rare, found = np.zeros(largest + 1, np.int32), 0
    met = np.zeros(_MOST, np.int32)  # the heap that last had a split of this value
    for heap in range(1, largest + 1):
        for place in range(found):
            part = rare[place]
            if part >= heap:
                break
            if 2 * part != heap:
                met[values[part] ^ values[heap - part]] = heap
        value = missing = 0
        while is_rare[value] or met[value] == heap:
            missing += met[value] != heap
            value += 1
        part = 1
        while missing and 2 * part < heap:
            split = values[part] ^ values[heap - part]
            if split < value and met[split] != heap:
                met[split] = heap
                missing -= 1
            part += 1
        if missing:
            value = 0
            while met[value] == heap:
                value += 1
        values[heap] = value
        if is_rare[value]:
            rare[found] = heap
            found += 1
    return values, rare[:found]
