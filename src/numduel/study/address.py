"""Subjects of sentences: "Player 1 wins", "Ann wins", "You win"."""

from dataclasses import dataclass, field

from numduel.game import AnyGame, Player, presets_of, write_value
from numduel.match import Match
from numduel.words import begin_sentence

_COMPUTER = "the computer"


@dataclass(frozen=True)
class Address:
    """The players' names in a sentence, and which of them are "you"."""

    names: dict[Player, str] = field(default_factory=dict)
    you: tuple[Player, ...] = ()

    @classmethod
    def of(cls, match: Match, you: tuple[Player, ...] = ()) -> "Address":
        """Return the address of a match for a reader in these seats. A reader in both is not called
        "you"."""
        names = dict(match.names)
        people = [player for player in Player if match.seat(player).is_person]
        for player in Player:
            if people == [player.opponent] and not match.seat(player).name:
                names[player] = _COMPUTER
        return cls(names, you if len(you) == 1 else ())

    def name(self, player: Player) -> str:
        """Return a player's name within a sentence."""
        return "you" if player in self.you else self.names.get(player, str(player))

    def who(self, player: Player) -> str:
        """Return a player's name at the beginning of a sentence."""
        name = self.name(player)
        return name.capitalize() if name in ("you", _COMPUTER) else name

    def does(self, player: Player, deed: str) -> str:
        """Return a sentence's beginning with a player and a verb: `deed` is "win the game"."""
        return f"{self.who(player)} {deed if player in self.you else third_person(deed)}"

    def was(self, player: Player) -> str:
        """Return a player with "was" or "were", at the beginning of a sentence."""
        return f"{self.who(player)} {'were' if player in self.you else 'was'}"

    def has(self, player: Player) -> str:
        """Return a player with "has" or "have", at the beginning of a sentence."""
        return f"{self.who(player)} {'have' if player in self.you else 'has'}"


PLAIN = Address()  # "Player 1" and "Player 2", and nobody is "you"


def third_person(order: str) -> str:
    """Put an imperative into the third person: "take 8" becomes "takes 8"."""
    verb, space, rest = order.partition(" ")
    return f"{_third(verb)}{space}{rest}"


def _third(verb: str) -> str:
    if verb.endswith(("s", "x", "z", "ch", "sh", "o")):
        return f"{verb}es"
    if verb.endswith("y") and verb[-2:-1] not in "aeiou":
        return f"{verb[:-1]}ies"
    return f"{verb}s"


def title_of(game: AnyGame) -> str:
    """Return a game's title with the name of its preset or, without one, its options in
    brackets."""
    if not game.changed_options:
        return game.title
    named = (
        preset.name for preset in presets_of(type(game)) if preset.options == game.changed_options
    )
    settings = (f"{name} {write_value(value)}" for name, value in game.options.items())
    return f"{game.title} ({next(named, None) or ', '.join(settings)})"


def headline(match: Match, address: Address = PLAIN) -> str:
    """Return the sentence above a board: whose turn it is and their task, or how the duel ended."""
    outcome = match.outcome
    if outcome is not None:
        return f"{address.does(outcome.winner, 'win')} {outcome.reason}."
    player = match.state.to_move
    task = match.game.words.task(match.state)
    if player in address.you:
        return f"Your turn: {task}." if task else "Your move."
    if task:
        return f"{address.does(player, task)}."
    return f"{begin_sentence(address.name(player))}'s move."


def tell_deed(player: Player, done: str, address: Address = PLAIN) -> str:
    """Return a sentence on a player's move; `done` is from the words of the game."""
    return f"{address.who(player)} {done}."
