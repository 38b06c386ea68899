"""numduel: small two-player number duels, played, solved and used to measure agents."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from numduel.catalogue import list_games, load_game
from numduel.errors import (
    BadCertificate,
    BadOption,
    BadRecord,
    IllegalMove,
    MissingExtra,
    NumduelError,
    TooLarge,
    UnknownGame,
    UnreadableMove,
)
from numduel.game import Game, Outcome, Player, Preset, option
from numduel.match import Match, Seat, Series, read_id, write_id
from numduel.pool import PoolGame
from numduel.words import Words

if TYPE_CHECKING:
    from numduel.study import Explanation, explain
    from numduel.theory import Analysis, Choice, analyse

__version__ = "0.1.0"

__all__ = [
    "Analysis",
    "BadCertificate",
    "BadOption",
    "BadRecord",
    "Choice",
    "Explanation",
    "Game",
    "IllegalMove",
    "Match",
    "MissingExtra",
    "NumduelError",
    "Outcome",
    "Player",
    "PoolGame",
    "Preset",
    "Seat",
    "Series",
    "TooLarge",
    "UnknownGame",
    "UnreadableMove",
    "Words",
    "analyse",
    "explain",
    "list_games",
    "load_game",
    "option",
    "read_id",
    "write_id",
]


_LATER = dict.fromkeys(["Analysis", "Choice", "analyse"], "numduel.theory")
_LATER |= dict.fromkeys(["Explanation", "explain"], "numduel.study.analysis")


def __getattr__(name: str) -> Any:
    """Import theories lazily, so that a game starts sooner."""
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_LATER[name]), name)
