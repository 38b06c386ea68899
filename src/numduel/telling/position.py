"""A position in a sentence: whose turn it is and what they must do, or how the duel ended."""

from numduel.game import AnyGame, Player
from numduel.match import Match
from numduel.telling.address import PLAIN, Address
from numduel.words import begin_sentence


def title_of(game: AnyGame) -> str:
    """A game's title with its settings: each option and its value, in brackets."""
    settings = [
        f"{name} {('no', 'yes')[value] if isinstance(value, bool) else value}"
        for name, value in game.options.items()
    ]
    return f"{game.title} ({', '.join(settings)})" if settings else game.title


def headline(match: Match, address: Address = PLAIN) -> str:
    """The one sentence above a board."""
    outcome = match.outcome
    if outcome is not None:
        return f"{address.does(outcome.winner, 'win')} {outcome.reason}."
    player = match.state.to_move
    task = match.game.words.task(match.game, match.state)
    if player in address.you:
        return f"Your turn: {task}." if task else "Your move."
    if task:
        return f"{address.does(player, task)}."
    return f"{begin_sentence(address.name(player))}'s move."


def last_move(match: Match, address: Address = PLAIN) -> str:
    """What the last move did, as a sentence, or nothing before the first move."""
    if not match.moves:
        return ""
    *earlier, move = match.moves
    game, before = match.game, match.game.start()
    for played in earlier:
        before = game.after(before, played)
    return tell_deed(before.to_move, game.words.done(game, before, move), address)


def tell_deed(player: Player, done: str, address: Address = PLAIN) -> str:
    """What a player did, as a sentence; `done` is what the words of the game say of the move."""
    return f"{address.who(player)} {done}."
