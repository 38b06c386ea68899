"""Who is at the board: whoever said so a moment ago."""

from numduel import Player
from numduel.web.live.listeners import SECONDS, Presence


class Clock:
    now = 0.0

    def __call__(self):
        return self.now


def test_whoever_said_so_is_here_until_they_leave():
    presence = Presence()
    presence.note("a", [Player.TWO], is_here=True)
    presence.note("a", [Player.ONE], is_here=True)
    assert presence.who("a") == [Player.ONE, Player.TWO]
    assert presence.who("b") == []
    presence.note("a", [Player.ONE], is_here=False)
    assert presence.who("a") == [Player.TWO]


def test_whoever_has_been_silent_is_away_and_forgotten():
    clock = Clock()
    presence = Presence(clock)
    for number in range(100):
        presence.note(str(number), [Player.ONE], is_here=True)
    clock.now = SECONDS - 1
    presence.note("7", [Player.ONE], is_here=True)
    clock.now = SECONDS
    assert presence.who("7") == [Player.ONE]
    assert presence.who("8") == []
    assert len(presence) == 1
