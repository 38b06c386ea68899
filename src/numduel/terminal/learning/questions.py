"""The prompt of a puzzle and of a step in a lesson: one winning move is asked for, with hints."""

from collections.abc import Sequence
from typing import Any

from numduel.match import Match
from numduel.study import nudges
from numduel.terminal.playing.prompt import BOARD, HELP, MOVES, QUIT, RULES, MovePrompt, Request
from numduel.terminal.playing.requests import tell_advice
from numduel.terminal.screen import Screen


class GivenUp(Exception):
    """The player wants to see the answer."""


class QuestionPrompt(MovePrompt):
    """Asks for a winning move. A hint tells more each time, and a wrong answer costs nothing."""

    def __init__(self, screen: Screen, match: Match) -> None:
        super().__init__(screen, match)
        if screen.has_menu:
            self.requests = (*self.requests, _MENU)
        self.hints = 0  # how many steps of the hint were told
        self.was_told = False  # whether the last step was told, which is the answer

    def ask_answer(self) -> Any:
        """The move that is entered, or None if the player gives up."""
        try:
            return self.ask_move()
        except GivenUp:
            return None

    def encourage(self, is_first: bool) -> None:
        """After a wrong answer, say how to go on; the first time only."""
        if is_first:
            self.screen.tell("Try again, or enter hint for a hint, why for the answer.")

    def show_hint(self, _: str) -> None:
        with self.screen.thinking():
            steps = nudges(self.match)
        self.hints = min(self.hints + 1, len(steps))
        self.was_told = self.hints == len(steps)
        tell_advice(self, [steps[self.hints - 1].text])

    def take_back(self, _: str) -> None:
        if self.said:
            self.said = ()
        else:
            self.screen.tell("There is nothing to take back: you have not begun a move.")

    def give_up(self, move: str) -> None:
        if move:
            self.show_consequence(move)
            return
        raise GivenUp

    requests: Sequence[Request] = (
        HELP,
        MOVES,
        BOARD,
        Request("hint", "i", "the theme, then where to look, then the move", show_hint),
        Request(
            "why", "w", "the answer, and why it wins; or what a move leads to", give_up, " [MOVE]"
        ),
        Request("undo", "u", "begin the move again, where it takes two answers", take_back),
        RULES,
        QUIT._replace(help="leave; what you found is kept"),
    )


_MENU = Request("menu", None, "go back to the menu; what you found is kept", MovePrompt.leave)
