"""Analysis of a position: who wins, how far away the end is, what to play and why, what a move
leads to; and whether a game is decided before its first move.

A theory gives its game's own reasons, and a rule book's words name moves and tasks. Sentences that
fit any game are here.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from numduel.catalogue import build_game
from numduel.errors import TooLarge
from numduel.game import AnyGame, Outcome, Player, presets_of
from numduel.match import Match
from numduel.study.address import PLAIN, Address, third_person, title_of
from numduel.study.form import Form, OptionValues, Part
from numduel.theory import (
    BRIEF,
    BUDGET,
    Analysis,
    Argument,
    Choice,
    analyse,
    analyse_briefly,
    first_best,
    reasons_for,
    theory_of,
    verify,
)
from numduel.theory.search import explore
from numduel.words import begin_sentence, count, listed

LEGEND = "▲3: wins in 3 moves. ▼2: loses in 2. The moves of both count."
FULL_LEGEND = f"{LEGEND} ≤ at most, ≥ at least, ? not known."
_MOST_TRIED = 20_000  # budget to find out whether a position is settled
_FEW = 3  # choices that a refutation names, at most
_SHOWN = 3  # replies of the winner that a refutation shows


@dataclass(frozen=True)
class Ending(Part):
    """The result of a duel."""

    winner: Player
    reason: str
    """completes the sentence "Player 2 wins …\""""

    @classmethod
    def of(cls, outcome: Outcome | None) -> "Ending | None":
        """Return the form of an outcome."""
        return None if outcome is None else cls(outcome.winner, outcome.reason)


@dataclass(frozen=True)
class MoveValue(Part):
    """A legal move and its value to the player who makes it."""

    move: str
    name: str
    """the move as people read it"""
    winner: Player | None
    distance: int | None
    """moves until the end, counting this one"""
    at_least: int | None
    at_most: int | None
    best: bool
    mark: str
    """such as "▲3": wins in 3 moves; ▼ loses, ▲≤9 wins in at most 9, ? is not known"""
    text: str
    """such as "wins in 3 moves\""""


@dataclass(frozen=True)
class Hint(Part):
    """A best move, with a sentence that suggests it."""

    move: str
    text: str


@dataclass(frozen=True)
class Explanation(Part):
    """Why a position is won or lost. "You" are the player to move."""

    sentences: tuple[str, ...]
    pairs: tuple[tuple[Any, ...], ...] = ()
    """numbers to draw as pairs"""
    reply: Any = None
    """the move that follows the reasons; null when the duel is over or nothing is known"""


@dataclass(frozen=True, kw_only=True)
class PositionTruth(Form):
    """Everything known about a position."""

    game: str
    options: OptionValues
    """every option of the game"""
    moves: tuple[str, ...]
    """the moves so far"""
    to_move: Player | None
    """whose turn it is; null when the duel is over"""
    outcome: Ending | None
    winner: Player | None
    """who wins with best play"""
    distance: int | None
    """moves of both players until the end, when the winner hurries and the loser delays"""
    at_least: int | None
    """a lower bound of the distance; equal to it where it is known"""
    at_most: int | None
    """an upper bound of the distance"""
    is_settled: bool
    """no choice changes who wins or when"""
    unknown: str | None
    """why something is not known, as a sentence"""
    verdict: str
    """who wins, in a sentence"""
    choices: tuple[MoveValue, ...]
    """every legal move"""
    hint: Hint | None
    why: Explanation


def truth_of(
    match: Match,
    address: Address = PLAIN,
    budget: int = BUDGET,
    *,
    analysis: Analysis | None = None,
) -> PositionTruth:
    """Return everything known about a match's position. `analysis` is that of the position, if it
    is known already."""
    if match.outcome is not None:
        return _truth(match, address, Analysis(match.outcome.winner, 0, (), None, 0, 0), Argument())
    argument = reasons_for(match.game, match.state, match.moves, budget)
    return _truth(match, address, analysis or analyse(match.game, match.state, budget), argument)


def unknown_truth(match: Match, reason: str, address: Address = PLAIN) -> PositionTruth:
    """Return the form of a position that was not analysed; `reason` says why."""
    return _truth(match, address, Analysis(None, None, (), reason), Argument())


def _truth(match: Match, address: Address, analysis: Analysis, argument: Argument) -> PositionTruth:
    game, state, outcome = match.game, match.state, match.outcome
    settled = is_settled(game, state, analysis)
    why = Explanation(()) if outcome else _explain(game, state, analysis, argument, settled)
    return PositionTruth(
        game=game.slug,
        options=game.options,
        moves=tuple(match.written_moves),
        to_move=None if outcome else state.to_move,
        outcome=Ending.of(outcome),
        winner=analysis.winner,
        distance=analysis.distance,
        at_least=analysis.at_least,
        at_most=analysis.at_most,
        is_settled=settled,
        unknown=analysis.unknown,
        verdict=verdict(match, analysis, address, settled=settled),
        choices=values_of(game, state, analysis.choices),
        hint=_hint(game, state, analysis, argument),
        why=replace(why, reply=None if why.reply is None else game.write_move(why.reply)),
    )


