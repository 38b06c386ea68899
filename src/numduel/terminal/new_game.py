"""Setting up a game from the menu: who plays, who begins, and with which settings."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from numduel.catalogue import build_game, read_options
from numduel.errors import BadOption, NumduelError
from numduel.game import AnyGame, Option, Player, options_of, presets_of, write_value
from numduel.players import ABOUT, DEFAULT_LEVEL
from numduel.study import foregone_of
from numduel.terminal.choosing import ask_text, choose_one
from numduel.terminal.playing.seating import Seating
from numduel.terminal.playing.session import play_new
from numduel.terminal.screen import Screen
from numduel.words import begin_sentence, quote

_OWN, _SWAP, _ANYWAY = "your own", "swap seats", "play it anyway"


@dataclass(frozen=True)
class NewGame:
    """A game that is about to begin. `first` is a place, 1 or 2, or random."""

    game: AnyGame
    level: str | None
    names: str | None
    first: str
    series: int | None = None
    shows_values: bool = False


def set_up(screen: Screen, game_class: type[AnyGame]) -> int:
    """Ask for all that a game needs, and play it; returns the exit code."""
    level = _choose_level(screen)
    names = _ask_names(screen) if level is None else None
    first = _choose_first(screen, level, names)
    plan = NewGame(game_class(), level, names, first)
    plan = _be_honest(screen, _choose_settings(screen, plan))
    screen.tell("")
    usual = screen.shows_values
    screen.shows_values = usual or plan.shows_values
    try:
        return play_new(screen, plan.game, plan.names, plan.first, plan.level, plan.series)
    finally:
        screen.shows_values = usual


def _choose_level(screen: Screen) -> str | None:
    who = [
        ("computer", "You against the computer.", True),
        ("two people", "At this keyboard, by turns.", False),
    ]
    if not choose_one(screen, "Who plays", who):
        return None
    levels = [(name, about, name) for name, about in ABOUT.items()]
    usual = 1 + list(ABOUT).index(DEFAULT_LEVEL)
    return choose_one(screen, "How strong is the computer", levels, usual)


def _ask_names(screen: Screen) -> str | None:
    question = "Your names, as in Ann,Bob [Player 1,Player 2]: "
    help = "Enter two names with a comma between them, or just Enter to play without names."
    while True:
        names = ask_text(screen, question, help)
        try:
            Seating(names or None)
        except NumduelError as wrong:
            screen.refuse(str(wrong))
        else:
            return names or None


def _choose_first(screen: Screen, level: str | None, names: str | None) -> str:
    one, two = Seating(names, level).labels
    answers = [(one, "", "1"), (two, "", "2"), ("coin", "Toss a coin.", "random")]
    return choose_one(screen, "Who begins", answers)


def _choose_settings(screen: Screen, plan: NewGame) -> NewGame:
    """Ask for one of the rule book's presets. Enter takes the first one in which choices count."""
    game_class = type(plan.game)
    answers: list[tuple[str, str, Mapping[str, Any] | None]] = []
    usual = None
    for name, options in _presets(game_class).items():
        told = foregone_of(build_game(game_class, options))
        answers.append((name, begin_sentence(told.text) if told else "", options))
        if usual is None and told is None:
            usual = len(answers)
    answers.append((_OWN, "Choose everything: size, variants, a series, marks on moves.", None))
    chosen = choose_one(screen, "Which settings", answers, usual or len(answers))
    if chosen is None:
        return _ask_everything(screen, plan)
    return replace(plan, game=_ask_suggested(screen, game_class, chosen))


def _presets(game_class: type[AnyGame]) -> dict[str, Mapping[str, Any]]:
    """The settings to choose from by name, the duel as written first."""
    offered = [preset for preset in presets_of(game_class) if preset.is_offered]
    offered.sort(key=lambda preset: bool(preset.options))
    return {preset.name: preset.options for preset in offered}


def _ask_suggested(
    screen: Screen, game_class: type[AnyGame], options: Mapping[str, Any]
) -> AnyGame:
    """Ask for each option with suggested values that the preset leaves open."""
    chosen = dict(options)
    for option in options_of(game_class):
        if option.suggest is not None and option.name not in options:
            chosen |= _ask_option(screen, game_class, option, chosen)
    return build_game(game_class, chosen)


