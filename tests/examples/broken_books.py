"""Rule books that break the contract, each in one way; most are Last Stone with one fault. `FAULTS`
has a part of the sentence that tells of each."""

from dataclasses import dataclass
from typing import Literal, NamedTuple

from last_stone import Heap, LastStone

from numduel import Game, Outcome, Player, UnreadableMove, Words, option
from numduel.game import Preset
from numduel.words import line

FAULTS = {}


def breaks(sentence):
    """Register a rule book under its name, with a part of the sentence that tells of its fault."""

    def register(book):
        FAULTS[book.__name__] = sentence
        return book

    return register


def stone(name, sentence, **parts):
    """A Last Stone of which these parts are otherwise."""
    globals()[name] = breaks(sentence)(type(name, (LastStone,), {"__module__": __name__, **parts}))


def over(winner, reason="by taking the last"):
    """An outcome that comes when no stone is left."""
    return lambda self, state: None if state.stones else Outcome(winner(state), reason)


def opponent(state):
    return state.to_move.opponent


def legal(self, state):
    return LastStone.legal_moves(self, state)


def refused(self, state, move):
    return LastStone.refusal(self, state, move)


# The class, its options and presets


@breaks("The rule book has no slug")
class NoSlug(Game):
    title = "No Slug"
    summary = "Nobody knows its name."

    def start(self):
        return Heap(0, Player.ONE)

    def all_moves(self):
        return []

    def refusal(self, state, move):
        return "No."

    def after(self, state, move):
        return state

    def outcome(self, state):
        return Outcome(Player.ONE, "at once")


@breaks("The rule book does not say after, all_moves, outcome, refusal.")
class Unfinished(Game):
    slug = "unfinished"
    title = "Unfinished"
    summary = "Something is missing."

    def start(self):
        return Heap(1, Player.ONE)


stone("BadSlug", 'The slug "Last_Stone" is not made of small letters', slug="Last_Stone")
stone("NoTitle", "The title is empty.", title="")
stone("BadSummary", "The summary is not a sentence", summary="Take stones")
stone("OldRules", "rules_version is 0", rules_version=0)
stone(
    "PresetForNothing",
    'The preset "small" is for none of play, puzzles, arena.',
    presets=(Preset("small", {"heap": 4}, ()),),
)
stone(
    "PresetTooSmall",
    'The preset "small" cannot be played: heap must be a whole number from 1',
    presets=(Preset("small", {"heap": 0}, ("play",)),),
)
stone(
    "UncheckedOptions",
    "The option heap can be '7', though it should be refused.",
    __post_init__=lambda self: None,
)
stone(
    "EqualToNone",
    "Two games with the same options are not equal.",
    __eq__=lambda self, other: self is other,
    __hash__=LastStone.__hash__,
)


@breaks("colour is no option: @dataclass(frozen=True) is missing")
class NoDataclass(LastStone):
    colour: Literal["red", "blue"] = option("red", "the colour of the stones")


@breaks("The option start hides what Game calls start")
@dataclass(frozen=True)
class HidesStart(LastStone):
    start: int = option(3, "how many stones there are", minimum=1)


@breaks("The option again has no help")
@dataclass(frozen=True)
class NoHelp(LastStone):
    again: int = 3


@breaks('style can be "as usual", which is not made of letters, digits, _, . and -.')
@dataclass(frozen=True)
class SpacedWord(LastStone):
    style: Literal["as usual", "quick"] = option("quick", "how it is played")


@breaks("The default of the option most is not allowed")
@dataclass(frozen=True)
class BadDefault(LastStone):
    most: int = option(3, "the most that can be taken", minimum=4)


@breaks("is neither int, bool nor a Literal of strings")
@dataclass(frozen=True)
class TextOption(LastStone):
    colour: str = option("red", "the colour of the stones")


# States, turns and endings


class Heaps(NamedTuple):
    stones: list
    to_move: Player


class Count(NamedTuple):
    number: int
    to_move: Player


class Stones:
    """Equal to nothing but itself."""

    def __init__(self, stones, to_move):
        self.stones = stones
        self.to_move = to_move


class Pile(Stones):
    """A state that is changed in place."""

    def __eq__(self, other):
        return (self.stones, self.to_move) == (other.stones, other.to_move)

    def __hash__(self):
        return 1


