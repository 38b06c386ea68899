"""The HTML around every page: the preview that a link shows, the files it loads, and its frame."""

import re
from functools import cache
from html import escape
from importlib.resources import files
from pathlib import Path
from string import Template
from typing import NamedTuple

from numduel.catalogue import file_beside, list_games
from numduel.web.http.page.files import WebFile, WebFolder
from numduel.web.http.page.joining import join_modules

STATIC = Path(str(files("numduel.web"))) / "static"
_SITE = "numduel"
_QUICK = 4  # the level at which a page is compressed, which is done for each request
_STYLE = re.compile(r'\n *<link rel="stylesheet" href="/static/([^"]+)">')
_BEGINNING = """<section class="home"><div class="welcome">
        <h1>{heading}</h1>
        <p>{description}</p>
      </div></section>"""
_PROBLEM = """<section class="lost">
        <h1>{detail}</h1>
        <p>Go to <a href="/">the duels</a>.</p>
      </section>"""


class Preview(NamedTuple):
    """What search engines and messengers show of a page."""

    title: str
    description: str
    picture: str = _SITE  # the game's slug
    is_public: bool = True  # whether search engines may list it


@cache
def static_files() -> WebFolder:
    """The files of the page, as they are when this server starts, with the pictures beside rule
    books. All styles are in one file and all modules in another, because a browser draws a page
    when it has the last of them."""
    folder = WebFolder(STATIC, "/static")
    for game in list_games():
        if path := file_beside(game, ".png"):
            folder.files[_picture_of(game.slug)] = WebFile.of(path.read_bytes(), "image/png")
    styles = [folder.files[name].body for name in _STYLE.findall(_read_html())]
    folder.files["styles.css"] = WebFile.of(b"\n".join(styles), "text/css")
    modules = {
        name: file.body.decode() for name, file in folder.files.items() if name.endswith(".js")
    }
    script = join_modules(modules, "app.js")
    folder.files["script.js"] = WebFile.of(script.encode(), "text/javascript")
    return folder


def _picture_of(name: str) -> str:
    return f"pictures/{name}.png"


def _read_html() -> str:
    return (STATIC / "index.html").read_text(encoding="utf-8")


@cache
def _template() -> Template:
    html = _STYLE.sub("", _read_html())
    return Template(html.replace('"/static/', f'"{static_files().address}/'))


def write_shell(preview: Preview, site: str, path: str, told: str, lan: str = "") -> WebFile:
    """Return the HTML of a page. It shows a title and a sentence until its script draws the rest.
    `site` is the scheme and the host by which it was asked for, `told` is what the script is told,
    as JSON, and `lan` what links name instead of `site` if that is loopback."""
    picture = _picture_of(preview.picture)
    if picture not in static_files().files:
        picture = _picture_of(_SITE)
    title = f"{preview.title} · {_SITE}"
    tags = {
        "og:site_name": _SITE,
        "og:type": "website",
        "og:title": preview.title,
        "og:description": preview.description,
        "og:url": site + path,
        "og:image": f"{site}{static_files().address}/{picture}",
        "og:image:width": "1200",
        "og:image:height": "630",
        "twitter:card": "summary_large_image",
    }
    head = [f'<meta property="{name}" content="{escape(value)}">' for name, value in tags.items()]
    if lan:
        head.append(f'<meta name="lan-origin" content="{escape(lan)}">')
    if not preview.is_public:
        head.append('<meta name="robots" content="noindex">')
    head.append(f'<script type="module" src="{static_files().address}/script.js"></script>')
    begun = _BEGINNING.format(
        heading=escape(preview.title), description=escape(preview.description)
    )
    return _write(title, preview.description, head, begun, told)


def write_problem(title: str, detail: str) -> WebFile:
    """Return the HTML of a page that says what is wrong. It needs no script."""
    head = ['<meta name="robots" content="noindex">']
    content = _PROBLEM.format(detail=escape(detail))
    return _write(f"{title} · {_SITE}", detail, head, content)


def _write(
    title: str, description: str, head: list[str], content: str, told: str = "{}"
) -> WebFile:
    style = f'<link rel="stylesheet" href="{static_files().address}/styles.css">'
    html = _template().substitute(
        title=escape(title),
        description=escape(description),
        told=escape(told),
        head="\n    ".join([style, *head]),
        content=content,
    )
    return WebFile.of(html.encode(), "text/html", _QUICK)
