"""How a model is asked for a move, and how its reply is read. Both are part of the experiment:
what it is told is recorded with its results, and only the form asked for counts as an answer."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from numduel.arena.turns import Failure
from numduel.errors import UnreadableMove
from numduel.game import AnyGame, Player
from numduel.match import Match
from numduel.rulebook import rules_for

Message = dict[str, str]

_ANSWER = re.compile(r"answer\s*:(.*)", re.IGNORECASE)
_MOVE = re.compile(r"[A-Za-z0-9:.-]+")


@dataclass(frozen=True)
class Asking:
    """What a model is told, and how often it may try again after a failure."""

    rules: bool = True
    legal: bool = True
    history: bool = True
    retries: int = 1

    @classmethod
    def from_settings(cls, settings: Mapping[str, Any]) -> "Asking":
        """The way of asking that is set for a player."""
        return cls(**{field.name: settings.get(field.name, field.default) for field in fields(cls)})

    def question(self, match: Match) -> str:
        """The whole question for the next move of a match."""
        who, options, history, legal = self._facts(match)
        rules = f"The rules:\n\n{rules_for(match.game)}" if self.rules else ""
        position = f"The position now:\n\n{self._position(match)}"
        parts = [who, rules, options, history, position, legal, _form(match.game)]
        return "\n\n".join(filter(None, parts))

    def is_question(self, match: Match, prompt: str) -> bool:
        """Whether a prompt asks for this move, in whatever words the rule book was told then."""
        paragraphs = prompt.split("\n\n")
        return all(fact in paragraphs for fact in self._facts(match) if fact)

    def _facts(self, match: Match) -> tuple[str, str, str, str]:
        """What a question says of the match itself; empty is what is not told."""
        game, state = match.game, match.state
        options = ", ".join(f"{name}={value}" for name, value in game.options.items())
        return (
            f"You are {state.to_move} in a game of {game.title}.",
            f"This game is played with {options}." if options else "",
            f"Moves so far: {_history(match)}" if self.history else "",
            f"Legal moves: {_legal(match)}" if self.legal else "",
        )

    def _position(self, match: Match) -> str:
        """The position in the rule book's words, without its list of choices unless wanted."""
        words = match.game.words
        hidden = set() if self.legal else set(map(str, words.choices(match.game, match.state)))
        lines = [str(line) for line in words.board(match.game, match.state)]
        return "\n".join(line for line in lines if line and line not in hidden)

    def feedback(self, failure: Failure, rule: str | None) -> str:
        """What a model is told after a reply that was no legal move."""
        told = f"{_complaint(failure)} {rule or ''}".strip()
        return f"{told} End with one line: Answer: MOVE"

    def is_feedback(self, failure: Failure, prompt: str) -> bool:
        """Whether a prompt tells of this failure, in whatever words the rule was told then."""
        return prompt.startswith(_complaint(failure))


def read_reply(match: Match, reply: str) -> tuple[str | None, Failure | None, str | None]:
    """The written move that a reply gives, or why it gives none, with the rule if it is illegal.

    The last line that begins with "Answer:" counts, and it must hold one move and nothing else.
    """
    if not reply.strip():
        return None, Failure.EMPTY, None
    answers = [found[1].strip() for line in reply.splitlines() if (found := _begins(line))]
    if not answers or not _MOVE.fullmatch(answers[-1]):
        return None, Failure.UNREADABLE, None
    return read_move(match, answers[-1])


def read_move(match: Match, text: str) -> tuple[str | None, Failure | None, str | None]:
    """The same for a text that is to be a move and nothing else."""
    try:
        move = match.game.read_move(text)
    except UnreadableMove:
        return None, Failure.UNREADABLE, None
    rule = match.game.refusal(match.state, move)
    if rule is not None:
        return None, Failure.ILLEGAL, rule
    return match.game.write_move(move), None, None


def _begins(line: str) -> "re.Match[str] | None":
    return _ANSWER.fullmatch(line.strip())


def _complaint(failure: Failure) -> str:
    return {
        Failure.EMPTY: "Your reply was empty.",
        Failure.TRUNCATED: "Your reply was cut off before its end: be shorter.",
        Failure.ILLEGAL: "That move is not legal.",
    }.get(failure, "Your reply had no single answer in the form asked for.")


def _legal(match: Match) -> str:
    return ", ".join(map(match.game.write_move, match.game.legal_moves(match.state)))


def _history(match: Match) -> str:
    """The moves so far, each with the player who made it."""
    told, state = [], match.game.start()
    for move in match.moves:
        player: Player = state.to_move
        told.append(f"{player} {match.game.write_move(move)}")
        state = match.game.after(state, move)
    return ", ".join(told) or "none"


def _form(game: AnyGame) -> str:
    moves = game.all_moves()
    about = type(game).__doc__ or ""
    notation = "" if about.startswith(f"{type(game).__name__}(") else f" {about.splitlines()[0]}"
    return (
        f"A move is written as one word, as in {game.write_move(moves[0])} or"
        f" {game.write_move(moves[-1])}.{notation} Choose your move. End your reply with one line"
        " of this form, with your move in the place of MOVE:\n\nAnswer: MOVE"
    )
