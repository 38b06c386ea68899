"""Showing a match again, as it was played."""

from typing import Any

from numduel.game import AnyGame
from numduel.match import Match
from numduel.terminal.screen import Screen
from numduel.words import Further, Line, line


def show_replay(screen: Screen, match: Match) -> None:
    """Show a match from its first move."""
    game, words, state = match.game, match.game.words, match.game.start()
    screen.names = match.names
    screen.say(words.opening(game, state))
    for ply, move in enumerate(match.moves):
        screen.draw(game, state, match.moves[:ply])
        screen.say(words.turn(game, state))
        say_answers(screen, game, state, move)
        before, state = state, game.after(state, move)
        screen.say(words.played(game, before, move, state))
    screen.draw(game, state, match.moves)
    screen.say(ending_lines(match) if match.outcome else words.turn(game, state))


def say_answers(screen: Screen, game: AnyGame, state: Any, move: Any) -> None:
    """Show the questions of a turn with the answers that make this move.

    Ruling A8: a computer's turn has the same lines, its answers where a person's would stand.
    """
    said: tuple[Any, ...] = ()
    for answer in game.words.answers(game, state, move):
        screen.say([line(game.words.question(game, state, said), answer)])
        reply = game.words.answer(game, state, answer, said)
        if isinstance(reply, Further):
            said = reply.said


def ending_lines(match: Match) -> list[Line]:
    """How the match ended, in the game's words if the rules decided it."""
    assert match.outcome is not None
    if match.ended is None:
        return match.game.words.ending(match.game, match.state, match.outcome)
    return [line(f"{match.outcome.winner} wins the game {match.outcome.reason}.")]
