"""Research environments: the duels for Gymnasium, PettingZoo, OpenSpiel, TextArena and NumPy.

Everything here works for all rule books in the catalogue, including those of other packages.
Importing this package registers a Gymnasium environment for each of them; importing
`numduel.lab.openspiel` or `numduel.lab.textarena` does the same for those libraries.
"""

from typing import TYPE_CHECKING, Any, Literal

from numduel.errors import missing_extra
from numduel.game import AnyGame
from numduel.tasks.starts import Begin, Starts

try:
    from numduel.lab.environment import playable_game
    from numduel.lab.gymnasium import DuelEnv, register_environments
except ModuleNotFoundError as missing:
    raise missing_extra(missing, "numduel.lab", "lab") from missing

if TYPE_CHECKING:
    from gymnasium.vector import AutoresetMode
    from pettingzoo import AECEnv

    from numduel.lab.batched import Batch
    from numduel.lab.vector import DuelVectorEnv
    from numduel.players import Chooser

__all__ = ["DuelEnv", "batch", "pettingzoo_env", "vector_env"]


def pettingzoo_env(
    game: str | AnyGame, *, render_mode: str | None = None, **settings: Any
) -> "AECEnv[str, Any, Any]":
    """Return a duel as a PettingZoo environment, with the wrappers of its classic games. `settings`
    are `reward`, `truth`, `begin`, `plies` and `ratings`, as in `DuelEnv`, and the options of the
    game."""
    try:
        from numduel.lab.pettingzoo import wrapped_env
    except ModuleNotFoundError as missing:
        raise missing_extra(missing, "numduel.lab", "lab") from missing
    return wrapped_env(game, render_mode=render_mode, **settings)


def batch(
    game: str | AnyGame,
    size: int,
    seed: int = 0,
    *,
    explore: bool = False,
    keep_final: bool = False,
    begin: Begin = "usual",
    plies: tuple[int, int] = (0, 11),
    ratings: tuple[int, int] = (0, 100),
    **options: Any,
) -> "Batch":
    """Return many games of a duel, stepped together. A finished game restarts by itself.

    With `explore` the rule book is asked about every position, even if a small table could hold the
    rules, and `truth` says who wins. With `keep_final` the last observation of a finished game is
    kept. Games begin as in `DuelEnv`.
    """
    try:
        from numduel.lab.batched import Batch
    except ModuleNotFoundError as missing:
        raise missing_extra(missing, "numduel.lab", "lab") from missing
    playable = playable_game(game, options)
    starts = Starts(playable, begin, plies, ratings)
    return Batch(playable, size, seed, explore=explore, keep_final=keep_final, starts=starts)


def vector_env(
    game: str | AnyGame,
    num_envs: int,
    *,
    opponent: "str | Chooser" = "random",
    seat: Literal[1, 2, "random"] = "random",
    autoreset_mode: "AutoresetMode | str" = "NextStep",
    render_mode: str | None = None,
    **settings: Any,
) -> "DuelVectorEnv":
    """Return many duels against one of our players as a vector environment.

    `autoreset_mode` says when a new episode begins: in the step after the end ("NextStep") or in
    the same one ("SameStep"), as Gymnasium defines them. `settings` are the others of `DuelEnv`,
    and the options of the game.
    """
    try:
        from numduel.lab.vector import DuelVectorEnv
    except ModuleNotFoundError as missing:
        raise missing_extra(missing, "numduel.lab", "lab") from missing
    return DuelVectorEnv(
        game,
        num_envs,
        opponent=opponent,
        seat=seat,
        autoreset_mode=autoreset_mode,
        render_mode=render_mode,
        **settings,
    )


register_environments()
