"""Shows the rules of a game."""

from numduel.catalogue import rule_book
from numduel.game import AnyGame
from numduel.terminal.screen import Screen


def show_rules(screen: Screen, game_class: type[AnyGame], rulings: bool = False) -> None:
    """Print the rules; the rulings too if wanted, otherwise how to see them."""
    book = rule_book(game_class)
    screen.tell_prose(book.text(rulings=rulings))
    if book.rulings and not rulings:
        command = f"numduel rules {game_class.slug} --rulings"
        screen.notice(f"How doubtful cases are settled: {command}")
