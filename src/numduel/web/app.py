"""The application: services, routes and middleware put together."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI, Request, Response

from numduel import __version__
from numduel.web.dependencies import Services
from numduel.web.health import Metrics
from numduel.web.health import router as health
from numduel.web.limits import RateLimits
from numduel.web.live.service import MatchService
from numduel.web.middleware import RequestGuard
from numduel.web.page import ASKED_EACH_TIME, WebFile
from numduel.web.problems import ProblemShape, add_handlers
from numduel.web.routes import events, games, learning, matches, pages, positions
from numduel.web.settings import Settings
from numduel.web.store import make_store
from numduel.web.work.background import BackgroundWork


def create_app(settings: Settings | None = None) -> FastAPI:
    """Return the ASGI application for one server process."""
    settings = settings or Settings()
    games.encode_games()
    pages.read_files()
    store = make_store(
        settings.database, settings.seconds_for_database, settings.seconds_for_answer
    )
    work = BackgroundWork(settings)
    services = Services(
        store=store,
        matches=MatchService(settings, store, work.reply),
        work=work,
        rate_limits=RateLimits(settings.requests_per_minute),
    )
    app = _DescribedApp(
        title="numduel",
        version=__version__,
        summary="Small number duels to play, watch and understand.",
        lifespan=_run_services,
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
    )
    app.state.services = services
    app.state.on_ready = lambda: None  # called when the server accepts requests
    for part in (games, matches, events, positions):
        app.include_router(part.router)
    for router in (learning.puzzles, learning.lessons, health, pages.router):
        app.include_router(router)
    add_handlers(app)
    app.state.metrics = metrics = Metrics(services)
    app.add_middleware(
        RequestGuard,
        rate_limits=services.rate_limits,
        largest_body=settings.largest_body,
        host_names=settings.host_names,
        measure=metrics.count_answer,
        pause=settings.pause_for_the_hasty,
    )
    return app


@asynccontextmanager
async def _run_services(app: FastAPI) -> AsyncIterator[dict[str, Any]]:
    services: Services = app.state.services
    await services.store.open()
    await services.matches.start()
    watching = asyncio.create_task(services.rate_limits.load.watch(), name="load")
    sampling = asyncio.create_task(app.state.metrics.sample())
    app.state.on_ready()
    try:
        yield {"end_streams": services.matches.listeners.close}  # for serving/connections.py
    finally:
        watching.cancel()
        sampling.cancel()
        await services.matches.close()
        await services.work.close()
        await services.store.close()


class _DescribedApp(FastAPI):
    """An application whose OpenAPI document includes ProblemShape. It takes 0.1 s to write, so it
    is written once, on demand, in a thread."""

    def __init__(self, **about: Any) -> None:
        super().__init__(**about)
        self._description: asyncio.Future[WebFile] | None = None
        self.add_route("/openapi.json", self._show, include_in_schema=False)

    async def _show(self, request: Request) -> Response:
        if self._description is None:
            self._description = asyncio.ensure_future(asyncio.to_thread(self._write))
        description = await asyncio.shield(self._description)
        return description.answer(request.headers, ASKED_EACH_TIME)

    def _write(self) -> WebFile:
        return WebFile.of(json.dumps(self.openapi()).encode(), "application/json")

    def openapi(self) -> dict[str, Any]:
        if self.openapi_schema is None:
            described = super().openapi()
            problem = ProblemShape.model_json_schema(
                mode="serialization", ref_template="#/components/schemas/{model}"
            )
            schemas = described["components"]["schemas"]
            described["components"]["schemas"] = {
                **problem.pop("$defs"),
                **schemas,
                "ProblemShape": problem,
            }
        return super().openapi()
