"""`numduel bench`: the benchmark, run on a model, a program or a numduel player.

It is a run of the arena in which every player is asked the same questions, so it is resumed,
verified, costed and recorded in the same way. The baselines and two of our levels take part.
"""

import json
import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from numduel import __version__
from numduel.arena.command import asking_options, carry_out
from numduel.arena.plan import Plan
from numduel.arena.players import read_players, split_names
from numduel.arena.report import write_whole
from numduel.arena.results import PlayedGame, in_plan_order
from numduel.arena.scores import PlayerScores, RunScores, score_run
from numduel.arena.table import Table, beyond_text, headline_text, missing_text, percent, rank
from numduel.errors import NumduelError, reason_of
from numduel.tables import draw_table
from numduel.tasks.bench_set import (
    FORMS,
    LEVELS,
    NAME,
    PARTS,
    SEED,
    Question,
    bench_games,
    frozen_set,
    hash_of,
    make_questions,
    read_questions,
)
from numduel.tasks.scoring import GuessedShare
from numduel.words import count, printable
from numduel.workers.options import WORKERS

BESIDE = ("random", "habits", "easy", "hard")  # reference players
_FILE = click.Path(path_type=Path, dir_okay=False)

Groups = dict[str, dict[str, GuessedShare]]  # by group, then by player


@click.command(
    epilog="Players: random, habits, easy, medium, hard, perfect, openai:MODEL, program:COMMAND,"
    " with settings as in numduel arena.",
    params=[WORKERS],
)
@click.argument("players", nargs=-1)
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), help="The run's folder.")
@click.option("--part", type=click.Choice(PARTS), default="test", show_default=True)
@click.option("--form", type=click.Choice([*FORMS]), help="Ask every question in this form.")
@click.option("--set", "own", type=_FILE, help=f"A set of your own instead of {NAME}.")
@click.option("--make", type=_FILE, help="Write a fresh set of the same kind, from --seed.")
@click.option("--seed", type=int, default=SEED, show_default=True, help="The seed of a fresh set.")
@asking_options
@click.option("--json", "as_json", is_flag=True, help="Print the scores as JSON, as in bench.json.")
def bench(
    players: tuple[str, ...],
    out: Path | None,
    part: str,
    form: str | None,
    own: Path | None,
    make: Path | None,
    seed: int,
    workers: int | None,
    base_url: str | None,
    retry_broken: bool,
    budget: float | None,
    dry_run: bool,
    as_json: bool,
) -> None:
    """Run the benchmark: 800 positions of three games, in which one move wins.

    The same command continues a run that was stopped.
    """
    if make is not None:
        _make(make, seed)
        return
    if out is None:
        raise click.UsageError("Name a folder --out for the results.")
    text = frozen_set() if own is None else _read(own)
    asked = [one for one in read_questions(text.splitlines()) if one.part == part]
    if form is not None:
        asked = [replace(question, form=form) for question in asked]
    if not asked:
        raise NumduelError(f"{own} has no questions in its part {part}.")
    names = [name for given in players for name in split_names(given)]
    everybody = read_players([*dict.fromkeys([*names, *BESIDE])], base_url)
    games = dict.fromkeys(question.match.game for question in asked)
    plan = Plan(tuple(games), everybody, 1, 0, True, True, tuple(asked))
    results = carry_out(plan, out, workers, None, budget, retry_broken, dry_run)
    if results is None:
        return
    records = in_plan_order(results.plan, results.records)
    scores = score_run(results.plan, records)
    title = NAME if own is None else str(own)
    about = {"set": title, "sha256": hash_of(text), "part": part, "form": form or "as in the set"}
    told = json.dumps(_as_json(about, plan, records, scores), indent=2) + "\n"
    write_whole(out / "bench.json", told)
    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else None
    shown = told if as_json else tell(about, plan, records, scores, width)
    click.echo(printable(shown, keep="\n"), nl=not as_json)


def _make(path: Path, seed: int) -> None:
    """Write a fresh set."""
    with click.progressbar(make_questions(seed), label="Questions", file=sys.stderr) as questions:
        lines = [f"{question}\n" for question in questions]
    try:
        write_whole(path, "".join(lines))
    except OSError as fault:
        raise NumduelError(f"{path} cannot be written: {reason_of(fault)}.") from None
    told = f"{count(len(lines), 'question')}, SHA-256 {hash_of(''.join(lines))}"
    click.echo(f"{told}. A private seed makes a set that nobody has seen: keep it to yourself.")


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="ascii")
    except (OSError, ValueError) as fault:
        raise NumduelError(f"{path} cannot be read: {reason_of(fault)}.") from None


# The tables.