stone(
    "PlayerTwoBegins",
    "Player 1 is not the first to move.",
    start=lambda self: Heap(self.heap, Player.TWO),
)
stone(
    "ListState",
    "A state is not a hashable value",
    start=lambda self: Heaps([self.heap], Player.ONE),
)
stone(
    "NobodysTurn",
    "A state does not say in to_move which Player's turn it is.",
    start=lambda self: (self.heap, 1),
)
stone(
    "NoValue",
    "start returns another state each time",
    start=lambda self: Stones(self.heap, Player.ONE),
)
stone(
    "SameAgain",
    "After a move of Player 1 it is not the other player's turn.",
    after=lambda self, state, move: Heap(
        state.stones - move, state.to_move if move == 3 else opponent(state)
    ),
)
stone(
    "ComesBack",
    "A position comes back in the course of a game: a duel must end.",
    after=lambda self, state, move: Heap(
        state.stones + (2 if move == 3 else -move), opponent(state)
    ),
    refusal=lambda self, state, move: (
        "No." if state.stones == 0 or move > max(state.stones, 2) else None
    ),
)
stone(
    "GoesOn",
    "A game is not over after 10,000 moves: a duel must end.",
    start=lambda self: Count(0, Player.ONE),
    refusal=lambda self, state, move: None,
    after=lambda self, state, move: Count(state.number + move, opponent(state)),
    outcome=lambda self, state: None,
)
stone("NeverOver", "There is no legal move, but outcome is None.", outcome=lambda self, state: None)
stone(
    "OverTooSoon",
    "The duel is over, but legal_moves has 1.",
    outcome=lambda self, state: Outcome(opponent(state), "early") if state.stones < 2 else None,
)
stone("NobodyWins", "not an Outcome with a Player who has won.", outcome=over(lambda state: None))
stone(
    "BadReason",
    "outcome gives the reason 'The last stone.', which does not complete",
    outcome=over(opponent, "The last stone."),
)
stone(
    "NamesPlayer",
    "which names a player.",
    outcome=over(lambda state: Player.ONE, "as Player 2 has no stone"),
)


@breaks("A state is changed by playing 3.")
class ChangedState(LastStone):
    def start(self):
        return Pile(self.heap, Player.ONE)

    def after(self, state, move):
        other = Pile(state.stones - move, opponent(state))
        state.seen = move
        state.stones += 0 if move < 3 else 1
        return other


stone(
    "CanonicalList",
    "canonical is not a hashable value",
    canonical=lambda self, state: [state.stones],
)
stone(
    "CanonicalTooSmall",
    "Two positions have the same canonical key but not the same value",
    canonical=lambda self, state: state.stones % 3,
)


@breaks("A canonical key comes back in the course of a game")
class CanonicalComesBack(LastStone):
    """Four rounds in which nothing is decided: equal values, but canonical keys go in a circle."""

    def start(self):
        return Count(0, Player.ONE)

    def all_moves(self):
        return range(1, 3)

    def refusal(self, state, move):
        if not 1 <= move <= 2 or state.number > 9:
            return "There is no such move."
        return None

    def after(self, state, move):
        return Count(state.number + 1 if move == 1 else 10, opponent(state))

    def outcome(self, state):
        return None if state.number <= 9 else Outcome(opponent(state), "by ending it")

    def canonical(self, state):
        return state.number > 9


stone(
    "LongerThanSaid", "most_moves says 2, but a game can take 3 moves.", most_moves=lambda self: 2
)


@breaks("play and after lead to different states by 2, or by chance.")
class ByChance(LastStone):
    """Its third stone counts double every other time."""

    count = 0

    def after(self, state, move):
        ByChance.count += 1
        return Heap(state.stones - (1 if ByChance.count % 2 else move), opponent(state))


@breaks("start raises RuntimeError: out of stones (broken_books.py, line ")
class StartRaises(LastStone):
    def start(self):
        raise RuntimeError("out of stones")


