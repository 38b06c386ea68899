"""The game loop: shows the position, asks for a move and plays it, until the match is over."""

from numduel.journal import ending_of
from numduel.match import Match, Series
from numduel.players import choose_move
from numduel.study import LEGEND
from numduel.terminal.looking_back.replay import ending_lines, say_answers
from numduel.terminal.playing.move_values import with_values
from numduel.terminal.playing.prompt import MovePrompt
from numduel.terminal.playing.requests import GAME_REQUESTS, Changed
from numduel.terminal.saved.autosave import Autosave
from numduel.terminal.screen import Screen
from numduel.words import Line


class GameLoop(MovePrompt):
    """One match between people and computer players."""

    requests = GAME_REQUESTS

    def __init__(
        self, screen: Screen, match: Match, autosave: Autosave, series: Series | None = None
    ) -> None:
        super().__init__(screen, match)
        self.autosave = autosave
        self.series = series

    def play(self, is_resumed: bool = False) -> None:
        """Play until the match is over."""
        if self.screen.shows_values:
            self.screen.notice(LEGEND)
        is_start = not is_resumed and not self.match.moves
        if is_start:
            self.screen.say(self.words.opening(self.match.state))
        show = self.words.turn if is_start else self.words.board
        while self.match.outcome is None:
            self._show_turn(show(self.match.state))
            try:
                self._take_turn()
                show = self.words.turn
            except Changed:
                show = self.words.board
        self.autosave.write(ending_of(self.match))
        lines, match = ending_lines(self.match), self.match
        if match.ended is None:
            self.screen.show_position(self.game, match.state, match.moves, lines)
        else:
            self.screen.say(lines)

    def _show_turn(self, shown: list[Line]) -> None:
        """Show the turn. At a computer's turn there is no drawing: the person sees one after the
        move."""
        if self.match.seat(self.match.state.to_move).is_person:
            self.show_position(shown)
        else:
            self.screen.say(self.with_values(shown))

    def with_values(self, shown: list[Line], choices: list[Line] | None = None) -> list[Line]:
        """The same lines, with the value of each allowed move if the screen shows values."""
        if not self.screen.shows_values:
            return shown
        with self.screen.thinking():
            return with_values(self.game, self.match.state, shown, choices)

    def _take_turn(self) -> None:
        before = self.match.state
        seat = self.match.seat(before.to_move)
        if seat.is_person:
            move = self.ask_move()
        else:
            with self.screen.thinking():
                move = choose_move(self.match, seat.kind)
            say_answers(self.screen, self.game, before, move)
        self.match.play(move)
        self.autosave.write({"move": self.game.write_move(move)})
        self.screen.say(self.words.played(before, move, self.match.state))
