"""Matches over TCP on loopback: a dealer in a thread of its own, clients in others."""

from __future__ import annotations

import socket
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from fifthstreet.interop.acpc import Dealer, DealtMatch

WAIT = 60.0  # seconds, for busy machines


def played(dealer: Dealer, clients: Sequence[Callable[[int], Any]]) -> tuple[DealtMatch, list[Any]]:
    """Let clients, which are called with their ports, play; return the match and their results."""
    with dealer, ThreadPoolExecutor(len(clients) + 1) as pool:
        match = pool.submit(dealer.play)
        results = [
            pool.submit(client, port) for client, port in zip(clients, dealer.ports, strict=True)
        ]
        return match.result(WAIT), [each.result(WAIT) for each in results]


def connected(port: int, greeting: bytes = b"VERSION:2.0.0\r\n") -> socket.socket:
    """Return a connection to a dealer, after the greeting."""
    connection = socket.create_connection(("127.0.0.1", port), timeout=WAIT)
    connection.sendall(greeting)
    return connection
