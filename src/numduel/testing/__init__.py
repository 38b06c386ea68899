"""Hold a rule book to the contract, from its own tests or from the command line.

`check(MyGame)` raises ContractBroken with every fault it finds, so that it is a whole test:

    def test_my_game_keeps_the_contract():
        check(MyGame)

The rule book is built with many options. Small games are walked through position by position, and
games of ordinary size are played at random. Nothing but numduel itself is needed.
"""

from numduel.game import AnyGame
from numduel.testing import (
    builds,
    class_checks,
    move_checks,
    position_checks,
    whole_checks,
)
from numduel.testing.faults import ContractBroken, ContractFault, Findings
from numduel.testing.walk import explore, stroll

__all__ = ["ContractBroken", "ContractFault", "check", "find_faults"]


def check(game_class: type[AnyGame]) -> None:
    """Raise ContractBroken unless this rule book keeps the contract."""
    faults = find_faults(game_class)
    if faults:
        raise ContractBroken(game_class, faults)


def find_faults(game_class: type[AnyGame]) -> list[ContractFault]:
    """Every way in which a rule book breaks the contract, each shown by one example."""
    findings = Findings()
    if class_checks.check_class(game_class, findings):
        _look_at_games(game_class, findings)
    return findings.faults


def _look_at_games(game_class: type[AnyGame], findings: Findings) -> None:
    for walk_through, games in (
        (explore, builds.small_games(game_class)),
        (stroll, builds.ordinary_games(game_class)),
    ):
        for game in games:
            move_checks.check_moves(game, findings)
            walk = walk_through(game, findings)
            if findings.is_hopeless:
                return
            position_checks.check_positions(walk, findings)
            whole_checks.check_whole_game(walk, findings)
