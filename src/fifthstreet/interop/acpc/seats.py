"""Seats of a dealer's table: ports, the greeting of players, and the time they use."""

from __future__ import annotations

import re
import socket
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from time import monotonic

from fifthstreet.errors import InputError
from fifthstreet.interop.acpc.connection import VERSION, Connection

_GREETING_SECONDS = 5.0  # in which a player must send their version
_VERSION = re.compile(r"VERSION:2\.0\.\d+\s*")
_NAME = re.compile(r"[!-9;-{}~]+")  # printable ASCII without spaces, colons and bars


class SeatError(Exception):
    """A player cannot continue."""

    def __init__(self, seat: int, message: str) -> None:
        super().__init__(message)
        self.seat = seat


class Clock:
    """The time that players use, from the match state that is sent to their answer."""

    def __init__(self, seats: int, response: float, hand: float, match: float) -> None:
        self._response, self._hand, self._match = response, hand, match
        self._used_hand = [0.0] * seats
        self._used_match = [0.0] * seats
        self._start = 0.0

    def start_hand(self) -> None:
        """Begin a hand."""
        self._used_hand = [0.0] * len(self._used_hand)

    def start_response(self, seat: int) -> float | None:
        """Start the clock of a player; return their deadline, or None if there is none."""
        self._start = monotonic()
        left = min(
            self._response, self._hand - self._used_hand[seat], self._match - self._used_match[seat]
        )
        return None if left == float("inf") else self._start + left

    def end_response(self, seat: int) -> None:
        """Stop the clock of a player."""
        used = monotonic() - self._start
        self._used_hand[seat] += used
        self._used_match[seat] += used


def check_names(players: Sequence[str], count: int) -> None:
    """Raise InputError unless there are `count` players, with valid and different names."""
    if len(players) != count:
        raise InputError(f"players must be {count} names, as in the game, got {len(players)}")
    for name in players:
        if _NAME.fullmatch(name) is None:
            raise InputError(f"a player's name must be ASCII without spaces, : or |, got {name!r}")
    if len({*players}) < count:
        raise InputError(f"players must have different names, got {', '.join(players)}")


def listen(host: str, ports: Sequence[int] | None, count: int) -> list[socket.socket]:
    """Listen on a port for each player; 0 is any free port."""
    wanted = [0] * count if ports is None else list(ports)
    if len(wanted) != count:
        raise InputError(f"ports must be {count} numbers, one for each player, got {len(wanted)}")
    with ExitStack() as opened:  # closes them again if one of them fails
        listeners = [opened.enter_context(_listener(host, port)) for port in wanted]
        opened.pop_all()
    return listeners


def _listener(host: str, port: int) -> socket.socket:
    if not 0 <= port <= 65535:
        raise InputError(f"port must be from 0 to 65535, got {port}")
    try:
        return socket.create_server((host, port))
    except OSError as error:
        raise InputError(f"cannot listen on {host} port {port}: {error.strerror}") from None
    except (UnicodeError, TypeError):  # a name that cannot be encoded
        raise InputError(f"host must be a valid name, got {host!r}") from None


def seat_player(listener: socket.socket, seat: int, deadline: float) -> Connection:
    """Return the connection of the first client that greets with the version of the protocol.

    Other clients are turned away. SeatError if there is none by the deadline.
    """
    while True:
        left = deadline - monotonic()
        if left <= 0:
            raise SeatError(seat, f"has not connected with {VERSION}")
        listener.settimeout(None if left == float("inf") else left)
        try:
            accepted, _ = listener.accept()
        except TimeoutError:
            continue
        except OSError as error:
            raise SeatError(seat, f"cannot connect: {error.strerror}") from None
        connection = Connection(accepted)
        with suppress(OSError):  # a client that is late or gone is turned away, too
            greeting = connection.receive(min(deadline, monotonic() + _GREETING_SECONDS))
            if greeting is not None and _VERSION.fullmatch(greeting):
                return connection
        connection.close()
