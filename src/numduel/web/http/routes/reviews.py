"""Reviews of matches, and the figures of a game."""

from fastapi import APIRouter, Request, Response

from numduel.catalogue import find_game
from numduel.errors import UnknownGame
from numduel.study import Address, Audit, Review
from numduel.web.errors import NotFound, NotNow
from numduel.web.http.cookies import seats_in
from numduel.web.http.dependencies import TheMatches, TheWork, answer_when_found, problems
from numduel.web.http.requests import GameSlug
from numduel.web.http.routes.matches import MatchId
from numduel.web.work.positions import find_facts, find_review

router = APIRouter(prefix="/api")


@router.get(
    "/matches/{id}/review",
    response_model=Review,
    responses=problems(404, 409),
    tags=["matches"],
)
async def show_review(
    matches: TheMatches, work: TheWork, request: Request, match_id: MatchId
) -> Response:
    """Who was winning when, and where a win was given away, once the match is over."""
    log = await matches.find(match_id)
    if log.outcome is None and not log.is_truth_on:
        raise NotNow("The review is for when the match is over.")
    reader = Address.of(log.match, seats_in(request, log))
    finding = find_review(work, log.match, reader)
    return await answer_when_found(request, finding)


@router.get("/games/{slug}/facts", response_model=Audit, responses=problems(404), tags=["games"])
async def show_facts(request: Request, work: TheWork, slug: GameSlug) -> Response:
    """Whether a duel, as its rule book describes it, is a good game; with figures."""
    try:
        game = find_game(slug)()
    except UnknownGame as unknown:
        raise NotFound(str(unknown)) from None
    return await answer_when_found(request, find_facts(work, game))