def _ask_everything(screen: Screen, plan: NewGame) -> NewGame:
    """Ask for each option of the rule book, then for a series and for marks on moves."""
    game_class, chosen = type(plan.game), dict[str, Any]()
    options = options_of(game_class)
    for place, option in enumerate(options, start=1):
        chosen |= _ask_option(screen, game_class, option, chosen, options[place:])
    return replace(
        plan,
        game=build_game(game_class, chosen),
        series=_ask_series(screen),
        shows_values=_ask_values(screen),
    )


def _ask_option(
    screen: Screen,
    game_class: type[AnyGame],
    option: Option,
    chosen: Mapping[str, Any],
    later: Sequence[Option] = (),
) -> dict[str, Any]:
    """Ask for an option until the answer goes with what has been chosen before. `later` are the
    options that are still to be asked for."""
    usual, words = write_value(option.default), _values(option)
    about = f" ({told})" if (told := option.suggest or words) else ""
    question = f"{begin_sentence(option.help)}{about} [{usual}]: "
    help = f"Enter {words or 'a whole number'}, or just Enter for {usual}."
    while True:
        typed = ask_text(screen, question, help) or usual
        try:
            read = read_options(game_class, {option.name: typed})
            _check_together(game_class, {**chosen, **read}, later)
        except NumduelError as wrong:
            screen.refuse(str(wrong))
        else:
            return read


def _check_together(
    game_class: type[AnyGame], chosen: Mapping[str, Any], later: Sequence[Option]
) -> None:
    """Raise BadOption unless these options go together, with the later ones as usual or at their
    smallest."""
    try:
        build_game(game_class, chosen)
    except BadOption:
        smallest = {option.name: option.minimum for option in later if option.minimum is not None}
        with suppress(BadOption):
            build_game(game_class, {**chosen, **smallest})
            return
        raise


def _values(option: Option) -> str:
    """The words that an option may be, if it is not a number."""
    return "yes or no" if option.kind is bool else ", ".join(option.words)


def _ask_series(screen: Screen) -> int | None:
    help = "Enter 1 for a single game, or an even number: in a series you begin by turns."
    while True:
        typed = ask_text(screen, "How many games: 1, or an even number [1]: ", help) or "1"
        if typed == "1":
            return None
        if (
            typed.isascii()
            and typed.isdigit()
            and len(typed) < 5
            and int(typed) % 2 == 0 < int(typed)
        ):
            return int(typed)
        screen.refuse("A series has an even number of games: both begin equally often.")


def _ask_values(screen: Screen) -> bool:
    question = "Mark each move with what it is worth (yes or no) [no]: "
    while True:
        typed = ask_text(screen, question, "Enter yes, or just Enter for no marks.").lower()
        if typed in ("", "no", "n", "yes", "y"):
            return typed in ("yes", "y")
        screen.refuse(f"{quote(typed)} is neither yes nor no.")


def _be_honest(screen: Screen, plan: NewGame) -> NewGame:
    """Before a game that is decided already, say so and offer something better."""
    while (told := foregone_of(plan.game)) is not None:
        can_swap = plan.first != "random" and plan.series is None
        you = Player(int(plan.first)) if can_swap and plan.level is not None else None
        screen.tell("")
        screen.tell(told.text if you is None else told.seats[you - 1])
        answers = [(name, "Choices count.", name) for name in told.better]
        answers.append((_OWN, "Choose other settings.", _OWN))
        if can_swap:
            screen.tell(told.offer)
            answers.append((_SWAP, "Play it in the other seat.", _SWAP))
        answers.append((_ANYWAY, "", _ANYWAY))
        chosen = choose_one(screen, "Which", answers)
        if chosen == _ANYWAY:
            return plan
        if chosen == _SWAP:
            return replace(plan, first="2" if plan.first == "1" else "1")
        if chosen == _OWN:
            plan = _ask_everything(screen, plan)
        else:
            options = _presets(type(plan.game))[chosen]
            plan = replace(plan, game=build_game(type(plan.game), options))
    return plan
