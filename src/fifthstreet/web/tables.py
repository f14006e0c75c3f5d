"""Tables at which users of the page play, by id."""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Lock, Thread

from fifthstreet.arena.live import LiveSettings, LiveTable, create_opponent
from fifthstreet.errors import BusyError, InputError, NotFoundError

_LOG = logging.getLogger("fifthstreet.web")
_IDLE_SECONDS = 12 * 3600.0  # after which a table is closed
_PATIENCE = 0.8  # seconds that a request waits for agents; the page asks again after that
FIRST_PATIENCE = 0.15  # of the request that opens a table: the page shows the table meanwhile
_ENDING_SECONDS = 5.0  # for agents to end when the server does


@dataclass
class SeatedTable:
    """A table, and the time of its last request."""

    id: str
    table: LiveTable
    used: float = field(default_factory=time.monotonic)
    error: str | None = None  # what ended the hand, if the table itself failed
    threads: list[Thread] = field(default_factory=list)  # of its moves


class TableStore:
    """The tables of a server; unused ones are closed."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._tables: dict[str, SeatedTable] = {}
        self._changing = Lock()

    def __repr__(self) -> str:
        return f"<TableStore: {len(self._tables)} of {self._most} tables>"

    def all(self) -> list[SeatedTable]:
        """Return all tables, the last used first."""
        self._close_idle()
        with self._changing:
            return sorted(self._tables.values(), key=lambda each: -each.used)

    def get(self, number: str) -> SeatedTable:
        """Return a table by its id."""
        self._close_idle()
        with self._changing:
            seated = self._tables.get(number)
            if seated is None:
                raise NotFoundError(f"there is no table {number[:40]!r}; it may have been closed")
            seated.used = time.monotonic()
            return seated

    def add(self, settings: LiveSettings) -> SeatedTable:
        """Open a table; BusyError if there are too many."""
        self._close_idle()
        with self._changing:
            self._check_room()
        seated = SeatedTable(secrets.token_hex(8), LiveTable(settings, create_opponent))
        try:
            with self._changing:
                self._check_room()
                self._tables[seated.id] = seated
        except BusyError:
            seated.table.close()
            raise
        return seated

    def move(
        self, seated: SeatedTable, move: Callable[[], None], *, patience: float | None = None
    ) -> None:
        """Make a move at a table; its agents may continue after this returns.

        The InputError of an illegal move is raised here. `patience` is the time to wait for the
        agents, in seconds.
        """
        refused: list[InputError] = []

        def run() -> None:
            try:
                move()
            except InputError as error:
                refused.append(error)
            except Exception as error:  # a fault of a table ends that table alone
                _LOG.exception("table %s failed", seated.id)
                seated.error = f"internal error: {type(error).__name__}"
                seated.table.close()

        thread = Thread(target=run, name=f"table {seated.id}", daemon=True)
        seated.threads = [*filter(Thread.is_alive, seated.threads), thread]
        thread.start()
        thread.join(_PATIENCE if patience is None else patience)
        if refused:
            raise refused[0]

    def close(self, number: str) -> None:
        """Close a table."""
        seated = self.get(number)
        with self._changing:
            self._tables.pop(number, None)
        seated.table.close()

    def close_all(self) -> None:
        """Close all tables, and wait for agents that are thinking."""
        with self._changing:
            tables = list(self._tables.values())
            self._tables.clear()
        for seated in tables:
            seated.table.close()
        end = time.monotonic() + _ENDING_SECONDS
        for thread in [thread for seated in tables for thread in seated.threads]:
            thread.join(max(end - time.monotonic(), 0.0))

    def _check_room(self) -> None:
        if len(self._tables) >= self._most:
            raise BusyError(f"{self._most} tables are open already: leave one first")

    def _close_idle(self) -> None:
        limit = time.monotonic() - _IDLE_SECONDS
        with self._changing:
            idle = [each for each in self._tables.values() if each.used < limit]
            for seated in idle:
                del self._tables[seated.id]
        for seated in idle:
            seated.table.close()
