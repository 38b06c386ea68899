"""The server against the library: whatever is done through the API, `Match` says the same."""

import json
from dataclasses import asdict

from hypothesis import settings
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from hypothesis.strategies import booleans, integers, sampled_from

from numduel import IllegalMove, Match, Player, load_game
from numduel.study import Address
from numduel.web.matches.snapshot import position_of

from ..conftest import tries

GAMES = [
    ("parity-duel", {"numbers": 6}),
    ("even-odd-match", {"numbers": 5}),
    ("divisor-duel", {"numbers": 8}),
    ("number-split-duel", {"start": 9}),
    ("sequence-builder", {"numbers": 5, "length": 3}),
]
ANYBODY = sampled_from(["one", "two", "watcher"])
PLAYERS = {"one": 1, "two": 2}


class LinkMatch(RuleBasedStateMachine):
    """Two people and a watcher do whatever comes to mind; the model is a Match, and what the
    three may do is said once more, in its plainest form."""

    def __init__(self, site):
        super().__init__()
        self.site = site
        self.people = {name: site.visitor() for name in ("one", "two", "watcher")}
        self.asker = None
        self.model = None

    @initialize(game=sampled_from(GAMES))
    def begin(self, game):
        slug, options = game
        self.model = Match(load_game(slug, **options))
        made = self.people["one"].create(slug, options=options)
        self.id = made["match"]["id"]
        self.people["two"].join(made["seat_link"])

    def teardown(self):
        for visitor in self.people.values():
            visitor.close()

    def ask(self, who, what, **body):
        return self.people[who].act(self.id, what, **body).status_code

    @rule(who=ANYBODY, number=integers(-1, 10), late=sampled_from([0, 0, 0, 1, 2]))
    def move(self, who, number, late):
        ply, text = len(self.model.moves) - late, str(number)
        if ply < 0:
            return
        status = self.ask(who, "moves", ply=ply, move=text)
        if who == "watcher":
            assert status == 403
        elif late:
            is_mine = ply % 2 == PLAYERS[who] - 1
            is_repeated = is_mine and self.model.written_moves[ply] == text
            assert status == (200 if is_repeated else 409)
        elif self.model.outcome:
            assert status == 409
        elif self.model.state.to_move != PLAYERS[who]:
            assert status == 403
        else:
            self.play(text, status)

    def play(self, text, status):
        try:
            self.model.play(text)
        except IllegalMove:
            assert status == 422
        else:
            assert status == 200
            self.asker = None

    @precondition(lambda self: self.model.outcome is None)
    @rule(who=sampled_from(["one", "two"]), place=integers(0, 100))
    def move_legally(self, who, place):
        legal = self.model.game.legal_moves(self.model.state)
        self.move(who, legal[place % len(legal)], 0)

    @rule(who=ANYBODY, action=sampled_from(["ask", "agree", "decline"]))
    def take_back(self, who, action):
        status = self.ask(who, "takeback", action=action)
        count = len(self.model.moves)
        if who == "watcher":
            assert status == 403
        elif self.model.outcome or (action != "ask" and self.asker is None):
            assert status == 409
        elif action == "ask":
            has_moved = count >= PLAYERS[who]
            assert status == (200 if has_moved and self.asker in (None, PLAYERS[who]) else 409)
            self.asker = PLAYERS[who] if status == 200 else self.asker
        elif action == "decline":
            assert status == 200
            self.asker = None
        elif self.asker == PLAYERS[who]:
            assert status == 403
        else:
            assert status == 200
            self.model.undo(1 if (count - 1) % 2 == self.asker - 1 else 2)
            self.asker = None

    @rule(who=ANYBODY, is_sure=booleans())
    def resign(self, who, is_sure):
        if who != "watcher" and not (is_sure and len(self.model.moves) > 3):
            return
        status = self.ask(who, "resign")
        if who == "watcher":
            assert status == 403
        elif self.model.outcome:
            assert status == 409
        else:
            assert status == 200
            self.model.resign(Player(PLAYERS[who]))
            self.asker = None

    @rule()
    def forget(self):
        """The server reads the match from disk again, as after a restart."""
        self.site.app.state.services.matches._logs.clear()

    @invariant()
    def the_page_shows_what_the_library_says(self):
        if self.model is None:
            return
        who = ("one", "two", "watcher")[len(self.model.moves) % 3]
        shown = self.people[who].see(self.id)
        seat = (Player(PLAYERS[who]),) if who in PLAYERS else ()
        model = json.loads(
            json.dumps(position_of(self.model, Address.of(self.model, seat)), default=asdict)
        )
        assert {name: shown[name] for name in model} == model
        assert shown["takeback"] == self.asker
        assert shown["you"] == ([PLAYERS[who]] if who in PLAYERS else [])


def test_api_agrees_with_library(site):
    steps = settings(max_examples=tries(28), stateful_step_count=25)
    run_state_machine_as_test(lambda: LinkMatch(site), settings=steps)
