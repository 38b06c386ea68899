"""What the exact truth tells a player during a game: hints, reasons, the value of each move."""

from typing import Any

from numduel.game import AnyGame
from numduel.telling.truth import explain
from numduel.terminal.commands.analyse import mark, moves_in_words
from numduel.theory import Choice, analyse
from numduel.words import Line, Role


def hint(game: AnyGame, state: Any) -> str:
    """The best move here and how far it is to the end, in a sentence."""
    analysis = analyse(game, state)
    best = next((choice for choice in analysis.choices if choice.best), None)
    if best is None or best.winner is None:
        return f"Nobody knows the best move here: {analysis.unknown}"
    move = ", then ".join(game.words.answers(game, state, best.move))
    far = "" if best.distance is None else f" in {moves_in_words(best.distance)}"
    if best.winner is state.to_move:
        return f"Play {move}: you win{far}."
    if all(choice.best for choice in analysis.choices):
        return f"You lose{far} against best play, whatever you do; {move} is as good as any move."
    return f"You lose{far} against best play; {move} makes it hardest for your opponent."


def why(game: AnyGame, state: Any) -> str:
    """Who is winning and why, in sentences, a line each."""
    return "\n".join(explain(game, state).sentences)


def with_values(game: AnyGame, state: Any, shown: list[Line], shorten: bool = True) -> list[Line]:
    """The lines of a turn with ▲ or ▼ and the distance at each allowed move; `shorten` is whether
    a long list of choices is shortened there."""
    values = {choice.move: choice for choice in analyse(game, state).choices}
    choices = game.words.choices(game, state, shorten)
    marked = [_mark(spoken, values, state) for spoken in choices]
    if not any(spoken in choices for spoken in shown):
        return [*shown, *marked]
    return [marked[choices.index(spoken)] if spoken in choices else spoken for spoken in shown]


def _mark(spoken: Line, values: dict[Any, Choice], state: Any) -> Line:
    return Line(
        span._replace(text=span.text + mark(values[span.move], state.to_move))
        if span.role is Role.ALLOWED and span.move in values
        else span
        for span in spoken
    )
