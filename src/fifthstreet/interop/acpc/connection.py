"""Lines of text over a socket, with deadlines and a limit on their length."""

from __future__ import annotations

import socket
from time import monotonic

VERSION = "VERSION:2.0.0"
MAX_LINE = 4096  # bytes; longer lines are cut off

_CHUNK = 4096


class Connection:
    """A connection that sends and receives lines."""

    def __init__(self, connected: socket.socket) -> None:
        # Lines are short, and the other side waits for each of them.
        connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._socket = connected
        self._received = b""
        self._is_cut = False  # whether the rest of a line that was too long is skipped

    def send(self, line: str, seconds: float | None) -> None:
        """Send a line; OSError if the other side is gone or takes too long to receive it."""
        self._socket.settimeout(seconds)
        self._socket.sendall(f"{line}\r\n".encode("ascii", "replace"))

    def receive(self, deadline: float | None) -> str | None:
        """Return the next line without its end, None if there are no more.

        TimeoutError if there is none by the deadline, in seconds of `time.monotonic`; any other
        OSError if the connection is lost.
        """
        while True:
            line, end, rest = self._received.partition(b"\n")
            if end:
                self._received = rest
                if self._is_cut:
                    self._is_cut = False
                    continue
                return line[:MAX_LINE].decode("ascii", "replace").rstrip("\r")
            if len(line) > MAX_LINE:
                self._received = b""
                if not self._is_cut:
                    self._is_cut = True
                    return line[:MAX_LINE].decode("ascii", "replace")
            left = None if deadline is None else deadline - monotonic()
            if left is not None and left <= 0:
                raise TimeoutError("no line in time")
            self._socket.settimeout(left)
            chunk = self._socket.recv(_CHUNK)
            if not chunk:
                return None
            self._received += chunk

    def close(self) -> None:
        """Close the connection."""
        self._socket.close()
