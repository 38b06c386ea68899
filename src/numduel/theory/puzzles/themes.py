"""What a puzzle is about: which moves come to the same, what gives the answer away, and the theme.

A type of game can register its own answer to each of these questions; any other `Game` gets a
general answer. `study/` makes puzzles with these answers and knows no game itself.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from functools import singledispatch
from typing import Any, NamedTuple

from numduel.game import AnyGame
from numduel.games.divisor_duel import DivisorDuel, DivisorState
from numduel.games.grundys_game import GrundysGame, HeapsState, Split
from numduel.games.number_split_duel import NumberSplitDuel
from numduel.games.parity_duel import ParityDuel, ParityState
from numduel.games.sequence_builder import SequenceBuilder, SequenceState
from numduel.pool import parity_of
from numduel.theory.verdict import analyse, first_best

_LONGEST_CHAIN = 30  # moves that are followed to see whether all replies are forced

_LEAVE_NO_CHOICE = "Leave your opponent no choice, move after move."
_COUNT_PAIRS = "Count the pairs that each of you will have at the end."
_COUNT_KINDS = "Count the odd and the even numbers that are left, and who needs which."


class Theme(NamedTuple):
    """What a puzzle teaches: a short name, a sentence that is told after the solution, and one
    that helps to find it without giving it away."""

    name: str
    text: str
    nudge: str


@singledispatch
def kind_of(_game: AnyGame, _state: Any, move: Any) -> Hashable:
    """Moves of one kind come to the same, so they count as one way to win or to lose."""
    return move  # type: ignore[no-any-return]


@kind_of.register(SequenceBuilder)
@kind_of.register(ParityDuel)
def _(_game: Any, _state: Any, move: int) -> Hashable:
    return parity_of(move)


@singledispatch
def lack_of_puzzles(_game: AnyGame) -> str | None:
    """Why a game has no puzzles worth asking, as a sentence, or None if it may have some."""
    return None


@lack_of_puzzles.register(NumberSplitDuel)
def _(_game: NumberSplitDuel) -> str:
    return (
        "There are no puzzles: from every number that can be split, handing over 1 wins, so there"
        " is nothing to find."
    )


@singledispatch
def give_away(game: AnyGame, state: Any, answers: Sequence[Any]) -> str | None:
    """What gives the winning moves away without any thought, or None. In every game that is a move
    that wins at once and, if moves are numbers, the only odd one among even ones or the reverse."""
    if any(game.outcome(game.after(state, answer)) for answer in answers):
        return "it wins at once"
    moves = game.legal_moves(state)
    if isinstance(answers[0], int) and _is_odd_one_out(moves, answers, lambda move: move % 2):
        return f"it is the only {parity_of(answers[0])} number"
    return None


@give_away.register(DivisorDuel)
def _(game: DivisorDuel, state: DivisorState, answers: Sequence[int]) -> str | None:
    moves, last = game.legal_moves(state), state.last or 0
    if 1 in answers:
        return "it is 1"
    if _is_odd_one_out(moves, answers, _is_prime):
        return "it is the only prime" if _is_prime(answers[0]) else "it is the only one not prime"
    if _is_odd_one_out(moves, answers, lambda move: move > last):
        kind = "multiple" if answers[0] > last else "divisor"
        return f"it is the only {kind} of {last}"
    return give_away.dispatch(object)(game, state, answers)


@give_away.register(SequenceBuilder)
def _(game: SequenceBuilder, state: SequenceState, answers: Sequence[int]) -> str | None:
    mine = state.sequences[state.to_move - 1]
    if mine and mine[-1] % 2 == answers[0] % 2:  # so it is in 99 of 100 of its puzzles
        return f"it goes on with the {parity_of(answers[0])} numbers of your own row"
    return give_away.dispatch(object)(game, state, answers)


@give_away.register(ParityDuel)
def _(_game: ParityDuel, state: ParityState, _answers: Sequence[int]) -> str:
    if state.last is None:
        return "there are more numbers of its kind"
    return "it needs no joker"


@give_away.register(GrundysGame)
def _(game: GrundysGame, state: HeapsState, answers: Sequence[Split]) -> str | None:
    if _is_odd_one_out(game.legal_moves(state), answers, lambda move: move.heap):
        return f"it is the only split of {answers[0].heap}"
    return give_away.dispatch(object)(game, state, answers)


@singledispatch
def share_kept(_game: AnyGame, _state: Any, _answers: Sequence[Any]) -> float:
    """The share of puzzles like this one to ask. It is less than 1 if a simple habit would be right
    more often than a guess: fewer such puzzles make the habit useless."""
    return 1.0


@share_kept.register(DivisorDuel)
def _(game: DivisorDuel, state: DivisorState, answers: Sequence[int]) -> float:
    # The largest number is the answer to about half of the puzzles with four moves or more.
    return 0.25 if answers[0] == game.legal_moves(state)[-1] else 1.0


def _is_odd_one_out(
    moves: Sequence[Any], answers: Sequence[Any], property_of: Callable[[Any], Any]
) -> bool:
    """Whether the one answer differs from all other moves in a property that they share."""
    values = Counter(map(property_of, moves))
    return len(values) == 2 and len(answers) == 1 and values[property_of(answers[0])] == 1


def _is_prime(number: int) -> bool:
    return number > 1 and all(number % divisor for divisor in range(2, int(number**0.5) + 1))


@singledispatch
def theme_of(game: AnyGame, state: Any, answers: Sequence[Any]) -> Theme:
    """The theme of a position in which `answers` win and some other move loses."""
    if game.outcome(game.after(state, answers[0])):
        return Theme("win at once", "The right move ends the game.", "One move ends the game.")
    if _is_forced(game, state, answers[0]):
        text = "After the right move every reply of your opponent is forced."
        return Theme("forced chain", text, _LEAVE_NO_CHOICE)
    text = "The right move is found by looking ahead."
    return Theme("look ahead", text, "Ask of each move what your opponent would reply.")


@theme_of.register(DivisorDuel)
def _(game: DivisorDuel, state: DivisorState, answers: Sequence[int]) -> Theme:
    answer = answers[0]
    replies = game.legal_moves(game.after(state, answer))
    if list(replies) in ([], [1]) and _is_prime(answer) and 2 * answer > game.numbers:
        text = f"{answer} is prime, and twice {answer} is not on the list: only 1 can follow it."
        return Theme("big prime", text, "Look for a number that only 1 can follow.")
    if not replies:
        text = f"No divisor or multiple of {answer} is left."
        return Theme("dead end", text, "Look for a number that nothing can follow.")
    losing = [move for move in game.legal_moves(state) if move not in answers]
    if [1] in (list(replies), losing):
        text = "Whoever takes 1 lets the other take any number that is left."
        return Theme("1 is poison", text, "Which of you will have to take 1?")
    if _is_forced(game, state, answer):
        text = f"After {answer} every reply of your opponent is forced."
        return Theme("forced chain", text, _LEAVE_NO_CHOICE)
    return Theme(
        "pairing",
        "Every number that your opponent can come to has a partner for you.",
        "Give each number that your opponent can come to a partner, which you would take.",
    )


@theme_of.register(ParityDuel)
def _(_game: ParityDuel, state: ParityState, answers: Sequence[int]) -> Theme:
    if state.last is None:
        text = f"There are more {parity_of(answers[0])} numbers than others."
        return Theme("parity", text, "Count the odd and the even numbers.")
    return Theme(
        "save the joker",
        "A joker on the scarcer kind is needed later.",
        "Count how long you can go on without your joker.",
    )


@theme_of.register(SequenceBuilder)
def _(game: SequenceBuilder, state: SequenceState, answers: Sequence[int]) -> Theme:
    kind = answers[0] % 2
    mine, theirs = state.sequences[state.to_move - 1], state.sequences[state.to_move.opponent - 1]
    word = parity_of(kind)
    if game.outcome(game.after(state, answers[0])):
        return Theme("last number", f"An {word} number decides the count of pairs.", _COUNT_PAIRS)
    if mine and mine[-1] % 2 != kind:
        text = f"An {word} number costs you a pair and is worth more than that."
        return Theme("break your row", text, _COUNT_PAIRS)
    if theirs and theirs[-1] % 2 == kind:
        return Theme(
            "both want it", f"You and your opponent both need {word} numbers.", _COUNT_KINDS
        )
    return Theme("keep your row", f"Go on with {word} numbers before they run out.", _COUNT_KINDS)


@theme_of.register(GrundysGame)
def _(game: GrundysGame, state: HeapsState, answers: Sequence[Split]) -> Theme:
    answer = answers[0]
    after = game.after(state, answer)
    heaps = Counter(heap for heap in after.heaps if heap > 2)
    if not heaps:
        text = "No heap is left that can be split."
        return Theme("last split", text, "Leave no heap that can be split.")
    if all(number % 2 == 0 for number in heaps.values()):
        text = "The heaps are equal two by two: copy what your opponent does."
        return Theme("copying", text, "Leave heaps that are equal two by two.")
    if _is_forced(game, state, answer):
        text = "After the right split your opponent has no choice."
        return Theme("forced chain", text, _LEAVE_NO_CHOICE)
    return Theme(
        "heap sums",
        "The values of the heaps cancel out after the right split.",
        "Find the value of each heap, and leave values that cancel out.",
    )


def _is_forced(game: AnyGame, state: Any, answer: Any) -> bool:
    """Whether the opponent never has a choice after a move, if the winner plays on well."""
    after = game.after(state, answer)
    for _ in range(_LONGEST_CHAIN):
        replies = game.legal_moves(after)
        if len({kind_of(game, after, reply) for reply in replies}) != 1:
            return False
        after = game.after(after, replies[0])
        if game.outcome(after):
            return True
        after = game.after(after, first_best(analyse(game, after, 0)))
        if game.outcome(after):
            return True
    return False
