"""Games in an address: the name, and the options as JSON."""

import json
from typing import Annotated, Any

from fastapi import Query

from numduel.catalogue import build_game, find_game
from numduel.errors import BadOption
from numduel.game import AnyGame

WrittenOptions = Annotated[str, Query(max_length=1_000, description="a JSON object")]


def read_game(slug: str, options: str) -> AnyGame:
    """The game of that name with options that are written as a JSON object."""
    return build_game(find_game(slug), read_values(options))


def read_values(options: str) -> dict[str, Any]:
    """The options that are written as a JSON object."""
    try:
        values = json.loads(options)
    except (ValueError, RecursionError):
        values = None
    if not isinstance(values, dict):
        raise BadOption('The options must be a JSON object, such as {"numbers": 20}.')
    return values