def explain(
    game: AnyGame, state: Any, moves: Sequence[Any] = (), budget: int = BUDGET
) -> Explanation:
    """Explain why a position is won or lost, and what to play; empty once the duel is over, because
    the outcome has the reason. With the moves that led here, a plan stays the same from turn to
    turn."""
    if game.outcome(state) is not None:
        return Explanation(())
    analysis = analyse(game, state, budget)
    argument = reasons_for(game, state, moves, budget)
    return _explain(game, state, analysis, argument, is_settled(game, state, analysis))


def hint(game: AnyGame, state: Any, moves: Sequence[Any] = (), budget: int = BUDGET) -> Hint | None:
    """Return the best move and what it leads to; None if it is unknown, or the duel is over."""
    analysis = analyse(game, state, budget)
    return _hint(game, state, analysis, reasons_for(game, state, moves, budget))


def is_settled(game: AnyGame, state: Any, analysis: Analysis) -> bool:
    """Return whether all play leads to the same winner in the same number of moves. False if it
    would take long to find out. `analysis` is that of this position."""
    ends_now = {(choice.winner, choice.distance) for choice in analysis.choices}
    if analysis.distance is None or ends_now != {(analysis.winner, analysis.distance)}:
        return False
    try:
        positions = explore(
            game,
            state,
            _MOST_TRIED,
            key=lambda state: (state.to_move, game.canonical(state)),
            depth=analysis.distance,
        )
    except TooLarge:
        return False
    winners: set[Player | None] = set()
    lengths: dict[int, int] = {}
    for place in positions.ends_first():
        after = {lengths[following] for following in positions.successors[place]}
        if len(after) > 1:
            return False
        if not after:
            outcome = game.outcome(positions.states[place])
            winners.add(None if outcome is None else outcome.winner)
        lengths[place] = 1 + after.pop() if after else 0
    return len(winners) == 1 and None not in winners


# Sentences on who wins.


def values_of(game: AnyGame, state: Any, choices: Iterable[Choice]) -> tuple[MoveValue, ...]:
    """Return the values of moves to the player to move."""
    return tuple(
        MoveValue(
            game.write_move(choice.move),
            game.words.name_move(state, choice.move),
            choice.winner,
            choice.distance,
            choice.at_least,
            choice.at_most,
            choice.best,
            mark(choice, state.to_move),
            tell_value(choice, state.to_move),
        )
        for choice in choices
    )


def tell_won(outcome: Outcome, address: Address) -> str:
    """Return who won and how, within a sentence."""
    return f"{address.name(outcome.winner)} won {outcome.reason}"


def verdict(match: Match, analysis: Analysis, address: Address = PLAIN, *, settled: bool) -> str:
    """Return who wins from here, as a sentence."""
    if match.outcome is not None:
        return f"The game is over: {tell_won(match.outcome, address)}."
    if analysis.winner is None:
        return f"Who wins is not known: {analysis.unknown}"
    how = ", whatever anybody does" if settled else " with best play"
    return f"{address.does(analysis.winner, 'win')}{_far(analysis)}{how}."


def tell_value(choice: Choice, player: Player) -> str:
    """Return a move's value to the player who makes it: "wins in 3 moves"."""
    if choice.winner is None:
        return "not known"
    wins = choice.winner is player
    return f"{'wins' if wins else 'loses'}{_far(choice, wins)}"


def mark(choice: Choice, player: Player) -> str:
    """Return ▲ for a winning move and ▼ for a losing one, with the distance. If only bounds are
    known, it is the upper one for a win and the lower one for a loss."""
    if choice.winner is None:
        return "?"
    wins = choice.winner is player
    sign, bound = ("▲", choice.at_most) if wins else ("▼", choice.at_least)
    if choice.distance is not None:
        return f"{sign}{choice.distance}"
    return f"{sign}{'≤' if wins else '≥'}{bound}" if bound else sign


def within(distance: int | None) -> str:
    """Return the distance to follow "wins": " in 3 moves"; empty if it is unknown."""
    return "" if distance is None else f" in {count(distance, 'move')}"


