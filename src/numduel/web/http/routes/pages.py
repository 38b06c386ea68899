"""The page: one HTML file for every address, and the files it loads."""

import re
from importlib.resources import files
from pathlib import Path

from fastapi import APIRouter, FastAPI, Request
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

STATIC = Path(str(files("numduel.web"))) / "static"
DOCUMENTATION = Path(str(files("numduel.web.http"))) / "documentation"
PAGES = ["/", "/m/{id}", "/m/{id}/join/{token}", "/p", "/puzzles", "/sheets", "/games/{slug}"]
_PINNED = re.compile(r"^vendor/")


class PageFiles(StaticFiles):
    """Files with an ETag. The browser asks each time whether they have changed, so an update shows
    at once. Vendored files hardly change and are kept for a day."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        is_pinned = _PINNED.match(path) is not None
        response.headers["Cache-Control"] = "max-age=86400" if is_pinned else "no-cache"
        return response


_static = PageFiles(directory=STATIC, check_dir=False)
_documentation = PageFiles(directory=DOCUMENTATION)
router = APIRouter(include_in_schema=False)


async def show_page(request: Request) -> Response:
    """The HTML file; its script decides what it shows."""
    return await _static.get_response("index.html", request.scope)


async def show_documentation(request: Request) -> Response:
    """The description of the API as a page that loads nothing from elsewhere."""
    return await _documentation.get_response("index.html", request.scope)


for address in PAGES:
    router.add_api_route(address, show_page, methods=["GET", "HEAD"])
router.add_api_route("/docs", show_documentation, methods=["GET", "HEAD"])


def mount_files(app: FastAPI) -> None:
    app.mount("/static", _static)
    app.mount("/documentation", _documentation)
