"""numduel: small two-player number duels, played, solved and used to measure agents."""

from numduel.catalogue import list_games, load_game
from numduel.errors import (
    BadOption,
    BadRecord,
    IllegalMove,
    MissingExtra,
    NumduelError,
    TooLarge,
    UnknownGame,
    UnreadableMove,
)
from numduel.game import Game, Outcome, Player
from numduel.match import Match, Seat, Series
from numduel.options import option
from numduel.pool import PoolGame
from numduel.theory import Analysis, Choice, Explanation, analyse, explain
from numduel.words import Words

__version__ = "0.1.0"

__all__ = [
    "Analysis",
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
