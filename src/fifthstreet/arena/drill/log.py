"""The file of all drills of a learner: sessions and answers, line by line.

Every answer is on disk before the next question, so a kill loses at most one line. An interrupted
session can be resumed: its hands follow from its settings, its seed and its answers.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from datetime import UTC, datetime
from math import isfinite
from pathlib import Path
from threading import Lock
from typing import Any, Self, get_type_hints

from fifthstreet.arena.drill.decisions import GradedAnswer
from fifthstreet.arena.drill.grades import Grade
from fifthstreet.arena.drill.hand import Drill
from fifthstreet.errors import DamagedFileError, InputError, NotFoundError
from fifthstreet.support.storage import (
    FileLock,
    LineFile,
    checked_types,
    read_lines,
    reading,
    whole_number,
)

KIND = "fifthstreet drills"
VERSION = 1
_SESSION, _ANSWER = "session", "answer"


@dataclass(frozen=True)
class DrillSession:
    """A series of hands with the same settings."""

    session: int  # number, from 1
    started: str  # time, in UTC
    solution: str  # name
    mode: str  # hand, street or spot
    seat: str | None  # oop or ip; None in a spot
    street: str | None
    path: str | None  # of a spot
    seed: int
    variety: float
    exploitability_pot_percent: float | None  # of the solution

    def mode_data(self) -> dict[str, Any]:
        """Return the data for `read_mode`."""
        return {"mode": self.mode, "seat": self.seat, "street": self.street, "path": self.path}

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        return asdict(self)


@dataclass(frozen=True)
class DrillAnswer:
    """A decision that was graded. Losses and errors are in percent of the pot."""

    session: int
    hand: int
    decision: int  # of the hand, from 1
    answered: str  # time, in UTC
    path: str
    hole: str
    street: str
    kind: str  # the situation
    hand_class: str
    action: str
    best: str | None
    frequency: float  # of the action in the solution
    loss: float | None  # chips
    loss_pot_percent: float | None
    error_pot_percent: float
    grade: str

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        return asdict(self)


@dataclass(frozen=True)
class DrillRecords:
    """All sessions by number, and all answers in order."""

    sessions: dict[int, DrillSession]
    answers: list[DrillAnswer]
    damaged: int = 0  # lines that were skipped

    def __repr__(self) -> str:
        return f"<DrillRecords: {len(self.sessions)} sessions, {len(self.answers)} answers>"

    def by_session(self) -> dict[int, list[DrillAnswer]]:
        """Return the answers of every session, by its number."""
        groups: dict[int, list[DrillAnswer]] = {number: [] for number in self.sessions}
        for answer in self.answers:
            groups[answer.session].append(answer)
        return groups

    def of(self, session: int) -> list[DrillAnswer]:
        """Return the answers of a session."""
        return [answer for answer in self.answers if answer.session == session]


def read_drills(path: str | os.PathLike[str]) -> DrillRecords:
    """Read a file of drills without changing it.

    Args:
        path: A missing file has no records.

    Returns:
        All sessions and answers, and the number of damaged lines, which are skipped.

    Raises:
        DamagedFileError: If it is not a file of drills.
    """
    if not Path(path).exists():
        return DrillRecords({}, [])
    lines = read_lines(path)
    stored = lines.header.get("kind"), lines.header.get("version")
    if stored != (KIND, VERSION):
        raise DamagedFileError(f"{path} is not a file of drills of version {VERSION}")
    with reading(path):
        return _records(lines.records, len(lines.damaged))


class DrillLog:
    """The file of drills, open for writing and locked against other writers.

    Threads may share it.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        """Open or create a file; InputError if it is another file, or is being written."""
        self._lock = FileLock(path)
        try:
            self._file = LineFile(path, KIND, VERSION, {})
            with reading(path):
                self.records = _records(self._file.records, len(self._file.damaged))
        except BaseException:
            self._lock.release()
            raise
        self._adding = Lock()

    def __repr__(self) -> str:
        return f"<DrillLog {self._file.path.name}: {self.records!r}>"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Unlock the file."""
        self._lock.release()

    def begin(self, drill: Drill, solution: str) -> DrillSession:
        """Add a session with a drill; `solution` is the name of its solution."""
        mode = {"seat": None, "street": None, "path": None} | drill.mode.to_dict()
        with self._adding:
            session = DrillSession(
                session=max(self.records.sessions, default=0) + 1,
                started=_now(),
                solution=solution,
                **mode,
                seed=drill.seed,
                variety=drill.variety,
                exploitability_pot_percent=drill.solution.exploitability.pot_percent,
            )
            self._file.add({"type": _SESSION, **session.to_dict()})
            self.records.sessions[session.session] = session
        return session

    def add(self, session: int, hand: int, graded: GradedAnswer) -> DrillAnswer:
        """Add an answer of a hand of a session."""
        if session not in self.records.sessions:
            raise NotFoundError(f"no session {session} in {self._file.path.name}")
        known = graded.to_dict() | graded.question.to_dict()
        known |= {"session": session, "hand": hand, "decision": known["number"], "answered": _now()}
        answer = DrillAnswer(**{each.name: known[each.name] for each in fields(DrillAnswer)})
        with self._adding:
            self._file.add({"type": _ANSWER, **answer.to_dict()})
            self.records.answers.append(answer)
        return answer


def _records(lines: list[dict[str, Any]], damaged: int) -> DrillRecords:
    sessions: dict[int, DrillSession] = {}
    answers = []
    session_types, answer_types = get_type_hints(DrillSession), get_type_hints(DrillAnswer)
    for line in lines:
        known = {name: value for name, value in line.items() if name != "type"}
        if line.get("type") == _SESSION:
            session = DrillSession(**_checked(known, session_types))
            sessions[session.session] = session
        elif line.get("type") == _ANSWER:
            answer = DrillAnswer(**_checked(known, answer_types))
            Grade(answer.grade)  # ValueError if unknown
            answers.append(answer)
        else:
            raise InputError(f"type must be {_SESSION} or {_ANSWER}, got {line.get('type')!r}")
    # The session of an answer may have been on a damaged line.
    answers = [answer for answer in answers if answer.session in sessions]
    return DrillRecords(sessions, answers, damaged)


def _checked(data: Mapping[str, Any], types: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of a record; InputError unless they can be shown and added up."""
    checked = checked_types(data, types)
    for name, value in checked.items():
        if types[name] is int:
            whole_number(name, value)
        elif isinstance(value, str):
            value.encode()  # ValueError if it is not text
        elif value is not None and not isfinite(value):
            raise InputError(f"{name} must be a finite number, got {value}")
    return checked


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
