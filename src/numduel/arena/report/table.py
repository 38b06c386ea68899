"""A run's scores as plain text: the table in the terminal, and the sentences around it."""

from numduel.arena.report.columns import lay_out, wrap
from numduel.arena.scoring.scores import PlayerScores, RunScores, SeatScore
from numduel.tasks.share import Share
from numduel.words import listed

COLUMNS = (
    "player",
    "right where it matters",
    "strength",
    "won as Player 1 (sure)",
    "won as Player 2 (sure)",
    "converted",
    "rescued",
    "failed",
)


def rank(scores: RunScores) -> list[tuple[str, PlayerScores]]:
    """The players with their scores, the most accurate first."""
    return sorted(scores.players.items(), key=lambda item: -(item[1].accuracy.value or 0.0))


def cells(name: str, score: PlayerScores) -> list[str]:
    """A player's row."""
    return [
        name,
        accuracy_text(score.accuracy),
        strength_text(score),
        seat_text(score.seats[0]),
        seat_text(score.seats[1]),
        percent(score.conversion),
        percent(score.rescue),
        percent(Share(sum(score.failures.values()), score.attempts)),
    ]


def tell_scores(scores: RunScores, width: int | None = None) -> str:
    """The table and the remarks that explain it, no wider than `width`."""
    told = [wrap(remark, width) for remark in remarks(scores)]
    return "\n".join([draw_table(scores, width), "", *told])


def draw_table(scores: RunScores, width: int | None = None) -> str:
    """The table, one row a player. On a narrow terminal its right half stands below its left."""
    rows = [cells(name, score) for name, score in rank(scores)]
    return lay_out(COLUMNS, rows, COLUMNS.index("won as Player 1 (sure)"), width)


def remarks(scores: RunScores) -> list[str]:
    """What a reader must know to understand the table."""
    told = []
    if scores.played < scores.planned:
        told.append(f"Only {scores.played:,} of {scores.planned:,} games have been played.")
    told.append(
        "Right where it matters: the share of moves that kept a won position, among the positions"
        " with both winning and losing moves; not to move at all in a won position counts as a"
        " wrong one. In brackets the 95% interval and their number."
    )
    if scores.idle:
        told.append(
            f"In {listed(scores.idle)} no choice matters: who wins there is decided by the"
            " seats, unless somebody fails to move, and these games count neither for accuracy nor"
            " for strength."
        )
    if scores.unknown:
        told.append(
            f"In {listed(scores.unknown)} some positions are too large to know who wins; moves"
            " from those are not scored."
        )
    origin = f"{scores.zero} is 0" if scores.zero else "the mean is 0"
    told.append(
        f"Strength is Bradley–Terry's, in natural logarithms of odds, where {origin}: one more"
        " means odds of 2.7 to 1. The intervals are a Bayesian bootstrap's, 95%."
    )
    told.append(
        "Sure: how often perfect play wins in that seat against any opponent. More is won only"
        " by the opponent's mistakes. Converted: games won of those in which a won position was"
        " held; rescued: of those in which a lost one was. Failed: attempts without a legal move."
    )
    return told


def percent(share: Share) -> str:
    return "-" if share.value is None else f"{share.value:.0%}"


def accuracy_text(share: Share) -> str:
    if share.value is None:
        return "-"
    low, high = share.interval
    return f"{share.value:.1%} ({100 * low:.0f} to {100 * high:.0f}, {share.whole:,})"


def strength_text(score: PlayerScores) -> str:
    if score.strength is None or score.interval is None:
        return "-"
    low, high = score.interval
    return f"{number(score.strength)} ({number(low)} to {number(high)})"


def number(value: float) -> str:
    """A number with one decimal and the right minus sign."""
    text = f"{value:.1f}"
    return "0.0" if text == "-0.0" else text.replace("-", "−")


def seat_text(seat: SeatScore) -> str:
    return f"{percent(seat.won)} ({percent(seat.sure)})"
