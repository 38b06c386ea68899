"""The page: one HTML file for every address, and the files it loads."""

import re
from importlib.resources import files
from pathlib import Path

from fastapi import APIRouter, FastAPI
from starlette.responses import FileResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

STATIC = Path(str(files("numduel.web"))) / "static"
PAGES = ["/", "/m/{id}", "/m/{id}/join/{token}", "/p", "/puzzles", "/games/{slug}"]
router = APIRouter(include_in_schema=False)


async def show_page() -> Response:
    """The HTML file; its script decides what it shows."""
    return FileResponse(STATIC / "index.html", headers={"Cache-Control": "no-cache"})


async def show_documentation() -> Response:
    """The description of the API as a page that loads nothing from elsewhere."""
    return FileResponse(DOCUMENTATION / "index.html", headers={"Cache-Control": "no-cache"})


for address in PAGES:
    router.add_api_route(address, show_page, methods=["GET", "HEAD"])
router.add_api_route("/docs", show_documentation, methods=["GET", "HEAD"])

DOCUMENTATION = Path(str(files("numduel.web.http"))) / "documentation"
_PINNED = re.compile(r"^vendor/")


class PageFiles(StaticFiles):
    """Files that a browser asks about each time, so that an update shows at once. Vendored files
    hardly change and are kept for a day."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        is_pinned = _PINNED.match(path) is not None
        response.headers["Cache-Control"] = "max-age=86400" if is_pinned else "no-cache"
        return response


def mount_files(app: FastAPI) -> None:
    app.mount("/static", PageFiles(directory=STATIC, check_dir=False))
    app.mount("/documentation", PageFiles(directory=DOCUMENTATION))
