"""The menu: from nothing to a game in a few key presses. Enter takes the first answer."""

from collections.abc import Sequence
from typing import TypeVar

from numduel.catalogue import build_game, list_games, read_options
from numduel.errors import NumduelError
from numduel.game import AnyGame
from numduel.options import options_of
from numduel.players import PLAYERS
from numduel.terminal.party import Party
from numduel.terminal.saved import resume_game
from numduel.terminal.screen import InputEnded, Screen
from numduel.terminal.shelf import Shelf
from numduel.terminal.sitting import start
from numduel.words import quote

T = TypeVar("T")
RESUME = "resume"


def run_menu(screen: Screen) -> int:
    """Choose a game and play it; returns the exit code."""
    try:
        chosen = _choose_game(screen)
        if isinstance(chosen, str):
            return resume_game(screen, Shelf())
        level = _choose_level(screen)
        names = _ask_names(screen) if level is None else None
        first = _choose_first(screen, level, names)
        game = _choose_options(screen, chosen)
    except InputEnded:
        screen.end_row()
        screen.notice("Goodbye.")
        return 0
    screen.tell("")
    return start(screen, game, names=names, first=first, vs=level)


def _choose_game(screen: Screen) -> type[AnyGame] | str:
    answers: list[tuple[str, str, type[AnyGame] | str]] = [
        (game_class.title, game_class.summary, game_class) for game_class in list_games()
    ]
    unfinished, _ = Shelf().unfinished()
    if unfinished:
        title = unfinished[0][1].match.game.title
        answers.append((RESUME, f"Go on with the unfinished game ({title}).", RESUME))
    screen.tell("numduel: small number duels for two")
    return _choose(screen, "Which game", answers)


def _choose_level(screen: Screen) -> str | None:
    who = [("two people", "", False), ("computer", "You against the computer.", True)]
    if not _choose(screen, "Who plays", who):
        return None
    levels = [(name, "", name) for name in PLAYERS]
    return _choose(screen, "How strong is the computer", levels)


def _ask_names(screen: Screen) -> str | None:
    while True:
        names = screen.ask("Your names, as in Ann,Bob [Player 1,Player 2]: ").strip()
        try:
            Party(names or None)
        except NumduelError as wrong:
            screen.tell(str(wrong))
        else:
            return names or None


def _choose_first(screen: Screen, level: str | None, names: str | None) -> str:
    one, two = Party(names, level).labels
    if level is None and names is None:
        one, two = "the first of you", "the second of you"
    answers = [(one, "", "1"), (two, "", "2"), ("coin", "Toss a coin.", "random")]
    return _choose(screen, "Who begins", answers)


def _choose_options(screen: Screen, game_class: type[AnyGame]) -> AnyGame:
    """Asks for the options that a rule book suggests values for."""
    texts: dict[str, str] = {}
    for option in options_of(game_class):
        while option.suggest is not None:
            question = f"{option.help.capitalize()} ({option.suggest}) [{option.default}]: "
            texts[option.name] = screen.ask(question).strip() or str(option.default)
            try:
                build_game(game_class, read_options(game_class, texts))
                break
            except NumduelError as wrong:
                screen.tell(str(wrong))
    return build_game(game_class, read_options(game_class, texts))


def _choose(screen: Screen, question: str, answers: Sequence[tuple[str, str, T]]) -> T:
    """One of several, each with a name and a line about it: by number, name or its beginning."""
    if len(answers) == 1:
        return answers[0][2]
    screen.tell("")
    width = max(len(name) for name, _, _ in answers)
    for number, (name, about, _) in enumerate(answers, start=1):
        screen.tell(f"  {number}  {name:{width}}  {about}".rstrip())
    while True:
        typed = screen.ask(f"{question}? [1]: ").strip()
        if not typed:
            return answers[0][2]
        wanted = typed.casefold()
        found = [
            value
            for number, (name, _, value) in enumerate(answers, start=1)
            if wanted == str(number) or _fold(name).startswith(_fold(wanted))
        ]
        if len(found) == 1:
            return found[0]
        screen.tell(f"{quote(typed)} is not one of these: enter a number from 1 to {len(answers)}.")


def _fold(name: str) -> str:
    """A name without the signs that people leave out: even-odd match is Even/Odd Match."""
    return "".join(letter for letter in name.casefold() if letter.isalnum())
