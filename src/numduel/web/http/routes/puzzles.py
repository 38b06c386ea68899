"""Puzzles: the next one, and whether an answer is right."""

from typing import Annotated, Any

from fastapi import APIRouter, Query

from numduel.errors import IllegalMove
from numduel.study.difficulty import Difficulty
from numduel.telling.puzzle import question
from numduel.web.http.addresses import WrittenOptions, read_game
from numduel.web.http.answers import PuzzleResult, PuzzleShape
from numduel.web.http.dependencies import TheWork, costs, problems
from numduel.web.http.requests import GameSlug, PuzzleRequest
from numduel.web.matches.position import position_of
from numduel.web.work.analyses import check_answer
from numduel.web.work.puzzles import find_puzzle, read_id, write_id

router = APIRouter(prefix="/api/puzzles", tags=["puzzles"], dependencies=[costs(10)])


@router.get("/next", response_model=PuzzleShape, responses=problems(404))
async def show_puzzle(
    work: TheWork,
    game: GameSlug,
    options: WrittenOptions = "{}",
    difficulty: Difficulty = "easy",
    seed: Annotated[int, Query(ge=0, le=2**53)] = 0,
    number: Annotated[int, Query(ge=0, le=1_000, description="its place in the series")] = 0,
) -> Any:
    """A position in which one move wins. Those of one seed are all different."""
    puzzle = await find_puzzle(work, read_game(game, options), difficulty, seed, number)
    name = write_id(puzzle)
    position = position_of(read_id(name))
    return position | {"id": name, "question": question(len(puzzle.answers))}


@router.post("/answer", response_model=PuzzleResult, responses=problems(403, 404))
async def answer_puzzle(work: TheWork, wanted: PuzzleRequest) -> Any:
    """Whether a move is the one that wins, which ones do, and why."""
    match = read_id(wanted.id)
    move = match.game.read_move(wanted.move)
    rule = match.game.refusal(match.state, move)
    if match.outcome or rule:
        raise IllegalMove(rule or "The duel is over.", move, match.state)
    return await check_answer(work, match, move)
