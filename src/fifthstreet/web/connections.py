"""Connections of clients that do not keep to the protocols.

Uvicorn waits for the rest of a request for ever, and logs invalid text as an error of the server.
"""

from __future__ import annotations

import asyncio
from typing import ClassVar

from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

REQUEST_SECONDS = 30.0  # that the server waits for the rest of a request
MIN_UPLOAD_SPEED = 1_000  # bytes a second; a client that is slower runs out of time
_INVALID_TEXT = 1007  # close code of a WebSocket


class TimedConnection(H11Protocol):
    """A connection that is closed if a request, or the next part of it, does not arrive in time.

    Time passes while the server waits for the client, and bytes give it back, up to
    `request_seconds`. So a client that falls silent, or sends a byte from time to time, is
    disconnected; an upload at a steady `MIN_UPLOAD_SPEED` is not.
    """

    request_seconds: ClassVar[float] = REQUEST_SECONDS
    _left = 0.0  # seconds, at `_since`
    _since = 0.0
    _timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for a request."""
        super().connection_made(transport)
        self._wait(self.request_seconds)

    def data_received(self, data: bytes) -> None:
        """Handle bytes of the client."""
        left = self._left - (self.loop.time() - self._since) + len(data) / MIN_UPLOAD_SPEED
        was_waiting = self._timer is not None
        super().data_received(data)
        self._wait(min(left, self.request_seconds) if was_waiting else self.request_seconds)

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        super().on_response_complete()
        self._wait(self.request_seconds)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop waiting."""
        super().connection_lost(exc)
        self._stop()

    def _wait(self, seconds: float) -> None:
        """Wait for these seconds if there is anything to wait for."""
        self._stop()
        if self._is_unfinished():
            self._left, self._since = seconds, self.loop.time()
            self._timer = self.loop.call_later(seconds, self._end)

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _is_unfinished(self) -> bool:
        """Return whether the client has to send something before the server can answer."""
        if self.transport.is_closing() or self.transport.get_protocol() is not self:
            return False  # closed, or a WebSocket by now
        return self.cycle is None or self.cycle.response_complete or self.cycle.more_body

    def _end(self) -> None:
        if self.flow.read_paused:  # it is the server that takes its time
            self._wait(self.request_seconds)
        else:
            self.transport.close()


def connection_class(seconds: float) -> type[TimedConnection]:
    """Return the class of connections that wait for this many seconds."""

    class Connection(TimedConnection):
        request_seconds = seconds

    return Connection


class StrictWebSocket(WebSocketsSansIOProtocol):
    """A WebSocket that closes when it receives text that is not UTF-8 (RFC 6455, section 8.1)."""

    def send_receive_event_to_app(self) -> None:
        """Pass a message on, unless its text is invalid."""
        if self.curr_msg_data_type == "text" and not self.close_sent:
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.frames = []
                self.conn.fail(_INVALID_TEXT, "text must be UTF-8")
                self.handle_parser_exception()
                return
        super().send_receive_event_to_app()
