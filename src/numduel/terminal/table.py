"""The table at which a match is played: it shows the position and asks for moves."""

from typing import Any

from numduel.errors import IllegalMove, UnreadableMove
from numduel.game import AnyGame
from numduel.journal import ending_of
from numduel.match import Match, Series
from numduel.players import choose
from numduel.terminal.advice import with_values
from numduel.terminal.keeper import Keeper
from numduel.terminal.requests import Changed, find_request
from numduel.terminal.screen import Screen, in_few_rows
from numduel.words import Further, Line, line


class Table:
    """One match between the people and computers at its seats."""

    def __init__(
        self, screen: Screen, match: Match, keeper: Keeper, series: Series | None = None
    ) -> None:
        self.screen = screen
        self.match = match
        self.keeper = keeper
        self.series = series
        self.game = match.game
        self.words = match.game.words
        self.said: tuple[Any, ...] = ()  # what the player to move has answered so far this turn
        screen.names = match.names

    def play(self, is_resumed: bool = False) -> None:
        """Play until the match is over."""
        if not is_resumed:
            self.screen.say(self.words.opening(self.game, self.match.state))
        show = self.words.board if is_resumed else self.words.turn
        while self.match.outcome is None:
            self.screen.say(self.with_values(show(self.game, self.match.state)))
            try:
                self._take_turn()
                show = self.words.turn
            except Changed:
                show = self.words.board
        self.keeper.keep(ending_of(self.match))
        self.screen.say(_ending(self.match))

    def with_values(self, shown: list[Line], shorten: bool = True) -> list[Line]:
        """The same lines with the value of each allowed move, if that is to be shown."""
        if not self.screen.shows_values:
            return shown
        with self.screen.thinking():
            return with_values(self.game, self.match.state, shown, shorten)

    def _take_turn(self) -> None:
        before = self.match.state
        seat = self.match.seat(before.to_move)
        if seat.is_person:
            move = self._ask_person()
        else:
            with self.screen.thinking():
                move = choose(self.match, seat.kind)
            say_answers(self.screen, self.game, before, move)
        self.match.play(move)
        self.keeper.keep({"move": self.game.write_move(move)})
        self.screen.say(self.words.played(self.game, before, move, self.match.state))

    def _ask_person(self) -> Any:
        game, state = self.game, self.match.state
        self.said = ()
        while True:
            text = self.screen.ask(self.words.question(game, state, self.said))
            request = find_request(text, game)
            if request is not None:
                request.do(self, text.strip().partition(" ")[2].strip())
                continue
            try:
                reply = self.words.answer(game, state, text, self.said)
            except IllegalMove as illegal:
                self.screen.say([line(illegal.rule)])
            except UnreadableMove as unreadable:
                self.screen.tell(in_few_rows(str(unreadable)))
            else:
                if not isinstance(reply, Further):
                    return reply
                self.said = reply.said


def tell_match(screen: Screen, match: Match) -> None:
    """Show a match from its first move, as it was played."""
    game, words, state = match.game, match.game.words, match.game.start()
    screen.names = match.names
    screen.say(words.opening(game, state))
    for move in match.moves:
        screen.say(words.turn(game, state))
        say_answers(screen, game, state, move)
        before, state = state, game.after(state, move)
        screen.say(words.played(game, before, move, state))
    screen.say(_ending(match) if match.outcome else words.turn(game, state))


def say_answers(screen: Screen, game: AnyGame, state: Any, move: Any) -> None:
    """The questions of a turn with the answers that make a move.

    Ruling A8: a computer's turn has the same lines, its answers where a person's would stand.
    """
    said: tuple[Any, ...] = ()
    for answer in game.words.answers(game, state, move):
        screen.say([line(game.words.question(game, state, said), answer)])
        reply = game.words.answer(game, state, answer, said)
        if isinstance(reply, Further):
            said = reply.said


def _ending(match: Match) -> list[Line]:
    assert match.outcome is not None
    if match.ended is None:
        return match.game.words.ending(match.game, match.state, match.outcome)
    return [line(f"{match.outcome.winner} wins the game {match.outcome.reason}.")]
