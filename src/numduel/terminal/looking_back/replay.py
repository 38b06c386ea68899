"""Showing a match again, as it was played."""

from typing import Any

from numduel.game import AnyGame
from numduel.match import Match
from numduel.terminal.screen import Screen
from numduel.words import Further, Line, line

# Keys, as terminals send them: the arrows and others are several characters.
_ON = ("\r", "\n", " ", "n", "\x1b[C", "\x1bOC", "\x1b[B", "\x1bOB")
_BACK = ("b", "\x7f", "\b", "\x1b[D", "\x1bOD", "\x1b[A", "\x1bOA")
_ALL = ("a", "\x1b[F", "\x1bOF")
_LEAVE = ("q", "\x1b")


class Replay:
    """A match that is shown again, move by move."""

    def __init__(self, screen: Screen, match: Match) -> None:
        self.screen = screen
        self.match = match
        self.game = match.game
        self.words = match.game.words
        self.states = [*(state for state, _ in match.turns), match.state]
        screen.names = match.names

    def show(self) -> None:
        """Show the match from its first move; at a terminal, go on or back as the keys say."""
        self.screen.say(self.words.opening(self.states[0]))
        if self.screen.is_terminal:
            self._step()
        else:
            self._show_from(0)

    def _step(self) -> None:
        place, last = 0, len(self.match.moves)
        self._show_turn(place)
        while place < last:
            key = self.screen.ask_key(f"{place} of {last}: Enter next, b back, a all, q quit ")
            if key in _LEAVE:
                return
            if key in _ALL:
                self._show_move(place)
                self._show_from(place + 1)
                return
            if key in _ON:
                self._show_move(place)
                place += 1
                self._show_turn(place)
            elif key in _BACK and place:
                place -= 1
                self._show_position(place, self.words.board(self.states[place]))

    def _show_from(self, place: int) -> None:
        for number in range(place, len(self.match.moves)):
            self._show_turn(number)
            self._show_move(number)
        self._show_turn(len(self.match.moves))

    def _show_turn(self, place: int) -> None:
        """Show the position after this many moves, or how the match ended there."""
        if place == len(self.match.moves) and self.match.outcome is not None:
            self._show_position(place, ending_lines(self.match))
        else:
            self._show_position(place, self.words.turn(self.states[place]))

    def _show_position(self, place: int, lines: list[Line]) -> None:
        moves = self.match.moves[:place]
        self.screen.show_position(self.game, self.states[place], moves, lines)

    def _show_move(self, place: int) -> None:
        move, before, after = self.match.moves[place], *self.states[place : place + 2]
        say_answers(self.screen, self.game, before, move)
        self.screen.say(self.words.played(before, move, after))


def say_answers(screen: Screen, game: AnyGame, state: Any, move: Any) -> None:
    """Show the questions of a turn with the answers that make this move.

    Ruling A8: a computer's turn has the same lines, its answers where a person's would stand.
    """
    said: tuple[Any, ...] = ()
    for answer in game.words.answers(state, move):
        screen.say([line(game.words.question(state, said), answer)])
        reply = game.words.answer(state, answer, said)
        if isinstance(reply, Further):
            said = reply.said


def ending_lines(match: Match) -> list[Line]:
    """How the match ended, in the game's words if the rules decided it."""
    assert match.outcome is not None
    if match.ended is None:
        return match.game.words.ending(match.state, match.outcome)
    return [line(str(match.outcome))]
