"""The duels as OpenSpiel games: importing this module registers them.

`pyspiel.load_game("numduel_last_stone(heap=20)")` then loads one; its parameters are the
rule book's options.
"""

from typing import Any

import numpy as np

from numduel.catalogue import build_game, list_games
from numduel.errors import TooLarge, missing_extra
from numduel.game import AnyGame, Player, options_of
from numduel.lab.environment import playable_game, position_text
from numduel.theory.search import explore

try:
    import pyspiel
    from open_spiel.python.observation import IIGObserverForPublicInfoGame
except ModuleNotFoundError as missing:
    raise missing_extra(missing, "numduel.lab", "lab") from missing

_MOVES_LOOKED_AT = 100_000  # about a second
_LONGEST_POSSIBLE = 1_000_000


class DuelState(pyspiel.State):  # type: ignore[misc]
    """A position. OpenSpiel keeps the moves that led to it."""

    def __init__(self, game: "DuelGame") -> None:
        super().__init__(game)
        self.duel = game.duel
        self.position: Any = game.duel.start()

    def current_player(self) -> int:
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return int(self.position.to_move) - 1

    def _legal_actions(self, player: int) -> list[int]:
        place_of = self.duel.all_moves().index
        return [place_of(move) for move in self.duel.legal_moves(self.position)]

    def _apply_action(self, action: int) -> None:
        self.position = self.duel.play(self.position, self.duel.all_moves()[action])

    def _action_to_string(self, player: int, action: int) -> str:
        return self.duel.write_move(self.duel.all_moves()[action])

    def is_terminal(self) -> bool:
        return self.duel.outcome(self.position) is not None

    def returns(self) -> list[float]:
        outcome = self.duel.outcome(self.position)
        if outcome is None:
            return [0.0, 0.0]
        return [1.0 if outcome.winner is player else -1.0 for player in Player]

    def __str__(self) -> str:
        return position_text(self.duel, self.position)


class DuelObserver:
    """A position as numbers, seen by the player to move."""

    def __init__(self, duel: AnyGame) -> None:
        self.tensor = np.array(duel.features(duel.start()), np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: DuelState, player: int) -> None:
        self.tensor[:] = state.duel.features(state.position)

    def string_from(self, state: DuelState, player: int) -> str:
        return str(state)


class DuelGame(pyspiel.Game):  # type: ignore[misc]
    """A rule book with its options chosen."""

    rule_book: type[AnyGame]
    game_type: Any

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        self.duel = playable_game(build_game(self.rule_book, params or {}), {})
        about = pyspiel.GameInfo(
            num_distinct_actions=len(self.duel.all_moves()),
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=longest_play(self.duel),
        )
        super().__init__(self.game_type, about, params or {})

    def __reduce__(self) -> tuple[Any, ...]:
        return _load, (self.rule_book, str(self))

    def new_initial_state(self, state: Any = None) -> DuelState:
        return DuelState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return DuelObserver(self.duel)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


def short_name(rule_book: type[AnyGame]) -> str:
    """Return a name such as `numduel_last_stone`."""
    return f"numduel_{rule_book.slug.replace('-', '_')}"


def longest_play(game: AnyGame) -> int:
    """Return an upper bound for the number of moves in a game. If the rule book does not say, its
    positions are searched. If there are too many, it is a number that no game reaches."""
    most = game.most_moves()
    if most is not None:
        return most
    try:
        positions = explore(game, game.start(), _MOVES_LOOKED_AT)
    except TooLarge:
        return _LONGEST_POSSIBLE
    longest = [0] * len(positions.states)
    for place in positions.ends_first():
        longest[place] = max(
            (longest[after] + 1 for after in positions.successors[place]), default=0
        )
    return longest[0]


def _load(rule_book: type[AnyGame], text: str) -> Any:
    """Load a game from its text. The rule book is registered first if this process has not done
    so."""
    if short_name(rule_book) not in pyspiel.registered_names():
        register_game(rule_book)
    return pyspiel.load_game(text)


def register_game(rule_book: type[AnyGame]) -> None:
    """Make a rule book known to `pyspiel.load_game`."""
    about = pyspiel.GameType(
        short_name=short_name(rule_book),
        long_name=rule_book.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={option.name: option.default for option in options_of(rule_book)},
    )
    game_class = type(
        f"{rule_book.__name__}Game", (DuelGame,), {"rule_book": rule_book, "game_type": about}
    )
    pyspiel.register_game(about, game_class)


for _rule_book in list_games():
    register_game(_rule_book)
