"""Drills of the web app: sessions in the library's file of drills, and their current hands."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from pathlib import Path
from threading import Lock
from typing import Any

from fifthstreet.arena.drill import (
    Drill,
    DrillHand,
    DrillLog,
    DrillPart,
    DrillRecords,
    DrillSession,
    GradedAnswer,
    read_drills,
    read_mode,
    session_title,
    weak_spots,
)
from fifthstreet.errors import BusyError, InputError, NotFoundError
from fifthstreet.tree import read_line
from fifthstreet.views import trainable_data, weak_spot_data
from fifthstreet.web.library import SolutionShelf

_KEPT_HANDS = 64  # of as many sessions; others are replayed from the file
_WEAK_SPOTS = 10  # that are listed
_REPEATED = 10  # decisions of a weak spot that are trained again
_MAX_ANSWERS = 1_000_000  # in the file


class DrillDesk:
    """The sessions of a learner; the file is locked from the first session that is begun here."""

    def __init__(self, path: Path, solutions: SolutionShelf) -> None:
        self._path = path
        self._solutions = solutions
        self._log: DrillLog | None = None
        self._hands: OrderedDict[int, DrillHand] = OrderedDict()  # by session
        self._choices: dict[str, dict[str, Any]] = {}  # by solution
        self._using = Lock()

    def __repr__(self) -> str:
        return f"<DrillDesk: {self._path.name}>"

    @property
    def records(self) -> DrillRecords:
        """All sessions and answers."""
        return read_drills(self._path) if self._log is None else self._log.records

    def close(self) -> None:
        """Let others write the file."""
        with self._using:
            if self._log is not None:
                self._log.close()
                self._log = None

    def choices(self) -> list[dict[str, Any]]:
        """Return what each solution of the library can train; a damaged one has an `error`."""
        rows = []
        for facts in self._solutions.all():
            known = self._choices.get(facts["name"])
            if known is None or known["modified"] != facts["modified"]:
                known = dict(facts)
                if known["error"] is None:
                    try:
                        known |= trainable_data(self._solutions.open(known["name"]))
                    except InputError as error:
                        known["error"] = str(error)
            rows.append(known)
        self._choices = {row["name"]: row for row in rows}
        return rows

    def weak_spots(self) -> list[dict[str, Any]]:
        """Return the spots with the largest losses that can be trained again."""
        rows: list[dict[str, Any]] = []
        for spot in weak_spots(self.records):
            if len(rows) == _WEAK_SPOTS:
                break
            try:
                rows.append(weak_spot_data(spot, self._solutions.open(spot.solution), _REPEATED))
            except InputError:  # the solution was deleted or replaced
                continue
        return rows

    def begin(
        self, parts: Sequence[tuple[str, dict[str, Any]]], *, seed: int, variety: float
    ) -> tuple[DrillSession, DrillHand]:
        """Begin a session and deal its first hand; the path of a spot may be written as a line.

        A part is the name of a solution and the data of a mode. Parts that the solution hardly
        ever gets to are left out; InputError if there are no others.
        """
        with self._using:
            drills = [
                (solution, self._made(solution, mode, seed=seed, variety=variety))
                for solution, mode in parts
            ]
            drills = _dealing(drills)
            log = self._opened()
            if len(log.records.answers) >= _MAX_ANSWERS:
                raise BusyError("the file of drills is full: move it elsewhere first")
            kept = [DrillPart.of(*each) for each in drills]
            session = log.begin(session_title(drills), kept, seed=seed, variety=variety)
            return session, self._hand(session.session)

    def session(self, number: int) -> DrillSession:
        """Return a session."""
        session = self.records.sessions.get(number)
        if session is None:
            raise NotFoundError(f"there is no session {number}")
        return session

    def hand(self, number: int) -> DrillHand:
        """Return the current hand of a session."""
        with self._using:
            return self._hand(number)

    def answer(
        self, number: int, *, hand: int, decision: int, action: str
    ) -> tuple[GradedAnswer, DrillHand]:
        """Grade an answer and keep it; BusyError unless it is to the question at hand."""
        with self._using:
            current = self._hand(number)
            question = current.question
            if current.number != hand or question is None or question.number != decision:
                raise BusyError("this decision is already answered: load the session again")
            log = self._opened()
            graded = current.answer(action)
            try:
                log.add(number, hand, graded)
            except InputError:
                self._hands.pop(number)  # the answer is not in the file
                raise
            return graded, current

    def next_hand(self, number: int, after: int) -> DrillHand:
        """Deal the hand after one; the same hand again if it was dealt already."""
        with self._using:
            current = self._hand(number)
            if current.number == after + 1:
                return current
            if current.number != after:
                raise BusyError(f"the session is at hand {current.number}: load it again")
            dealt = self._drill(number, after + 1).deal(after + 1)
            self._keep(number, dealt)
            return dealt

    def _made(self, solution: str, mode: dict[str, Any], *, seed: int, variety: float) -> Drill:
        opened = self._solutions.open(solution)
        if mode.get("path") is not None:
            mode = {**mode, "path": read_line(opened.tree, mode["path"]).path}
        return Drill(opened, read_mode(mode), seed=seed, variety=variety)

    def _drill(self, number: int, hand: int) -> Drill:
        session = self.session(number)
        part = session.part(hand)
        mode = part.mode_data()
        return self._made(part.solution, mode, seed=session.seed, variety=session.variety)

    def _hand(self, number: int) -> DrillHand:
        if number not in self._hands:
            answers = self.records.of(number)
            last = max((answer.hand for answer in answers), default=1)
            actions = [answer.action for answer in answers if answer.hand == last]
            self._keep(number, self._drill(number, last).deal(last, actions))
        self._hands.move_to_end(number)
        return self._hands[number]

    def _keep(self, number: int, hand: DrillHand) -> None:
        self._hands[number] = hand
        self._hands.move_to_end(number)
        while len(self._hands) > _KEPT_HANDS:
            self._hands.popitem(last=False)

    def _opened(self) -> DrillLog:
        if self._log is None:
            try:
                self._log = DrillLog(self._path)
            except InputError as error:
                raise BusyError(str(error)) from None
        return self._log


def _dealing(drills: list[tuple[str, Drill]]) -> list[tuple[str, Drill]]:
    """Return the drills that deal a hand; the error of the last one if there are none."""
    found, problem = [], None
    for name, drill in drills:
        try:
            drill.deal(1)
        except InputError as error:
            problem = error
        else:
            found.append((name, drill))
    if problem is not None and not found:
        raise problem
    return found
