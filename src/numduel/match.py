"""Match: a game being played, and the ID of a position. Series: several games in a row."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass
from typing import Any

from numduel.catalogue import build_game, find_game, read_options
from numduel.errors import BadOption, IllegalMove, NumduelError, UnreadableMove
from numduel.game import AnyGame, Outcome, Player, write_value
from numduel.words import is_printable, quote

PERSON = "person"
BY_RESIGNATION = "by resignation"  # completes "Player 1 wins …"
LONGEST_NAME = 40
LONGEST_ID = 20_000  # characters; a thousand moves have about ten thousand
_NOT_IN_IDS = re.compile(r"[^A-Za-z0-9:.,=/_-]")
_SEAT = re.compile(r"\bp[l1i|]ayer[\W_]*0*([12l|]|i{1,2})\b")
_BLANK = {*"\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"}  # invisible, but not spaces
# Look-alikes (homoglyphs) of the letters of "player": Cyrillic, Greek and small capitals.
_LOOK_ALIKE = str.maketrans("раеуӏіραευιᴘʟᴀʏᴇʀ", "paeylipaeyiplayer")


@dataclass(frozen=True)
class Seat:
    """A seat's player: a person or a kind of computer player, with a name if there is one."""

    kind: str = PERSON
    name: str | None = None

    @property
    def is_person(self) -> bool:
        return self.kind == PERSON


def check_name(name: str) -> str:
    """Return a person's name in normal form; BadOption says why it cannot be a name."""
    wrong_length = f"A name must have 1 to {LONGEST_NAME} characters."
    if len(name) > 10 * LONGEST_NAME:  # NFC is quadratic in combining marks
        raise BadOption(wrong_length)
    spaced = "".join(
        " " if unicodedata.category(sign) == "Zs" or sign in _BLANK else sign for sign in name
    )
    name = re.sub(" +", " ", unicodedata.normalize("NFC", spaced.strip()))
    if not 1 <= len(name) <= LONGEST_NAME:
        raise BadOption(wrong_length)
    if not is_printable(name):
        raise BadOption(
            "A name cannot contain invisible characters: line breaks, control characters or marks"
            " that change the direction of writing."
        )
    if _SEAT.search(_look_of(name)):
        raise BadOption(f'"{name}" is reserved for a seat. Choose another name.')
    return name


def _look_of(name: str) -> str:
    """Return the ASCII look-alike of a name, without accents."""
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
        """`rules_version` is the rule book's at the beginning of the match; by default the current
        one."""
        self.game = game
        self.seats = seats
        self.seed = seed
        self.rules_version = rules_version or game.rules_version
        self._moves: list[Any] = []
        self._undone: list[Any] = []  # the last one is redone first
        self._states: list[Any] = [game.start()]  # before each move, and now
        self._judged: tuple[Any, Any] | None = None  # a state and a legal move
        self._ended: Outcome | None = None

    @classmethod
    def at(cls, game: AnyGame, moves: Iterable[Any], seed: int = 0) -> "Match":
        """Return a match after these moves. If one is refused, the error says which."""
        match = cls(game, seed=seed)
        for number, move in enumerate(moves, start=1):
            try:
                match.play(move)
            except UnreadableMove as unreadable:
                sentence = f"{str(unreadable).removesuffix('.')}."
                raise UnreadableMove(f"Move {number}: {sentence}") from None
            except IllegalMove as illegal:
                written = move if isinstance(move, str) else game.write_move(move)
                rule = f"Move {number}, {quote(written)}: {illegal.rule}"
                raise IllegalMove(rule, illegal.move, illegal.state) from None
        return match

    @property
    def state(self) -> Any:
        """The current position."""
        return self._states[-1]

    @property
    def states(self) -> Sequence[Any]:
        """The positions before each move and the current one."""
        return tuple(self._states)

    @property
    def moves(self) -> tuple[Any, ...]:
        """The moves so far."""
        return tuple(self._moves)

    @property
    def undone(self) -> tuple[Any, ...]:
        """The moves that can be redone, in the order of play."""
        return tuple(reversed(self._undone))

    @property
    def undoable(self) -> int:
        """The number of moves to take back until a person chooses again; 0 if no person
        has chosen."""
        for count, state in enumerate(reversed(self._states[:-1]), start=1):
            if self.seat(state.to_move).is_person:
                return count
        return 0

    @property
    def redoable(self) -> int:
        """The number of moves to redo until a person chooses again."""
        player = self.state.to_move
        for count in range(1, len(self._undone)):
            player = player.opponent
            if self.seat(player).is_person:
                return count
        return len(self._undone)

    @property
    def ply(self) -> int:
        """The number of moves played."""
        return len(self._moves)

    @property
    def written_moves(self) -> list[str]:
        """The moves so far, in their written form."""
        return [self.game.write_move(move) for move in self._moves]

    @property
    def id(self) -> str:
        """The ID of the position, which `read_id` reads."""
        return write_id(self.game, self.written_moves)

    @property
    def turns(self) -> Iterator[tuple[Any, Any]]:
        """Pairs of a position and the move played in it."""
        return zip(self._states, self._moves, strict=False)

    @property
    def named_moves(self) -> list[str]:
        """The moves so far, as people read them."""
        return [self.game.words.name_move(*turn) for turn in self.turns]

    @property
    def outcome(self) -> Outcome | None:
        """The result of the match, by the rules or otherwise; None while it goes on."""
        return self._ended or self.game.outcome(self.state)

    @property
    def names(self) -> dict[Player, str]:
        """The players' names; "Player 1" and "Player 2" for those without one."""
        return {player: self.seat(player).name or str(player) for player in Player}

    def seat(self, player: Player) -> Seat:
        return self.seats[player - 1]

    def judge(self, move: Any) -> Any:
        """Return a move, given as a value or in its written form; IllegalMove if it may not be
        played now. `play` does not judge the same move again."""
        if isinstance(move, str):
            move = self.game.read_move(move)
        if self._ended:
            raise IllegalMove("The match is over.", move, self.state)
        judged = self._judged
        if judged is None or judged[0] is not self.state or judged[1] != move:
            rule = self.game.refusal(self.state, move)
            if rule is not None:
                rule = "The match is over." if self.outcome else rule
                raise IllegalMove(rule, move, self.state)
            self._judged = self.state, move
        return move

    def play(self, move: Any) -> None:
        """Play a move, given as a value or in its written form; refused moves change nothing."""
        move = self.judge(move)
        self._states.append(self.game.after(self.state, move))
        self._undone.clear()
        self._moves.append(move)

    def undo(self, count: int = 1) -> None:
        """Take back the last moves."""
        if self._ended or count < 1 or not self._moves:
            raise IllegalMove("There is nothing to take back.", None, self.state)
        if count > len(self._moves):
            told = "No more moves can be taken back than were played."
            raise IllegalMove(told, None, self.state)
        self._undone += reversed(self._moves[-count:])
        del self._moves[-count:], self._states[-count:]

    def redo(self, count: int = 1) -> None:
        """Redo moves that were taken back. A new move discards them."""
        if self._ended or not 1 <= count <= len(self._undone):
            raise IllegalMove("There is nothing to redo.", None, self.state)
        for _ in range(count):
            self._moves.append(self._undone.pop())
            self._states.append(self.game.after(self.state, self._moves[-1]))

    def until(self, ply: int) -> "Match":
        """Return the match after its first moves, which are not replayed."""
        earlier = copy(self)
        earlier._moves, earlier._states = self._moves[:ply], self._states[: ply + 1]
        earlier._undone, earlier._ended = [], None
        return earlier

    def __getstate__(self) -> dict[str, Any]:
        """Return the state for copies, which are independent of the original."""
        lists = {"_moves": [*self._moves], "_undone": [*self._undone], "_states": [*self._states]}
        return vars(self) | lists

    def end(self, winner: Player, reason: str) -> None:
        """End the match other than by the rules: resigned, forfeited, out of time."""
        if self.outcome:
            raise IllegalMove("The match is over.", None, self.state)
        self._ended = Outcome(winner, reason)

    def resign(self, player: Player | None = None) -> None:
        """End the match: the player to move, or the given one, resigns."""
        loser = player or self.state.to_move
        self.end(loser.opponent, BY_RESIGNATION)

    @property
    def ended(self) -> Outcome | None:
        """The ending other than by the rules, if there was one."""
        return self._ended


