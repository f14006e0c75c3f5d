"""Abstraction: how large the game of a spot is with each reduction, and buckets of its hands."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter
from pydantic import BaseModel, Field

from fifthstreet.solvers.game_size import GameSize, ReductionStep, reduction_steps
from fifthstreet.solvers.postflop import RIVER, SEATS, Spot, estimate
from fifthstreet.web.api.models import ERRORS, Request, SpotFields
from fifthstreet.web.bucketing import bucket_data
from fifthstreet.web.replies import JsonReply
from fifthstreet.web.services import Served
from fifthstreet.web.settings import API

router = APIRouter(prefix=f"{API}/abstraction", tags=["abstraction"], responses=ERRORS)
_FLOPS = 49  # of a subset; spots have a flop, so that it is not used
_RIVER_BUCKETS = (None, 127, 63, 31, 15)
Buckets = Annotated[int, Field(ge=1, le=1_326)]


class SizesQuestion(Request):
    """A spot, and the number of buckets on each street."""

    spot: SpotFields
    buckets: Buckets = 50


class StepReply(BaseModel):
    """A game with reductions; counts are floats, because they can be very large."""

    name: str
    public_states: float | None
    information_sets: float | None
    nodes: float | None
    bytes: float | None  # of a float32 regret and average for each action
    is_upper_limit: bool
    problem: str | None


class WayReply(BaseModel):
    """What a solve stores, with buckets of hands on each river or without."""

    river_buckets: int | None
    information_sets: int
    is_lower_bound: bool
    bytes: dict[str, int]  # of the tables and the tree, by precision


class SizesReply(BaseModel):
    """The size of a spot's game, with each reduction alone and one after the other."""

    alone: list[StepReply]
    together: list[StepReply]
    ways: list[WayReply]
    memory_available: int | None


class BucketsQuestion(Request):
    """A spot, a player, and how their hands are divided into buckets on its board."""

    spot: SpotFields
    player: Literal["oop", "ip"] = "oop"
    method: Annotated[str, Field(max_length=40, examples=["ehs"])] = "ehs"
    buckets: Buckets = 10


@router.post("/sizes")
def game_sizes(question: SizesQuestion, services: Served) -> SizesReply:
    """Return the exact size of a spot's game, and its size with each reduction."""
    spot = question.spot.spot()
    alone, together = reduction_steps(spot, buckets=question.buckets, flops=_FLOPS)
    return SizesReply(
        alone=[_step(each) for each in alone],
        together=[_step(each) for each in together],
        ways=[_way(spot, buckets) for buckets in _possible(spot)],
        memory_available=services.memory(),
    )


@router.post("/buckets")
def buckets_on_board(question: BucketsQuestion) -> JsonReply:
    """Return the bucket of each hand of a player on the board of a spot, from weak to strong."""
    player = SEATS.index(question.player)
    return JsonReply(bucket_data(question.spot.spot(), player, question.method, question.buckets))


def _possible(spot: Spot) -> tuple[int | None, ...]:
    """Return the numbers of river buckets with which a spot can be solved."""
    return (None,) if spot.street == RIVER or spot.locks else _RIVER_BUCKETS


def _step(step: ReductionStep) -> StepReply:
    counts = ("public_states", "information_sets", "nodes", "bytes")
    return StepReply(
        name=step.name,
        is_upper_limit=step.size is not None and step.size.is_upper_limit,
        problem=step.problem or None,
        **{name: _count(step.size, name) for name in counts},
    )


def _count(size: GameSize | None, name: str) -> float | None:
    if size is None:
        return None
    try:
        return float(getattr(size, name))
    except OverflowError:
        return None


def _way(spot: Spot, river_buckets: int | None) -> WayReply:
    size = estimate(spot, river_buckets=river_buckets)
    return WayReply(
        river_buckets=river_buckets,
        information_sets=size.information_sets,
        is_lower_bound=size.is_lower_bound,
        bytes={name: each + size.tree_bytes for name, each in size.bytes.items()},
    )
