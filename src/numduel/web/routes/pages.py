"""The pages as HTML with link previews; the script draws the rest."""

import json
from collections.abc import Awaitable, Callable
from functools import cache
from importlib.resources import files
from pathlib import Path

from fastapi import APIRouter, Request
from starlette.responses import Response

from numduel.catalogue import find_game
from numduel.errors import NumduelError, UnknownGame
from numduel.study import FULL_LEGEND, LEGEND, TASK, Address, headline
from numduel.web.dependencies import Services, give_token, own_token
from numduel.web.errors import NotFound
from numduel.web.matches.creation import new_token
from numduel.web.matches.log import MatchLog
from numduel.web.page import ASKED_EACH_TIME, Preview, WebFile, WebFolder, static_files, write_shell
from numduel.web.work.positions import WrittenPosition, written_position
from numduel.web.work.puzzles import known_lesson

DOCUMENTATION = Path(str(files("numduel.web"))) / "documentation"
router = APIRouter(include_in_schema=False)
_METHODS = ["GET", "HEAD"]
_HOME = Preview(
    "Small number duels, and the exact truth about them.",
    "Play at once: no sign-up, nothing to install. Ask at any time who is winning, and why.",
    heading="Your move.",
)
_routes: list[tuple[str, str]] = []  # the name of a page, and a pattern of its paths
# Search engines must not list matches; services that show link previews may read them.
_ROBOTS = """User-agent: *
Disallow: /api/
Disallow: /m/

User-agent: Discordbot
User-agent: facebookexternalhit
User-agent: LinkedInBot
User-agent: Slackbot
User-agent: TelegramBot
User-agent: Twitterbot
User-agent: WhatsApp
Disallow: /api/
"""


def _page(name: str, *patterns: str) -> Callable[[Callable[[Request], Awaitable[Preview]]], None]:
    """Serve a page at these paths, with the preview that the decorated function returns. app.js
    draws the page of that name."""

    def add(find: Callable[[Request], Awaitable[Preview]]) -> None:
        async def show(request: Request) -> Response:
            status = 200
            try:
                preview = await find(request)
            except (NotFound, UnknownGame):
                status = 404
                preview = _HOME._replace(title="Not found", heading="", is_public=False)
            except NumduelError:  # the script asks again, and shows the error
                preview = _HOME._replace(is_public=False)
            site = f"{request.url.scheme}://{request.url.netloc}"
            services: Services = request.app.state.services
            lan = services.matches.settings.lan_origin
            html = write_shell(preview, site, request.url.path, _told(), lan)
            keep = f"private, {ASKED_EACH_TIME}"  # it may set a cookie
            response = html.answer(request.headers, keep, status)
            if not preview.is_public:
                response.headers["X-Robots-Tag"] = "noindex"
            if own_token(request) is None:  # rate limits then count the browser, not its address
                give_token(request, response, new_token())
            return response

        for pattern in patterns:
            router.add_api_route(pattern, show, methods=_METHODS)
            _routes.append((name, pattern))

    return add


@cache
def _told() -> str:
    """Return the script's data: routes, and sentences that the server has too."""
    home = {"heading": _HOME.heading, "description": _HOME.description}
    legends = {"legend": LEGEND, "full_legend": FULL_LEGEND}
    return json.dumps({"routes": _routes, **legends, "home": home})


@_page("home", "/")
async def _preview_home(_: Request) -> Preview:
    return _HOME


@_page("puzzles", "/puzzles")
async def _preview_puzzles(_: Request) -> Preview:
    return Preview("Puzzles", f"Positions of small number duels. {TASK}")


@_page("learn", "/learn")
async def _preview_lessons(_: Request) -> Preview:
    return Preview("Learn", "Short lessons in winning small number duels, to be played.")


@_page("sheets", "/sheets")
async def _preview_sheets(_: Request) -> Preview:
    return Preview("For teachers", "Small number duels with a class; boards and puzzles to print.")