def write_id(game: AnyGame, moves: Iterable[str] = ()) -> str:
    """Return the ID of the position after these written moves: `GAME/option=value/move,move`.

    Options at their defaults and empty parts are left out.
    """
    changed = game.changed_options.items()
    options = ",".join(f"{name}={write_value(value)}" for name, value in changed)
    return "/".join(filter(None, [game.slug, options, ",".join(moves)]))


def read_id(text: str) -> Match:
    """Return a match at the position of an ID; NumduelError says what is wrong with it."""
    game_class, options, moves = split_id(text)
    return Match.at(build_game(game_class, options), moves)


def split_id(text: str) -> tuple[type[AnyGame], dict[str, Any], list[str]]:
    """Return the rule book, the options and the moves of an ID. Each option is checked by itself;
    whether they go together and whether the moves are legal is not."""
    if len(text) > LONGEST_ID:
        raise NumduelError(f"The ID is too long: it may have {LONGEST_ID:,} characters.")
    slug, *parts = text.split("/")
    game_class = find_game(slug)
    if wrong := _NOT_IN_IDS.search(text):
        raise NumduelError(f"An ID cannot contain {quote(wrong[0])}.")
    if "" in parts:
        raise NumduelError(f"The ID {quote(text)} has an empty part: leave out the /.")
    options = parts.pop(0).split(",") if parts and "=" in parts[0] else []
    moves = parts.pop(0).split(",") if parts and "=" not in parts[0] else []
    if parts:
        raise NumduelError(f"An ID is GAME/options/moves: {quote(parts[0])} is out of place.")
    if "" in moves:
        raise NumduelError(f"Move {moves.index('') + 1} of the ID is empty.")
    texts: dict[str, str] = {}
    for item in options:
        name, equals, value = item.partition("=")
        if not (name and equals and value):
            raise BadOption(f"{quote(item)} is not an option: write name=value.")
        if name in texts:
            raise BadOption(f"The ID gives {name} twice.")
        texts[name] = value
    return game_class, read_options(game_class, texts), moves


class Series:
    """Several games between the same two players, who begin in turn."""

    def __init__(
        self,
        game: AnyGame,
        people: tuple[Seat, Seat],
        games: int,
        seed: int = 0,
        won: tuple[int, int] = (0, 0),
    ) -> None:
        """`people` are in the order of the first game; `won` are the games that each has won."""
        if games < 2 or games % 2:
            raise BadOption("A series has an even number of games: both begin equally often.")
        self.game = game
        self.people = people
        self.games = games
        self.seed = seed
        self.won = won

    @property
    def number(self) -> int:
        """The number of the current or next game, from 1."""
        return sum(self.won) + 1

    @property
    def is_over(self) -> bool:
        return sum(self.won) >= self.games

    def next_match(self) -> Match:
        """Return the match to play now; the seats are swapped in every second one."""
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
