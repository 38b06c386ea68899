"""A run's scores as plain text: the table in the terminal, and its explanations."""

import textwrap

from numduel.arena.scores import PlayerScores, RunScores, SeatScore
from numduel.tables import draw_table
from numduel.tasks.scoring import GuessedShare, Share
from numduel.words import count, listed

COLUMNS = (
    "player",
    "beyond chance",
    "right where it matters",
    "a guesser",
    "missing (bounds)",
    "proved",
    "in form",
    "strength",
    "won as Player 1 (sure)",
    "won as Player 2 (sure)",
    "converted",
    "rescued",
    "failed",
)
_HEADLINE = 4  # columns that are always there

Table = tuple[list[str], list[list[str]]]  # headings; rows, the name first


def rank(scores: RunScores) -> list[tuple[str, PlayerScores]]:
    """Return the players with their scores, the best beyond chance first, the unranked last."""

    def key(item: tuple[str, PlayerScores]) -> tuple[bool, float]:
        told = item[1].headline
        return not item[1].is_ranked, float("inf") if told is None else -told.value

    return sorted(scores.players.items(), key=key)


def cells(name: str, score: PlayerScores) -> list[str]:
    """Return a player's row."""
    return [
        name,
        headline_text(score),
        counted(score.accuracy),
        "-" if score.accuracy.chance is None else f"{score.accuracy.chance:.0%}",
        missing_text(score),
        percent(score.proved),
        percent(score.form),
        strength_text(score),
        seat_text(score.seats[0]),
        seat_text(score.seats[1]),
        counted(score.conversion),
        counted(score.rescue),
        percent(Share(sum(score.failures.values()), score.attempts)),
    ]


def scores_table(scores: RunScores) -> Table:
    """Return the table of all players, without empty columns after the headline."""
    rows = [cells(name, score) for name, score in rank(scores)]
    rows += [cells(f"{name} (asked too)", score) for name, score in scores.references.items()]
    columns = [[heading, *column] for heading, *column in zip(COLUMNS, *rows, strict=True)]
    shown = [one for place, one in enumerate(columns) if place < _HEADLINE or set(one[1:]) != {"-"}]
    head, *kept = zip(*shown, strict=True)
    return list(head), [list(row) for row in kept]


def cut_table(table: Table) -> list[Table]:
    """Split a table in two, both with the names: the choices of the players, and their games."""
    head, rows = table
    cut = head.index("strength") if "strength" in head else len(head)
    cuts = [(1, cut), (cut, len(head))]
    return [
        ([head[0], *head[start:end]], [[row[0], *row[start:end]] for row in rows])
        for start, end in cuts
        if start < end
    ]


def legal_table(scores: RunScores) -> Table:
    """Return the models that were asked with and without the legal moves listed."""
    rows = [
        [
            told.replace("+legal=yes", ""),
            *(headline_text(scores.players[name]) for name in (told, untold)),
        ]
        for told, untold in scores.told_and_untold
    ]
    return ["beyond chance", "legal moves listed", "not listed"], rows


def comparison_table(scores: RunScores) -> Table:
    """Return the comparisons of every two players on the same positions."""
    rows = [
        [
            f"{one.first} against {one.second}",
            f"{points(one.difference)} ({points(one.interval[0])} to {points(one.interval[1])})",
            f"{one.positions:,}",
        ]
        for one in scores.comparisons
    ]
    return ["on the same positions", "difference in points", "positions"], rows


def tell_scores(scores: RunScores, width: int | None = None) -> str:
    """Return the tables and their explanations, no wider than `width`."""
    notes = remarks(scores)
    if width is not None:
        notes = [
            textwrap.fill(note, max(width, 3), subsequent_indent="  ", break_on_hyphens=False)
            for note in notes
        ]
    return "\n".join([draw_scores(scores, width), "", *notes])


def draw_scores(scores: RunScores, width: int | None = None) -> str:
    """Return the tables, one row a player, as plain text no wider than `width`."""
    tables = [scores_table(scores), legal_table(scores), comparison_table(scores)]
    return "\n\n".join(draw_table(*table, width) for table in tables if table[1])


