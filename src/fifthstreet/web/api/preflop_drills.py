"""Practice before the flop: decisions that solved charts deal, and what answers cost."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import BaseModel

from fifthstreet.arena.drill import SITUATIONS, PreflopDrill
from fifthstreet.tree import position_names
from fifthstreet.views import words_of
from fifthstreet.web.api.models import ERRORS
from fifthstreet.web.api.preflop import Depth, Players, charts
from fifthstreet.web.settings import API

router = APIRouter(prefix=f"{API}/preflop/drills", tags=["preflop"], responses=ERRORS)
Text = Annotated[str | None, Query(max_length=30)]
Seed = Annotated[int, Query(ge=0, le=2**53)]
Number = Annotated[int, Query(ge=1, le=10**6)]


class PreflopQuestionReply(BaseModel):
    """A decision; amounts are in big blinds."""

    chart: str  # in words
    positions: list[str]
    situations: list[str]
    number: int
    path: str
    line: str  # in words
    position: str
    situation: str
    hole: str
    pot: float
    stack: float
    actions: list[str]
    words: list[str]


class PreflopGradeReply(BaseModel):
    """What an answer costs; amounts are in big blinds."""

    action: str
    frequencies: list[float]
    evs: list[float | None]
    loss: float | None
    error: float | None
    grade: str


@router.get("/{players}/{stack}")
def preflop_question(
    players: Players,
    stack: Depth,
    number: Number,
    seed: Seed = 0,
    position: Text = None,
    situation: Text = None,
) -> PreflopQuestionReply:
    """Return a decision of a table, of a position and situation or of all."""
    drill = _drill(players, stack, seed, position, situation)
    question = drill.deal(number).to_dict()
    names = position_names(drill.strategy.tree.players)
    return PreflopQuestionReply(
        chart=drill.found.words,
        positions=list(names),
        situations=list(SITUATIONS),
        line=words_of(drill.strategy, question["path"]),
        **question,
    )


@router.get("/{players}/{stack}/grade")
def preflop_grade(
    players: Players,
    stack: Depth,
    number: Number,
    action: Annotated[str, Query(max_length=30)],
    seed: Seed = 0,
    position: Text = None,
    situation: Text = None,
) -> PreflopGradeReply:
    """Return what an action costs in a decision."""
    drill = _drill(players, stack, seed, position, situation)
    return PreflopGradeReply(**drill.grade(drill.deal(number), action).to_dict())


@lru_cache(maxsize=16)
def _drill(
    players: int, stack: float, seed: int, position: str | None, situation: str | None
) -> PreflopDrill:
    found = charts().find(players, stack)
    return PreflopDrill(found, position=position, situation=situation, seed=seed)
