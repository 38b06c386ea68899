"""The parts common to all environments: the game and its ID, spaces, observations, masks, and a
position as text and as a picture."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from math import ceil, sqrt
from random import Random
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from numduel.catalogue import take_game
from numduel.errors import BadOption
from numduel.game import LARGEST, AnyGame
from numduel.theory import require_winner
from numduel.theory.search import random_playout

Pixels = NDArray[np.uint8]

_POSITIONS_SEEN = 200
_MOST_TILES = 400  # tiles; further moves are not drawn
_MOST_SQUARES = 2_000
_TILES_ACROSS = 10
_ALLOWED, _OTHER = (46, 160, 67), (52, 57, 63)
_PAPER, _INK, _FAINT = (24, 27, 31), (255, 255, 255), (139, 148, 158)
_ZOOM, _SQUARE, _GAP = 2, 8, 4
# A font of 3 × 5 pixels: one octal digit a row.
_GLYPHS = dict(
    zip(
        "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ:.-",
        "75557 26227 71747 71717 55711 74717 74757 71122 75757 75717 25755 65656 34443 65556 74647"
        " 74644 34553 55755 72227 11152 55655 44447 57755 65555 25552 65644 25573 65655 34216 72222"
        " 55557 55552 55775 55255 55222 71247 02020 00002 00700".split(),
        strict=True,
    )
)


def playable_game(game: str | AnyGame, options: dict[str, Any]) -> AnyGame:
    """Return the given game, or the game of that name with these options; BadOption if it is over
    at once."""
    taken = take_game(game, options)
    if taken.outcome(taken.start()) is not None:
        raise BadOption(f"{taken.title} with {taken.options} is over before it begins.")
    return taken


def action_space(game: AnyGame) -> spaces.Discrete:
    """Return the action space: an action is the index of a move in `all_moves`."""
    return spaces.Discrete(len(game.all_moves()))


def observation_space(game: AnyGame) -> "spaces.Space[NDArray[np.float32]]":
    """Return the observation space. Its bounds are 0 and 1, or wide ones if the features of random
    games exceed them."""
    positions = islice(_random_positions(game, Random(0)), _POSITIONS_SEEN)
    seen = np.array([game.features(state) for state in positions])
    low = 0 if seen.min() >= 0 else -LARGEST
    high = 1 if low == 0 and seen.max() <= 1 else LARGEST
    return spaces.Box(low, high, seen.shape[1:], np.float32)


def observe(game: AnyGame, state: Any) -> NDArray[np.float32]:
    """Return the observation of the player to move."""
    return np.array(game.features(state), np.float32)


def mask(game: AnyGame, state: Any) -> NDArray[np.int8]:
    """Return 1 for each legal action, 0 for the others."""
    legal = np.zeros(len(game.all_moves()), np.int8)
    place_of = game.all_moves().index
    legal[[place_of(move) for move in game.legal_moves(state)]] = 1
    return legal


@lru_cache(maxsize=100_000)
def optimal_moves(game: AnyGame, state: Any) -> frozenset[Any]:
    """Return the moves that throw nothing away; TooLarge if unknown."""
    return frozenset(require_winner(game, state).kept)


def optimal_mask(game: AnyGame, state: Any) -> NDArray[np.int8]:
    """Return 1 for each action that throws nothing away, 0 for the others; all 0 at the end."""
    optimal = np.zeros(len(game.all_moves()), np.int8)
    if game.outcome(state) is None:
        place_of = game.all_moves().index
        optimal[[place_of(move) for move in optimal_moves(game, state)]] = 1
    return optimal


def position_text(game: AnyGame, state: Any) -> str:
    """Return a position in the rule book's words."""
    outcome = game.outcome(state)
    words = game.words
    lines = words.ending(state, outcome) if outcome else words.board(state)
    return "".join(f"{line}\n" for line in lines)


def environment_id(rule_book: type[AnyGame]) -> str:
    """Return an ID such as `numduel/LastStone-v0`; the version increases when the rules change."""
    name = "".join(word.capitalize() for word in rule_book.slug.split("-"))
    return f"numduel/{name}-v{rule_book.rules_version - 1}"


def _random_positions(game: AnyGame, random: Random) -> Iterator[Any]:
    """Yield the positions of endless random games."""
    while True:
        yield game.start()
        for _, state in random_playout(game, game.start(), random):
            yield state


def draw(game: AnyGame, mask: NDArray[np.int8], observation: NDArray[np.float32]) -> Pixels:
    """Draw a position of any game.

    At the top is a tile for every move, with its written form, green if it is legal. Below is a
    small square for every number of the observation; larger numbers are brighter. The letters are
    drawn without a font or another library.
    """
    tiles = _draw_tiles(game, mask)
    squares = _draw_squares(observation[:_MOST_SQUARES], tiles.shape[1])
    return np.concatenate([tiles, squares])


def _draw_tiles(game: AnyGame, mask: NDArray[np.int8]) -> Pixels:
    count = min(len(mask), _MOST_TILES)
    names = [game.write_move(game.all_moves()[place]) for place in range(count)]
    across = min(count, _TILES_ACROSS)
    wide = _GAP * 4 + _ZOOM * 4 * max(map(len, names))
    high = _GAP * 4 + _ZOOM * 5
    picture = _paper(ceil(count / across) * (high + _GAP) + _GAP, across * (wide + _GAP) + _GAP)
    for place, name in enumerate(names):
        row, column = divmod(place, across)
        top, left = _GAP + row * (high + _GAP), _GAP + column * (wide + _GAP)
        tile = picture[top : top + high, left : left + wide]
        tile[:] = _ALLOWED if mask[place] else _OTHER
        _write(tile, name, _INK if mask[place] else _FAINT)
    return picture


def _write(tile: Pixels, name: str, colour: tuple[int, int, int]) -> None:
    """Write a text in the middle of a tile."""
    points = np.concatenate([_points(letter) for letter in name.upper()], axis=1)[:, :-1]
    points = np.kron(points, np.ones((_ZOOM, _ZOOM), np.bool_))
    top, left = ((tile.shape[axis] - points.shape[axis]) // 2 for axis in (0, 1))
    tile[top : top + points.shape[0], left : left + points.shape[1]][points] = colour


def _points(letter: str) -> NDArray[np.bool_]:
    """Return the pixels of a letter, followed by an empty column."""
    rows = _GLYPHS.get(letter, "77777")
    return np.array(
        [[int(row) >> place & 1 for place in (2, 1, 0)] + [0] for row in rows], np.bool_
    )


def _draw_squares(values: NDArray[np.float32], width: int) -> Pixels:
    across = max(1, (width - _GAP) // (_SQUARE + 1))
    brightest = max(1.0, float(np.abs(values).max(initial=0)))
    picture = _paper(ceil(len(values) / across) * (_SQUARE + 1) + _GAP, width)
    for place, value in enumerate(values.tolist()):
        row, column = divmod(place, across)
        top, left = row * (_SQUARE + 1), _GAP + column * (_SQUARE + 1)
        bright = 55 + round(200 * sqrt(abs(value) / brightest))
        picture[top : top + _SQUARE, left : left + _SQUARE] = bright
    return picture


def _paper(height: int, width: int) -> Pixels:
    return np.full((height, width, 3), _PAPER, np.uint8)