def remarks(scores: RunScores) -> list[str]:
    """Return the explanations of the table."""
    told = []
    what = "answers have been given" if scores.is_paired else "games have been played"
    if scores.played < scores.planned:
        told.append(f"Only {scores.played:,} of {scores.planned:,} {what}.")
    if scores.broken:
        lost = count(scores.broken, "answer" if scores.is_paired else "game")
        told.append(
            f"Missing: {lost} lost to an endpoint that failed. Bounds: the headline if all of them"
            " were wrong, and if all were right. A player with more than 5% missing is not ranked."
            " To ask again, add --retry-broken; what fails again while others succeed counts as"
            " wrong."
        )
    told.append(
        "Beyond chance: 0% is a guesser among the legal moves, 100% is perfect, with the 95%"
        " interval; the mean over the games. It follows from the share that was right where it"
        " matters (moves that kept a won position, among the positions with both winning and losing"
        " moves; not to move at all in a won position is wrong) and from what a guesser would get"
        " right in the very same positions."
    )
    if scores.references:
        names = listed([*scores.references])
        told.append(
            f"For comparison: what {names} would have chosen in all these positions. They do not"
            " look ahead: a score that is not above theirs shows no skill."
        )
    if scores.is_paired:
        told.append("Every player was asked for a move in the same positions, and played no games.")
    elif len(scores.players) > 1:
        told.append(
            "Each player met positions of its own. To compare players on the same ones, use"
            " --paired. A game's first mistake ends the positions that matter in it, so in a run of"
            " few games the figure of a weak player is too low: read a single game from about 30"
            " games on."
        )
    if len(scores.comparisons) > 1:
        told.append(
            f"These are {len(scores.comparisons)} comparisons: one in twenty is outside its"
            " interval by luck alone. Before you pick the one that stands out, repeat it with"
            " another --seed."
        )
    if any(score.proved.whole for score in scores.players.values()):
        told.append(
            "Proved: right moves where it matters whose reason was valid too, of all moves there."
        )
    if any(score.form.whole for score in scores.players.values()):
        told.append(
            "In form: replies that ended with the line that was asked for. Bold, quotation marks"
            " and the like are read all the same."
        )
    if scores.idle:
        told.append(f"In {listed(scores.idle)} no choice matters, so these games are not scored.")
    if scores.unknown:
        told.append(
            f"In {listed(scores.unknown)} some positions are too large to solve. Moves from those"
            " are not scored."
        )
    if any(score.strength is not None for score in scores.players.values()):
        origin = f"{scores.zero} is 0" if scores.zero else "the mean is 0"
        told.append(
            f"Strength is Bradley–Terry's, in natural logarithms of odds, where {origin}: one more"
            " means odds of 2.7 to 1. The intervals are a Bayesian bootstrap's, 95%."
        )
    if not scores.is_paired:
        told.append(
            "Sure: how often perfect play wins in that seat against any opponent. More is won only"
            " by the opponent's mistakes. Converted: of the games in which the player was to move"
            " in a won position at least once, those that it won. Rescued: of the games in which"
            " it was to move in a lost position at least once, those that it won all the same,"
            " after a mistake of the opponent."
        )
    told.append("Failed: attempts of the player that gave no legal move.")
    return told


def headline_text(score: PlayerScores) -> str:
    """Return a player's score beyond chance over all games, with its interval."""
    told = score.headline
    if told is None:
        return "-"
    text = f"{points(told.value)}% ({points(told.low)} to {points(told.high)})"
    return text if score.is_ranked else f"not ranked: {text}"


def missing_text(score: PlayerScores) -> str:
    """Return the number of missing answers, and the headline's bounds."""
    if not score.broken:
        return "-"
    bounds = score.bounds
    ends = f" ({points(bounds[0])}% to {points(bounds[1])}%)" if bounds else ""
    return f"{score.broken:,} of {score.asked:,}{ends}"


def percent(share: Share) -> str:
    return "-" if share.value is None else f"{share.value:.0%}"


def counted(share: Share) -> str:
    return "-" if share.value is None else f"{share.value:.0%} of {share.whole:,}"


def beyond_text(share: GuessedShare) -> str:
    """Return a player's score beyond chance, with its interval."""
    value, interval = share.beyond_chance, share.beyond_interval
    if value is None or interval is None:
        return "-"
    low, high = (points(end) for end in interval)
    return f"{points(value)}% ({low} to {high})"


def points(value: float) -> str:
    """Return a share in percentage points, with a real minus sign."""
    text = f"{100 * value:.0f}"
    return "0" if text == "-0" else text.replace("-", "−")


def strength_text(score: PlayerScores) -> str:
    if score.strength is None or score.interval is None:
        return "-"
    low, high = score.interval
    return f"{number(score.strength)} ({number(low)} to {number(high)})"


def number(value: float) -> str:
    """Return a number with one decimal and a real minus sign."""
    text = f"{value:.1f}"
    return "0.0" if text == "-0.0" else text.replace("-", "−")


def seat_text(seat: SeatScore) -> str:
    if seat.won.value is None:
        return "-"
    return f"{percent(seat.won)} ({percent(seat.sure)})"
