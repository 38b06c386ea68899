"""A whole game as questions and replies, against a player of ours or with both seats asked."""

from typing import Any

from numduel.catalogue import take_game
from numduel.errors import BadOption
from numduel.game import AnyGame, Player
from numduel.match import Match
from numduel.players import choose_move, find_player
from numduel.tasks.asking import USUAL, Asking, feedback, prompt
from numduel.tasks.reading import read
from numduel.tasks.scoring import Score, gold, score


class Episode:
    """One game. `question` is what to say next, until `is_over`; `reply` takes what comes back.
    Without an opponent both seats are asked in turn, for self-play: `asked` says which one.

    Everything follows from the game, the opponent, the seat and the seed, and from the replies.
    A reply without a legal move may be followed by others, as often as `asking.retries` says;
    then the game is forfeited.
    """

    def __init__(
        self,
        game: str | AnyGame,
        opponent: str | None = "perfect",
        seat: int = 1,
        seed: int = 0,
        asking: Asking = USUAL,
        **options: Any,
    ) -> None:
        if seat not in tuple(Player):
            raise BadOption("seat must be 1 or 2.")
        if opponent is not None:
            find_player(opponent)  # a wrong name is told before the game begins
        self.match = Match(take_game(game, options), seed=seed)
        self.opponent, self.seat, self.asking = opponent, Player(seat), asking
        self._scores: dict[Player, list[Score]] = {player: [] for player in Player}
        self._tries_left = 0
        self.question = self._go_on()

    @property
    def is_over(self) -> bool:
        return self.match.outcome is not None

    @property
    def asked(self) -> Player:
        """Who is asked; once the game is over, whose turn it would be."""
        player: Player = self.match.state.to_move
        return player

    def reply(self, text: str) -> Score:
        """Play the move of a reply and let the opponent answer, or ask again. Returns what the
        reply is worth."""
        if self.is_over:
            raise BadOption("The game is over: there is nothing to reply to.")
        worth, reading = score(self.match, text, self.asking), read(self.match, text)
        player = self.asked
        if reading.move is not None:
            self.match.play(reading.move)
        elif self._tries_left and reading.failure is not None:
            self._tries_left -= 1
            self.question = feedback(reading.failure, reading.fault, self.asking)
            return worth
        else:
            self.match.end(player.opponent, "by forfeit")
        self._scores[player].append(worth)
        self.question = self._go_on()
        return worth

    def gold(self) -> str:
        """The best reply to the question."""
        return gold(self.match, self.asking)

    def score(self, seat: int | None = None) -> Score:
        """What the play so far is worth: the share of right moves where the choice mattered or, if
        reasons were asked for, of moves that were proved.

        A forfeit counts as a wrong move. If nothing mattered and nothing was forfeited, the player
        did nothing wrong, and the value is 1.
        """
        player = self.seat if seat is None else Player(seat)
        turns, outcome = self._scores[player], self.match.outcome
        counted = [turn for turn in turns if turn.parts["matters"] or not turn.parts["legal"]]
        parts = {
            "right": _mean([turn.parts["right"] for turn in counted], 1.0),
            "legal": _mean([turn.parts["legal"] for turn in turns], 1.0),
            "form": _mean([turn.parts["form"] for turn in turns], 1.0),
            "matters": _mean([turn.parts["matters"] for turn in turns], 0.0),
            "chance": _mean([turn.parts["chance"] for turn in counted], 1.0),
            "won": float(outcome is not None and outcome.winner is player),
        }
        if self.asking.reasons:
            parts["reason"] = _mean([turn.parts["reason"] for turn in counted], 1.0)
        return Score(_mean([turn.value for turn in counted], 1.0), parts)

    def _go_on(self) -> str:
        """Let the opponent move if it is its turn, and say what comes next."""
        if self.opponent and not self.is_over and self.asked is not self.seat:
            self.match.play(choose_move(self.match, self.opponent))
        self._tries_left = self.asking.retries
        if self.match.outcome is None:
            return prompt(self.match, self.asking)
        if self.opponent is None:
            return str(self.match.outcome)
        ends = "win" if self.match.outcome.winner is self.seat else "lose"
        return f"You {ends}: {self.match.outcome}"


def _mean(values: list[float], otherwise: float) -> float:
    return sum(values) / len(values) if values else otherwise
