"""The trainer: sessions of decisions dealt from a solution, their grades, and statistics."""

from __future__ import annotations

import secrets
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query
from pydantic import BaseModel, Field

from fifthstreet.arena import drill
from fifthstreet.views import coloured_actions
from fifthstreet.web.api.models import ERRORS, NameText, PathText, Request, Street
from fifthstreet.web.replies import JsonReply
from fifthstreet.web.services import Served

router = APIRouter(prefix="/trainer", tags=["trainer"], responses=ERRORS)
SessionNumber = Annotated[int, Path(ge=1, le=10**9)]
HandNumber = Annotated[int, Field(ge=1, le=10**9)]
_LISTED_SESSIONS = 100


class NewSession(Request):
    """What to practise: whole hands, one street, or one spot."""

    solution: NameText
    mode: Literal["hand", "street", "spot"] = "hand"
    seat: Literal["oop", "ip"] | None = None  # of hands and streets
    street: Street | None = None
    path: PathText | None = None  # or line, of a spot; deals without a card are drawn
    seed: Annotated[int, Field(ge=0, le=2**53)] | None = None  # None for a random one
    variety: Annotated[float, Field(ge=0, le=1)] = 0.0  # share of the opponent's free choices


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


@router.post("/sessions", status_code=201, response_model=SessionReply)
def begin_session(question: NewSession, services: Served) -> JsonReply:
    """Begin a session and deal its first hand."""
    session, hand = services.drills.begin(
        question.solution,
        question.model_dump(include={"mode", "seat", "street", "path"}),
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
            records.sessions[number].to_dict()
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
    return JsonReply({"answer": _answer_data(graded), "hand": _hand_data(hand)})


@router.post("/sessions/{session}/hands")
def deal_next_hand(session: SessionNumber, question: NextDrillHand, services: Served) -> JsonReply:
    """Deal the next hand, whether or not the one before is over."""
    return JsonReply(_hand_data(services.drills.next_hand(session, question.after)))


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
        answers = [each for each in answers if records.sessions[each.session].solution == solution]
    return JsonReply(drill.statistics_data(answers) | {"damaged_lines": records.damaged})


def _reply(session: drill.DrillSession, hand: drill.DrillHand) -> dict[str, Any]:
    return {"session": session.to_dict(), "hand": _hand_data(hand)}


def _hand_data(hand: drill.DrillHand) -> dict[str, Any]:
    return {
        "number": hand.number,
        "question": None if hand.question is None else hand.question.to_dict(),
        "answers": [_answer_data(answer) for answer in hand.answers],
        "end": None if hand.end is None else hand.end.to_dict(),
    }


def _answer_data(answer: drill.GradedAnswer) -> dict[str, Any]:
    data = answer.to_dict()
    return data | {"actions": coloured_actions(data["actions"])}
