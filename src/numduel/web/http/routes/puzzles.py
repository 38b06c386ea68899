"""Puzzles: the next one, and whether an answer is right."""

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from numduel.study.difficulty import Difficulty
from numduel.web.asking import asker
from numduel.web.http.addresses import WrittenOptions, read_game
from numduel.web.http.answers import PuzzleResult, PuzzleShape
from numduel.web.http.dependencies import TheWork, json_answer, problems, while_connected
from numduel.web.http.requests import GameSlug, PuzzleRequest
from numduel.web.work.puzzles import LARGEST, check_answer, find_puzzle

router = APIRouter(prefix="/api/puzzles", tags=["puzzles"])


@router.get("/next", response_model=PuzzleShape, responses=problems(404))
async def show_puzzle(
    request: Request,
    work: TheWork,
    game: GameSlug,
    options: WrittenOptions = "{}",
    difficulty: Difficulty = "easy",
    seed: Annotated[int, Query(ge=0, le=2**53)] = 0,
    number: Annotated[int, Query(ge=0, le=1_000, description="its place in the series")] = 0,
) -> Response:
    """A position in which one move wins. Those of one seed are all different."""
    asker().pay(number // 20)  # if the series must be looked for again, so must all before it
    wanted = read_game(game, options, LARGEST)
    finding = find_puzzle(work, PuzzleShape, wanted, difficulty, seed, number)
    return json_answer(await while_connected(request, finding))


@router.post("/answer", response_model=PuzzleResult, responses=problems(403, 404))
async def answer_puzzle(request: Request, work: TheWork, wanted: PuzzleRequest) -> Response:
    """Whether a move is the one that wins, which ones do, and why."""
    checking = check_answer(work, PuzzleResult, wanted.id, wanted.move)
    return json_answer(await while_connected(request, checking))
