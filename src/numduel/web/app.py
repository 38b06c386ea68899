"""The application: the hall, the routes and the door, put together."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI

from numduel import __version__
from numduel.web.doorman import Doorman
from numduel.web.hall import Hall
from numduel.web.models import ProblemShape
from numduel.web.problems import add_handlers
from numduel.web.rates import Rates
from numduel.web.routes import games, matches, pages, positions, study
from numduel.web.settings import Settings


def create_app(settings: Settings | None = None) -> FastAPI:
    """The ASGI application for one server process."""
    settings = settings or Settings()
    hall, rates = Hall(settings), Rates(settings.requests_per_minute)

    @asynccontextmanager
    async def live(_: FastAPI) -> AsyncIterator[None]:
        await hall.open()
        try:
            yield
        finally:
            await hall.close()

    app = _Described(
        title="numduel",
        version=__version__,
        summary="Small number duels to play, watch and understand.",
        lifespan=live,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
    )
    app.state.hall, app.state.rates = hall, rates
    for part in (games, matches, positions, study, pages):
        app.include_router(part.router)
    pages.mount_files(app)
    add_handlers(app)
    app.add_middleware(Doorman, rates=rates, largest_body=settings.largest_body)
    return app


class _Described(FastAPI):
    """An application whose description has the shape of problems in it."""

    def openapi(self) -> dict[str, Any]:
        if self.openapi_schema is None:
            described = super().openapi()
            schema = ProblemShape.model_json_schema(ref_template="#/components/schemas/{model}")
            schema.pop("$defs", None)
            described["components"]["schemas"]["ProblemShape"] = schema
        return super().openapi()
