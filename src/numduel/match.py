"""Match: a game being played. Series: several, with the first move alternating."""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from numduel.errors import BadOption, IllegalMove, UnreadableMove
from numduel.game import AnyGame, Outcome, Player
from numduel.words import is_printable, quote

PERSON = "person"
BY_RESIGNATION = "by resignation"  # a reason completes "Player 1 wins …"
_SPACING = 64  # moves between the states that are kept of what lies further back
_SPACING_OF_COPIES = 512
_MOST_KEPT = 256
LONGEST_NAME = 40
_SEAT = re.compile(r"\bp[l1i|]ayer[\W_]*0*([12l|]|i{1,2})\b")
_BLANK = {*"\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"}  # seen as nothing, but no spaces
# Letters of other alphabets that look like those of "player": Cyrillic, Greek and small capitals.
_LOOK_ALIKE = str.maketrans("раеуӏіραευιᴘʟᴀʏᴇʀ", "paeylipaeyiplayer")


@dataclass(frozen=True)
class Seat:
    """Who plays: a person or the kind of a computer player, with their name if they have one."""

    kind: str = PERSON
    name: str | None = None

    @property
    def is_person(self) -> bool:
        return self.kind == PERSON


def check_name(name: str) -> str:
    """A person's name in the form that is kept; BadOption says why a text cannot be a name."""
    spaced = "".join(
        " " if unicodedata.category(sign) == "Zs" or sign in _BLANK else sign for sign in name
    )
    name = re.sub(" +", " ", unicodedata.normalize("NFC", spaced.strip()))
    if not 1 <= len(name) <= LONGEST_NAME:
        raise BadOption(f"A name must have 1 to {LONGEST_NAME} characters.")
    if not is_printable(name):
        raise BadOption(
            "A name cannot have characters that nobody sees in it: line breaks, control characters"
            " or marks that turn the direction of writing."
        )
    if _SEAT.search(_look_of(name)):
        raise BadOption(f'"{name}" cannot be a name: it says in which seat somebody sits.')
    return name


def _look_of(name: str) -> str:
    """A name in plain letters and digits that look like it, without accents."""
    apart = unicodedata.normalize("NFKD", name).casefold().translate(_LOOK_ALIKE)
    signs = (sign for sign in apart if unicodedata.category(sign)[0] != "M")
    return "".join(str(unicodedata.decimal(sign, sign)) for sign in signs)


