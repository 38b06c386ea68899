"""A position in a sentence: whose turn it is and what they must do, or how the duel ended."""

from numduel.game import AnyGame, Player, write_value
from numduel.match import Match
from numduel.telling.address import PLAIN, Address
from numduel.words import begin_sentence


def title_of(game: AnyGame) -> str:
    """A game's title with its settings: each option and its value, in brackets."""
    settings = [f"{name} {write_value(value)}" for name, value in game.options.items()]
    return f"{game.title} ({', '.join(settings)})" if settings else game.title


def headline(match: Match, address: Address = PLAIN) -> str:
    """The one sentence above a board."""
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
    """What a player did, as a sentence; `done` is what the words of the game say of the move."""
    return f"{address.who(player)} {done}."
