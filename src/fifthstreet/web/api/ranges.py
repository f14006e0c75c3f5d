"""Ranges: text to weights and back, and named ranges."""

from __future__ import annotations

from typing import Annotated, Any

import numpy as np
from fastapi import APIRouter
from pydantic import BaseModel, Field

from fifthstreet.cards import RANGE_CHARTS, Range, parse_cards, range_names
from fifthstreet.cards.hands import matching_hands
from fifthstreet.web.api.models import ERRORS, Name, RangeText, Request
from fifthstreet.web.replies import JsonReply
from fifthstreet.web.services import Served
from fifthstreet.web.settings import API

router = APIRouter(prefix=f"{API}/ranges", tags=["ranges"], responses=ERRORS)
HANDS = 1326


class RangeQuestion(Request):
    """A range as text; it may name classes of hands, like `top pair`, on a board."""

    text: RangeText
    board: Annotated[str, Field(max_length=30)] = ""


class Weights(Request):
    """Weights of all hands, 0 to 1, by index: `b * (b - 1) / 2 + a` for cards a < b."""

    weights: Annotated[
        list[Annotated[float, Field(strict=True, ge=0, le=1)]],
        Field(min_length=HANDS, max_length=HANDS),
    ]


class RangeReply(BaseModel):
    """A range."""

    text: str
    combos: float
    percent: float
    weights: list[float]


class NamedRange(BaseModel):
    """A range with a name."""

    name: str
    text: str


class ChartRange(BaseModel):
    """A range of a chart: its name, whose it is, and what the player does."""

    name: str
    position: str
    words: str


class ChartRanges(BaseModel):
    """The ranges of a chart."""

    chart: str
    ranges: list[ChartRange]


class RangeBody(Request):
    """The text of a range."""

    text: RangeText


@router.post("/parse", response_model=RangeReply)
def parse_range(question: RangeQuestion) -> JsonReply:
    """Return the weights of a range that is given as text; classes of hands need a board."""
    if not question.text.strip():
        return JsonReply(_data(Range.empty()))
    if not question.board.strip():
        return JsonReply(_data(Range(question.text)))
    cards = [int(card) for card in parse_cards(question.board)]
    return JsonReply(_data(matching_hands(question.text, cards)))


@router.post("/text", response_model=RangeReply)
def range_text(question: Weights) -> JsonReply:
    """Return the text of a range that is given as weights."""
    return JsonReply(_data(Range(np.array(question.weights, np.float32))))


@router.get("")
def named_ranges(services: Served) -> list[NamedRange]:
    """Return the named ranges."""
    return [NamedRange(name=name, text=text) for name, text in services.ranges.all().items()]


@router.get("/charts")
def chart_ranges() -> list[ChartRanges]:
    """Return the names of the preflop ranges that come with the package, by chart."""
    return [
        ChartRanges(
            chart=chart,
            ranges=[
                ChartRange(name=name, position=words.split()[0], words=words)
                for name, words in range_names(chart).items()
            ],
        )
        for chart in RANGE_CHARTS
    ]


@router.put("/{name}", status_code=204)
def save_range(name: Name, question: RangeBody, services: Served) -> None:
    """Keep a range under a name."""
    services.ranges.save(name, question.text)


@router.delete("/{name}", status_code=204)
def delete_range(name: Name, services: Served) -> None:
    """Forget a named range."""
    services.ranges.delete(name)


def _data(found: Range) -> dict[str, Any]:
    return {
        "text": found.text() if found.combos else "",
        "combos": found.combos,
        "percent": found.percent,
        "weights": found.weights,
    }
