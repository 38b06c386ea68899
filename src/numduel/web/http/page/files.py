"""The files of the page, read and compressed once, when the server starts.

Their folder is named after the content of all of them. So a browser may keep them for ever: after a
change they have other addresses.
"""

import gzip
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import Response

_KINDS = {
    ".css": "text/css",
    ".html": "text/html",
    ".ico": "image/x-icon",
    ".js": "text/javascript",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
FOR_EVER = "public, max-age=31536000, immutable"
ASKED_EACH_TIME = "no-cache"


class WebFile(NamedTuple):
    """What is sent for a file, as it is and compressed."""

    body: bytes
    compressed: bytes
    kind: str
    tag: str

    @classmethod
    def of(cls, body: bytes, kind: str, level: int = 9) -> "WebFile":
        """A file with this content. A picture, which is compressed already, is left as
        it is. Level 9 is for what is compressed once: on a text that was made to be hard for it, it
        takes 40 milliseconds."""
        compressed = body if kind in ("image/png", "image/x-icon") else gzip.compress(body, level)
        return cls(body, compressed, kind, sha256(body).hexdigest()[:16])

    def answer(self, headers: Headers, keep: str, status: int = 200) -> Response:
        """The answer to a request with these headers; only what the browser does not have."""
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
    """Whether a client can read what is compressed by gzip."""
    accepted = headers.get("accept-encoding", "").replace(" ", "").lower().split(",")
    return any(coding in ("gzip", "gzip;q=1", "gzip;q=1.0") for coding in accepted)


class WebFolder:
    """All the files of a folder."""

    def __init__(self, folder: Path, address: str) -> None:
        """`address` is where the folder of the present version lies."""
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
        """It changes with any file. Ask for it only when all files are there."""
        named = "\n".join(f"{name} {file.tag}" for name, file in self.files.items())
        return sha256(named.encode()).hexdigest()[:12]

    @property
    def address(self) -> str:
        return f"{self._address}/{self.version}"

    def answer(self, path: str, headers: Headers) -> Response:
        """The answer to a request for a path below the address. Browsers may cache a file only
        under the current version's address."""
        version, _, name = path.partition("/")
        keep = FOR_EVER if version == self.version else ASKED_EACH_TIME
        file = self.files.get(name) or self.files.get(path)
        if file is None:
            raise HTTPException(404)
        return file.answer(headers, keep)
