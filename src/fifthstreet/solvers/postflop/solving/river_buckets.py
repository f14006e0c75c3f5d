"""Solves in which hands share strategies on the river: their plans, memory and files."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from fifthstreet.errors import InputError
from fifthstreet.solvers.common import Schedule
from fifthstreet.solvers.postflop.backends import Precision, divided, in_buckets, with_river_buckets
from fifthstreet.solvers.postflop.solution import sections
from fifthstreet.solvers.postflop.solving.estimates import check_spot
from fifthstreet.solvers.postflop.spot import RIVER, Plan, RiverBuckets, Spot, make_plan
from fifthstreet.support.storage import Container, whole_number

_MAX_BUCKETS = 1_326  # hands


def plan_in_buckets(
    spot: Spot,
    river_buckets: int,
    *,
    schedule: Schedule,
    precision: Precision,
    isomorphism: bool,
    threads: int,
    is_on_disk: bool = False,
) -> Plan:
    """Make the plan of a solve with buckets, once its tables are known to fit into memory."""
    check_buckets(spot)
    runouts = check_spot(
        spot,
        schedule,
        precision,
        isomorphism=isomorphism,
        river_buckets=river_buckets,
        is_on_disk=is_on_disk,
    )
    plan = make_plan(spot, isomorphism=isomorphism, runouts=runouts)
    return with_river_buckets(plan, river_buckets, threads=threads)


def parse_abstraction(text: str) -> int:
    """Return the number of buckets of an abstraction like `river-31`.

    Args:
        text: `river-` and the maximum number of buckets of hands that a player has on a river.

    Raises:
        InputError: If the text has another form, or if the number is not from 1 to 1,326.

    >>> parse_abstraction("river-31")
    31
    """
    start, _, number = text.strip().lower().partition("-")
    if start != "river" or not number.isdecimal() or not 1 <= int(number) <= _MAX_BUCKETS:
        raise InputError(
            f"abstraction must be river-N, with N from 1 to {_MAX_BUCKETS:,} buckets, like "
            f"river-31, got {text!r}"
        )
    return int(number)


def check_buckets(spot: Spot) -> None:
    """Check that hands of a spot can share strategies on the river.

    Args:
        spot: The spot to solve.

    Raises:
        InputError: If the spot is a river, or if it has locks on the river.
    """
    if spot.street == RIVER:
        raise InputError("buckets are for rivers that are still to be dealt, got a river")
    deals = RIVER - spot.street
    for lock in spot.locks:
        if sum(step.startswith("n") for step in lock.path.split(":")) == deals:
            raise InputError(
                f"a spot with buckets must have no locks on the river, got {lock.path}"
            )


def backend_of_buckets(name: str) -> str:
    """Return the backend for buckets; InputError if another one is requested."""
    if name not in ("auto", "native"):
        raise InputError(f"backend must be native or auto for river buckets, got {name}")
    return "native"


def bucket_sections(plan: Plan) -> dict[str, NDArray[Any]]:
    """Return the buckets of a plan by section of a file; none if it has no buckets."""
    if plan.buckets is None:
        return {}
    return {
        sections.section_name(player, sections.BUCKETS): plan.buckets.bucket[player].ravel()
        for player in (0, 1)
    }


def read_buckets(container: Container, plan: Plan, most: object) -> Plan:
    """Return a plan with the buckets of a file; InputError if they do not fit the plan."""
    count = whole_number("river_buckets", most, minimum=1, maximum=_MAX_BUCKETS)
    seats = plan.runouts[-1].seats
    arrays = []
    for player in (0, 1):
        name = sections.section_name(player, sections.BUCKETS)
        array = np.zeros_like(seats[player].order)
        container.read_into(name, array.reshape(-1))
        is_hand = np.arange(array.shape[-1]) < seats[player].count[:, None]
        limit = np.minimum(seats[player].count, count)[:, None]
        if (is_hand & (array >= limit)).any():
            raise InputError(f"section {name!r} has buckets that do not exist")
        arrays.append(array)
    return in_buckets(plan, RiverBuckets(count, divided(plan, count), (arrays[0], arrays[1])))
