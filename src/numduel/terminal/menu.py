"""The menu: everything that a player needs, without knowing a command."""

from collections.abc import Callable
from datetime import date

from numduel.catalogue import list_games
from numduel.errors import NumduelError
from numduel.game import AnyGame
from numduel.study import TASK
from numduel.terminal.choosing import ToMenu, ask_text, choose_one
from numduel.terminal.learning.lessons import learn
from numduel.terminal.learning.puzzles import solve_daily, solve_puzzles
from numduel.terminal.line_input import Left
from numduel.terminal.looking_back.replay import Replay
from numduel.terminal.looking_back.review import show_review
from numduel.terminal.looking_back.statistics import show_statistics
from numduel.terminal.new_game import set_up
from numduel.terminal.playing.resume import resume_game, tell_open_elsewhere
from numduel.terminal.rules import show_rules
from numduel.terminal.saved.lists import choose_finished
from numduel.terminal.saved.saved_games import SavedGames
from numduel.terminal.screen import Screen

Deed = Callable[[Screen], int | None]  # an exit code to leave with, or None to show the menu again
_MenuAnswer = tuple[str, str, Deed]


def run_menu(screen: Screen) -> int:
    """Show the menu and do what is chosen, again and again; returns the exit code."""
    screen.has_menu = True
    screen.tell("numduel: small number duels for two")
    if screen.guides:
        screen.notice("Enter a number or a name; help says more, quit leaves.")
    tell_open_elsewhere(screen, SavedGames().unfinished().open_elsewhere)
    while True:
        games = [_game_answer(game_class) for game_class in list_games()]
        try:
            code = choose_one(screen, "What shall it be", games + _others(), gap=len(games))(screen)
            if code is not None:
                return code
            _pause(screen)
        except ToMenu:
            continue
        except NumduelError as refused:
            screen.tell(str(refused))


def _game_answer(game_class: type[AnyGame]) -> _MenuAnswer:
    return game_class.title, game_class.summary, lambda screen: set_up(screen, game_class)


def _others() -> list[_MenuAnswer]:
    """The entries of the menu below the games."""
    unfinished = SavedGames().unfinished().games
    which = "an unfinished game"
    if len(unfinished) == 1:
        which = f"the unfinished game ({unfinished[0][1].match.game.title})"
    elif unfinished:
        which = f"one of {len(unfinished)} unfinished games"
    return [
        ("resume", f"Go on with {which}.", resume_game),
        ("learn", "Short lessons: how to win, and why.", learn),
        ("puzzles", TASK, solve_puzzles),
        (
            "daily puzzle",
            "The same for everybody today.",
            lambda screen: solve_daily(screen, date.today()),
        ),
        (
            "review",
            "See where a finished game was decided.",
            lambda screen: show_review(screen, choose_finished(screen).match),
        ),
        (
            "watch",
            "See a finished game again, move by move.",
            lambda screen: Replay(screen, choose_finished(screen).match).show(),
        ),
        ("rules", "Read how a game is played.", _read_rules),
        ("statistics", "Your games so far.", show_statistics),
        ("options", "What is shown while you play.", _choose_options),
        ("quit", "", _quit),
    ]


def _read_rules(screen: Screen) -> None:
    games = [(game_class.title, game_class.summary, game_class) for game_class in list_games()]
    show_rules(screen, choose_one(screen, "Which game", games))


def _choose_options(screen: Screen) -> None:
    """Let the player switch values and drawings on or off, until they go back to the menu."""
    while True:
        marks = "on" if screen.shows_values else "off"
        drawings = "on" if screen.draws else "off"
        answers = [
            ("values", f"What each move is worth, as a mark on it: {marks}.", "values"),
            ("drawings", f"Each turn with a drawing: {drawings}.", "drawings"),
            ("menu", "", "menu"),
        ]
        if not screen.can_draw:
            del answers[1]
        chosen = choose_one(screen, "Change what", answers, usual=len(answers))
        if chosen == "menu":
            raise ToMenu
        if chosen == "values":
            screen.shows_values = not screen.shows_values
        else:
            screen.set_drawing(not screen.draws)


def _quit(_: Screen) -> None:
    raise Left


def _pause(screen: Screen) -> None:
    """Wait for Enter, so that the player can read what was shown before the menu covers it."""
    if screen.is_terminal:
        ask_text(screen, "Enter goes back to the menu: ", "Just press Enter.")
