"""Limits for a connection, which uvicorn lacks: against slowloris, pipelining, endless headers,
unread responses and too many connections from one address."""

import asyncio
from collections import Counter
from collections.abc import Sequence
from typing import ClassVar

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle


class LimitedProtocol(HttpToolsProtocol):
    """HTTP on one connection, closed when it exceeds a limit of time or size."""

    seconds_for_request = 20.0  # for headers and body
    seconds_to_read = 60.0  # how long a response may stay unread
    largest_head = 32 * 1024
    most_headers = 100
    most_waiting = 8  # pipelined requests
    _deadline: asyncio.TimerHandle | None = None
    _reading: asyncio.TimerHandle | None = None
    _received = 0  # bytes since the last request was complete
    _is_in_head = True
    _unanswered: Sequence[RequestResponseCycle] = ()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._start_deadline()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_deadline()
        self.resume_writing()
        for cycle in self._unanswered:  # uvicorn notifies only the last
            cycle.disconnected = True
            cycle.message_event.set()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.cycle is None or self.cycle.response_complete:
            self._start_deadline()  # even for an empty line, which ends uvicorn's keep-alive timer
        self._received += len(data)
        super().data_received(data)
        is_large = self._is_in_head and self._received > self.largest_head
        if is_large and not self.transport.is_closing():
            self.send_400_response("The headers are too large.")

    def on_message_begin(self) -> None:
        self._is_in_head = True
        self._start_deadline()
        super().on_message_begin()

    def on_header(self, name: bytes, value: bytes) -> None:
        if len(self.headers) >= self.most_headers:
            raise ValueError("too many headers")  # uvicorn answers 400 and closes
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        self._is_in_head = False
        waiting = [cycle for cycle in self._unanswered if not cycle.response_complete]
        if len(waiting) > self.most_waiting:
            raise ValueError("too many pipelined requests")
        super().on_headers_complete()
        self._unanswered = [*waiting, self.cycle]
        if self.parser.should_upgrade():  # llhttp reads no more requests on this connection
            self.cycle.keep_alive = False

    def on_message_complete(self) -> None:
        self._is_in_head, self._received = True, 0
        self._stop_deadline()
        super().on_message_complete()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._reading = self.loop.call_later(self.seconds_to_read, self.transport.abort)

    def resume_writing(self) -> None:
        if self._reading is not None:
            self._reading.cancel()
        super().resume_writing()

    def shutdown(self) -> None:
        self.app_state["end_streams"]()  # which would never end
        super().shutdown()

    def _start_deadline(self) -> None:
        if self._deadline is None:
            self._deadline = self.loop.call_later(self.seconds_for_request, self.transport.abort)

    def _stop_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
        self._deadline = None


class DirectProtocol(LimitedProtocol):
    """For clients without a proxy: limits the connections of an address. Behind NAT, a class of 40
    with some tabs each is one address."""

    most_connections = 300
    _by_address: ClassVar[Counter[str]] = Counter()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._address = self.client[0] if self.client else ""
        self._by_address[self._address] += 1
        is_full = self._by_address[self._address] > self.most_connections
        if is_full and self._address != "127.0.0.1":
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._by_address[self._address] -= 1
        if not self._by_address[self._address]:
            del self._by_address[self._address]
        super().connection_lost(exc)
