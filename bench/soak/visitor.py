"""Lightweight HTTP clients: the server is to be measured, not they."""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any


class Visitor:
    """A connection with cookies that sends requests one by one, or listens to a stream."""

    def __init__(self, port: int, client: str = "") -> None:
        """Connect from `client`, a loopback address such as 127.0.0.9."""
        self._port = port
        self.client = client
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self.cookies = ""
        self.server = ""  # the server that answered, if a proxy names it

    async def ask(
        self, method: str, path: str, body: Any = None, cookie: str = ""
    ) -> tuple[int, bytes]:
        """Return the status and the body of the answer; OSError if the connection breaks."""
        content = b"" if body is None else json.dumps(body).encode()
        more = f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n"
        try:
            status, head, reader = await self._send(method, path, cookie, more, content)
            return status, await reader.readexactly(int(_field(head, "content-length")))
        except (OSError, EOFError, ValueError) as broken:
            self.close()
            raise OSError("the connection broke") from broken
        except asyncio.CancelledError:
            self.close()  # its answer would be read as that of the next request
            raise

    async def listen(
        self, path: str, cookie: str, last: int | None = None
    ) -> AsyncIterator[tuple[int, bytes]]:
        """Yield the ids and data of a stream's events after the last one received; OSError if the
        connection breaks or there is no stream."""
        more = "" if last is None else f"Last-Event-ID: {last}\r\n"
        try:
            status, head, reader = await self._send("GET", path, cookie, more)
            if status != 200:
                raise OSError(f"no stream: {status}")
            if _field(head, "transfer-encoding") != "chunked":
                raise OSError("no stream")
            rest = b""
            while True:
                rest += await _chunk(reader)
                *events, rest = rest.split(b"\n\n")
                for event in events:
                    if event.startswith(b"event: match\nid: "):
                        number, _, data = event[17:].partition(b"\ndata: ")
                        yield int(number), data
        except (EOFError, ValueError) as broken:
            raise OSError("the connection broke") from broken
        finally:
            self.close()

    async def _send(
        self, method: str, path: str, cookie: str, more: str, content: bytes = b""
    ) -> tuple[int, str, asyncio.StreamReader]:
        """Return the status and headers of the answer, and the reader of its body."""
        if self._streams is None:
            source = (self.client, 0) if self.client else None
            self._streams = await asyncio.open_connection(
                "127.0.0.1", self._port, local_addr=source
            )
        reader, writer = self._streams
        head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self._port}\r\nCookie: {cookie}\r\n"
        writer.write(f"{head}{more}\r\n".encode() + content)
        answer = (await reader.readuntil(b"\r\n\r\n")).decode()
        self.cookies = _field(answer, "set-cookie").partition(";")[0]
        self.server = _field(answer, "x-served-by") or "the server"
        return int(answer.split()[1]), answer, reader

    def close(self) -> None:
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None


def _field(head: str, name: str) -> str:
    return head.partition(f"\r\n{name}: ")[2].partition("\r\n")[0]


async def _chunk(reader: asyncio.StreamReader) -> bytes:
    """Return one chunk of a body; EOFError at its end. A proxy may split chunks anywhere."""
    size = int(await reader.readuntil(b"\r\n"), 16)
    chunk = await reader.readexactly(size + 2)
    if not size:
        raise EOFError
    return chunk[:-2]
