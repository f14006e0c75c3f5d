"""Matches on disk, as SQLite: sessions as they are finished, and hands if they are kept.

A session and its hands are written in one transaction, so a match that was killed resumes with the
first missing session, and nothing is counted twice.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from hashlib import sha256
from typing import Any, NamedTuple

from fifthstreet.arena.session import KeptHand, SessionResult
from fifthstreet.arena.settings import MatchSettings
from fifthstreet.errors import DamagedFileError, InputError, NotFoundError
from fifthstreet.game import one_line
from fifthstreet.game.notation import HandHistory, phh_text
from fifthstreet.support.storage import FileLock, check_target

_KIND = "fifthstreet match"
_MAGIC = b"SQLite format 3\0"
_MAX_REASON_LENGTH = 200  # characters; SQLite quotes unreadable data
_VERSION = 1
# What JSON of another form raises when it is read, also if it is nested too deeply.
_WRONG_TEXT = (ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError)
_TABLES = """
CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE sessions (
    number INTEGER PRIMARY KEY,
    hands INTEGER NOT NULL,
    result TEXT NOT NULL,
    digest TEXT NOT NULL
);
CREATE TABLE hands (
    session INTEGER NOT NULL REFERENCES sessions (number),
    table_number INTEGER NOT NULL,
    number INTEGER NOT NULL,
    deal INTEGER NOT NULL,
    seed INTEGER NOT NULL,
    players TEXT NOT NULL,
    payoffs TEXT NOT NULL,
    phh TEXT NOT NULL,
    PRIMARY KEY (session, table_number, number)
) WITHOUT ROWID;
CREATE TABLE mistakes (
    session INTEGER NOT NULL REFERENCES sessions (number),
    player TEXT NOT NULL,
    hand INTEGER NOT NULL,
    kind TEXT NOT NULL,
    message TEXT NOT NULL
);
"""


class StoredHand(NamedTuple):
    """A row of the table of hands."""

    session: int
    table: int
    number: int
    deal: int
    seed: int
    players: tuple[str, ...]
    payoffs: tuple[Any, ...]
    phh: str

    @property
    def place(self) -> str:
        """Place of the hand in its match: session, table and number, like `0.1.17`."""
        return f"{self.session}.{self.table}.{self.number}"


def stored_hand(hand: KeptHand) -> StoredHand:
    """Return the row of a finished hand.

    Args:
        hand: A hand and its place in the match.
    """
    history = HandHistory.from_game_state(
        hand.game,
        hand.state,
        variant=hand.game.code,  # the course game has the code of fixed-limit hold'em
        players=list(hand.players),
        hand=hand.number,
    )
    place = (hand.session, hand.table, hand.number, hand.deal, hand.seed)
    payoffs = tuple(json.loads(_json(list(hand.state.payoffs))))
    return StoredHand(*place, hand.players, payoffs, phh_text(history))


class MatchStore:
    """The file of a match in progress, locked against other writers."""

    def __init__(self, path: str | os.PathLike[str], settings: MatchSettings) -> None:
        """Open or create a file; InputError if it is not a file of this match."""
        check_target(path)
        self.path = path
        self._lock = FileLock(path)
        try:
            self._connection = _connected(path)
            facts = {"kind": _KIND, "version": str(_VERSION), "settings": _json(settings.to_dict())}
            if not _has_tables(self._connection, path):
                self._create(facts)
            elif _facts(self._connection, path)["settings"] != facts["settings"]:
                raise InputError(f"{path} has another match: use the same settings or a new file")
        except BaseException:
            self.close()
            raise

    def _create(self, facts: dict[str, str]) -> None:
        """Create the tables in one transaction, so that a killed match leaves all or none."""
        try:
            with self._connection:
                self._connection.execute("BEGIN IMMEDIATE")
                for statement in filter(str.strip, _TABLES.split(";")):
                    self._connection.execute(statement)
                self._connection.executemany("INSERT INTO facts VALUES (?, ?)", facts.items())
        except sqlite3.Error as error:
            raise InputError(f"{self.path} cannot be written: {error}") from None

    def close(self) -> None:
        """Close and unlock the file."""
        if hasattr(self, "_connection"):
            self._connection.close()
        self._lock.release()

    def sessions(self) -> dict[int, SessionResult]:
        """Return the finished sessions by number."""
        return dict(_sessions(self._connection, self.path))

    def add(self, result: SessionResult, hands: Sequence[StoredHand] = ()) -> None:
        """Add a session and its hands; they are on disk when this returns."""
        text = _json(result.to_dict())
        rows = [
            (*hand[:5], _json(list(hand.players)), _json(list(hand.payoffs)), hand.phh)
            for hand in hands
        ]
        mistakes = [
            (result.number, each.player, each.number, each.kind, each.message)
            for each in result.mistakes
        ]
        try:
            with self._connection:
                self._connection.execute(
                    "INSERT INTO sessions VALUES (?, ?, ?, ?)",
                    (result.number, result.hands, text, _digest(text)),
                )
                self._connection.executemany(
                    "INSERT INTO hands VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rows
                )
                self._connection.executemany(
                    "INSERT INTO mistakes VALUES (?, ?, ?, ?, ?)", mistakes
                )
        except sqlite3.Error as error:
            raise InputError(f"{self.path} cannot be written: {error}") from None


def load_match(
    path: str | os.PathLike[str], *, first: int = 0
) -> tuple[MatchSettings, dict[int, SessionResult]]:
    """Return the settings of a match on disk, and its finished sessions by number.

    Args:
        path: File of the match.
        first: Number of the first session to return.

    Raises:
        NotFoundError: If there is no such file.
        DamagedFileError: If the file is damaged or not a match.
    """
    with closing(_opened(path)) as connection:
        facts = _facts(connection, path)
        try:
            settings = MatchSettings.from_dict(json.loads(facts["settings"]))
        except _WRONG_TEXT as error:
            raise _damaged(path, error) from None
        return settings, dict(_sessions(connection, path, first))


def load_hands(path: str | os.PathLike[str]) -> Iterator[StoredHand]:
    """Iterate over the hands of a match on disk, in order.

    Args:
        path: File of the match.

    Yields:
        Each hand that was kept.

    Raises:
        NotFoundError: If there is no such file.
        DamagedFileError: If the file is damaged or not a match.
    """
    with closing(_opened(path)) as connection:
        _facts(connection, path)
        yield from _hands(connection, path, "ORDER BY session, table_number, number")


def load_hand(path: str | os.PathLike[str], place: str) -> StoredHand:
    """Return one hand of a match on disk.

    Args:
        path: File of the match.
        place: Session, table and number of the hand, like `0.1.17`.

    Raises:
        NotFoundError: If there is no such file, or it does not have the hand.
        DamagedFileError: If the file is damaged or not a match.
    """
    numbers = place.split(".")
    if len(numbers) != 3 or not all(each.isdecimal() and len(each) < 19 for each in numbers):
        raise InputError(f"hand must be SESSION.TABLE.NUMBER, like 0.1.17, got {place!r}")
    with closing(_opened(path)) as connection:
        _facts(connection, path)
        condition = "WHERE session = ? AND table_number = ? AND number = ?"
        found = list(_hands(connection, path, condition, [int(each) for each in numbers]))
    if not found:
        raise NotFoundError(f"{path} has no hand {place}; hands are kept with --keep-hands")
    return found[0]


def _hands(
    connection: sqlite3.Connection,
    path: str | os.PathLike[str],
    condition: str,
    values: Sequence[int] = (),
) -> Iterator[StoredHand]:
    columns = "session, table_number, number, deal, seed, players, payoffs, phh"
    try:
        for row in connection.execute(f"SELECT {columns} FROM hands {condition}", values):
            session, table, number, deal, seed, players, payoffs, phh = row
            names, amounts = tuple(json.loads(players)), tuple(json.loads(payoffs))
            yield StoredHand(session, table, number, deal, seed, names, amounts, phh)
    except (sqlite3.Error, *_WRONG_TEXT) as error:
        raise _damaged(path, error) from None


def _connected(path: str | os.PathLike[str]) -> sqlite3.Connection:
    try:
        with open(path, "rb") as file:  # noqa: PTH123  # any kind of path
            start = file.read(len(_MAGIC))
    except FileNotFoundError:
        start = b""
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}") from None
    # A machine that lost power may have left a first page that SQLite restores from its journal.
    has_journal = os.path.exists(f"{os.path.realpath(path)}-journal")  # noqa: PTH110
    if start not in (b"", _MAGIC) and not has_journal:
        raise DamagedFileError(f"{path} is not a match of the arena")
    connection = None
    try:
        connection = sqlite3.connect(os.fspath(path))
        # With FULL, a power failure may undo the last transaction: the removal of its journal is
        # not synced.
        connection.execute("PRAGMA synchronous = EXTRA")
    # The latter while Python decodes an error that quotes the file.
    except (sqlite3.Error, UnicodeDecodeError) as error:
        if connection is not None:
            connection.close()
        if not isinstance(error, sqlite3.OperationalError):  # such as a file of random bytes
            raise DamagedFileError(f"{path} is not a match of the arena") from None
        raise InputError(f"{path} cannot be opened: {error}") from None
    return connection


def _opened(path: str | os.PathLike[str]) -> sqlite3.Connection:
    if not os.path.isfile(path):  # noqa: PTH113  # any kind of path
        raise NotFoundError(f"no file {os.fspath(path)!r}")
    return _connected(path)


def _has_tables(connection: sqlite3.Connection, path: str | os.PathLike[str]) -> bool:
    try:
        return bool(connection.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchall())
    except sqlite3.Error:
        raise DamagedFileError(f"{path} is not a match of the arena") from None


def _facts(connection: sqlite3.Connection, path: str | os.PathLike[str]) -> dict[str, str]:
    try:
        facts = dict(connection.execute("SELECT name, value FROM facts"))
    except sqlite3.Error:
        raise DamagedFileError(f"{path} is not a match of the arena") from None
    if facts.get("kind") != _KIND:
        raise DamagedFileError(f"{path} is not a match of the arena")
    if facts.get("version") != str(_VERSION):
        found = one_line(str(facts.get("version")))[:_MAX_REASON_LENGTH]
        raise DamagedFileError(f"{path} must have version {_VERSION}, got {found}")
    return facts


def _sessions(
    connection: sqlite3.Connection, path: str | os.PathLike[str], first: int = 0
) -> Iterator[tuple[int, SessionResult]]:
    query = "SELECT number, result, digest FROM sessions WHERE number >= ? ORDER BY number"
    try:
        rows = connection.execute(query, (first,))
        for number, text, digest in rows:
            if _digest(text) != digest:
                raise DamagedFileError(f"session {number} does not match its hash")
            result = SessionResult.from_dict(json.loads(text))
            if result.number != number:
                raise DamagedFileError(f"session {number} is numbered {result.number}")
            yield number, result
    except (sqlite3.Error, *_WRONG_TEXT) as error:
        raise _damaged(path, error) from None


def _damaged(path: str | os.PathLike[str], error: Exception) -> DamagedFileError:
    return DamagedFileError(f"{path} is damaged: {one_line(str(error))[:_MAX_REASON_LENGTH]}")


def _json(data: Any) -> str:
    return json.dumps(data, sort_keys=True, default=str)


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()
