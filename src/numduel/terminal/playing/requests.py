"""The requests that may be entered in a game instead of a move."""

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

from numduel.errors import IllegalMove, reason_of
from numduel.journal import Journal, entries_of
from numduel.study import consequence_of, explain, hint
from numduel.terminal.choosing import ask_yes
from numduel.terminal.playing.prompt import (
    BOARD,
    HELP,
    MOVES,
    QUIT,
    RULES,
    TO_MENU,
    MovePrompt,
    Request,
)
from numduel.words import begin_sentence, quote

if TYPE_CHECKING:
    from numduel.terminal.playing.game_loop import GameLoop


class Changed(Exception):
    """The position or the match has changed: the turn starts again."""


def show_hint(loop: "GameLoop", _: str) -> None:
    """Tell the best move and what it leads to, or why nobody knows it."""
    with loop.screen.thinking():
        best = hint(loop.game, loop.match.state, loop.match.moves)
        told = (
            [best.text, consequence_of(loop.match, loop.game.read_move(best.move)).then]
            if best
            else _reasons(loop)
        )
    tell_advice(loop, told)


def show_why(loop: "GameLoop", move: str) -> None:
    """Tell who is winning and why or, asked about a move, what it leads to."""
    if move:
        loop.show_consequence(move)
        return
    with loop.screen.thinking():
        told = _reasons(loop)
    tell_advice(loop, told)


def _consequence(loop: "GameLoop", move: Any) -> str:
    return begin_sentence(consequence_of(loop.match, move).text)


def _reasons(loop: "GameLoop") -> Sequence[str]:
    return explain(loop.game, loop.match.state, loop.match.moves).sentences


def tell_advice(loop: MovePrompt, told: Sequence[str]) -> None:
    """Tell what is known of a position. If a move was begun, add that this is about the whole
    move."""
    for sentence in told:
        loop.screen.tell(sentence)
    if loop.said:
        loop.screen.tell("This is about the whole move: undo takes back how you have begun it.")


def undo(loop: "GameLoop", _: str) -> None:
    """Take back what was answered in this turn, or else the last move.

    Against the computer its reply is taken back too, so that the person is to move again.
    """
    if loop.said:
        loop.said = ()
        return
    count = _moves_in_turn(loop)
    taken_back = loop.match.named_moves[-count:]
    try:
        loop.match.undo(count)
    except IllegalMove as illegal:
        loop.screen.tell(illegal.rule)
        return
    loop.autosave.write({"undo": count})
    loop.screen.notice(f"Taken back: {', '.join(taken_back)}.")
    raise Changed


def redo(loop: "GameLoop", _: str) -> None:
    """Play the move that was taken back last again, and the computer's reply to it."""
    count = min(_moves_in_turn(loop), len(loop.match.undone) or 1)
    try:
        loop.match.redo(count)
    except IllegalMove as illegal:
        loop.screen.tell(illegal.rule)
        return
    loop.autosave.write({"redo": count})
    loop.screen.notice(f"Played again: {', '.join(loop.match.named_moves[-count:])}.")
    raise Changed


def _moves_in_turn(loop: "GameLoop") -> int:
    """How many moves lie between two turns of a person: against the computer, its reply too."""
    is_person = loop.match.seat(loop.match.state.to_move.opponent).is_person
    return 1 if is_person else 2


def show_id(loop: "GameLoop", _: str) -> None:
    """Tell the ID of the position."""
    loop.screen.tell(loop.match.id)


def save(loop: "GameLoop", file: str) -> None:
    """Write a copy of the match to a file."""
    if not file:
        loop.screen.tell("Name the file to save to, for example: save evening.jsonl")
        return
    try:
        with closing(Journal(Path(file).expanduser())) as copy:
            copy.write(*entries_of(loop.match, loop.series))
    except FileExistsError:
        loop.screen.tell(f"{quote(file)} exists already: choose another name.")
    # ValueError: a name with a NUL in it; RuntimeError: a name like ~nobody/game
    except (OSError, ValueError, RuntimeError) as fault:
        loop.screen.tell(f"It could not be saved to {quote(file)}: {reason_of(fault)}.")
    else:
        loop.screen.notice(f"Saved to {quote(file)}.")


def resign(loop: "GameLoop", _: str) -> None:
    """Ask once whether the player to move resigns."""
    player = loop.match.state.to_move
    question = f"{player}, do you resign? {player.opponent} wins then."
    if not ask_yes(loop.screen, question, "With yes the game is over, with no it goes on."):
        loop.screen.tell("You play on.")
        return
    loop.match.resign()
    raise Changed


GAME_REQUESTS = (
    HELP,
    MOVES,
    BOARD,
    Request("hint", "i", "the best move and how far the end is", show_hint),
    Request("why", "w", "who is winning and why, or what a move leads to", show_why, " [MOVE]"),
    Request("undo", "u", "take the last move back", undo),
    Request("redo", None, "play a move that was taken back again", redo),
    RULES,
    Request("save", "s", "keep a copy of the game in a file", save, takes=" FILE"),
    Request("id", None, "the ID of this position, for numduel analyse and numduel play", show_id),
    Request("resign", None, "give the game up (asks once)", resign),
    TO_MENU._replace(help="go to the menu; the game is saved and can be resumed"),
    QUIT._replace(help="leave; the game is saved and can be resumed"),
)
