"""Solving puzzles at the keyboard: find the winning move, in one position after another."""

from collections.abc import Iterator

from numduel.study.puzzles import Puzzle
from numduel.telling.puzzle import clue, match_of, question, solved
from numduel.terminal.line_input import InputEnded, Left
from numduel.terminal.playing.prompt import (
    BOARD,
    HELP,
    MOVES,
    QUIT,
    RULES,
    MovePrompt,
    Request,
)
from numduel.terminal.screen import Screen


class GivenUp(Exception):
    """The player wants to see the answer."""


def ask_puzzles(screen: Screen, stream: Iterator[Puzzle]) -> None:
    """Ask puzzles until they or the answers end, then tell how many were solved."""
    asked = right = 0
    try:
        for asked, puzzle in enumerate(stream, start=1):
            right += PuzzlePrompt(screen, puzzle).solve(asked)
    except Left:
        asked -= 1
    except InputEnded:
        screen.end_row()
        asked -= 1
    if asked:
        screen.notice(f"You found {right} of {asked}.")


class PuzzlePrompt(MovePrompt):
    """Asks for the winning move of one puzzle."""

    def __init__(self, screen: Screen, puzzle: Puzzle) -> None:
        super().__init__(screen, match_of(puzzle))
        self.puzzle = puzzle

    def solve(self, number: int) -> bool:
        """Ask for the winning move and explain it; returns whether it was found."""
        asked = question(len(self.puzzle.answers))
        self.screen.tell(f"Puzzle {number}: {self.game.title}, {self.puzzle.difficulty}. {asked}")
        self.show_board()
        try:
            chosen = self.ask_move()
        except GivenUp:
            chosen = None
        told = solved(self.match, chosen)
        for sentence in (told["text"], *told["truth"]["why"]["sentences"], ""):
            self.screen.tell(sentence)
        return bool(told["is_right"])

    def show_hint(self, _: str = "") -> None:
        self.screen.tell(clue(self.puzzle))

    def give_up(self, move: str = "") -> None:
        if move:
            self.show_consequence(move)
            return
        raise GivenUp

    requests = (
        HELP,
        MOVES,
        BOARD,
        Request("hint", "i", "how far the win is, and two moves to compare", show_hint),
        Request(
            "why", "w", "the answer, and why it wins; or what a move leads to", give_up, " [MOVE]"
        ),
        RULES,
        QUIT._replace(help="leave; what you found so far is told"),
    )
