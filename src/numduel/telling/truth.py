"""Who wins a position, how far away the end is, what to play and why."""

from dataclasses import dataclass
from typing import Any, NamedTuple

from numduel.game import AnyGame, Outcome, Player
from numduel.match import Match
from numduel.study.settled import is_settled
from numduel.telling.address import PLAIN, Address
from numduel.theory import Analysis, Argument, Choice, analyse, reasons_for
from numduel.theory.verdict import BUDGET
from numduel.words import begin_sentence, count

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


def explain(game: AnyGame, state: Any, budget: int = BUDGET) -> Explanation:
    """Why a position is won or lost, and what to play; nothing of a duel that is over, for its
    outcome has the reason."""
    if game.outcome(state) is not None:
        return Explanation(())
    return _explain(game, state, analyse(game, state, budget), reasons_for(game, state, budget))


def hint(game: AnyGame, state: Any, budget: int = BUDGET) -> Hint | None:
    """The move to play here and what it leads to; None where nobody knows, or the duel is over."""
    return _hint(game, state, analyse(game, state, budget), reasons_for(game, state, budget))


def truth_of(
    match: Match,
    address: Address = PLAIN,
    budget: int = BUDGET,
) -> dict[str, Any]:
    """Everything that is known of the position that a match has come to, as JSON."""
    game, state, outcome = match.game, match.state, match.outcome
    if outcome is not None:
        analysis, argument = Analysis(outcome.winner, 0, (), None), Argument()
    else:
        analysis, argument = analyse(game, state, budget), reasons_for(game, state, budget)
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
        "is_settled": settled,
        "unknown": analysis.unknown,
        "verdict": verdict(match, analysis, address, settled),
        "choices": [
            {
                "move": game.write_move(choice.move),
                "winner": number_of(choice.winner),
                "distance": choice.distance,
                "best": choice.best,
                "text": worth(choice, state.to_move),
            }
            for choice in analysis.choices
        ],
        "hint": told and {"move": game.write_move(told.move), "text": told.text},
        "why": {
            "sentences": list(why.sentences),
            "pairs": [list(pair) for pair in why.pairs],
            "reply": None if why.reply is None else game.write_move(why.reply),
        },
    }


def verdict(
    match: Match,
    analysis: Analysis,
    address: Address = PLAIN,
    settled: bool = False,
) -> str:
    """Who wins from here, in a sentence."""
    if match.outcome is not None:
        won = f"{address.name(match.outcome.winner)} won {match.outcome.reason}"
        return f"The game is over: {won}."
    if analysis.winner is None:
        return f"Who wins is not known: {analysis.unknown}"
    how = ", whatever anybody does" if settled else " with best play"
    return f"{address.does(analysis.winner, 'win')}{within(analysis.distance)}{how}."


def worth(choice: Choice, player: Player) -> str:
    """What a move does for the player who makes it: "wins in 3 moves"."""
    if choice.winner is None:
        return "not known"
    return f"{'wins' if choice.winner is player else 'loses'}{within(choice.distance)}"


def mark(choice: Choice, player: Player) -> str:
    """▲ for a winning move and ▼ for a losing one, with the distance where it is known."""
    if choice.winner is None:
        return "?"
    sign = "▲" if choice.winner is player else "▼"
    return sign if choice.distance is None else f"{sign}{choice.distance}"


def within(distance: int | None) -> str:
    """How far away the end is, to be read behind "wins": " in 3 moves", or nothing."""
    return "" if distance is None else f" in {count(distance, 'move')}"


def number_of(player: Player | None) -> int | None:
    """A player in JSON."""
    return None if player is None else int(player)


def outcome_of(outcome: Outcome | None) -> dict[str, Any] | None:
    """An outcome in JSON."""
    return outcome and {"winner": int(outcome.winner), "reason": outcome.reason}


def _hint(game: AnyGame, state: Any, analysis: Analysis, argument: Argument) -> Hint | None:
    move = argument.reply
    if move is None:
        return None
    entered = ", then ".join(game.words.answers(game, state, move))
    far = within(analysis.distance)
    if analysis.winner is state.to_move:
        return Hint(move, f"Play {entered}: you win{far}.")
    loses = f"You lose{far} against best play"
    if all(choice.best for choice in analysis.choices):
        return Hint(move, f"{loses}, whatever you do; {entered} is as good as any move.")
    return Hint(move, f"{loses}; {entered} makes it hardest for your opponent.")


def _explain(game: AnyGame, state: Any, analysis: Analysis, argument: Argument) -> Explanation:
    if analysis.winner is None:
        return Explanation((f"Who wins here is not known. {analysis.unknown}",))
    sentences = [_outlook(analysis, state.to_move), *argument.reasons]
    if analysis.winner is not state.to_move and not argument.tells_resistance:
        sentences += _resistance(analysis, game.words.to_play(game, state, argument.reply))
    return Explanation(tuple(sentences), argument.pairs, argument.reply)


def _outlook(analysis: Analysis, player: Player) -> str:
    """Who wins and how far away the end is, for the player to move."""
    if analysis.winner is player:
        start = "You can win"
    else:
        start = "Your opponent wins if they make no mistake"
    if analysis.distance is None:
        return f"{start}."
    return f"{start}; the end is {count(analysis.distance, 'move')} away."


def _resistance(analysis: Analysis, plan: str) -> list[str]:
    """What makes the loser's best move better than others, in a sentence, or none where nothing
    does; `plan` is the move as an order."""
    choices, far = analysis.choices, analysis.distance
    lasts_longer = far is not None and any(choice.distance != far for choice in choices)
    is_harder = any(choice.distance == far and not choice.best for choice in choices)
    if lasts_longer:
        rest = "; of the moves that last as long, it leaves the fewest winning replies"
        return [f"You hold out longest if you {plan}{rest * is_harder}."]
    if is_harder:
        return [begin_sentence(f"if you {plan}, your opponent has the fewest winning replies.")]
    return []
