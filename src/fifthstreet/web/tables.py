"""Tables at which users of the page play, by id; each has a file, from which it is continued."""

from __future__ import annotations

import logging
import os
import re
import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock, Thread

from fifthstreet.agents import AgentError, BaseAgent
from fifthstreet.arena.live import (
    PERSON,
    LiveSettings,
    LiveTable,
    TableFile,
    create_opponent,
    read_table,
)
from fifthstreet.errors import BusyError, InputError, NotFoundError
from fifthstreet.game import Action, SeatView
from fifthstreet.support.storage import reading
from fifthstreet.web.library import Stamp, file_stamp

_LOG = logging.getLogger("fifthstreet.web")
_IDLE_SECONDS = 12 * 3600.0  # after which a table is only in its file
_PATIENCE = 0.8  # seconds that a request waits for agents; the page asks again after that
FIRST_PATIENCE = 0.15  # of the request that opens a table: the page shows the table meanwhile
_ENDING_SECONDS = 5.0  # for agents to end when the server does
_SUFFIX = ".table"
_ID = re.compile("[0-9a-f]{16}")


@dataclass
class SeatedTable:
    """A table, and the time of its last request."""

    id: str
    table: LiveTable
    file: TableFile
    used: float = field(default_factory=time.time)
    error: str | None = None  # what ended the hand, or why the table cannot continue
    threads: list[Thread] = field(default_factory=list)  # of its moves

    def close(self) -> None:
        """End the agents, and unlock the file."""
        self.table.close()
        self.file.close()


@dataclass(frozen=True)
class TableSummary:
    """What the list of tables shows of a table."""

    settings: LiveSettings
    hands: int  # finished
    winnings: int  # of the person, in chips


class Absent(BaseAgent):
    """The seat of an agent that cannot be created any more."""

    def decide(self, view: SeatView) -> Action:
        """Raise an error: the table is closed before anything is decided here."""
        raise AgentError("error", "the agent is missing")


class TableStore:
    """The tables of a server; each is continued from its file when it is first used."""

    def __init__(self, folder: Path, most: int) -> None:
        """Keep at most `most` tables in a folder."""
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder
        self._most = most
        self._tables: dict[str, SeatedTable] = {}
        self._summaries: dict[str, tuple[Stamp, TableSummary]] = {}
        self._changing = Lock()
        self._continuing = Lock()

    def __repr__(self) -> str:
        return f"<TableStore: {len(self._stored())} of {self._most} tables>"

    def ids(self) -> list[str]:
        """Return the ids of all tables, the last used first."""
        self._unload_idle()
        used = self._stored()
        with self._changing:
            used |= {number: each.used for number, each in self._tables.items() if number in used}
        return sorted(used, key=lambda number: -used[number])

    def summary(self, number: str) -> TableSummary:
        """Return the facts about a table; InputError if its file is damaged."""
        path = self._path(number)
        if seated := self._tables.get(number):
            person = seated.table.statistics[PERSON]
            return TableSummary(seated.table.settings, person.hands, person.winnings)
        stamp = file_stamp(path)
        known = self._summaries.get(number)
        if known is None or known[0] != stamp:
            stored = read_table(path)
            summary = TableSummary(stored.settings, stored.finished, stored.winnings)
            known = self._summaries[number] = stamp, summary
        return known[1]

    def get(self, number: str) -> SeatedTable:
        """Return a table by its id; InputError if it cannot be continued from its file."""
        self._unload_idle()
        seated = self._tables.get(number)
        if seated is None:
            with self._continuing:
                seated = self._tables.get(number) or self._continued(number)
        seated.used = time.time()
        return seated

    def add(self, settings: LiveSettings) -> SeatedTable:
        """Open a table; BusyError if there are too many."""
        self._check_room()
        table = LiveTable(settings, create_opponent)
        try:
            with self._changing:
                self._check_room()
                number = secrets.token_hex(8)
                file = TableFile(self._folder / f"{number}{_SUFFIX}", settings)
                return self._seat(number, table, file)
        except BaseException:
            table.close()
            raise

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
        """Close a table and delete its file."""
        path = self._path(number)
        with self._changing:
            seated = self._tables.pop(number, None)
        if seated is not None:
            seated.close()
        path.unlink(missing_ok=True)

    def close_all(self) -> None:
        """End the agents of all tables, which stay in their files."""
        with self._changing:
            tables = list(self._tables.values())
            self._tables.clear()
        for seated in tables:
            seated.close()
        end = time.monotonic() + _ENDING_SECONDS
        for thread in [thread for seated in tables for thread in seated.threads]:
            thread.join(max(end - time.monotonic(), 0.0))

    def _stored(self) -> dict[str, float]:
        """Return the ids of all files, with the time of their last change."""
        found = {}
        for path in self._folder.glob(f"*{_SUFFIX}"):
            with suppress(FileNotFoundError):  # it was left meanwhile
                if _ID.fullmatch(path.stem):
                    found[path.stem] = path.stat().st_mtime
        return found

    def _path(self, number: str) -> Path:
        path = self._folder / f"{number}{_SUFFIX}"
        if not _ID.fullmatch(number) or not path.exists():
            raise NotFoundError(f"there is no table {number[:40]!r}; it may have been closed")
        return path

    def _seat(self, number: str, table: LiveTable, file: TableFile) -> SeatedTable:
        table.keep(lambda: file.save(table))
        seated = self._tables[number] = SeatedTable(number, table, file)
        return seated

    def _continued(self, number: str) -> SeatedTable:
        """Continue a table from its file."""
        path = self._path(number)
        stored = read_table(path)
        file = TableFile(path, stored.settings)
        problem = None
        try:
            try:
                table = LiveTable(stored.settings, create_opponent)
            except InputError as error:  # its hands can still be seen and reviewed
                problem = str(error).replace(f"{self._folder.parent}{os.sep}", "")
                table = LiveTable(stored.settings, lambda _: Absent())
            with reading(path):
                table.replay(stored.hands)
        except BaseException:
            file.close()
            raise
        with self._changing:
            seated = self._seat(number, table, file)
        if problem is None:
            self.move(seated, table.resume)
        else:
            seated.error = f"this table cannot continue: {problem}"
            table.close()
        return seated

    def _check_room(self) -> None:
        if len(self._stored()) >= self._most:
            raise BusyError(f"{self._most} tables are open already: leave one first")

    def _unload_idle(self) -> None:
        limit = time.time() - _IDLE_SECONDS
        with self._changing:
            idle = [each for each in self._tables.values() if each.used < limit]
            for seated in idle:
                del self._tables[seated.id]
        for seated in idle:
            seated.close()
