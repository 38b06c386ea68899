"""Rule books that break the contract, each in one way; most are Last Stone with one fault."""

from dataclasses import dataclass
from typing import Literal, NamedTuple

from last_stone import Heap, LastStone

from numduel import Game, Outcome, Player, UnreadableMove, Words, option
from numduel.game import Preset
from numduel.words import line


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


class BadSlug(LastStone):
    slug = "Last_Stone"


class NoTitle(LastStone):
    title = ""


class BadSummary(LastStone):
    summary = "Take stones"


class OldRules(LastStone):
    rules_version = 0


class PresetForNothing(LastStone):
    presets = (Preset("small", {"heap": 4}, ()),)


class PresetTooSmall(LastStone):
    presets = (Preset("small", {"heap": 0}, ("play",)),)


class Unfinished(Game):
    slug = "unfinished"
    title = "Unfinished"
    summary = "Something is missing."

    def start(self):
        return Heap(1, Player.ONE)


class NoDataclass(LastStone):
    colour: Literal["red", "blue"] = option("red", "the colour of the stones")


@dataclass(frozen=True)
class HidesStart(LastStone):
    start: int = option(3, "how many stones there are", minimum=1)


@dataclass(frozen=True)
class NoHelp(LastStone):
    again: int = 3


@dataclass(frozen=True)
class BadDefault(LastStone):
    most: int = option(3, "the most that can be taken", minimum=4)


@dataclass(frozen=True)
class TextOption(LastStone):
    colour: str = option("red", "the colour of the stones")


@dataclass(frozen=True)
class UncheckedOptions(LastStone):
    def __post_init__(self):
        pass


class EqualToNone(LastStone):
    def __eq__(self, other):
        return self is other

    __hash__ = LastStone.__hash__


class PlayerTwoBegins(LastStone):
    def start(self):
        return Heap(self.heap, Player.TWO)


class Heaps(NamedTuple):
    stones: list
    to_move: Player


class ListState(LastStone):
    def start(self):
        return Heaps([self.heap], Player.ONE)


class NobodysTurn(LastStone):
    def start(self):
        return (self.heap, 1)


class Stones:
    """Equal to nothing but itself."""

    def __init__(self, stones, to_move):
        self.stones = stones
        self.to_move = to_move


class NoValue(LastStone):
    def start(self):
        return Stones(self.heap, Player.ONE)


class SameAgain(LastStone):
    def after(self, state, move):
        to_move = state.to_move if move == 3 else state.to_move.opponent
        return Heap(state.stones - move, to_move)


class ComesBack(LastStone):
    def after(self, state, move):
        return Heap(state.stones + (2 if move == 3 else -move), state.to_move.opponent)

    def refusal(self, state, move):
        return "No." if state.stones == 0 or move > max(state.stones, 2) else None


class Count(NamedTuple):
    number: int
    to_move: Player


class GoesOn(LastStone):
    def start(self):
        return Count(0, Player.ONE)

    def refusal(self, state, move):
        return None

    def after(self, state, move):
        return Count(state.number + move, state.to_move.opponent)

    def outcome(self, state):
        return None


class LegalLeavesOut(LastStone):
    def legal_moves(self, state):
        return [move for move in super().legal_moves(state) if move != 2 or state.stones == 2]


class LegalHasMore(LastStone):
    def legal_moves(self, state):
        return [1, 2] if state.stones == 1 and self.heap > 1 else super().legal_moves(state)

    def outcome(self, state):
        return None if state.stones > 0 else Outcome(state.to_move.opponent, "by taking the last")


class LegalBackwards(LastStone):
    def legal_moves(self, state):
        return super().legal_moves(state)[::-1]


class LegalGenerator(LastStone):
    def legal_moves(self, state):
        return (move for move in super().legal_moves(state))


KEPT = {}


class LegalShared(LastStone):
    def legal_moves(self, state):
        return KEPT.setdefault((self, state), super().legal_moves(state))


class BadRefusal(LastStone):
    def refusal(self, state, move):
        return super().refusal(state, move) and "no"


class AllowsAnything(LastStone):
    def refusal(self, state, move):
        return super().refusal(state, move) if 0 <= move <= 3 else None


class PlayForgives(LastStone):
    def play(self, state, move):
        return self.after(state, min(move, state.stones))


class NeverOver(LastStone):
    def outcome(self, state):
        return None


class OverTooSoon(LastStone):
    def outcome(self, state):
        return Outcome(state.to_move.opponent, "early") if state.stones < 2 else None


class NobodyWins(LastStone):
    def outcome(self, state):
        return None if state.stones else Outcome(None, "by nobody")


class BadReason(LastStone):
    def outcome(self, state):
        return None if state.stones else Outcome(state.to_move.opponent, "The last stone.")


class NamesPlayer(LastStone):
    def outcome(self, state):
        return None if state.stones else Outcome(Player.ONE, "as Player 2 has no stone")


class Pile:
    """A state that is changed in place."""

    def __init__(self, stones):
        self.stones = stones
        self.to_move = Player.ONE

    def __eq__(self, other):
        return (self.stones, self.to_move) == (other.stones, other.to_move)

    def __hash__(self):
        return 1