@_page("lesson", "/learn/{slug}/{lesson}", "/learn/{slug}/{lesson}/{step}")
async def _preview_lesson(request: Request) -> Preview:
    about = request.path_params
    lesson = known_lesson(f"{about['slug']}/{about['lesson']}")
    return Preview(lesson.title, lesson.about, lesson.game.slug)


@_page("game", "/games/{slug}")
async def _preview_game(request: Request) -> Preview:
    game = find_game(request.path_params["slug"])
    return Preview(game.title, game.summary, game.slug)


@_page("position", "/p/{id:path}")
async def _preview_position(request: Request) -> Preview:
    return _preview_of(written_position(request.path_params["id"]))


def _preview_of(written: WrittenPosition) -> Preview:
    game = written.game
    if not written.is_quick:
        return Preview(game.title, game.summary, game.slug)
    match = written.replayed()
    where = f"after {' '.join(match.written_moves)}" if match.moves else "at the start"
    return Preview(f"{game.title} {where}", headline(match, Address()), game.slug)


@_page("daily", "/puzzles/daily", "/puzzles/daily/{date}")
async def _preview_daily(_: Request) -> Preview:
    return Preview("The puzzle of the day", f"The same for everybody. {TASK}")


@_page("puzzle", "/puzzles/{id:path}")
async def _preview_puzzle(request: Request) -> Preview:
    written = written_position(request.path_params["id"])
    game, told = written.game, _preview_of(written).description
    return Preview(f"A puzzle of {game.title}", f"{told} {TASK}", game.slug)


@_page("match", "/m/{id}")
async def _preview_match(request: Request) -> Preview:
    return _preview_log(await _find_match(request))


def _preview_log(log: MatchLog) -> Preview:
    game, names = log.match.game, list(log.match.names.values())
    if log.outcome is None:
        return Preview(game.title, f"A duel that is being played. {game.summary}", game.slug, False)
    told = headline(log.match, Address.of(log.match, ()))
    return Preview(f"{game.title}: {' against '.join(names)}", told, game.slug, False)


@_page("join", "/m/{id}/join/{token}")
async def _preview_invitation(request: Request) -> Preview:
    log = await _find_match(request)
    if not log.is_waiting:
        return _preview_log(log)
    game = log.match.game
    return Preview(f"You are invited to {game.title}", game.summary, game.slug, False)


async def _find_match(request: Request) -> MatchLog:
    services: Services = request.app.state.services
    return await services.matches.find(request.path_params["id"])


@router.api_route("/static/{path:path}", methods=_METHODS)
async def show_file(request: Request, path: str) -> Response:
    """Return a file that a page loads."""
    return static_files().answer(path, request.headers)


@router.api_route("/favicon.ico", methods=_METHODS)
async def show_icon(request: Request) -> Response:
    """Return the icon that browsers request by default."""
    return static_files().files["icons/favicon.ico"].answer(request.headers, "max-age=86400")


@router.api_route("/robots.txt", methods=_METHODS)
async def show_robots(request: Request) -> Response:
    """Return robots.txt."""
    return WebFile.of(_ROBOTS.encode(), "text/plain").answer(request.headers, "max-age=86400")


@cache
def _documentation() -> WebFolder:
    return WebFolder(DOCUMENTATION, "/documentation")


def read_files() -> None:
    """Read and compress all files in advance."""
    static_files()
    _documentation()


@router.api_route("/docs", methods=_METHODS)
async def show_documentation(request: Request) -> Response:
    """Return the API's documentation as a page that loads nothing from elsewhere."""
    folder = _documentation()
    html = folder.files["index.html"].body.decode()
    html = html.replace('"/documentation/', f'"{folder.address}/')
    return WebFile.of(html.encode(), "text/html").answer(request.headers, ASKED_EACH_TIME)


@router.api_route("/documentation/{path:path}", methods=_METHODS)
async def show_documentation_file(request: Request, path: str) -> Response:
    """Return a file of the API's documentation."""
    return _documentation().answer(path, request.headers)
