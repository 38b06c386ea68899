"""Limits for a connection: how slowly it may send a request or read the answer, and how many
headers it may send.

A reverse proxy has such limits too. Without these, whoever reaches the server could keep all its
connections half open, or send headers without end.
"""

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol


class LimitedProtocol(HttpToolsProtocol):
    """HTTP on one connection, with limits of time and size."""

    largest_head = 32 * 1024  # bytes of a request before its body
    most_headers = 100
    seconds_for_head = 10.0
    seconds_for_body = 30.0
    seconds_to_read = 60.0  # how long an answer may lie unread
    seconds_after_refusal = 1.0  # until a connection that sent too much is closed
    _deadline: asyncio.TimerHandle | None = None
    _is_out_of_date = False  # whether the deadline is to be set again
    _seconds: float | None = None  # from now to the next deadline, if there is one
    _reading: asyncio.TimerHandle | None = None
    _is_in_head = True
    _received = 0  # since the last request was complete
    _head = 0  # in headers of this request
    _is_refused = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._wait(self.seconds_for_head)

    def connection_lost(self, exc: Exception | None) -> None:
        self._wait(None)
        self.resume_writing()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        self._received += len(data)
        super().data_received(data)
        if self._is_out_of_date:  # once, because most requests come whole
            self._wait(self._seconds)
        if self._is_in_head and self._received > self.largest_head:
            self._refuse()
        elif self._is_in_head and self._deadline is None and self._is_answered:
            # An empty line begins no request, but has stopped the timer for idle connections.
            self._wait(self.seconds_for_head)

    @property
    def _is_answered(self) -> bool:
        return self.cycle is not None and self.cycle.response_complete

    def on_message_begin(self) -> None:
        self._is_in_head, self._head = True, 0
        self._is_out_of_date, self._seconds = True, self.seconds_for_head
        super().on_message_begin()

    def on_header(self, name: bytes, value: bytes) -> None:
        self._head += len(name) + len(value)
        if self._head > self.largest_head or len(self.headers) >= self.most_headers:
            self._refuse()
            raise ValueError("the headers are too large")  # so that no more of them is read
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        self._is_in_head = False
        self._is_out_of_date, self._seconds = True, self.seconds_for_body
        super().on_headers_complete()
        if self.parser.should_upgrade():  # we know no other protocol: this is the last answer here
            self.cycle.keep_alive = False

    def on_message_complete(self) -> None:
        self._is_in_head, self._received = True, 0
        self._is_out_of_date, self._seconds = True, None
        super().on_message_complete()

    def send_400_response(self, msg: str) -> None:
        if not self._is_refused:
            super().send_400_response(msg)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._reading = self.loop.call_later(self.seconds_to_read, self.transport.abort)

    def resume_writing(self) -> None:
        if self._reading is not None:
            self._reading.cancel()
        self._reading = None
        super().resume_writing()

    def _unsupported_upgrade_warning(self) -> None:
        """Write nothing to the log: anybody may ask for an upgrade."""

    def _wait(self, seconds: float | None) -> None:
        """Close the connection after these seconds, unless this is called again before."""
        if self._deadline is not None:
            self._deadline.cancel()
        self._deadline, self._is_out_of_date = None, False
        if seconds is not None:
            self._deadline = self.loop.call_later(seconds, self._close)

    def _close(self) -> None:
        if not self.transport.is_closing():
            self.transport.abort()

    def _refuse(self) -> None:
        """Say that there are too many headers, read no more of them, and close in a moment."""
        if self._is_refused or self.transport.is_closing():
            return
        self._is_refused = True
        text = b"The headers of the request are too large."
        head = b"HTTP/1.1 431 Request Header Fields Too Large\r\nconnection: close\r\n"
        head += b"content-type: text/plain; charset=utf-8\r\ncontent-length: %d\r\n\r\n" % len(text)
        self.transport.write(head + text)
        self.transport.pause_reading()
        self._wait(self.seconds_after_refusal)


def with_limits(**limits: Any) -> type[LimitedProtocol]:
    """The protocol with other limits than its own."""
    return type("LimitedProtocol", (LimitedProtocol,), limits)
