"""Reviews of matches, and puzzles."""

from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Query

from numduel.catalogue import find_game
from numduel.errors import UnknownGame, UnreadableMove
from numduel.game import Player
from numduel.study.puzzles import Difficulty
from numduel.web import models, truth
from numduel.web.problems import Problem, sentence
from numduel.web.routes.common import TheHall, costs, problems
from numduel.web.routes.matches import MatchId
from numduel.web.routes.positions import read_game
from numduel.web.snapshot import position_of
from numduel.web.study import read_id, series_of, tell_facts, tell_review, write_id

router = APIRouter(prefix="/api")


@router.get(
    "/matches/{id}/review",
    response_model=models.Review,
    responses=problems(404, 409),
    tags=["matches"],
    dependencies=[costs(10)],
)
async def show_review(hall: TheHall, match_id: MatchId) -> Any:
    """Who was winning when, and where it was given away; when the match is over."""
    duel = await hall.find(match_id)
    if duel.outcome is None and not duel.is_truth_on:
        raise Problem(409, "The review is for when the match is over.")
    played = duel.match.game, duel.match.moves, duel.match.ended
    try:
        return await hall.thinker.find(
            ("review", *played), partial(tell_review, *played), hall.settings.seconds_to_study
        )
    except TimeoutError:
        raise Problem(503, "The review takes a while: ask again.", {"Retry-After": "5"}) from None


@router.get(
    "/games/{slug}/facts",
    response_model=models.Facts,
    responses=problems(404),
    tags=["games"],
    dependencies=[costs(10)],
)
async def show_facts(hall: TheHall, slug: models.GameSlug) -> Any:
    """Whether a duel as its rule book has it is a good game, with figures."""
    try:
        game = find_game(slug)()
    except UnknownGame as unknown:
        raise Problem(404, sentence(str(unknown))) from None
    try:
        return await hall.thinker.find(
            ("facts", game), partial(tell_facts, game), hall.settings.seconds_to_study
        )
    except TimeoutError:
        raise Problem(503, "The figures take a while: ask again.", {"Retry-After": "5"}) from None


@router.get(
    "/puzzles/next",
    response_model=models.Puzzle,
    responses=problems(404),
    tags=["puzzles"],
    dependencies=[costs(10)],
)
async def show_puzzle(
    hall: TheHall,
    game: models.GameSlug,
    options: Annotated[str, Query(max_length=1_000, description="a JSON object")] = "{}",
    difficulty: Difficulty = "easy",
    seed: Annotated[int, Query(ge=0, le=2**53)] = 0,
    number: Annotated[int, Query(ge=0, le=1_000, description="its place in the series")] = 0,
) -> Any:
    """A position in which one move wins. Those of one seed are all different."""
    series = series_of(read_game(game, options), difficulty, seed)
    key = ("puzzle", game, options, difficulty, seed, number)
    try:
        puzzle = await hall.thinker.find(
            key, lambda: series.find(number), hall.settings.seconds_to_study
        )
    except TimeoutError:
        raise Problem(503, "Looking for a puzzle: ask again.", {"Retry-After": "2"}) from None
    name = write_id(puzzle)
    match = read_id(name)
    player: Player = match.state.to_move
    return position_of(match) | {"id": name, "question": f"{player}: one move wins. Find it."}


@router.post(
    "/puzzles/answer",
    response_model=models.PuzzleResult,
    responses=problems(403, 404),
    tags=["puzzles"],
    dependencies=[costs(10)],
)
async def answer_puzzle(hall: TheHall, wanted: models.PuzzleAnswer) -> Any:
    """Whether a move is the one that wins, which ones do, and why."""
    match = read_id(wanted.id)
    game = match.game
    try:
        move = game.read_move(wanted.move)
    except UnreadableMove as unreadable:
        raise Problem(422, sentence(str(unreadable))) from None
    rule = game.refusal(match.state, move)
    if match.outcome or rule:
        raise Problem(422, rule or "The duel is over.")
    known = await truth.tell(hall.thinker, match)
    mover = int(match.state.to_move)
    choices = known["analysis"]["choices"]
    answers = [choice["move"] for choice in choices if choice["winner"] == mover]
    return {"is_right": game.write_move(move) in answers, "answers": answers, **known}
