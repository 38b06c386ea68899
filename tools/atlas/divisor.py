"""The tables of Divisor Duel."""

from collections.abc import Iterator
from functools import cache
from typing import Any

from complete_games import games_of_divisor_duel
from growing import missable_kinds
from tables import UNLIMITED, agree, count_games, file_of, table

from numduel import Match, Player, analyse, load_game
from numduel.theory import certify, verify
from numduel.workers import Workers, in_order

OPENINGS = {"any": 1, "even": 2, "even-below-half": 5}  # with the fewest numbers that each needs
EXHAUSTIVE = 26  # numbers up to which all games are searched
LONGEST = 100  # numbers up to which the length of best play is known (`make distances`)
SIZES, CERTIFIED = 40_000, 300
COUNTED, COUNTED_TWICE = 50, 22  # numbers up to which complete games are counted, also by the rules
A348842 = """
    0 1 1 6 10 35 47 147 216 452 512 3055 3365 5602 12160 35951 37959 147889 154998 703094 1178850
    1467813
""".split()
A337125 = """
    1 2 3 4 4 6 6 7 8 9 9 11 11 12 13 14 14 16 16 17 18 19 19 21 21 22 23 24 24 26 26 27 28 28 29
    30 30 30 31 32 32 34 34 36 37 37 37 39 39 41
""".split()

Files = dict[str, list[str]]  # beside the page, by name


def is_opening(number: int, size: int, rule: str) -> bool:
    """Return whether a number may open a duel."""
    return rule == "any" or (number % 2 == 0 and (rule == "even" or 2 * number < size))


def try_everything(size: int) -> dict[int, tuple[bool, int]]:
    """Return for each opening whether it wins and the distance of the end, by exhaustive search
    that shares no code with numduel, not even the rules."""
    numbers = range(1, size + 1)

    def is_related(one: int, two: int) -> bool:
        return one != two and (one % two == 0 or two % one == 0)

    related = {one: [two for two in numbers if is_related(one, two)] for one in numbers}

    @cache
    def after(left: frozenset[int], last: int) -> tuple[bool, int]:
        """Return whether the player to move wins, and the distance."""
        found = []
        for number in related[last]:
            if number in left:
                found.append(after(within(left - {number}, number), number))
        lost = [far for wins, far in found if not wins]
        if lost or not found:
            return bool(lost), 1 + min(lost) if lost else 0
        return False, 1 + max(far for _, far in found)

    def within(left: frozenset[int], last: int) -> frozenset[int]:
        reached: set[int] = set()
        new = {number for number in related[last] if number in left}
        while new:
            reached |= new
            new = {two for one in new for two in related[one] if two in left} - reached
        return frozenset(reached)

    everything = frozenset(numbers)
    values = {one: after(within(everything - {one}, one), one) for one in numbers}
    return {one: (not wins, far + 1) for one, (wins, far) in values.items()}


def openings_of(size: int) -> dict[int, tuple[bool, int | None]]:
    """Return the same, from the theory and the distance search."""
    game = load_game("divisor-duel", numbers=size)
    choices = analyse(game, game.start(), UNLIMITED).choices
    return {each.move: (each.winner is Player.ONE, each.distance) for each in choices}


def best_play(openings: dict[int, tuple[bool, int | None]]) -> int | None:
    """Return the length of best play if Player 1 may choose among these openings."""
    wins = [far for is_won, far in openings.values() if is_won]
    lengths = wins or [far for _, far in openings.values()]
    known = [far for far in lengths if far is not None]
    return None if len(known) < len(lengths) else (min if wins else max)(known)


def proved_winner(size: int, rule: str, *moves: int) -> int:
    """Return the winner, from a certificate that was checked."""
    match = Match(load_game("divisor-duel", numbers=size, opening=rule))
    for move in moves:
        match.play(move)
    certificate = certify(match, budget=1)
    verify(certificate)
    winner: int = certificate["winner"]
    return winner


def lengths_at(size: int) -> list[Any]:
    """Return the row of a size: winning openings and lengths under each opening rule."""
    found = openings_of(size)
    for one, (is_won, _) in found.items():
        agree(proved_winner(size, "any", one), 1 if is_won else 2, f"{one} on 1..{size}")
    if size <= EXHAUSTIVE:
        agree(found, try_everything(size), f"the openings of 1..{size}")
    row: list[Any] = [size]
    for rule, least in OPENINGS.items():
        some = {one: far for one, far in found.items() if is_opening(one, size, rule)}
        won = sum(is_won for is_won, _ in some.values())
        row += [f"{won} of {len(some)}", best_play(some)] if size >= least else [None, None]
    return [*row, max(far or 0 for _, far in found.values())]


