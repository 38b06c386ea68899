"""Sets of vertices, for kernels that run plain or compiled (see `compiling.py`).

In plain Python a set is a whole number, a bit for each vertex, as many as there are. In compiled
code it is a pair of machine words, so that 128 vertices have room. Both understand `&`, `|`, `^`,
`~`, `==` and `-`, so that `waiting & -waiting` is the first vertex alone, and `bit_length`; what
else a kernel does with sets, it does by the functions below.
"""

import operator
from importlib import import_module
from typing import Any

WIDTH = "int64"
MOST_COMPILED = 128  # vertices
EMPTY: Any = 0


def lowest(vertices: Any) -> int:
    """Return the first vertex of a set that is not empty."""
    number: int = (vertices & -vertices).bit_length() - 1
    return number


def drop_lowest(vertices: Any) -> Any:
    """Return a set without its first vertex."""
    return vertices & (vertices - 1)


def has(vertices: Any, vertex: int) -> bool:
    """Return whether a vertex is in a set."""
    return bool(vertices >> vertex & 1)


def only(vertex: int) -> Any:
    """Return the set of one vertex."""
    return 1 << vertex


def count(vertices: Any) -> int:
    """Return how many vertices a set has."""
    number: int = vertices.bit_count()
    return number


def get(sets: Any, place: int) -> Any:
    """Return a set out of a list of sets."""
    return sets[place]


def put(sets: Any, place: int, vertices: Any) -> None:
    """Put a set into a list of sets."""
    sets[place] = vertices


def sets_of(sets: list[int]) -> Any:
    """Return a list of sets, as `get` and `put` take it."""
    return list(sets)


def table_by_position() -> Any:
    """Return an empty dictionary from three sets to a whole number."""
    return {}


def table_by_set() -> Any:
    """Return an empty dictionary from a set to a set."""
    return {}


def pack(vertices: int) -> Any:
    """Return a set for kernels, from a whole number."""
    return vertices


def compiled_versions() -> dict[str, Any]:
    """Return the same functions for sets that are pairs of machine words."""
    numpy, numba = import_module("numpy"), import_module("numba")
    extending = import_module("numba.extending")
    zeros_behind = import_module("numba.cpython.unsafe.numbers").trailing_zeros
    tuples, whole = numba.types.BaseTuple, numba.types.int64
    pair, low_bits = numba.types.UniTuple(whole, 2), (1 << 64) - 1

    def intersect(one: Any, two: Any) -> Any:
        return one[0] & two[0], one[1] & two[1]

    def unite(one: Any, two: Any) -> Any:
        return one[0] | two[0], one[1] | two[1]

    def differ(one: Any, two: Any) -> Any:
        return one[0] ^ two[0], one[1] ^ two[1]

    def complement(one: Any) -> Any:
        return ~one[0], ~one[1]

    def negate(one: Any) -> Any:  # two's complement
        return -one[0], ~one[1] + (1 if one[0] == 0 else 0)

    def length_of_bit(one: Any) -> Any:
        return zeros_behind(one[0]) + 1 if one[0] else zeros_behind(one[1]) + 65

    def overload_binary(operators: tuple[Any, ...], function: Any) -> None:
        def choose(one: Any, two: Any) -> Any:
            return function if isinstance(one, tuples) and isinstance(two, tuples) else None

        for each in operators:
            extending.overload(each)(choose)

    def overload_unary(decorate: Any, function: Any) -> None:
        def choose(one: Any) -> Any:
            return function if isinstance(one, tuples) else None

        decorate(choose)

    overload_binary((operator.and_, operator.iand), intersect)
    overload_binary((operator.or_, operator.ior), unite)
    overload_binary((operator.xor, operator.ixor), differ)
    overload_unary(extending.overload(operator.invert), complement)
    overload_unary(extending.overload(operator.neg), negate)
    overload_unary(extending.overload_method(tuples, "bit_length"), length_of_bit)

    def lowest(vertices: Any) -> int:
        if vertices[0]:
            return int(zeros_behind(vertices[0]))
        return int(64 + zeros_behind(vertices[1]))

    def drop_lowest(vertices: Any) -> Any:
        if vertices[0]:
            return vertices[0] & (vertices[0] - 1), vertices[1]
        return vertices[0], vertices[1] & (vertices[1] - 1)

    def has(vertices: Any, vertex: int) -> bool:
        return bool((vertices[vertex >> 6] >> (vertex & 63)) & 1)

    def only(vertex: int) -> Any:
        bit = 1 << (vertex & 63)
        return (bit, 0) if vertex < 64 else (0, bit)

    def count(vertices: Any) -> int:
        number = 0
        for word in vertices:
            while word:
                word &= word - 1
                number += 1
        return number

    def get(sets: Any, place: int) -> Any:
        return sets[place, 0], sets[place, 1]

    def put(sets: Any, place: int, vertices: Any) -> None:
        sets[place, 0] = vertices[0]
        sets[place, 1] = vertices[1]

    def pack(vertices: int) -> Any:
        words = vertices & low_bits, vertices >> 64
        return tuple(word - (word >> 63 << 64) for word in words)  # as signed numbers

    kernels = (lowest, drop_lowest, has, only, count, get, put)
    compiled = {each.__name__: numba.njit(nogil=True)(each) for each in kernels}
    position = numba.types.UniTuple(pair, 3)
    return compiled | {
        "EMPTY": (0, 0),
        "pack": pack,
        "sets_of": lambda sets: numpy.array([pack(each) for each in sets], WIDTH).reshape(-1, 2),
        "table_by_position": lambda: numba.typed.Dict.empty(position, whole),
        "table_by_set": lambda: numba.typed.Dict.empty(pair, pair),
    }