class Match:
    """A game being played: the moves so far, who plays, and how it ended."""

    def __init__(
        self,
        game: AnyGame,
        seats: tuple[Seat, Seat] = (Seat(), Seat()),
        seed: int = 0,
        rules_version: int | None = None,
    ) -> None:
        """`rules_version` is that of the rule book when the match began, if not today's."""
        self.game = game
        self.seats = seats
        self.seed = seed
        self.rules_version = rules_version or game.rules_version
        self._moves: list[Any] = []
        self._state: Any = game.start()
        self._kept = KeptStates(self._state)
        self._ended: Outcome | None = None

    @classmethod
    def at(cls, game: AnyGame, moves: Iterable[Any], seed: int = 0) -> "Match":
        """A match in which these moves have been played. If one is refused, the error says
        which."""
        match = cls(game, seed=seed)
        for number, move in enumerate(moves, start=1):
            try:
                match.play(move)
            except UnreadableMove as unreadable:
                raise UnreadableMove(f"Move {number}: {unreadable}") from None
            except IllegalMove as illegal:
                written = move if isinstance(move, str) else game.write_move(move)
                rule = f"Move {number}, {quote(written)}: {illegal.rule}"
                raise IllegalMove(rule, illegal.move, illegal.state) from None
        return match

    @property
    def state(self) -> Any:
        """The position now."""
        return self._state

    @property
    def moves(self) -> tuple[Any, ...]:
        """The moves so far."""
        return tuple(self._moves)

    @property
    def ply(self) -> int:
        """How many moves have been played."""
        return len(self._moves)

    @property
    def states_kept(self) -> int:
        """How many states are kept, so that moves can be taken back."""
        return len(self._kept)

    @property
    def written_moves(self) -> list[str]:
        """The moves so far, in their written form."""
        return [self.game.write_move(move) for move in self._moves]

    @property
    def turns(self) -> Iterator[tuple[Any, Any]]:
        """Each move so far, with the position in which it was played before it."""
        state = self.game.start()
        for move in self._moves:
            yield state, move
            state = self.game.after(state, move)

    @property
    def named_moves(self) -> list[str]:
        """The moves so far, as people read them."""
        return [self.game.words.name_move(self.game, *turn) for turn in self.turns]

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended, by the rules or otherwise; None while it goes on."""
        return self._ended or self.game.outcome(self._state)

    @property
    def names(self) -> dict[Player, str]:
        """What each player is called: their name, or "Player 1" and "Player 2"."""
        return {player: self.seat(player).name or str(player) for player in Player}

    def seat(self, player: Player) -> Seat:
        return self.seats[player - 1]

    def play(self, move: Any) -> None:
        """Play a move, given as a value or in its written form; refused moves change nothing."""
        if isinstance(move, str):
            move = self.game.read_move(move)
        if self._ended:
            raise IllegalMove("The match is over.", move, self._state)
        self._state = self.game.play(self._state, move)
        self._moves.append(move)
        self._kept.keep(len(self._moves), self._state)

    def undo(self, count: int = 1) -> None:
        """Take back the last moves."""
        if self._ended or not 1 <= count <= len(self._moves):
            raise IllegalMove("There is nothing to take back.", None, self._state)
        del self._moves[-count:]
        ply, self._state = self._kept.back_to(len(self._moves))
        for number, move in enumerate(self._moves[ply:], start=ply + 1):
            self._state = self.game.after(self._state, move)
            self._kept.keep(number, self._state)

    def __getstate__(self) -> dict[str, Any]:
        """What a copy is made of. Playing on in a copy does not change the original."""
        return vars(self) | {"_moves": [*self._moves], "_kept": self._kept.copy()}

    def end(self, winner: Player, reason: str) -> None:
        """End the match in a way the rules do not know: resigned, forfeited, out of time."""
        if self.outcome:
            raise IllegalMove("The match is over.", None, self._state)
        self._ended = Outcome(winner, reason)

    def resign(self, player: Player | None = None) -> None:
        """The player to move, or the one named, gives up."""
        loser = player or self._state.to_move
        self.end(loser.opponent, BY_RESIGNATION)

    @property
    def ended(self) -> Outcome | None:
        """The ending that the rules do not know, if there was one."""
        return self._ended


class KeptStates:
    """Some states of a match, so that taking a move back does not replay all moves before it.

    The newest states are all kept, and every 64th of those further back. In a long game the
    distance grows, because a large game has large states.
    """

    def __init__(self, start: Any) -> None:
        self._states = {0: start}
        self._spacing = _SPACING

    def __len__(self) -> int:
        return len(self._states)

    def keep(self, ply: int, state: Any) -> None:
        """Keep the state after this many moves."""
        self._states[ply] = state
        old = ply - 2 * _SPACING
        if old % self._spacing:
            self._states.pop(old, None)
        elif len(self._states) > _MOST_KEPT + 2 * _SPACING:
            self._spacing *= 2
            self._states = {
                number: state
                for number, state in self._states.items()
                if number > old or number % self._spacing == 0
            }

    def copy(self) -> "KeptStates":
        """The last state and a few others. A copy may be sent to another process, where large
        states take their memory once more."""
        other, last = KeptStates(self._states[0]), max(self._states)
        other._spacing, distance = self._spacing, max(self._spacing, _SPACING_OF_COPIES)
        other._states = {
            number: state
            for number, state in self._states.items()
            if number == last or number % distance == 0
        }
        return other

    def back_to(self, ply: int) -> tuple[int, Any]:
        """Return the last kept state up to this ply, and drop later ones."""
        self._states = {number: state for number, state in self._states.items() if number <= ply}
        last = max(self._states)
        return last, self._states[last]


class Series:
    """Several games between the same two players, who take turns in beginning."""

    def __init__(
        self,
        game: AnyGame,
        people: tuple[Seat, Seat],
        games: int,
        seed: int = 0,
        won: tuple[int, int] = (0, 0),
    ) -> None:
        """`people` are in the order of the first game; `won` is how many games each has won."""
        if games < 2 or games % 2:
            raise BadOption("A series has an even number of games: both begin equally often.")
        self.game = game
        self.people = people
        self.games = games
        self.seed = seed
        self.won = won

    @property
    def number(self) -> int:
        """Which game is next or being played, from 1."""
        return sum(self.won) + 1

    @property
    def is_over(self) -> bool:
        return sum(self.won) >= self.games

    def next_match(self) -> Match:
        """The match to play now. In every second one the seats are exchanged."""
        seats = self.people if self.number % 2 else (self.people[1], self.people[0])
        return Match(self.game, seats, self.seed + self.number - 1)

    def count(self, match: Match) -> None:
        """Count a finished match."""
        if match.outcome is None:
            raise IllegalMove("The match is not over.", None, match.state)
        winner = int(match.outcome.winner) - 1
        if self.number % 2 == 0:
            winner = 1 - winner
        self.won = (self.won[0] + (winner == 0), self.won[1] + (winner == 1))
