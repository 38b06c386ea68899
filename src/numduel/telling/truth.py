"""Who wins a position, how far away the end is, what to play and why."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from numduel.game import AnyGame, Outcome, Player
from numduel.match import Match
from numduel.study.settled import is_settled
from numduel.telling.address import PLAIN, Address
from numduel.theory import BUDGET, Analysis, Argument, Choice, analyse, reasons_for
from numduel.words import count

LEGEND = (
    "▲3 wins in 3 moves, ▼2 loses in 2; ▲≤9 wins in at most 9, ▼≥4 loses in 4 or more, counting the"
    " moves of both. ? is not known."
)
FORM = 1  # the version of the JSON forms, in all of them


@dataclass(frozen=True)
class Explanation:
    """Why: sentences to read, pairs to draw, and a move to play now (None when the duel is over
    or nothing is known). "You" is the player to move."""

    sentences: tuple[str, ...]
    pairs: tuple[tuple[Any, Any], ...] = ()
    reply: Any = None


class Hint(NamedTuple):
    """A best move, and a sentence that says so."""

    move: Any
    text: str


def explain(
    game: AnyGame, state: Any, moves: Sequence[Any] = (), budget: int = BUDGET
) -> Explanation:
    """Why a position is won or lost, and what to play. Nothing is said of a duel that is over,
    because its outcome has the reason. If the moves that led here are given, a plan that is
    followed stays the same from turn to turn."""
    if game.outcome(state) is not None:
        return Explanation(())
    analysis, argument = _know(game, state, moves, budget)
    return _explain(game, state, analysis, argument)


def hint(game: AnyGame, state: Any, moves: Sequence[Any] = ()) -> Hint | None:
    """The move to play here and what it leads to; None where nobody knows, or the duel is over."""
    return _hint(game, state, *_know(game, state, moves, BUDGET))


def _know(
    game: AnyGame, state: Any, moves: Sequence[Any], budget: int
) -> tuple[Analysis, Argument]:
    return analyse(game, state, budget), reasons_for(game, state, moves, budget)


def truth_of(
    match: Match,
    address: Address = PLAIN,
    budget: int = BUDGET,
) -> dict[str, Any]:
    """Everything that is known of the position that a match has come to, as JSON."""
    game, state, outcome = match.game, match.state, match.outcome
    if outcome is not None:
        analysis, argument = Analysis(outcome.winner, 0, (), None, 0, 0), Argument()
    else:
        analysis, argument = _know(game, state, match.moves, budget)
    return _truth(match, address, analysis, argument)


def unknown_truth(match: Match, reason: str, address: Address = PLAIN) -> dict[str, Any]:
    """The same form for a position that there was no time to analyse; `reason` says so."""
    return _truth(match, address, Analysis(None, None, (), reason), Argument())


def _truth(
    match: Match, address: Address, analysis: Analysis, argument: Argument
) -> dict[str, Any]:
    game, state, outcome = match.game, match.state, match.outcome
    settled = is_settled(game, state, analysis)
    told = _hint(game, state, analysis, argument)
    why = Explanation(()) if outcome else _explain(game, state, analysis, argument)
    return {
        "form": FORM,
        "game": game.slug,
        "options": game.options,
        "moves": match.written_moves,
        "to_move": None if outcome else int(state.to_move),
        "outcome": outcome_of(outcome),
        "winner": number_of(analysis.winner),
        "distance": analysis.distance,
        "at_least": analysis.at_least,
        "at_most": analysis.at_most,
        "is_settled": settled,
        "unknown": analysis.unknown,
        "verdict": verdict(match, analysis, address, settled=settled),
        "choices": choices_of(game, state, analysis.choices),
        "hint": told and {"move": game.write_move(told.move), "text": told.text},
        "why": {
            "sentences": list(why.sentences),
            "pairs": [list(pair) for pair in why.pairs],
            "reply": None if why.reply is None else game.write_move(why.reply),
        },
    }


def tell_won(outcome: Outcome, address: Address) -> str:
    """Who won and how, in the middle of a sentence."""
    return f"{address.name(outcome.winner)} won {outcome.reason}"


def choices_of(game: AnyGame, state: Any, choices: Iterable[Choice]) -> list[dict[str, Any]]:
    """What moves are worth to the player to move, as JSON."""
    return [
        {
            "move": game.write_move(choice.move),
            "name": game.words.name_move(state, choice.move),
            "winner": number_of(choice.winner),
            "distance": choice.distance,
            "at_least": choice.at_least,
            "at_most": choice.at_most,
            "best": choice.best,
            "mark": mark(choice, state.to_move),
            "text": worth(choice, state.to_move),
        }
        for choice in choices
    ]


def verdict(match: Match, analysis: Analysis, address: Address = PLAIN, *, settled: bool) -> str:
    """Who wins from here, in a sentence."""
    if match.outcome is not None:
        return f"The game is over: {tell_won(match.outcome, address)}."
    if analysis.winner is None:
        return f"Who wins is not known: {analysis.unknown}"
    how = ", whatever anybody does" if settled else " with best play"
    return f"{address.does(analysis.winner, 'win')}{_far(analysis)}{how}."


def worth(choice: Choice, player: Player) -> str:
    """What a move does for the player who makes it: "wins in 3 moves"."""
    if choice.winner is None:
        return "not known"
    wins = choice.winner is player
    return f"{'wins' if wins else 'loses'}{_far(choice, wins)}"


def mark(choice: Choice, player: Player) -> str:
    """▲ for a winning move and ▼ for a losing one, with the distance. If only a bound is known, it
    is the latest end for a winning move and the earliest for a losing one."""
    if choice.winner is None:
        return "?"
    wins = choice.winner is player
    sign, bound = ("▲", choice.at_most) if wins else ("▼", choice.at_least)
    if choice.distance is not None:
        return f"{sign}{choice.distance}"
    return f"{sign}{'≤' if wins else '≥'}{bound}" if bound else sign


def within(distance: int | None) -> str:
    """How far away the end is, to be read behind "wins": " in 3 moves", or nothing if it is not
    known."""
    return "" if distance is None else f" in {count(distance, 'move')}"


def _far(known: Analysis | Choice, wins: bool = True) -> str:
    """How far away the end is. If only a bound is known, it is the latest for a win, the earliest
    for a loss."""
    if known.distance is not None:
        return within(known.distance)
    if wins:
        return "" if known.at_most is None else f" in at most {count(known.at_most, 'move')}"
    return "" if known.at_least is None else f" in {count(known.at_least, 'move')} or more"


def number_of(player: Player | None) -> int | None:
    """A player in JSON."""
    return None if player is None else int(player)


def outcome_of(outcome: Outcome | None) -> dict[str, Any] | None:
    """An outcome in JSON."""
    return outcome and {"winner": int(outcome.winner), "reason": outcome.reason}


def _hint(game: AnyGame, state: Any, analysis: Analysis, argument: Argument) -> Hint | None:
    if argument.reply is None:
        return None
    best = analysis.best_moves
    move = argument.reply if argument.reply in best else best[0]
    named = game.words.name_move(state, move)
    far = _far(analysis, analysis.winner is state.to_move)
    if analysis.winner is state.to_move:
        text = f"Play {named}: you win{far}."
        if move != argument.reply:
            plan = game.words.name_move(state, argument.reply)
            text += f" That is the fastest way; the plan explained under why plays {plan}."
        return Hint(move, text)
    loses = f"You lose{far} against best play"
    if len(best) == len(analysis.choices):
        return Hint(move, f"{loses}, whatever you do; {named} is as good as any move.")
    return Hint(move, f"{loses}; {named} makes it hardest for your opponent.")


def _explain(game: AnyGame, state: Any, analysis: Analysis, argument: Argument) -> Explanation:
    if analysis.winner is None:
        return Explanation((f"Who wins here is not known. {analysis.unknown}",))
    settled = is_settled(game, state, analysis)
    sentences = [_outlook(analysis, state.to_move, settled), *argument.reasons]
    if analysis.winner is not state.to_move and not argument.tells_resistance:
        sentences += _resistance(analysis, game.words.to_play(state, argument.reply))
    return Explanation(tuple(sentences), argument.pairs, argument.reply)


def _outlook(analysis: Analysis, player: Player, settled: bool) -> str:
    """Who wins and how far away the end is, for the player to move."""
    wins, far = analysis.winner is player, analysis.distance
    if far is None:
        return _outlook_between(analysis, wins)
    yours = f"{count(far, 'move')}, {(far + 1) // 2} of them yours"
    if settled and far == 1:
        return f"{'You win' if wins else 'Your opponent wins'} with your next move, whatever it is."
    if settled:
        who = "You win" if wins else "Your opponent wins"
        return f"{who} in {yours}, whatever either of you plays."
    if wins:
        return "You can win at once." if far == 1 else f"You can win, at the fastest in {yours}."
    return f"Your opponent wins unless they make a mistake; you can hold out for {yours}."


def _outlook_between(analysis: Analysis, wins: bool) -> str:
    """The same where only bounds of the distance are known."""
    if wins:
        latest = analysis.at_most
        return f"You can win{f', in at most {latest:,} moves' if latest else ''}."
    soonest = analysis.at_least or 0
    rest = f"; you can hold out for at least {count(soonest, 'move')}" if soonest > 2 else ""
    return f"Your opponent wins unless they make a mistake{rest}."


def _resistance(analysis: Analysis, plan: str) -> list[str]:
    """What makes the loser's best move better than others, in a sentence; no sentence if nothing
    does. `plan` is the move as an order."""
    choices, far = analysis.choices, analysis.distance
    if far is not None and any(choice.distance != far for choice in choices):
        return [f"To hold out longest, {plan}."]
    if any(choice.distance == far and not choice.best for choice in choices):
        return [f"To make it hardest, {plan}: it leaves your opponent the fewest winning replies."]
    return []
