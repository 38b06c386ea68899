"""numduel: small two-player number duels, played, solved and used to measure agents."""

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
from numduel.game import Game, Outcome, Player, Preset
from numduel.match import Match, Seat, Series
from numduel.options import option
from numduel.pool import PoolGame
from numduel.telling.truth import Explanation, explain
from numduel.theory import Analysis, Choice, analyse
from numduel.words import Words

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
]
