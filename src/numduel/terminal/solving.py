"""Puzzles being solved: find the move that wins, in one position after another."""

from collections.abc import Iterator
from random import Random
from typing import Any

from numduel.catalogue import build_game, find_game
from numduel.errors import IllegalMove, UnreadableMove
from numduel.match import Match
from numduel.rulebook import rule_book
from numduel.study.puzzles import Puzzle
from numduel.telling.truth import explain
from numduel.terminal.analyse import moves_in_words
from numduel.terminal.requests import Left, Request, find_request, tell_requests
from numduel.terminal.screen import InputEnded, Screen, in_few_rows
from numduel.words import Further


class GivenUp(Exception):
    """The answer is wanted."""


def ask_puzzles(screen: Screen, stream: Iterator[Puzzle]) -> None:
    """Ask puzzles until they or the answers end, and tell how many were found."""
    asked = right = 0
    try:
        for asked, puzzle in enumerate(stream, start=1):
            right += Solving(screen, puzzle).solve(asked)
    except Left:
        asked -= 1
    except InputEnded:
        screen.end_row()
        asked -= 1
    if asked:
        screen.notice(f"You found {right} of {asked}.")


class Solving:
    """One puzzle and whoever is solving it."""

    def __init__(self, screen: Screen, puzzle: Puzzle) -> None:
        self.screen = screen
        self.puzzle = puzzle
        self.game = build_game(find_game(puzzle.game), puzzle.options)
        self.match = Match(self.game)
        for move in puzzle.moves:
            self.match.play(move)
        screen.names = self.match.names

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
            chosen = self.game.write_move(self._ask())
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

    def _ask(self) -> Any:
        game, words, state, said = self.game, self.game.words, self.match.state, ()
        while True:
            text = self.screen.ask(words.question(game, state, said))
            request = find_request(text, game, REQUESTS)
            if request is not None:
                request.do(self, "")
                continue
            try:
                reply = words.answer(game, state, text, said)
            except IllegalMove as illegal:
                self.screen.tell(illegal.rule)
            except UnreadableMove as unreadable:
                self.screen.tell(in_few_rows(str(unreadable)))
            else:
                if not isinstance(reply, Further):
                    return reply
                said = reply.said

    def show_help(self, _: str = "") -> None:
        tell_requests(self.screen, REQUESTS)

    def show_moves(self, _: str = "") -> None:
        choices = self.game.words.choices(self.game, self.match.state, shorten=False)
        self.screen.page(choices)

    def show_board(self, _: str = "") -> None:
        self.screen.say(self.game.words.board(self.game, self.match.state))

    def show_rules(self, _: str = "") -> None:
        self.screen.tell_prose(rule_book(type(self.game)).text())

    def nudge(self, _: str = "") -> None:
        """How far the win is, and two moves of which only one wins."""
        puzzle, random = self.puzzle, Random(self.puzzle.id)
        losing = [move for move in puzzle.legal if move not in puzzle.answers]
        pair = {random.choice(puzzle.answers), random.choice(losing)}
        compared = " and ".join(move for move in puzzle.legal if move in pair)
        far = "" if puzzle.distance is None else f"You win in {moves_in_words(puzzle.distance)}. "
        self.screen.tell(f"{far}Compare {compared}: one of them wins, the other loses.")

    def give_up(self, _: str = "") -> None:
        raise GivenUp

    def leave(self, _: str = "") -> None:
        raise Left


REQUESTS = [
    Request("help", "h", "this list", Solving.show_help),
    Request("moves", "m", "what is allowed now", Solving.show_moves),
    Request("board", "b", "the position again", Solving.show_board),
    Request("hint", "i", "how far the win is, and two moves to compare", Solving.nudge),
    Request("why", "w", "give this puzzle up: the answer, and why it wins", Solving.give_up),
    Request("rules", "r", "the rules of this game", Solving.show_rules),
    Request("quit", None, "leave; what you found so far is told", Solving.leave),
]
