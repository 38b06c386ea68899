"""Even/Odd Match: the same rules as Parity Duel.

Goal: be the last to remove a number. Both players share the numbers 1 to {numbers}.

Turn: Player 1 begins by removing any number. If the last number removed was odd, the next player
must remove an even one; if it was even, an odd one. A number removed is gone for good.

End: a player who has no number of the required kind left loses. There is no draw.

Example, with the numbers 1 to 3: Player 1 removes 3, so Player 2 must remove an even number and
removes 2. Player 1 must remove an odd number and removes 1. Player 2 must remove an even number,
none is left: Player 1 wins.

Options: `numbers` is the length of the list. `jokers` (a variant, none in the rule book) lets
each player remove a number of the wrong parity that many times in a game.

Rulings, where the rule book is silent or contradicts itself:

- E1. Its rules are Parity Duel's: one implementation of the rules, two sets of words.
- E2. "Numbers Remaining" stands twice a turn. Under "must remove an EVEN number." the list holds
  what may be removed now; after the move it holds all that remains. On the opening turn only the
  prompt is shown, and at the end neither "must remove" nor its list.
- E4. The prompt is always "Player 2 inputs: "; "Player 2 removes 2" is printed as well for the
  move that ends the game.
- P2. With as many odd as even numbers the second player always wins, whatever anyone does;
  otherwise only the opening matters.
- V1. The opening never costs a joker. A player whose only moves need a joker, and who has one,
  must play it. The parity of what was removed binds the next player as usual.
"""

from dataclasses import dataclass
from typing import Any

from numduel.games.parity_duel import ParityDuel, ParityState, RemovingWords, joker_choices
from numduel.pool import numbers_in, parity_of
from numduel.words import BLANK, Line, Role, Span, line, listing, turn_of


@dataclass(frozen=True)
class EvenOddMatch(ParityDuel):
    slug = "even-odd-match"
    title = "Even/Odd Match"
    summary = "Remove even after odd, odd after even. If you cannot, you lose."
    order = 4

    @property
    def words(self) -> "EvenOddWords":
        return EvenOddWords(self)


class EvenOddWords(RemovingWords):
    def opening(self, state: ParityState) -> list[Line]:
        return [self.remaining(state, "Initial Numbers"), BLANK]

    def turn(self, state: ParityState) -> list[Line]:
        player = state.to_move
        if state.last is None:
            return [line(turn_of(player, f"{player}'s turn."), " Remove any number:")]
        due = parity_of(state.last + 1).upper()
        must = line(turn_of(player, str(player)), f" must remove an {due} number.")
        return [must, *self.choices(state)]

    def choices(self, state: ParityState) -> list[Line]:
        due = state.remaining if state.last is None else self.game.due(state)
        choices = line("Numbers Remaining: [", listing(numbers_in(due), none=""), "]")
        jokers = [] if state.last is None else joker_choices(self.game, state, ", ", "[{}]")
        return [choices, *jokers]

    def board(self, state: ParityState) -> list[Line]:
        return [self.remaining(state), BLANK, *self.turn(state)]

    def question(self, state: ParityState, said: tuple[Any, ...] = ()) -> Line:
        return line(Span(f"{state.to_move} inputs: ", Role.PROMPT))

    def played(self, before: ParityState, move: int, after: ParityState) -> list[Line]:
        announced = [line(f"{before.to_move} removes ", Span(str(move), Role.LAST))]
        is_last = self.game.outcome(after) is not None
        spends = self.game.needs_joker(before, move)
        if spends:
            announced = [line(f"{before.to_move} plays a joker and removes {move}")]
        return [*(announced if is_last or spends else []), self.remaining(after), BLANK]

    def ending(self, state: ParityState, outcome: Any) -> list[Line]:
        return [
            line(f"{state.to_move} has no valid moves remaining."),
            line(f"{outcome.winner} wins the game!"),
        ]

    def remaining(self, state: ParityState, label: str = "Numbers Remaining") -> Line:
        allowed = self.game.allowed(state)
        numbers = listing(
            numbers_in(state.remaining),
            none="",
            is_allowed=lambda number: allowed >> number & 1 == 1,
        )
        return line(f"{label}: [", numbers, "]")
