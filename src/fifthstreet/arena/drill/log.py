"""The file of all drills of a learner: sessions and answers, line by line.

Every answer is on disk before the next question, so a kill loses at most one line. An interrupted
session can be resumed: its hands follow from its settings, its seed and its answers.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from datetime import UTC, datetime
from math import isfinite
from pathlib import Path
from threading import Lock
from typing import Any, Self, get_type_hints

import numpy as np

from fifthstreet.arena.drill.decisions import GradedAnswer
from fifthstreet.arena.drill.grades import Grade
from fifthstreet.arena.drill.hand import Drill
from fifthstreet.arena.drill.modes import OneSpot, read_mode
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
_ROLES = {"oop": "out of position", "ip": "in position"}
_NO_MODE: dict[str, Any] = {"seat": None, "street": None, "path": None, "hole": None}


@dataclass(frozen=True)
class DrillPart:
    """What a session deals from a solution."""

    solution: str  # name
    mode: str  # hand, street or spot
    seat: str | None  # oop or ip; None in a spot
    street: str | None
    path: str | None  # of a spot
    hole: str | None  # the only hand of a spot; None for all
    exploitability_pot_percent: float | None  # of the solution

    @classmethod
    def of(cls, solution: str, drill: Drill) -> DrillPart:
        """Describe a drill; `solution` is the name of its solution."""
        known = drill.solution.exploitability.pot_percent
        return cls(solution, **_NO_MODE | drill.mode.to_dict(), exploitability_pot_percent=known)

    def mode_data(self) -> dict[str, Any]:
        """Return the data for `read_mode`."""
        return {name: getattr(self, name) for name in ("mode", *_NO_MODE)}

    @property
    def words(self) -> str:
        """What is dealt, like `the turn, in position`."""
        role = "" if self.seat is None else f", {_ROLES[self.seat]}"
        return f"{self.short_words}{role}"

    @property
    def short_words(self) -> str:
        """What is dealt, like `the turn`."""
        if self.mode == OneSpot.name:
            return "one spot"
        return "whole hands" if self.street is None else f"the {self.street}"

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        return asdict(self)


@dataclass(frozen=True)
class DrillSession:
    """A series of hands with the same settings."""

    session: int  # number, from 1
    started: str  # time, in UTC
    title: str
    parts: tuple[DrillPart, ...]
    seed: int
    variety: float

    def part(self, hand: int) -> DrillPart:
        """Return the part that a hand is dealt from: all parts once, in random order, and again."""
        return self.parts[part_place(hand, len(self.parts), self.seed)]

    @property
    def solutions(self) -> list[str]:
        """Names of the solutions, each once."""
        return list(dict.fromkeys(part.solution for part in self.parts))

    @property
    def exploitability_pot_percent(self) -> float | None:
        """The largest exploitability of the solutions, None if one of them is unknown."""
        known = [part.exploitability_pot_percent for part in self.parts]
        return None if None in known else max(each for each in known if each is not None)

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


def part_place(hand: int, parts: int, seed: int) -> int:
    """Return the place of the part that a hand of a session is dealt from."""
    rounds, place = divmod(max(hand, 1) - 1, parts)
    if parts == 1:
        return 0
    return int(np.random.default_rng([seed, rounds]).permutation(parts)[place])


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

    def begin(
        self, title: str, parts: Sequence[DrillPart], *, seed: int, variety: float
    ) -> DrillSession:
        """Add a session; its parts are dealt by turns."""
        if not parts:
            raise InputError("parts must be at least 1, got 0")
        with self._adding:
            number = max(self.records.sessions, default=0) + 1
            session = DrillSession(number, _now(), title, tuple(parts), seed, variety)
            self._file.add({"type": _SESSION, **session.to_dict()})
            self.records.sessions[number] = session
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
    answer_types = get_type_hints(DrillAnswer)
    for line in lines:
        known = {name: value for name, value in line.items() if name != "type"}
        if line.get("type") == _SESSION:
            session = _session(known)
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


def _session(data: dict[str, Any]) -> DrillSession:
    if "parts" not in data:
        data = _with_parts(data)
    types = get_type_hints(DrillSession)
    parts = data.get("parts")
    if not isinstance(parts, list) or not parts:
        raise InputError(f"parts must be a list with 1 or more, got {parts!r}")
    read = tuple(map(_part, parts))
    others = {name: value for name, value in data.items() if name != "parts"}
    checked = _checked(others, {name: each for name, each in types.items() if name != "parts"})
    return DrillSession(**checked, parts=read)


def _with_parts(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return a session of a file from before sessions had parts and titles."""
    names = {each.name for each in fields(DrillPart)}
    part = {"hole": None} | {name: value for name, value in data.items() if name in names}
    others = {name: value for name, value in data.items() if name not in names}
    title = f"{data.get('solution')}: {_part(part).words}"
    return others | {"parts": [part], "title": title}


def _part(data: Mapping[str, Any]) -> DrillPart:
    part = DrillPart(**_checked(data, get_type_hints(DrillPart)))
    read_mode(part.mode_data())  # InputError if it is unknown
    return part


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