def _far(known: Analysis | Choice, wins: bool = True) -> str:
    """Return the distance as in `within`. If only bounds are known, it is the upper one for a win
    and the lower one for a loss."""
    if known.distance is not None:
        return within(known.distance)
    if wins:
        return "" if known.at_most is None else f" in at most {count(known.at_most, 'move')}"
    return "" if known.at_least is None else f" in {count(known.at_least, 'move')} or more"


def _hint(game: AnyGame, state: Any, analysis: Analysis, argument: Argument) -> Hint | None:
    """Suggest the move that the reasons recommend."""
    if argument.reply is None:
        return None
    move = argument.reply
    named, written = game.words.name_move(state, move), game.write_move(move)
    if analysis.winner is state.to_move:
        choice = _choice(analysis, move)
        far = " at once" if choice.distance == 1 else _far(choice)
        return Hint(written, f"Play {named}: you win{far}.")
    if len(analysis.best_moves) == len(analysis.choices):
        return Hint(written, f"You are losing, and {named} is as good as any move.")
    return Hint(written, f"You are losing; {named} is your best try.")


def _choice(analysis: Analysis, move: Any) -> Choice:
    return next(choice for choice in analysis.choices if choice.move == move)


def _explain(
    game: AnyGame, state: Any, analysis: Analysis, argument: Argument, settled: bool
) -> Explanation:
    if analysis.winner is None:
        return Explanation((f"Who wins here is not known. {analysis.unknown}",))
    wins, is_advised = analysis.winner is state.to_move, argument.reply is not None
    known = _choice(analysis, argument.reply) if wins and is_advised else analysis
    sentences = [_outlook(known, wins, settled), *argument.reasons]
    if not (wins or settled) and is_advised and not argument.tells_resistance:
        sentences += _resistance(analysis, game.words.to_play(state, argument.reply))
    return Explanation(tuple(sentences), argument.pairs, argument.reply)


def _outlook(known: Analysis | Choice, wins: bool, settled: bool) -> str:
    """Tell the player to move who wins and how far away the end is."""
    far = known.distance
    if far is None:
        return _outlook_between(known, wins)
    yours = f"{count(far, 'move')} ({(far + 1) // 2} of them yours)"
    if settled and far == 1:
        return f"{'You win' if wins else 'Your opponent wins'} with your next move, whatever it is."
    if settled:
        who = "You win" if wins else "Your opponent wins"
        return f"{who} in {yours}, whatever either of you plays."
    if wins:
        return "You can win at once." if far == 1 else f"You can win in {yours}."
    return f"Your opponent wins unless they make a mistake; you can hold out for {yours}."


def _outlook_between(known: Analysis | Choice, wins: bool) -> str:
    """Tell the same if only bounds of the distance are known."""
    if wins:
        latest = known.at_most
        return f"You can win{f' in at most {latest:,} moves' if latest else ''}."
    soonest = known.at_least or 0
    rest = f"; you can hold out for at least {count(soonest, 'move')}" if soonest > 2 else ""
    return f"Your opponent wins unless they make a mistake{rest}."


def _resistance(analysis: Analysis, plan: str) -> list[str]:
    """Return why the loser's best move is better than others; empty if it is not. `plan` is the
    move as an imperative."""
    choices = analysis.choices
    if len({(choice.distance, choice.at_least, choice.at_most) for choice in choices}) > 1:
        best = next(choice for choice in choices if choice.best)
        is_longest = best.distance is not None and best.distance == analysis.distance
        return [f"To hold out longest, {plan}."] if is_longest else []
    if not all(choice.best for choice in choices):  # then their replies were counted
        return [f"To make it hardest, {plan}: it leaves your opponent the fewest winning replies."]
    return []


# What a move leads to.


@dataclass(frozen=True)
class Refutation(Part):
    """A move with best play after it, and a sentence about them for the player who makes it."""

    line: tuple[str, ...]
    """the move and what follows, up to three replies of the winner"""
    text: str
    """what beats the move, or how it wins"""
    then: str
    """how it goes on, as a sentence of its own"""


@dataclass(frozen=True, kw_only=True)
class Consequence(Form):
    """The result of a move."""

    move: str
    name: str
    """the move as people read it"""
    winner: Player | None
    """who wins after it"""
    is_refuted: bool
    """whether the move loses, and the line beats it"""
    line: tuple[str, ...]
    """the move and best play after it, up to three replies of the winner"""
    text: str
    """what beats the move, or how it wins, addressed to the player to move"""
    then: str
    """how it goes on, as a sentence of its own"""


def refute(game: AnyGame, state: Any, move: Any, budget: int = BRIEF) -> Refutation | None:
    """Return what beats a move, as far as needed to see it; None if the move is not known
    to lose."""
    choice, told = follow(game, state, move, budget)
    return told if choice.winner is state.to_move.opponent else None


