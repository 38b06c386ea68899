"""Solving puzzles at the keyboard: find the winning move, in one position after another."""

from collections.abc import Iterator
from random import Random

from numduel.catalogue import build_game, find_game
from numduel.match import Match
from numduel.study.puzzles import Puzzle
from numduel.telling.truth import explain
from numduel.terminal.commands.analyse import moves_in_words
from numduel.terminal.playing.prompt import (
    BOARD,
    HELP,
    MOVES,
    QUIT,
    RULES,
    Left,
    MovePrompt,
    Request,
)
from numduel.terminal.screen import InputEnded, Screen


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
        match = Match(build_game(find_game(puzzle.game), puzzle.options))
        for move in puzzle.moves:
            match.play(move)
        super().__init__(screen, match)
        self.puzzle = puzzle

    def solve(self, number: int) -> bool:
        """Ask for the winning move and explain it; returns whether it was found."""
        answers = self.puzzle.answers
        one = len(answers) == 1
        wins = "one move wins" if one else f"{len(answers)} moves win"
        self.screen.tell(
            f"Puzzle {number}: {self.game.title}, {self.puzzle.difficulty}. Here {wins}."
        )
        self.show_board()
        right = f"{', '.join(answers)} {'wins' if one else 'win'}."
        try:
            chosen = self.game.write_move(self.ask_move())
        except GivenUp:
            is_found = False
            self.screen.tell(right)
        else:
            is_found = chosen in answers
            self.screen.tell(
                f"Right: {chosen} wins." if is_found else f"No, {chosen} loses: {right}"
            )
        for sentence in explain(self.game, self.match.state).sentences:
            self.screen.tell(sentence)
        self.screen.tell("")
        return is_found

    def show_hint(self, _: str = "") -> None:
        """Tell how far the win is, and two moves of which only one wins."""
        puzzle, random = self.puzzle, Random(self.puzzle.id)
        losing = [move for move in puzzle.legal if move not in puzzle.answers]
        pair = {random.choice(puzzle.answers), random.choice(losing)}
        compared = " and ".join(move for move in puzzle.legal if move in pair)
        far = "" if puzzle.distance is None else f"You win in {moves_in_words(puzzle.distance)}. "
        self.screen.tell(f"{far}Compare {compared}: one of them wins, the other loses.")

    def give_up(self, _: str = "") -> None:
        raise GivenUp

    requests = (
        HELP,
        MOVES,
        BOARD,
        Request("hint", "i", "how far the win is, and two moves to compare", show_hint),
        Request("why", "w", "give this puzzle up: the answer, and why it wins", give_up),
        RULES,
        QUIT._replace(help="leave; what you found so far is told"),
    )
