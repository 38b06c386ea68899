"""What an audit comes to, in plain words."""

from numduel.game import Player
from numduel.study.audit import Audit, Figures
from numduel.theory.verdict import count


def judgement(told: Audit) -> str:
    """What kind of game it is, in plain words."""
    if told.winner is None:
        return "who wins is not known at this size."
    if told.openings == 0 or (told.figures.is_exact and told.figures.mattering == 0):
        return f"decided before the first move: {told.winner} wins, whatever anybody does."
    if told.distance == 1:
        return f"won at once: {told.winner} can end it with the first move."
    return f"with best play {told.winner} wins{_openings(told)}. {_practice(told)}".rstrip()


def _openings(told: Audit) -> str:
    """How many openings win, where that is known."""
    openings = told.winning_openings
    if openings is None:
        return ""
    if not openings:
        return " after any opening"
    return f": {len(openings):,} of {told.openings:,} openings win{'s' * (len(openings) == 1)}"


def _practice(told: Audit) -> str:
    """How often that comes true between the best of the players that were tried."""
    if not told.balance:
        return ""
    level, share = list(told.balance.items())[-1]
    if told.winner is Player.TWO:
        share = 1 - share
    return f"Between two {level} players {told.winner} wins {in_percent(share)} of games."


def figures_in_words(told: Audit) -> list[tuple[str, str]]:
    """The figures of an audit, each with its label."""
    figures = told.figures
    how = "exact" if figures.is_exact else "sampled in random games"
    best = f"{told.winner} wins" if told.winner else "not known"
    if told.winner and told.distance is not None:
        best += f" in {count(told.distance, 'move')}"
    rows = [
        ("with best play", best),
        (
            "kinds of position",
            f"{figures.positions:,}" if figures.positions else "too many to list",
        ),
        ("figures are", how),
        ("decisions that matter", _matter(figures)),
        ("of the choices met at random", f"{in_percent(figures.met_mattering)} matter"),
        ("a random move throws a win away", in_percent(figures.thrown_away)),
        ("moves to choose from", f"{figures.branching:.1f} on average"),
        (
            "length",
            f"{figures.shortest} to {figures.longest}, {figures.average_length:.1f} at random",
        ),
        ("both random: Player 1 wins", in_percent(figures.random_balance)),
    ]
    for level, share in told.balance.items():
        games = f"{in_percent(share)} of {told.balance_games} game{'s' * (told.balance_games > 1)}"
        rows.append((f"both {level}: Player 1 wins", games))
    return rows


def _matter(figures: Figures) -> str:
    if not figures.decisions:
        return "there is never a real choice"
    return f"{figures.mattering:,} of {figures.decisions:,} ({in_percent(figures.share_mattering)})"


def in_percent(share: float | None) -> str:
    return "never" if share is None else f"{share:.0%}"