@breaks("after raises ZeroDivisionError: integer division or modulo by zero")
class AfterRaises(LastStone):
    def after(self, state, move):
        if state.stones == 4:
            return Heap(1 // 0, Player.ONE)
        return super().after(state, move)


@breaks("legal_moves raises SystemExit: 7")
class RefusalExits(LastStone):
    def refusal(self, state, move):
        if state.stones == 2:
            raise SystemExit(7)
        return super().refusal(state, move)


# Moves

KEPT = {}
stone(
    "LegalLeavesOut",
    "legal_moves leaves out 2, which refusal allows.",
    legal_moves=lambda self, state: [
        move for move in legal(self, state) if move != 2 or state.stones == 2
    ],
)
stone(
    "LegalHasMore",
    "legal_moves has 2, which refusal forbids",
    legal_moves=lambda self, state: (
        [1, 2] if state.stones == 1 and self.heap > 1 else legal(self, state)
    ),
    outcome=lambda self, state: (
        None if state.stones > 0 else Outcome(opponent(state), "by taking the last")
    ),
)
stone(
    "LegalBackwards",
    "legal_moves is not in the order of all_moves",
    legal_moves=lambda self, state: legal(self, state)[::-1],
)
stone(
    "LegalGenerator",
    "legal_moves returns a generator, which is not a sequence.",
    legal_moves=lambda self, state: (move for move in legal(self, state)),
)
stone(
    "LegalShared",
    "legal_moves gives another answer when it is asked again.",
    legal_moves=lambda self, state: KEPT.setdefault((self, state), legal(self, state)),
)
stone(
    "BadRefusal",
    "refusal gives 'no' for 1, which is not a sentence.",
    refusal=lambda self, state, move: refused(self, state, move) and "no",
)
stone(
    "AllowsAnything",
    "refusal allows -10, which is not one of all_moves.",
    refusal=lambda self, state, move: refused(self, state, move) if 0 <= move <= 3 else None,
)
stone(
    "PlayForgives",
    "play accepts 1, which refusal forbids.",
    play=lambda self, state, move: self.after(state, min(move, state.stones)),
)
stone(
    "TwoWritten",
    'Two moves are written "2".',
    write_move=lambda self, move: str(min(move, 2)),
    read_move=lambda self, text: int(text),
)
stone(
    "BadlyWritten",
    'The move 1 is written "take 1", where only letters, digits and',
    write_move=lambda self, move: f"take {move}",
)
stone(
    "NotReadBack",
    'The move 1 is written "10", which is read as 10.',
    write_move=lambda self, move: str(move * 10),
)
stone(
    "ValueErrorOnReading",
    "instead of UnreadableMove ValueError is raised",
    read_move=lambda self, text: int(text),
)
stone(
    "MoveTwice",
    "all_moves has a move twice.",
    all_moves=lambda self: [1, *LastStone.all_moves(self)],
    legal_moves=lambda self, state: [
        move for move in LastStone.all_moves(self) if self.refusal(state, move) is None
    ],
)


@breaks("read_move raises UnreadableMove: 1 is not a move")
class ReadsNothing(LastStone):
    def read_move(self, text):
        raise UnreadableMove(f"{text} is not a move")


# View, features and words

stone(
    "ViewOfPlayers",
    "view is not made of JSON values",
    view=lambda self, state: {"to_move": int(state.to_move), "stones": {state.stones}},
)
stone(
    "ViewChangesNames",
    "view has the names stones, to_move, few, but stones, to_move at",
    view=lambda self, state: (
        LastStone.view(self, state) | ({"few": True} if state.stones < 2 else {})
    ),
)
stone(
    "ViewWithoutTurn",
    "view does not have the number of the player to move as to_move.",
    view=lambda self, state: {"stones": state.stones, "whose": int(state.to_move)},
)
stone(
    "ViewHides",
    "Two positions that differ have the same view.",
    view=lambda self, state: {"to_move": int(state.to_move)},
)
stone(
    "FeaturesGrow",
    "features has 0 numbers here, but 1 at the start.",
    features=lambda self, state: (1.0,) * state.stones,
)
stone(
    "FeaturesOfWords",
    "features has 1, which is not a finite float.",
    features=lambda self, state: (state.stones,),
)
stone(
    "FeaturesTellNothing",
    "the same features but not the same legal moves.",
    features=lambda self, state: (1.0,),
)


def wordy(name, sentence, **parts):
    """A Last Stone whose words have these parts otherwise."""
    stone(
        name,
        sentence,
        words=property(type(f"WordsOf{name}", (Words,), {"__module__": __name__, **parts})),
    )


def ending(self, state, outcome):
    raise LookupError("no words")


wordy(
    "WordsAreText",
    "words.turn does not give a list of Line.",
    turn=lambda self, state: [f"{state.to_move}'s turn"],
)
wordy(
    "WordsShout",
    "words.task gives 'Take a stone!', which is not a clause",
    task=lambda self, state: "Take a stone!",
)
wordy(
    "WordsNameNobody",
    "words.turn does not name Player 1.",
    turn=lambda self, state: [line("Somebody's turn.")],
)
wordy(
    "WordsListNothing",
    "words.choices does not list exactly the legal moves.",
    choices=lambda self, state: [line("Guess.")],
)
wordy(
    "WordsMisunderstand",
    "What words.answers gives for 2 does not make that move.",
    answers=lambda self, state, move: ["1"],
)
wordy("WordsFail", "ending raises LookupError: no words (broken_books.py, line ", ending=ending)
