"""Drills of the web app: sessions in the library's file of drills, and their current hands."""

from __future__ import annotations

from collections import OrderedDict
from pathlib import Path
from threading import Lock
from typing import Any

from fifthstreet.arena.drill import (
    Drill,
    DrillHand,
    DrillLog,
    DrillRecords,
    DrillSession,
    GradedAnswer,
    read_drills,
    read_mode,
)
from fifthstreet.errors import BusyError, InputError, NotFoundError
from fifthstreet.tree import read_line
from fifthstreet.web.library import SolutionShelf

_KEPT_HANDS = 64  # of as many sessions; others are replayed from the file
_MAX_ANSWERS = 1_000_000  # in the file


class DrillDesk:
    """The sessions of a learner; the file is locked from the first session that is begun here."""

    def __init__(self, path: Path, solutions: SolutionShelf) -> None:
        self._path = path
        self._solutions = solutions
        self._log: DrillLog | None = None
        self._hands: OrderedDict[int, DrillHand] = OrderedDict()  # by session
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

    def begin(
        self, solution: str, mode: dict[str, Any], *, seed: int, variety: float
    ) -> tuple[DrillSession, DrillHand]:
        """Begin a session and deal its first hand; the path of a spot may be written as a line."""
        with self._using:
            opened = self._solutions.open(solution)
            if mode.get("path") is not None:
                mode = {**mode, "path": read_line(opened.tree, mode["path"]).path}
            drill = Drill(opened, read_mode(mode), seed=seed, variety=variety)
            hand = drill.deal(1)
            log = self._opened()
            if len(log.records.answers) >= _MAX_ANSWERS:
                raise BusyError("the file of drills is full: move it elsewhere first")
            session = log.begin(drill, solution)
            self._keep(session.session, hand)
            return session, hand

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
            dealt = self._drill(number).deal(after + 1)
            self._keep(number, dealt)
            return dealt

    def _drill(self, number: int) -> Drill:
        session = self.session(number)
        return Drill(
            self._solutions.open(session.solution),
            read_mode(session.mode_data()),
            seed=session.seed,
            variety=session.variety,
        )

    def _hand(self, number: int) -> DrillHand:
        if number not in self._hands:
            drill, answers = self._drill(number), self.records.of(number)
            last = max((answer.hand for answer in answers), default=1)
            actions = [answer.action for answer in answers if answer.hand == last]
            self._keep(number, drill.deal(last, actions))
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
