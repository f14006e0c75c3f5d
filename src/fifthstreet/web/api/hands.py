"""Names of the classes of hands."""

from __future__ import annotations

from fastapi import APIRouter
from pydantic import BaseModel

from fifthstreet.cards.hands import DRAWS, MADE_HANDS

router = APIRouter(prefix="/hands", tags=["hands"])


class HandClassNames(BaseModel):
    """Names of made hands and draws, in the order of their numbers in nodes."""

    made: list[str]
    draws: list[str]


@router.get("/classes")
def hand_classes() -> HandClassNames:
    """Return the names of made hands and draws."""
    return HandClassNames(made=list(MADE_HANDS), draws=list(DRAWS))
