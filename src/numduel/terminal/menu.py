"""The menu: a game in a few key presses. Enter takes the usual answer."""

from collections.abc import Mapping
from typing import Any

from numduel.catalogue import build_game, list_games, read_options
from numduel.errors import NumduelError
from numduel.game import AnyGame, presets_of
from numduel.options import options_of
from numduel.players import ABOUT
from numduel.terminal.choosing import choose_one
from numduel.terminal.playing.resume import resume_game, tell_open_elsewhere
from numduel.terminal.playing.seating import Seating
from numduel.terminal.playing.session import play_new
from numduel.terminal.saved.saved_games import SavedGames
from numduel.terminal.screen import Screen
from numduel.words import begin_sentence

RESUME = "resume"


def run_menu(screen: Screen) -> int:
    """Choose a game and play it; returns the exit code."""
    chosen = _choose_game(screen)
    if isinstance(chosen, str):
        return resume_game(screen, SavedGames())
    level = _choose_level(screen)
    names = _ask_names(screen) if level is None else None
    first = _choose_first(screen, level, names)
    game = _choose_options(screen, chosen)
    screen.tell("")
    screen.notice("At any question of the game, enter help to see what else you can enter.")
    return play_new(screen, game, names=names, first=first, vs=level)


def _choose_game(screen: Screen) -> type[AnyGame] | str:
    answers: list[tuple[str, str, type[AnyGame] | str]] = [
        (game_class.title, game_class.summary, game_class) for game_class in list_games()
    ]
    unfinished, open_elsewhere, _ = SavedGames().unfinished()
    if unfinished:
        title = unfinished[0][1].match.game.title
        which = f"the unfinished game ({title})"
        if len(unfinished) > 1:
            which = f"one of {len(unfinished)} unfinished games"
        answers.append((RESUME, f"Go on with {which}.", RESUME))
    screen.tell("numduel: small number duels for two")
    tell_open_elsewhere(screen, open_elsewhere)
    return choose_one(screen, "Which game", answers)


def _choose_level(screen: Screen) -> str | None:
    who = [("two people", "", False), ("computer", "You against the computer.", True)]
    if not choose_one(screen, "Who plays", who):
        return None
    levels = [(name, about, name) for name, about in ABOUT.items()]
    return choose_one(screen, "How strong is the computer", levels, usual=2)


def _ask_names(screen: Screen) -> str | None:
    while True:
        names = screen.ask("Your names, as in Ann,Bob [Player 1,Player 2]: ").strip()
        try:
            Seating(names or None)
        except NumduelError as wrong:
            screen.tell(str(wrong))
        else:
            return names or None


def _choose_first(screen: Screen, level: str | None, names: str | None) -> str:
    one, two = Seating(names, level).labels
    answers = [(one, "", "1"), (two, "", "2"), ("coin", "Toss a coin.", "random")]
    return choose_one(screen, "Who begins", answers)


def _choose_options(screen: Screen, game_class: type[AnyGame]) -> AnyGame:
    """Ask for one of the rule book's presets, then for each other option with suggested values."""
    options = dict(_choose_preset(screen, game_class))
    for option in options_of(game_class):
        while option.suggest is not None and option.name not in options:
            question = f"{begin_sentence(option.help)} ({option.suggest}) [{option.default}]: "
            typed = screen.ask(question).strip() or str(option.default)
            try:
                read = read_options(game_class, {option.name: typed})
                build_game(game_class, options | read)
            except NumduelError as wrong:
                screen.tell(str(wrong))
            else:
                options |= read
    return build_game(game_class, options)


def _choose_preset(screen: Screen, game_class: type[AnyGame]) -> Mapping[str, Any]:
    """The options of the chosen preset; none if the game is played as written."""
    others = [preset for preset in presets_of(game_class, "play") if preset.options]
    answers = [(preset.name, "", preset.options) for preset in others]
    return choose_one(screen, "Which settings", [("as written", "", {}), *answers])
