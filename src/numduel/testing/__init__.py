"""Contract tests for a rule book, for its own tests or from the command line.

`check(MyGame)` raises ContractBroken with every fault it finds, so that it is a whole test:

    def test_my_game_keeps_the_contract():
        check(MyGame)

The rule book is built with many options. Small games are searched exhaustively, and games of
ordinary size are played at random. Nothing but numduel itself is needed.
"""

from numduel.game import AnyGame
from numduel.testing import checks, samples
from numduel.testing.faults import ContractBroken, ContractFault, Findings

__all__ = ["ContractBroken", "ContractFault", "check", "find_faults"]


def check(game_class: type[AnyGame]) -> None:
    """Raise ContractBroken unless this rule book keeps the contract."""
    faults = find_faults(game_class)
    if faults:
        raise ContractBroken(game_class, faults)


def find_faults(game_class: type[AnyGame]) -> list[ContractFault]:
    """Return every way in which a rule book breaks the contract, each with one example.

    A move of `all_moves` that is never legal is no fault: an action space may be larger than what
    is reached.
    """
    findings = Findings()
    if checks.check_class(game_class, findings):
        _look_at_games(game_class, findings)
    return findings.faults


def _look_at_games(game_class: type[AnyGame], findings: Findings) -> None:
    for look, games in (
        (samples.walk_through, samples.small_games(game_class)),
        (samples.play_at_random, samples.ordinary_games(game_class)),
    ):
        for game in games:
            checks.check_moves(game, findings)
            walk = look(game, findings)
            if findings.is_hopeless:
                return
            checks.check_positions(walk, findings)
            checks.check_whole_game(walk, findings)