def consequence_of(match: Match, move: Any) -> Consequence:
    """Return what a move in a match would lead to: the winner and the continuation."""
    game, state = match.game, match.state
    choice, told = follow(game, state, move)
    return Consequence(
        move=game.write_move(move),
        name=game.words.name_move(state, move),
        winner=choice.winner,
        is_refuted=choice.winner is state.to_move.opponent,
        line=told.line,
        text=told.text,
        then=told.then,
    )


def follow(game: AnyGame, state: Any, move: Any, budget: int = BRIEF) -> tuple[Choice, Refutation]:
    """Return a move's value, and best play after it."""
    known = analyse_briefly(game, game.after(state, move), budget)
    ends = (known.distance, known.at_least, known.at_most)
    distance, *bounds = (None if end is None else end + 1 for end in ends)
    choice = Choice(move, known.winner, distance, False, *bounds)
    return choice, _follow(game, state, choice, known, budget)


def _follow(game: AnyGame, state: Any, choice: Choice, known: Analysis, budget: int) -> Refutation:
    """Follow best play after a move. `known` is the analysis of the position after it."""
    player, winner, move = state.to_move, choice.winner, choice.move
    named, line = game.words.name_move(state, move), [game.write_move(move)]
    if winner is None:
        text = f"Who wins after {named} is not known."
        return Refutation(tuple(line), text, text)
    value = tell_value(choice, player)
    state, said, told = game.after(state, move), list[str](), 0
    while game.outcome(state) is None and told < _SHOWN:
        played = first_best(known)
        order = game.words.to_play(state, played)
        is_you = state.to_move is player
        said.append(f"you {order}" if is_you else f"your opponent {third_person(order)}")
        told += state.to_move is winner
        line.append(game.write_move(played))
        state = game.after(state, played)
        if winner is not player and state.to_move is player:
            choices = game.legal_moves(state)
            if 1 < len(choices) <= _FEW:
                names = (game.words.name_move(state, each) for each in choices)
                said.append(f"you are left with {listed(names, word='or')}")
        if told < _SHOWN:
            known = analyse_briefly(game, state, budget)
    outcome = game.outcome(state)
    if outcome is None:
        said.append("and so on")
    else:
        is_you = outcome.winner is player
        wins = "win" if is_you else "wins"
        if not said or state.to_move is outcome.winner:  # the subject changes
            wins = f"{'you' if is_you else 'your opponent'} {wins}"
        said.append(f"{'and ' if said else ''}{wins} {outcome.reason}")
    then = f"{', '.join(said)}."
    return Refutation(tuple(line), f"{named} {value}: {then}", begin_sentence(then))


# Games decided before the first move. A game that is lost only against perfect play is not
# one of these: there the choices count.


@dataclass(frozen=True, kw_only=True)
class Foregone(Form):
    """The winner of a game that is decided before the first move."""

    winner: Player
    text: str
    """the same in a sentence"""
    seats: tuple[str, ...]
    """the same, addressed to Player 1 and to Player 2"""
    offer: str
    """what to do instead, as a question"""
    better: tuple[str, ...]
    """the presets in which choices count"""


def foregone_of(game: AnyGame) -> Foregone | None:
    """Return who wins a game whatever anybody plays; None if choices count, or if it would take too
    long to find out."""
    winner = foregone_winner(game)
    if winner is None:
        return None
    better = tuple(
        preset.name
        for preset in presets_of(type(game), "play")
        if foregone_winner(build_game(type(game), preset.options)) is None
    )
    settings = " or ".join(f'"{name}"' for name in better)
    return Foregone(
        winner=winner,
        text=f"{winner} wins this one, whatever anybody plays.",
        seats=tuple(
            f"As {player} you cannot {'lose' if player is winner else 'win'} this one,"
            " whatever you do."
            for player in Player
        ),
        offer=f"Swap seats, or play it {settings}?" if better else "Swap seats?",
        better=better,
    )


def foregone_winner(game: AnyGame) -> Player | None:
    """Return who wins a game whatever anybody plays; None if choices count, or if it is unknown."""
    return theory_of(game).foregone_winner(game.start())


def tell_proved(certificate: dict[str, Any]) -> str:
    """Return what a certificate proves, as a sentence; BadCertificate if it proves nothing."""
    match = verify(certificate)
    game, state, reply = match.game, match.state, certificate["reply"]
    after = f" after {' '.join(match.written_moves)}" if match.moves else ""
    winner = Player(certificate["winner"])
    told = f"Proved: {PLAIN.does(winner, 'win')} {title_of(game)}{after}."
    if reply is None:
        return told
    return f"{told} To win, {game.words.to_play(state, game.read_move(reply))}."
