"""A part of a spot: the same ranges and betting on a sample of its runouts.

A part is a game in which only the cards of the sample are dealt, more often, so that their
probabilities add up to 1 again. It has the hands and the betting tree of the spot, and converges
about as fast, at a fraction of the memory. So a short run of it estimates the spot's duration.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace

import numpy as np
from numpy.typing import NDArray

from fifthstreet.solvers.postflop.spot.layout import make_layout
from fifthstreet.solvers.postflop.spot.plan import LockRows, Plan
from fifthstreet.solvers.postflop.spot.runouts import SeatRows, StreetRunouts

_GOLDEN = 0.618034  # multiples of it are spread evenly between 0 and 1


@dataclass(frozen=True, eq=False)
class PlanPart(Plan):
    """The plan of a part."""

    frequency: tuple[float, ...] = ()  # by street: factor of each card's probability

    def deal_chance(self, street: int) -> float:
        """Return the probability of each card that neither player holds, at a street's deal."""
        return super().deal_chance(street) * self.frequency[street]


def plan_part(plan: Plan, cards: tuple[int, ...]) -> PlanPart:
    """Return the part of a plan with at most `cards[street]` runouts after each earlier one.

    The sample is spread over the runouts, which are in the order of their cards, so it has low and
    high cards of all suits.

    Args:
        plan: It is not changed. Its buckets, if it has any, are not part of the result.
        cards: One number of runouts for each street after the first.
    """
    runouts = [plan.runouts[0]]
    frequency = [1.0]
    kept = [np.zeros(1, np.int64)]  # by street: runouts of the part, numbered as in the plan
    for street, count in zip(plan.runouts[1:], cards, strict=True):
        after = [_spread(np.flatnonzero(street.parent == parent), count) for parent in kept[-1]]
        new_parent = np.repeat(np.arange(len(after)), [len(group) for group in after])
        members = np.diff(street.member_start)
        all_members = members[np.isin(street.parent, kept[-1])].sum()
        kept.append(np.concatenate(after))
        frequency.append(float(all_members / members[kept[-1]].sum()))
        runouts.append(_street_part(street, kept[-1], new_parent.astype(np.int32)))
    return PlanPart(
        **{field.name: getattr(plan, field.name) for field in fields(Plan)}
        | {
            "runouts": tuple(runouts),
            "layouts": tuple(make_layout(plan.betting, runouts, player) for player in (0, 1)),
            "locks": tuple(_lock_part(plan, player, kept) for player in (0, 1)),
            "buckets": None,
        },
        frequency=tuple(frequency),
    )


def _spread(indices: NDArray[np.int64], count: int) -> NDArray[np.int64]:
    """Return at most `count` of the indices, one from each of `count` equal stretches."""
    if len(indices) <= count:
        return indices
    if 2 * count > len(indices):  # in stretches of less than two, neighbours might coincide
        return np.setdiff1d(indices, _spread(indices, len(indices) - count))
    # The same place in each stretch would often be the same suit.
    stretch = np.arange(count)
    place = stretch + (0.5 + _GOLDEN * stretch) % 1
    return indices[(place * len(indices) / count).astype(np.int64)]


def _street_part(
    street: StreetRunouts, kept: NDArray[np.int64], parent: NDArray[np.int32]
) -> StreetRunouts:
    members = np.concatenate(
        [np.arange(street.member_start[at], street.member_start[at + 1]) for at in kept]
    )
    sizes = np.diff(street.member_start)[kept]
    first, second = (_rows_part(seat, kept, members) for seat in street.seats)
    return replace(
        street,
        boards=street.boards[kept],
        parent=parent,
        card=street.card[kept],
        member_start=np.concatenate([[0], np.cumsum(sizes)]).astype(np.int32),
        member_card=street.member_card[members],
        member_perm=tuple(street.member_perm[at] for at in members),
        groups=tuple(street.groups[at] for at in kept),
        seats=(first, second),
    )


def _rows_part(seat: SeatRows, kept: NDArray[np.int64], members: NDArray[np.int64]) -> SeatRows:
    """Return the rows of some runouts; before the river there are no strengths."""
    return SeatRows(
        **{
            name: array[members] if name == "inverse" else array[kept] if len(array) else array
            for name, array in vars(seat).items()
        }
    )


def _lock_part(plan: Plan, player: int, kept: Sequence[NDArray[np.int64]]) -> LockRows | None:
    locks, layout = plan.locks[player], plan.layouts[player]
    if locks is None:
        return None
    blocks = [
        first + (runouts[:, None] * betting.blocks[player] + np.arange(betting.blocks[player]))
        for first, runouts, betting in zip(layout.first_block, kept, plan.betting, strict=True)
    ]
    return LockRows(locks.start[np.concatenate([street.ravel() for street in blocks])], locks.rows)