def tell(
    about: dict[str, str],
    plan: Plan,
    records: Sequence[PlayedGame],
    scores: RunScores,
    width: int | None = None,
) -> str:
    """Return the headline and the tables as plain text."""
    rows = rank(scores)
    tables = [_headlines(rows), *(_table(*one, rows) for one in _groups(plan, records, scores))]
    if proved := _proved(plan, scores):
        tables.append((["where a reason was asked for", "move and reason right"], proved))
    asked = count(len(plan.questions), "question")
    notes = [
        f"{about['set']}, part {about['part']}, form {about['form']}: {asked}. SHA-256 of the set:"
        f" {about['sha256']}.",
        "Beyond chance: 0% is a guesser among the legal moves, 100% is perfect; the mean over the"
        " games, with its 95% interval. Tokens: written, for each right answer.",
    ]
    if scores.broken:
        notes.append(
            "Missing: lost to an endpoint. In brackets the headline if all of it were wrong, and if"
            " all were right. A player with more than 5% missing is not ranked. To ask again, add"
            " --retry-broken; what fails again while others succeed counts as wrong."
        )
    drawn = "\n\n".join(draw_table(*table, width) for table in tables)
    return "\n".join([drawn, "", *notes])


def _headlines(rows: Sequence[tuple[str, PlayerScores]]) -> Table:
    head = ["player", "beyond chance", "right", "tokens a right answer", "missing"]
    return head, [
        [
            name,
            headline_text(score),
            percent(score.accuracy),
            _tokens(score),
            missing_text(score),
        ]
        for name, score in rows
    ]


def _tokens(score: PlayerScores) -> str:
    each = _tokens_each(score)
    return "-" if each is None else f"{each:,.0f}"


def _tokens_each(score: PlayerScores) -> float | None:
    """Return the tokens written for each right answer; None without counts."""
    written = score.tokens["written"]
    return written / score.accuracy.part if written and score.accuracy.part else None


def _table(name: str, groups: Groups, rows: Sequence[tuple[str, PlayerScores]]) -> Table:
    return [f"by {name}", *groups], [
        [player, *(beyond_text(shares.get(player, GuessedShare())) for shares in groups.values())]
        for player, _ in rows
    ]


def _groups(
    plan: Plan, records: Sequence[PlayedGame], scores: RunScores
) -> Iterator[tuple[str, Groups]]:
    """Yield everybody's score beyond chance by game, level and form."""
    games = [settings[0] for settings in bench_games()]
    by_game = {
        game.title: {
            player: score.by_game[game.slug]
            for player, score in scores.players.items()
            if game.slug in score.by_game
        }
        for game in games
    }
    yield "game", by_game
    by_name: list[tuple[str, Sequence[str], Callable[[Question], str]]] = [
        ("size of the proof", [*LEVELS], lambda question: question.level),
        ("form", [*FORMS], lambda question: question.form),
    ]
    for name, values, value_of in by_name:
        groups: Groups = {value: {} for value in values}
        for record in records:
            if not record.is_broken:
                question = plan.questions[record.fixture.round - 1]
                (player,), (step,) = record.fixture.players, record.steps
                share = groups[value_of(question)].setdefault(player, GuessedShare())
                share.add(step.is_right, step.chance)
        yield name, {value: shares for value, shares in groups.items() if shares}


def _proved(plan: Plan, scores: RunScores) -> list[list[str]]:
    """Return how often models proved their moves, where a reason was asked for."""
    return [
        [name, f"{percent(score.proved)} of {score.proved.whole:,}"]
        for name, score in rank(scores)
        if score.proved.whole and plan.players[name]["kind"] == "model"
    ]


def _as_json(
    about: dict[str, str], plan: Plan, records: Sequence[PlayedGame], scores: RunScores
) -> dict[str, Any]:
    groups = dict(_groups(plan, records, scores))
    return {
        "numduel": __version__,
        **about,
        "questions": len(plan.questions),
        "players": {
            name: {
                "settings": plan.players[name],
                "headline": score.headline and score.headline.value,
                "interval": score.headline and list(score.headline[1:]),
                "bounds": score.bounds and list(score.bounds),
                "ranked": score.is_ranked,
                "missing": score.broken,
                "right": score.accuracy.part,
                "answered": score.accuracy.whole,
                "tokens_a_right_answer": _tokens_each(score),
                **{
                    f"by_{kind.split()[0]}": {
                        value: {
                            "beyond_chance": shares[name].beyond_chance,
                            "interval": shares[name].beyond_interval,
                            "answered": shares[name].whole,
                        }
                        for value, shares in table.items()
                        if name in shares
                    }
                    for kind, table in groups.items()
                },
            }
            for name, score in scores.players.items()
        },
    }
