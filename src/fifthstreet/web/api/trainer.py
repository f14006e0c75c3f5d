"""The trainer: sessions of decisions dealt from a solution, their grades, and statistics."""

from __future__ import annotations

import secrets
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query
from pydantic import BaseModel, Field

from fifthstreet.arena import drill
from fifthstreet.views import drill_answer_data, drill_hand_data
from fifthstreet.web.api.models import ERRORS, NameText, PathText, Request, Street
from fifthstreet.web.replies import JsonReply
from fifthstreet.web.services import Served
from fifthstreet.web.settings import API

router = APIRouter(prefix=f"{API}/trainer", tags=["trainer"], responses=ERRORS)
SessionNumber = Annotated[int, Path(ge=1, le=10**9)]
HandNumber = Annotated[int, Field(ge=1, le=10**9)]
_LISTED_SESSIONS = 100


class NewPart(Request):
    """What to practise of a solution: whole hands, one street, or one spot."""

    solution: NameText
    mode: Literal["hand", "street", "spot"] = "hand"
    seat: Literal["oop", "ip"] | None = None  # of hands and streets
    street: Street | None = None
    path: PathText | None = None  # or line, of a spot; deals without a card are drawn
    hole: Annotated[str, Field(max_length=10, examples=["AhQh"])] | None = None  # of a spot


class NewSession(Request):
    """What to practise: the parts are dealt by turns."""

    parts: Annotated[list[NewPart], Field(min_length=1, max_length=100)]
    seed: Annotated[int, Field(ge=0, le=2**53)] | None = None  # None for a random one
    variety: Annotated[float, Field(strict=True, ge=0, le=1)] = (
        0.0  # share of the opponent's free choices
    )


class NewAnswer(Request):
    """An action for the decision that is open."""

    hand: HandNumber
    decision: Annotated[int, Field(ge=1, le=1_000)]
    action: Annotated[str, Field(max_length=30)]


class NextDrillHand(Request):
    """Deal the hand after this one."""

    after: HandNumber


class SessionReply(BaseModel):
    """A session and its current hand."""

    session: dict[str, Any]
    hand: dict[str, Any]


class GradeName(BaseModel):
    """A grade, and the largest loss that has it, in percent of the pot."""

    name: str
    max_pot_percent: float | None


@router.get("/grades")
def grade_names() -> list[GradeName]:
    """Return the grades, best first."""
    limits = {
        drill.Grade.CORRECT: drill.CORRECT_POT_PERCENT,
        drill.Grade.INACCURACY: drill.INACCURACY_POT_PERCENT,
        drill.Grade.MISTAKE: drill.MISTAKE_POT_PERCENT,
    }
    return [GradeName(name=grade.value, max_pot_percent=limits.get(grade)) for grade in drill.Grade]


@router.get("/solutions")
def list_trainable(services: Served) -> JsonReply:
    """Return what each solution can train: positions, pot, streets and seats, and its accuracy."""
    return JsonReply(services.drills.choices())


@router.get("/weak_spots")
def list_weak_spots(services: Served) -> JsonReply:
    """Return the spots that cost most, with the parts of a session that trains them again."""
    return JsonReply(services.drills.weak_spots())


@router.post("/sessions", status_code=201, response_model=SessionReply)
def begin_session(question: NewSession, services: Served) -> JsonReply:
    """Begin a session and deal its first hand."""
    session, hand = services.drills.begin(
        [(part.solution, part.model_dump(exclude={"solution"})) for part in question.parts],
        seed=secrets.randbelow(2**32) if question.seed is None else question.seed,
        variety=question.variety,
    )
    return JsonReply(_reply(session, hand), 201)


@router.get("/sessions")
def list_sessions(services: Served) -> JsonReply:
    """Return the latest sessions with their totals, newest first."""
    records = services.drills.records
    latest = sorted(records.sessions, reverse=True)[:_LISTED_SESSIONS]
    answers = records.by_session()
    return JsonReply(
        [
            _session_data(records.sessions[number])
            | {"total": drill.Summary.of(answers[number]).to_dict()}
            for number in latest
        ]
    )


@router.get("/sessions/{session}", response_model=SessionReply)
def get_session(session: SessionNumber, services: Served) -> JsonReply:
    """Return a session and its current hand; a reloaded page resumes from here."""
    facts = services.drills.session(session)
    return JsonReply(_reply(facts, services.drills.hand(session)))


@router.post("/sessions/{session}/answers")
def answer_question(session: SessionNumber, question: NewAnswer, services: Served) -> JsonReply:
    """Grade an action, keep the answer, and play on to the next decision or the end."""
    graded, hand = services.drills.answer(
        session, hand=question.hand, decision=question.decision, action=question.action
    )
    facts = services.drills.session(session)
    return JsonReply({"answer": drill_answer_data(graded), "hand": _hand_data(facts, hand)})


@router.post("/sessions/{session}/hands")
def deal_next_hand(session: SessionNumber, question: NextDrillHand, services: Served) -> JsonReply:
    """Deal the next hand, whether or not the one before is over."""
    hand = services.drills.next_hand(session, question.after)
    return JsonReply(_hand_data(services.drills.session(session), hand))


@router.get("/statistics")
def statistics(
    services: Served,
    session: Annotated[int | None, Query(ge=1, le=10**9)] = None,
    solution: Annotated[NameText | None, Query()] = None,
) -> JsonReply:
    """Return totals, breakdowns and the curve over time: of all, a session or a solution."""
    records = services.drills.records
    answers = records.answers
    if session is not None:
        services.drills.session(session)
        answers = records.of(session)
    if solution is not None:
        dealt = ((records.sessions[each.session].part(each.hand), each) for each in answers)
        answers = [each for part, each in dealt if part.solution == solution]
    return JsonReply(drill.statistics_data(answers) | {"damaged_lines": records.damaged})


def _reply(session: drill.DrillSession, hand: drill.DrillHand) -> dict[str, Any]:
    return {"session": _session_data(session), "hand": _hand_data(session, hand)}


def _session_data(session: drill.DrillSession) -> dict[str, Any]:
    """Return a session with the names of its solutions, and the number of parts for all parts."""
    data = session.to_dict()
    return data | {
        "parts": len(session.parts),
        "solutions": session.solutions,
        "exploitability_pot_percent": session.exploitability_pot_percent,
    }


def _hand_data(session: drill.DrillSession, hand: drill.DrillHand) -> dict[str, Any]:
    return drill_hand_data(hand, session.part(hand.number).solution)
