"""Owners of parts of the tables, which receive the changes of the workers' traversals.

Owners and workers exchange tables and changes over their own connections, as plain bytes of arrays
after a line of JSON; nothing is unpickled.
"""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from multiprocessing import AuthenticationError
from multiprocessing.connection import Client, Connection, Listener
from threading import Lock, Thread
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fifthstreet.errors import FifthstreetError

TABLES = ("regrets", "averages")
_SECONDS_OF_SILENCE = 20  # before a connection is probed


class OwnerLostError(FifthstreetError, ConnectionError):
    """An owner of tables that cannot be reached."""


@dataclass(frozen=True)
class OwnerAddress:
    """The address of an owner, and the cells it owns."""

    host: str
    port: int
    key: bytes  # that authenticates clients
    first: int
    end: int


@dataclass(frozen=True, eq=False)
class Changes:
    """The changes of some cells by the traversals of a part."""

    cells: NDArray[np.int64]  # [C] from the first cell of the owner on
    tables: dict[str, NDArray[np.float32]]  # [C] each


class TableOwner:
    """Owner of the cells from `first` to `end`, which listens in its own threads.

    When the next round begins, regrets move by the mean of the changes of all parts, and averages
    by their sum. They are added in the order of the parts, so tables do not depend on the order of
    arrival, and a part that is run again starts from the same tables. Changes that arrive twice
    count once.
    """

    def __init__(self, peer: str, key: bytes, first: int, end: int, parts: int) -> None:
        """Listen at the address of this machine that `peer` can reach."""
        self._key, self._first, self._end, self._parts = key, first, end, parts
        self._tables = {name: np.zeros(end - first, np.float32) for name in TABLES}
        self._shares = {"regrets": np.float32(1 / parts), "averages": np.float32(1)}
        self._round = 0
        self._waiting: dict[int, Changes] = {}  # of the parts of this round
        self._lock = Lock()
        self._host = own_address(peer)
        self._listener = Listener((self._host, 0), backlog=64, authkey=key)
        Thread(target=self._accept, daemon=True).start()

    def address(self) -> OwnerAddress:
        """Return the address for clients."""
        port = self._listener.address[1]
        return OwnerAddress(self._host, int(port), self._key, self._first, self._end)

    def load(self, tables: Mapping[str, NDArray[np.float32]], round_number: int) -> None:
        """Replace the tables, and discard waiting changes."""
        with self._lock:
            for name, own in self._tables.items():
                own[:] = tables[name]
            self._round = round_number
            self._waiting.clear()

    def add(self, round_number: int, part: int, changes: Changes) -> None:
        """Receive the changes of a part; changes of other rounds are ignored."""
        with self._lock:
            if round_number != self._round or not 0 <= part < self._parts:
                return
            self._waiting[part] = changes

    def tables(self, round_number: int) -> list[NDArray[np.float32]]:
        """Return copies of the tables as they are before the current or the next round."""
        with self._lock:
            if round_number == self._round + 1 and len(self._waiting) == self._parts:
                for _, changes in sorted(self._waiting.items()):
                    for name, own in self._tables.items():
                        own[changes.cells] += changes.tables[name] * self._shares[name]
                self._waiting.clear()
                self._round += 1
            if round_number != self._round:
                raise ValueError(f"round must be {self._round}, got {round_number}")
            return [own.copy() for own in self._tables.values()]

    def _accept(self) -> None:
        while True:
            try:
                connection = self._listener.accept()
            except (AuthenticationError, EOFError, ConnectionError):  # an invalid client
                continue
            except OSError:  # the listener was closed
                return
            Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection: Connection) -> None:
        """Answer the requests of a client until it disconnects."""
        with closing(connection):
            try:
                while True:
                    request = json.loads(connection.recv_bytes())
                    self._answer(connection, request)
            except (EOFError, OSError, ValueError, KeyError, TypeError):
                return

    def _answer(self, connection: Connection, request: dict[str, Any]) -> None:
        size = self._end - self._first
        if request["kind"] == "pull":
            for table in self.tables(request["round"]):
                connection.send_bytes(table.data)
            return
        if request["kind"] == "load":
            loaded = {name: _received(connection, size, np.float32) for name in TABLES}
            self.load(loaded, request["round"])
        else:
            count = int(request["count"])
            cells = _received(connection, count, np.int64)
            changed = {name: _received(connection, count, np.float32) for name in TABLES}
            if count and not (cells.min() >= 0 and cells.max() < size):
                raise ValueError("changes must be of the owner's cells")
            self.add(request["round"], request["part"], Changes(cells, changed))
        connection.send_bytes(b"done")


def pull_tables(
    owner: OwnerAddress, tables: Mapping[str, NDArray[np.float32]], round_number: int
) -> None:
    """Copy an owner's cells, as they are before a round, to their places in whole tables."""
    with _connected(owner) as connection:
        _request(connection, kind="pull", round=round_number)
        for name in TABLES:
            connection.recv_bytes_into(tables[name][owner.first : owner.end].data)


def load_tables(
    owner: OwnerAddress, tables: Mapping[str, NDArray[np.float32]], round_number: int
) -> None:
    """Replace an owner's cells by its part of whole tables."""
    with _connected(owner) as connection:
        _request(connection, kind="load", round=round_number)
        for name in TABLES:
            connection.send_bytes(np.ascontiguousarray(tables[name][owner.first : owner.end]).data)
        connection.recv_bytes()


def push_changes(owner: OwnerAddress, round_number: int, part: int, changes: Changes) -> None:
    """Send an owner the changes of a part."""
    with _connected(owner) as connection:
        count = len(changes.cells)
        _request(connection, kind="push", round=round_number, part=part, count=count)
        for array in (changes.cells, *(changes.tables[name] for name in TABLES)):
            connection.send_bytes(np.ascontiguousarray(array).data)
        connection.recv_bytes()


def own_address(peer: str) -> str:
    """Return the address of this machine that a peer can reach.

    >>> own_address("127.0.0.1")
    '127.0.0.1'
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect((peer, 9))  # nothing is sent
        return str(probe.getsockname()[0])


@contextmanager
def _connected(owner: OwnerAddress) -> Iterator[Connection]:
    try:
        with Client((owner.host, owner.port), authkey=owner.key) as connection:
            _notice_losses(connection)
            yield connection
    except (EOFError, OSError, AuthenticationError) as error:
        raise OwnerLostError(f"the owner of tables at {owner.host}:{owner.port} is gone") from error


def _notice_losses(connection: Connection) -> None:
    """Let the system close a connection to a machine that no longer answers."""
    own = socket.socket(fileno=connection.fileno())
    try:
        own.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        own.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if hasattr(socket, "TCP_KEEPIDLE"):
            own.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPIDLE, _SECONDS_OF_SILENCE)
    finally:
        own.detach()


def _request(connection: Connection, **fields: Any) -> None:
    connection.send_bytes(json.dumps(fields).encode())


def _received(connection: Connection, count: int, dtype: type[Any]) -> NDArray[Any]:
    array = np.empty(count, dtype)
    if (received := connection.recv_bytes_into(array.data)) != array.nbytes:
        raise ValueError(f"an array must have {array.nbytes} bytes, got {received}")
    return array
