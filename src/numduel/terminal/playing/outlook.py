"""Warns before a game that was begun from the command line, if it is already decided."""

from numduel.game import Player, presets_of
from numduel.match import Match
from numduel.study import foregone_of
from numduel.terminal.game_commands import as_flags
from numduel.terminal.screen import Screen
from numduel.words import listed


def tell_outlook(screen: Screen, match: Match, is_series: bool) -> None:
    """If the same player wins whatever anybody plays, say so on standard error, and name the
    options with which choices count."""
    told = foregone_of(match.game)
    if told is None:
        return
    sentences = [told.text]
    people = [player for player in Player if match.seat(player).is_person]
    if len(people) == 1 and not is_series:
        [you] = people
        sentences = [told.seats[you - 1]]
        if you != told.winner:
            first = "computer" if you is Player.ONE else "1"
            sentences.append(f"With --first {first} you sit in the other seat.")
    better = [
        as_flags(preset.options)
        for preset in presets_of(type(match.game), "play")
        if preset.name in told.better
    ]
    if better:
        sentences.append(f"Choices count with {listed(better, word='or')}.")
    screen.notice(" ".join(sentences))
