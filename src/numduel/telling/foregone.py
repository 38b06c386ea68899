"""What is said before a game that is already decided, whatever anybody plays.

A game that is lost only against perfect play is not one of these: there the choices count.
"""

from typing import Any

from numduel.catalogue import build_game
from numduel.game import AnyGame, Player, presets_of
from numduel.telling.truth import FORM
from numduel.theory import foregone_winner


def foregone_of(game: AnyGame) -> dict[str, Any] | None:
    """Who wins a game with these settings, whatever anybody plays, as JSON. None if choices count,
    or if it would take too long for a menu to find out.

    `seats` tells it to the player of either seat, `offer` says what to do instead, and `better`
    names the presets in which choices count.
    """
    winner = foregone_winner(game, game.start())
    if winner is None:
        return None
    better = _better(type(game))
    return {
        "form": FORM,
        "winner": int(winner),
        "text": f"{winner} wins this one, whatever anybody plays.",
        "seats": [_tell(player, winner) for player in Player],
        "offer": _offer(better),
        "better": better,
    }


def _tell(player: Player, winner: Player) -> str:
    cannot = "lose" if player is winner else "win"
    return f"As {player} you cannot {cannot} this one, whatever you do."


def _offer(better: list[str]) -> str:
    settings = " or ".join(f'"{name}"' for name in better)
    return f"Swap seats, or play it {settings}?" if better else "Swap seats?"


def _better(game_class: type[AnyGame]) -> list[str]:
    """The presets for players in which choices count."""
    presets = [
        (preset, build_game(game_class, preset.options))
        for preset in presets_of(game_class, "play")
    ]
    return [preset.name for preset, game in presets if foregone_winner(game, game.start()) is None]