class ChangedState(LastStone):
    def start(self):
        return Pile(self.heap)

    def after(self, state, move):
        other = Pile(state.stones - move)
        other.to_move = state.to_move.opponent
        state.seen = move
        state.stones += 0 if move < 3 else 1
        return other


class TwoWritten(LastStone):
    def write_move(self, move):
        return str(min(move, 2))

    def read_move(self, text):
        return int(text)


class BadlyWritten(LastStone):
    def write_move(self, move):
        return f"take {move}"


class NotReadBack(LastStone):
    def write_move(self, move):
        return str(move * 10)


class ValueErrorOnReading(LastStone):
    def read_move(self, text):
        return int(text)


class MoveTwice(LastStone):
    def all_moves(self):
        return [1, *super().all_moves()]

    def legal_moves(self, state):
        return [move for move in super().all_moves() if self.refusal(state, move) is None]


class NeverLegal(LastStone):
    def all_moves(self):
        return range(1, 5)


class MovesBuilt(LastStone):
    def all_moves(self):
        return list(range(1, self.heap + 1))

    def refusal(self, state, move):
        return None if 1 <= move <= state.stones else f"{move} stones cannot be taken."


class EssenceList(LastStone):
    def essence(self, state):
        return [state.stones]


class EssenceTooSmall(LastStone):
    def essence(self, state):
        return state.stones % 3


class Rounds(NamedTuple):
    number: int
    to_move: Player


class EssenceComesBack(LastStone):
    """Four rounds in which nothing is decided: equal values, but the essence goes in a circle."""

    def start(self):
        return Rounds(0, Player.ONE)

    def all_moves(self):
        return range(1, 3)

    def refusal(self, state, move):
        if not 1 <= move <= 2 or state.number > 9:
            return "There is no such move."
        return None

    def after(self, state, move):
        number = state.number + 1 if move == 1 else 10
        return Rounds(number, state.to_move.opponent)

    def outcome(self, state):
        if state.number <= 9:
            return None
        return Outcome(state.to_move.opponent, "by ending it")

    def essence(self, state):
        return state.number > 9


class LongerThanSaid(LastStone):
    def most_moves(self):
        return 2


class ViewOfPlayers(LastStone):
    def view(self, state):
        return {"to_move": int(state.to_move), "stones": {state.stones}}


class ViewChangesNames(LastStone):
    def view(self, state):
        extra = {"few": True} if state.stones < 2 else {}
        return super().view(state) | extra


class ViewWithoutTurn(LastStone):
    def view(self, state):
        return {"stones": state.stones, "whose": int(state.to_move)}


class ViewHides(LastStone):
    def view(self, state):
        return {"to_move": int(state.to_move)}


class FeaturesGrow(LastStone):
    def features(self, state):
        return (1.0,) * state.stones


class FeaturesOfWords(LastStone):
    def features(self, state):
        return (state.stones,)


class FeaturesTellNothing(LastStone):
    def features(self, state):
        return (1.0,)


class TextWords(Words):
    def turn(self, game, state):
        return [f"{state.to_move}'s turn"]


class WordsAreText(LastStone):
    words = TextWords()


class LoudWords(Words):
    def task(self, game, state):
        return "Take a stone!"


class WordsShout(LastStone):
    words = LoudWords()


class SilentWords(Words):
    def turn(self, game, state):
        return [line("Somebody's turn.")]


class WordsNameNobody(LastStone):
    words = SilentWords()


class ShyWords(Words):
    def choices(self, game, state, shorten=True):
        return [line("Guess.")]


class WordsListNothing(LastStone):
    words = ShyWords()


class DeafWords(Words):
    def answers(self, game, state, move):
        return ["1"]


class WordsMisunderstand(LastStone):
    words = DeafWords()


class FailingWords(Words):
    def ending(self, game, state, outcome):
        raise LookupError("no words")


class WordsFail(LastStone):
    words = FailingWords()


class ByChance(LastStone):
    """Its third stone counts double every other time."""

    count = 0

    def after(self, state, move):
        ByChance.count += 1
        taken = 1 if ByChance.count % 2 else move
        return Heap(state.stones - taken, state.to_move.opponent)


class StartRaises(LastStone):
    def start(self):
        raise RuntimeError("out of stones")


class AfterRaises(LastStone):
    def after(self, state, move):
        if state.stones == 4:
            return Heap(1 // 0, Player.ONE)
        return super().after(state, move)


class RefusalExits(LastStone):
    def refusal(self, state, move):
        if state.stones == 2:
            raise SystemExit(7)
        return super().refusal(state, move)


class ReadsNothing(LastStone):
    def read_move(self, text):
        raise UnreadableMove(f"{text} is not a move")


class ManyMoves(LastStone):
    """Every subset of the stones is a move, which would fill any memory."""

    def all_moves(self):
        return list(range(1, 2**self.heap))

    def start(self):
        return Heap(2**self.heap - 1, Player.ONE)

    def refusal(self, state, move):
        return None if 1 <= move <= state.stones else f"{move} stones cannot be taken."
