"""The page's static files, its modules bundled into one script, and the HTML around it.

The folder's name is a hash of its content, so browsers may cache the files for ever.
"""

import gzip
import posixpath
import re
from collections.abc import Mapping
from functools import cache, cached_property
from hashlib import sha256
from html import escape
from importlib.resources import files
from pathlib import Path
from string import Template
from typing import NamedTuple

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import Response

from numduel.catalogue import file_beside, list_games

_KINDS = {
    ".css": "text/css",
    ".html": "text/html",
    ".ico": "image/x-icon",
    ".js": "text/javascript",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
_COMPRESSED = {"font/woff2", "image/png", "image/x-icon"}
FOR_EVER = "public, max-age=31536000, immutable"
ASKED_EACH_TIME = "no-cache"


class WebFile(NamedTuple):
    """A static file, plain and compressed."""

    body: bytes
    compressed: bytes
    kind: str
    tag: str

    @classmethod
    def of(cls, body: bytes, kind: str, level: int = 9) -> "WebFile":
        """Return a file with this content, compressed unless its format is. Use level 9 only for
        what is compressed once: it may take 40 ms."""
        compressed = body if kind in _COMPRESSED else gzip.compress(body, level)
        return cls(body, compressed, kind, sha256(body).hexdigest()[:16])

    def answer(self, headers: Headers, keep: str, status: int = 200) -> Response:
        """Return the response to a request with these headers; 304 if the browser has the file."""
        is_compressed = self.compressed is not self.body and accepts_gzip(headers)
        tag = f'"{self.tag}{"-gzip" if is_compressed else ""}"'
        about = {"Cache-Control": keep, "ETag": tag, "Vary": "Accept-Encoding"}
        if status == 200 and tag in headers.get("if-none-match", ""):
            return Response(status_code=304, headers=about)
        if is_compressed:
            about["Content-Encoding"] = "gzip"
        return Response(
            self.compressed if is_compressed else self.body, status, about, media_type=self.kind
        )


def accepts_gzip(headers: Headers) -> bool:
    """Return whether a client accepts gzip."""
    accepted = headers.get("accept-encoding", "").replace(" ", "").lower().split(",")
    return any(coding in ("gzip", "gzip;q=1", "gzip;q=1.0") for coding in accepted)


class WebFolder:
    """The files of a folder, by path."""

    def __init__(self, folder: Path, address: str) -> None:
        """`address` is the folder's path on the site, to which its version is added."""
        paths = sorted(path for path in folder.rglob("*") if path.is_file())
        self.files = {
            path.relative_to(folder).as_posix(): WebFile.of(
                path.read_bytes(), _KINDS.get(path.suffix, "text/plain")
            )
            for path in paths
        }
        self._address = address

    @cached_property
    def version(self) -> str:
        """A hash of all files. Ask for it only when all files are there."""
        named = "\n".join(f"{name} {file.tag}" for name, file in self.files.items())
        return sha256(named.encode()).hexdigest()[:12]

    @property
    def address(self) -> str:
        return f"{self._address}/{self.version}"

    def answer(self, path: str, headers: Headers) -> Response:
        """Return a file of the folder. Browsers may cache it under the current version's address
        only."""
        version, _, name = path.partition("/")
        keep = FOR_EVER if version == self.version else ASKED_EACH_TIME
        file = self.files.get(name) or self.files.get(path)
        if file is None:
            raise HTTPException(404)
        return file.answer(headers, keep)


_IMPORT = re.compile(r'^import\s*\{([^}]*)\}\s*from\s*"([^"]+)";', re.MULTILINE)
_EXPORT = re.compile(r"^export ((?:async )?(?:function|class|const) (\w+))", re.MULTILINE)
_EXPORTS = re.compile(r"(?:^|(?<=;))export\s*\{([^}]*)\};?\s*\Z", re.MULTILINE)
_LEFT = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)


def join_modules(modules: Mapping[str, str], first: str) -> str:
    """Bundle the module `first` and all that it imports into one script. `modules` maps paths to
    texts."""
    numbers: dict[str, int] = {}
    joined: list[str] = []

    def add(path: str, importers: tuple[str, ...]) -> int:
        if path in importers:
            raise ValueError(f"{path} imports itself, by way of {' and '.join(importers)}.")
        if path not in numbers:
            folder = posixpath.dirname(path)
            text = _IMPORT.sub(
                lambda found: _take(
                    found[1],
                    add(posixpath.normpath(posixpath.join(folder, found[2])), (*importers, path)),
                ),
                modules[path],
            )
            numbers[path] = len(numbers)
            joined.append(f"// {path}\n{_wrap(path, text, numbers[path])}")
        return numbers[path]

    add(first, ())
    return "\n".join(joined)


def _take(names: str, module: int) -> str:
    """Return the statement that replaces an import."""
    return f"const {{ {', '.join(': '.join(pair) for pair in _pairs(names))} }} = $module{module};"


def _wrap(path: str, text: str, number: int) -> str:
    given = [(name, name) for _, name in _EXPORT.findall(text)]
    if found := _EXPORTS.search(text):
        given += _pairs(found[1])
        text = text[: found.start()]
    text = _EXPORT.sub(r"\1", text)
    if left := _LEFT.search(text):
        raise ValueError(f"{path} has a line that cannot be joined: {left[0]}")
    listed = ", ".join(f"{outside}: {inside}" for inside, outside in given)
    return f"const $module{number} = (() => {{\n{text}\nreturn {{ {listed} }};\n}})();"


def _pairs(names: str) -> list[tuple[str, str]]:
    """Return the names in braces as pairs: the exported name and the local one."""
    listed = [name.split() for name in names.split(",") if name.strip()]
    return [(words[0], words[-1]) for words in listed]


STATIC = Path(str(files("numduel.web"))) / "static"
_SITE = "numduel"
_QUICK = 4  # gzip level of pages, which are compressed for each request
_STYLE = re.compile(r'\n *<link rel="stylesheet" href="/static/([^"]+)">')
_BEGINNING = """<div class="home"><section class="hero"><div class="pitch">
        <h1>{heading}</h1>
        <p class="goal">{description}</p>
      </div></section></div>"""
_PROBLEM = """<section class="lost">
        <div class="lost-tiles" aria-hidden="true">{status}</div>
        <h1>{detail}</h1>
        <p class="controls"><a class="button primary" href="/">To the duels</a></p>
      </section>"""


class Preview(NamedTuple):
    """What search engines and messengers show of a page."""

    title: str
    description: str
    picture: str = _SITE  # the game's slug
    is_public: bool = True  # whether search engines may list it
    heading: str = ""  # of the page, if not the title


@cache
def static_files() -> WebFolder:
    """Return the page's files and the pictures beside rule books, with all styles and all modules
    joined into one file each."""
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
    """Return the HTML of a page: a title and a sentence, until its script draws the rest.

    `site` is the scheme and host of the request, `told` the script's data as JSON, and `lan` the
    origin that links name if `site` is loopback.
    """
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
        heading=escape(preview.heading or preview.title), description=escape(preview.description)
    )
    return _write(title, preview.description, head, begun, told)


def write_problem(status: int, title: str, detail: str) -> WebFile:
    """Return the HTML of an error page, which needs no script."""
    head = ['<meta name="robots" content="noindex">']
    digits = "".join(f"<span>{digit}</span>" for digit in str(status))
    content = _PROBLEM.format(status=digits, detail=escape(detail))
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
