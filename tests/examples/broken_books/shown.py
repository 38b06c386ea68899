"""Rule books whose view, features or words break the contract."""

from last_stone import LastStone

from numduel import Words
from numduel.words import line


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
    def turn(self, state):
        return [f"{state.to_move}'s turn"]


class WordsAreText(LastStone):
    words = property(TextWords)


class LoudWords(Words):
    def task(self, state):
        return "Take a stone!"


class WordsShout(LastStone):
    words = property(LoudWords)


class SilentWords(Words):
    def turn(self, state):
        return [line("Somebody's turn.")]


class WordsNameNobody(LastStone):
    words = property(SilentWords)


class ShyWords(Words):
    def choices(self, state):
        return [line("Guess.")]


class WordsListNothing(LastStone):
    words = property(ShyWords)


class DeafWords(Words):
    def answers(self, state, move):
        return ["1"]


class WordsMisunderstand(LastStone):
    words = property(DeafWords)


class FailingWords(Words):
    def ending(self, state, outcome):
        raise LookupError("no words")


class WordsFail(LastStone):
    words = property(FailingWords)
