"""Equity of ranges on a board, how they hit it, and prizes in tournaments."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

from fastapi import APIRouter
from pydantic import BaseModel, Field

from fifthstreet.cards import Range
from fifthstreet.cards.equity import equity, icm
from fifthstreet.cards.hands import range_hits
from fifthstreet.web.api.models import ERRORS, RangeText, Request
from fifthstreet.web.services import Served
from fifthstreet.web.settings import API

router = APIRouter(prefix=f"{API}/equity", tags=["equity"], responses=ERRORS)
_EXACT_SECONDS = 1.0  # longer ones are sampled, so that the page follows what is painted
_SAMPLES = 200_000
_MIN_BOARD = 6  # letters of a board on which hands have classes

Prize = Annotated[float, Field(strict=True, ge=0, le=1e12, allow_inf_nan=False)]


class EquityQuestion(Request):
    """Ranges of two to six players, and the cards of the board."""

    ranges: Annotated[list[RangeText], Field(min_length=2, max_length=6)]
    board: Annotated[str, Field(max_length=30)] = ""


class EquityRow(BaseModel):
    """What a player wins, as shares of the pot; the error is half of a 95% interval."""

    equity: float
    win: float
    tie: float
    error: float


class HitRow(BaseModel):
    """A class of hands in a range."""

    name: str
    combos: float
    share: float


class HitsReply(BaseModel):
    """A range on a board."""

    combos: float
    made: list[HitRow]
    draws: list[HitRow]


class EquityReply(BaseModel):
    """The equity of each player, and from the flop on how each range hits the board."""

    players: list[EquityRow]
    is_exact: bool
    deals: int
    hits: list[HitsReply] | None


class IcmQuestion(Request):
    """Stacks of up to ten players, and prizes from first place down."""

    stacks: Annotated[list[Prize], Field(min_length=1, max_length=10)]
    payouts: Annotated[list[Prize], Field(min_length=1, max_length=10)]


class IcmReply(BaseModel):
    """The expected prize of each player."""

    prizes: list[float]


@router.post("")
def equity_of_ranges(question: EquityQuestion, services: Served) -> EquityReply:
    """Return the equities, exactly if that takes about a second, otherwise with an error."""
    board = "".join(question.board.split())
    ranges = [Range(text) for text in question.ranges]
    result = equity(
        *ranges,
        board=board,
        exact_seconds=_EXACT_SECONDS,
        samples=_SAMPLES,
        threads=services.settings.threads,
    )
    hits = None
    if len(board) >= _MIN_BOARD:
        hits = [HitsReply(**asdict(range_hits(held, board))) for held in ranges]
    players = [
        EquityRow(equity=each.equity, win=each.win, tie=each.tie, error=each.error)
        for each in result.players
    ]
    return EquityReply(players=players, is_exact=result.is_exact, deals=result.deals, hits=hits)


@router.post("/icm")
def tournament_prizes(question: IcmQuestion) -> IcmReply:
    """Return expected prizes under the independent chip model."""
    return IcmReply(prizes=list(icm(question.payouts, question.stacks)))
