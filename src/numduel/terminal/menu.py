"""The menu: everything that a player needs, without knowing a command."""

from collections.abc import Callable
from datetime import date

from numduel.catalogue import list_games
from numduel.errors import NumduelError
from numduel.game import AnyGame
from numduel.terminal.choosing import ToMenu, ask_text, choose_one
from numduel.terminal.line_input import Left
from numduel.terminal.new_game import set_up
from numduel.terminal.playing.lessons import learn
from numduel.terminal.playing.puzzles import solve_daily, solve_puzzles
from numduel.terminal.playing.replay import Replay
from numduel.terminal.playing.resume import resume_game, tell_open_elsewhere
from numduel.terminal.playing.review import show_review
from numduel.terminal.playing.statistics import show_statistics
from numduel.terminal.rules import show_rules
from numduel.terminal.saved.lists import choose_finished
from numduel.terminal.saved.saved_games import SavedGames
from numduel.terminal.screen import Screen

Deed = Callable[[Screen], int | None]  # an exit code to leave with, or None to show the menu again
_Answer = tuple[str, str, Deed]


def or_menu(screen: Screen, play: Callable[[], int]) -> int:
    """Play, and go to the menu if that is wanted in a game or after it; returns the exit code."""
    try:
        return play()
    except ToMenu:
        screen.tell("")
        return run_menu(screen)


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
        except ToMenu:
            code = None
        except NumduelError as refused:
            screen.tell(str(refused))
            code = None
        if code is not None:
            return code


def _game_answer(game_class: type[AnyGame]) -> _Answer:
    return game_class.title, game_class.summary, lambda screen: set_up(screen, game_class)


def _others() -> list[_Answer]:
    """What there is besides the games."""
    unfinished = SavedGames().unfinished().games
    which = "an unfinished game"
    if len(unfinished) == 1:
        which = f"the unfinished game ({unfinished[0][1].match.game.title})"
    elif unfinished:
        which = f"one of {len(unfinished)} unfinished games"
    return [
        ("resume", f"Go on with {which}.", lambda screen: resume_game(screen, SavedGames())),
        ("learn", "Short lessons: how to win, and why.", _learn),
        ("puzzles", "Find the winning move.", _solve),
        ("daily puzzle", "The same for everybody today.", _solve_daily),
        ("review", "See where a finished game was decided.", _review),
        ("watch", "See a finished game again, move by move.", _watch),
        ("rules", "Read how a game is played.", _read_rules),
        ("statistics", "Your games so far.", _tell_statistics),
        ("options", "What is shown while you play.", _choose_options),
        ("quit", "", _quit),
    ]


def _solve(screen: Screen) -> None:
    solve_puzzles(screen)
    _pause(screen)


def _solve_daily(screen: Screen) -> None:
    solve_daily(screen, date.today())
    _pause(screen)


def _learn(screen: Screen) -> None:
    learn(screen)
    _pause(screen)


def _tell_statistics(screen: Screen) -> None:
    show_statistics(screen, SavedGames())
    _pause(screen)


def _review(screen: Screen) -> None:
    show_review(screen, choose_finished(screen, SavedGames())[1].match)
    _pause(screen)


def _watch(screen: Screen) -> None:
    shown = Replay(screen, choose_finished(screen, SavedGames())[1].match)
    if screen.is_terminal:
        shown.step()
    else:
        shown.show_all()
    _pause(screen)


def _read_rules(screen: Screen) -> None:
    games = [(game_class.title, game_class.summary, game_class) for game_class in list_games()]
    show_rules(screen, choose_one(screen, "Which game", games))
    _pause(screen)


def _choose_options(screen: Screen) -> None:
    """Switch on and off what is shown in a game, until the menu is wanted."""
    while True:
        answers = [
            (
                "values",
                f"Marks on moves, ▲ wins and ▼ loses: {_on(screen.shows_values)}.",
                "values",
            ),
            ("drawings", f"Each turn with a drawing: {_on(screen.draws)}.", "drawings"),
            ("menu", "", "menu"),
        ]
        if not screen.can_draw:
            del answers[1]
        chosen = choose_one(screen, "Change what", answers, usual=len(answers))
        if chosen == "menu":
            return
        if chosen == "values":
            screen.shows_values = not screen.shows_values
        else:
            screen.set_drawing(not screen.draws)


def _on(is_on: bool) -> str:
    return "on" if is_on else "off"


def _quit(_: Screen) -> None:
    raise Left


def _pause(screen: Screen) -> None:
    """Let what was shown be read before the menu covers it."""
    if screen.is_terminal:
        ask_text(screen, "Enter goes back to the menu: ", "Just press Enter.")