def divisor_lengths(workers: Workers, files: Files) -> Iterator[str]:
    rows = list(in_order(workers, lengths_at, range(1, LONGEST + 1)))
    heads = [f"{rule}: {what}" for rule in OPENINGS for what in ("wins", "length")]
    names = ["n", *heads, "longest"]
    files["divisor-openings.csv"] = file_of(names, rows)
    yield "### Winning openings, and the length of best play\n"
    yield (
        "How many openings win under each opening rule, how many moves the duel lasts with best"
        " play, and how many after the opening with which it lasts longest. All sizes to"
        f" {LONGEST} are in [divisor-openings.csv](divisor-openings.csv). From {EXHAUSTIVE + 1} on,"
        " a [certificate](research.md#proofs) proves who wins after each opening, and the lengths"
        " are of **one program** (to 40, the tests have a second).\n"
    )
    yield from table(names, rows[19::20])


def winners_at(size: int) -> list[int]:
    """Return the winner at a size under each possible opening rule, by certificates."""
    return [proved_winner(size, rule) for rule, least in OPENINGS.items() if size >= least]


def divisor_losses(workers: Workers, files: Files) -> Iterator[str]:
    lost: dict[str, list[int]] = {rule: [] for rule in OPENINGS}
    proved = in_order(workers, winners_at, range(1, min(SIZES, CERTIFIED) + 1))
    for size, is_won in enumerate(missable_kinds(SIZES), start=1):
        rules = [rule for rule, least in OPENINGS.items() if size >= least]
        winners = [1 if won else 2 for _, won in zip(rules, is_won, strict=False)]
        if size <= CERTIFIED:
            agree(winners, next(proved), f"who wins 1..{size}")
        for rule, winner in zip(rules, winners, strict=True):
            if winner == 2:
                lost[rule].append(size)
    sizes = [[rule, size] for rule, found in lost.items() for size in found]
    files["player-2-wins.csv"] = file_of(["opening", "n"], sizes)
    yield "### Sizes at which Player 2 wins\n"
    yield (
        "[How to win](winning.md#divisor-duel) lists most of them,"
        f" [player-2-wins.csv](player-2-wins.csv) all up to {SIZES:,}. From {CERTIFIED + 1:,} on,"
        " without a [certificate](research.md#proofs), they are of **one program**.\n"
    )


def divisor_games(files: Files) -> Iterator[str]:
    """Yield the table of complete games by size; those by opening are in a file."""
    triangle: list[list[int]] = []
    rows: list[list[Any]] = []
    for size in range(1, COUNTED + 1):
        found, longest = games_of_divisor_duel(size)
        if size <= COUNTED_TWICE:
            counted = count_games("divisor-duel", numbers=size)
            agree({one: (each.odd, each.even) for one, each in found.items()}, counted, f"{size}")
        if size <= len(A337125):
            agree(longest, int(A337125[size - 1]), f"the longest game of 1..{size}")
        row: list[Any] = [size]
        for rule, least in OPENINGS.items():
            some = [each for one, each in found.items() if is_opening(one, size, rule)]
            row += [*map(sum, zip(*some, strict=True))] if size >= least else [None, None]
        if size <= len(A348842):
            agree(sum(row[3:5]) if size > 1 else 0, int(A348842[size - 1]), f"A348842({size})")
        rows.append([*row, longest])
        triangle += [[size, one, *each] for one, each in found.items()]
    heads = [f"{rule}: {what}" for rule in OPENINGS for what in ("odd", "even")]
    names = ["n", *heads, "longest"]
    files["complete-games.csv"] = file_of(names, rows)
    files["complete-games-by-opening.csv"] = file_of(["n", "opening", "odd", "even"], triangle)
    yield "### Complete games\n"
    yield (
        "In how many ways a duel can be played to the end, and the longest. All sizes are in"
        " [complete-games.csv](complete-games.csv), and by opening in"
        " [complete-games-by-opening.csv](complete-games-by-opening.csv), which continues A348843"
        " and A348844. There, games of an odd number of moves, which Player 1 wins, and of an even"
        f" number are counted apart. With an even opening they are A348842 ({len(A348842)} terms);"
        " the longest is A337125. By a frontier dynamic programme; from"
        f" {COUNTED_TWICE + 1} on, where they are not counted through the rules, of **one"
        " program**.\n"
    )
    sums = [[row[0], *(row[at] + row[at + 1] for at in (1, 3, 5)), row[-1]] for row in rows[9::10]]
    yield from table(["n", *OPENINGS, "longest"], sums)
