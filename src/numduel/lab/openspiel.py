"""The duels as OpenSpiel games: importing this module registers them.

`pyspiel.load_game("numduel_last_stone(heap=20)")` then loads one; its parameters are the rule
book's options and those of `DuelEnv` for rewards and starts, with ranges as in `plies=0to11`. A
game with other than usual starts begins with a chance node over them.
"""

import re
from random import Random
from typing import Any

import numpy as np

from numduel.catalogue import build_game, list_games
from numduel.errors import BadOption, TooLarge, missing_extra
from numduel.game import AnyGame, Player, options_of
from numduel.lab.environment import optimal_moves, playable_game, position_text
from numduel.study.audit import state_after
from numduel.tasks.starts import Starts, check_reward
from numduel.theory.search import explore

try:
    import pyspiel
    from open_spiel.python.observation import IIGObserverForPublicInfoGame
except ModuleNotFoundError as missing:
    raise missing_extra(missing, "numduel.lab", "lab") from missing

_MOVES_LOOKED_AT = 100_000  # about a second
_LONGEST_POSSIBLE = 1_000_000
_STARTS = 64  # starts drawn, always the same
_SETTINGS = {"reward": "outcome", "begin": "usual", "plies": "0to11", "ratings": "0to100"}


class DuelState(pyspiel.State):  # type: ignore[misc]
    """A position; OpenSpiel keeps its history."""

    def __init__(self, game: "DuelGame") -> None:
        super().__init__(game)
        self.duel = game.duel
        self.position: Any = game.duel.start()
        self._openings = game.openings
        self._has_begun = not game.openings
        self._is_regret = game.is_regret
        self._rewards, self._returns = [0.0, 0.0], [0.0, 0.0]

    def current_player(self) -> int:
        if not self._has_begun:
            return int(pyspiel.PlayerId.CHANCE)
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return int(self.position.to_move) - 1

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(place, 1 / len(self._openings)) for place in range(len(self._openings))]

    def optimal_actions(self) -> list[int]:
        """Return the actions that throw nothing away."""
        place_of = self.duel.all_moves().index
        return sorted(map(place_of, optimal_moves(self.duel, self.position)))

    def _legal_actions(self, player: int) -> list[int]:
        place_of = self.duel.all_moves().index
        return [place_of(move) for move in self.duel.legal_moves(self.position)]

    def _apply_action(self, action: int) -> None:
        if not self._has_begun:
            self.position = state_after(self.duel, self._openings[action])
            self._has_begun = True
            return
        before, move = self.position, self.duel.all_moves()[action]
        self.position = self.duel.play(before, move)
        self._rewards = [0.0, 0.0]
        outcome = self.duel.outcome(self.position)
        if self._is_regret:
            is_loss = move not in optimal_moves(self.duel, before)
            self._rewards[int(before.to_move) - 1] = -float(is_loss) + 0.0
        elif outcome is not None:
            self._rewards = [1.0 if outcome.winner is player else -1.0 for player in Player]
        self._returns = [sum(pair) for pair in zip(self._returns, self._rewards, strict=True)]

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return " ".join(map(self.duel.write_move, self._openings[action])) or "usual"
        return self.duel.write_move(self.duel.all_moves()[action])

    def is_terminal(self) -> bool:
        return self.duel.outcome(self.position) is not None

    def rewards(self) -> list[float]:
        return self._rewards

    def returns(self) -> list[float]:
        return self._returns

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
        given = params or {}
        told = {**_SETTINGS, **{name: given[name] for name in _SETTINGS if name in given}}
        options = {name: value for name, value in given.items() if name not in _SETTINGS}
        self.duel = playable_game(build_game(self.rule_book, options), {})
        self.is_regret = check_reward(told["reward"]) == "regret"
        begin: Any = told["begin"]
        plies, ratings = (_read_range(name, told[name]) for name in ("plies", "ratings"))
        starts, random = Starts(self.duel, begin, plies, ratings), Random(0)
        drawn = [starts.draw(random) for _ in range(_STARTS if begin != "usual" else 0)]
        self.openings = [*dict.fromkeys(drawn)]
        longest = longest_play(self.duel)
        kind = self.game_type
        if self.openings or self.is_regret:
            kind = _type_of(self.rule_book, bool(self.openings), self.is_regret)
        about = pyspiel.GameInfo(
            num_distinct_actions=len(self.duel.all_moves()),
            max_chance_outcomes=len(self.openings),
            num_players=2,
            min_utility=-float(longest) if self.is_regret else -1.0,
            max_utility=0.0 if self.is_regret else 1.0,
            utility_sum=None if self.is_regret else 0.0,
            max_game_length=longest,
        )
        super().__init__(kind, about, given)

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
    """Return an upper bound for the length of a game. If the rule book gives none, its positions
    are searched; if there are too many, it is larger than any game."""
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
    """Load a game from its text, registering the rule book first if necessary."""
    if short_name(rule_book) not in pyspiel.registered_names():
        register_game(rule_book)
    return pyspiel.load_game(text)


def _read_range(name: str, text: Any) -> tuple[int, int]:
    """Read a range such as 0to11."""
    found = re.fullmatch(r"(\d+)to(\d+)", str(text))
    if found is None:
        raise BadOption(f"{name} must be a range, as in {name}={_SETTINGS[name]}, not {text!r}.")
    return int(found[1]), int(found[2])


def _type_of(rule_book: type[AnyGame], is_drawn: bool = False, is_regret: bool = False) -> Any:
    kind = pyspiel.GameType
    return kind(
        short_name=short_name(rule_book),
        long_name=rule_book.title,
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC
        if is_drawn
        else kind.ChanceMode.DETERMINISTIC,
        information=kind.Information.PERFECT_INFORMATION,
        utility=kind.Utility.GENERAL_SUM if is_regret else kind.Utility.ZERO_SUM,
        reward_model=kind.RewardModel.REWARDS if is_regret else kind.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_SETTINGS
        | {option.name: option.default for option in options_of(rule_book)},
    )


def register_game(rule_book: type[AnyGame]) -> None:
    """Register a rule book with `pyspiel.load_game`."""
    about = _type_of(rule_book)
    game_class = type(
        f"{rule_book.__name__}Game", (DuelGame,), {"rule_book": rule_book, "game_type": about}
    )
    pyspiel.register_game(about, game_class)


for _rule_book in list_games():
    register_game(_rule_book)
