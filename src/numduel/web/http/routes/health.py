"""The health of the server, for proxies."""

from typing import Any

from fastapi import APIRouter

from numduel.web.http.answers import Health
from numduel.web.http.dependencies import TheMatches, problems

router = APIRouter(tags=["server"])


@router.get("/healthz", response_model=Health, responses=problems())
async def show_health(matches: TheMatches) -> Any:
    """Whether the server can write to its database, and hears of moves made at other servers."""
    await matches.check()
    return {"status": "ok", "matches": matches.count, "listeners": matches.listeners.count}
