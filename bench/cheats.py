"""Scores of players without skill, of cheats and of our levels under each headline of the arena.

    python -m bench.cheats [--rounds 40] [--every 1] [--players A,B] [bench | paired | games]

Prints the table of docs/arena.md. The cheats: `first`, `last` and `longest` of the list of legal
moves, the `habits`, a guesser whose endpoint fails whenever it would be wrong (`outage`), and a
`seer`, which predicts its opponent's random numbers from the seed that a program is given.
"""

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from numduel.arena.plan import Fixture, Plan, read_games
from numduel.arena.players import Attempt, Computer, Contestant, Turn
from numduel.arena.program import salted
from numduel.arena.results import PlayedGame
from numduel.arena.run import play_fixture
from numduel.arena.scores import PlayerScores, score_run
from numduel.arena.table import headline_text, missing_text
from numduel.match import Match
from numduel.players import BASELINES, PLAYERS, choose_move
from numduel.tasks import Failure, shuffled_moves
from numduel.tasks.bench_set import frozen_set, read_questions
from numduel.theory import theory_of

OURS = [*dict.fromkeys([*BASELINES, *PLAYERS])]


@dataclass(frozen=True)
class Cheat:
    """A contestant that chooses by a fixed rule."""

    choose: Callable[[Match], str | None]

    def take_turn(self, match: Match) -> Turn:
        move = self.choose(match)
        failed = Attempt(Failure.BROKEN, {"fault": "HTTP 503"})
        return Turn(move) if move else Turn(None, (failed,), is_trouble=True)

    def close(self) -> None:
        pass


def longest(match: Match) -> str:
    return max(shuffled_moves(match), key=len)


def with_outages(match: Match) -> str | None:
    game = match.game
    move = Random(f"outage/{match.id}").choice(game.legal_moves(match.state))
    won = theory_of(game).winning_moves(match.state)
    return game.write_move(move) if not won or move in won else None


def foresee(match: Match) -> str:
    """Return a move that wins a simulated game, in which `easy` draws as it will from the program's
    seed."""
    mine, random = match.state.to_move, Random(match.id)
    for move in shuffled_moves(match):
        ahead = Match.at(match.game, [*match.written_moves, move], salted(match.seed))
        while ahead.outcome is None:
            if ahead.state.to_move is mine:
                ahead.play(random.choice(shuffled_moves(ahead)))
            else:
                ahead.play(choose_move(ahead, "easy"))
        if ahead.outcome.winner is mine:
            return move
    return shuffled_moves(match)[0]


CHEATS: dict[str, Contestant] = {
    "first": Cheat(lambda match: shuffled_moves(match)[0]),
    "last": Cheat(lambda match: shuffled_moves(match)[-1]),
    "longest": Cheat(longest),
    "outage": Cheat(with_outages),
    "seer": Cheat(foresee),
}


def play(fixture: Fixture) -> PlayedGame:
    return play_fixture(fixture, [CHEATS.get(name) or Computer(name) for name in fixture.players])


def everybody(plan: Plan) -> dict[str, PlayerScores]:
    return score_run(plan, [play(fixture) for fixture in plan.fixtures()]).players


def of_games(rounds: int) -> dict[str, PlayerScores]:
    """Play each against `easy` alone."""
    scores = {}
    for name in (name for name in [*CHEATS, *OURS] if name != "easy"):
        plan = Plan(tuple(read_games("all")), kinds(name, "easy"), rounds, 7)
        found = everybody(plan)
        scores[name] = found[name]
        scores.setdefault("easy", found["easy"])
    return scores


def kinds(*names: str) -> dict[str, dict[str, Any]]:
    return {name: {"kind": "computer"} for name in names}


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--every", type=int, default=1, help="of so many questions one is asked")
    parser.add_argument("--players", default="", help="with commas, instead of all")
    parser.add_argument("headlines", nargs="*", choices=["bench", "paired", "games", []])
    asked = parser.parse_args()
    chosen = asked.players.split(",") if asked.players else [*CHEATS, *OURS]
    alone = [name for name in chosen if name != "seer"]  # there is no opponent to foresee
    games = tuple(read_games("all"))
    frozen = read_questions(frozen_set().splitlines())
    questions = tuple([one for one in frozen if one.part == "test"][:: asked.every])
    runs: dict[str, Callable[[], dict[str, PlayerScores]]] = {
        "bench": lambda: everybody(Plan((), kinds(*alone), 1, 0, True, True, questions)),
        "paired": lambda: everybody(Plan(games, kinds(*alone), asked.rounds, 7, True)),
        "games": lambda: of_games(asked.rounds),
    }
    for headline in asked.headlines or runs:
        scores = runs[headline]()
        for name, score in scores.items():
            told = headline_text(score)
            print(f"| {headline} | `{name}` | {told} | {missing_text(score)} |", flush=True)


if __name__ == "__main__":
    main()
