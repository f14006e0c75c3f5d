"""One plan of several spots with the same betting, to be solved side by side.

Its first street has a runout for each spot, and the runouts of later streets follow spot by spot.
So each spot has a contiguous part of every street of the tables.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fifthstreet.solvers.postflop.spot.layout import make_layout
from fifthstreet.solvers.postflop.spot.plan import Plan
from fifthstreet.solvers.postflop.spot.runouts import SeatRows, StreetRunouts


@dataclass(frozen=True, eq=False)
class JoinedPlan:
    """The plans of several spots, and the plan of all of them together."""

    parts: tuple[Plan, ...]
    plan: Plan
    first_runout: tuple[NDArray[np.int64], ...]  # by street: [spots + 1]

    def entries(self, spot: int, player: int) -> list[slice]:
        """Return the parts of a player's tables that belong to a spot, street by street."""
        table = self.plan.layouts[player].table
        slices = []
        for street, betting in enumerate(self.plan.betting):
            start = int(table[street][self.first_runout[street][spot]])
            rows = int(self.parts[spot].layouts[player].stride[street].sum())
            slices.append(slice(start, start + rows * betting.rows[player]))
        return slices

    def blocks(self, spot: int, player: int) -> list[slice]:
        """Return the blocks of a player's tables that belong to a spot, street by street."""
        first_block = self.plan.layouts[player].first_block
        slices = []
        for street, betting in enumerate(self.plan.betting):
            first, last = self.first_runout[street][spot : spot + 2] * betting.blocks[player]
            slices.append(slice(first_block[street] + int(first), first_block[street] + int(last)))
        return slices


def can_join(one: Plan, other: Plan) -> bool:
    """Return whether two plans can be joined: the same betting, no locks and no gadgets.

    Args:
        one: The plan of a spot.
        other: The plan of another spot.
    """
    has_locks = any(locks is not None for plan in (one, other) for locks in plan.locks)
    has_gadget = one.gadget is not None or other.gadget is not None
    return not has_locks and not has_gadget and one.betting_key == other.betting_key


def join_plans(parts: Sequence[Plan], like: JoinedPlan | None = None) -> JoinedPlan:
    """Join the plans of several spots.

    Args:
        parts: The plans; `can_join` must hold for each pair.
        like: A joined plan with the same cards and other betting, whose runouts are shared.

    Returns:
        The plans with the plan of all of them together.
    """
    betting = parts[0].betting
    if like is None:
        runouts, first_runout = _join_streets(parts)
    else:
        runouts, first_runout = like.plan.runouts, like.first_runout
    first, second = (np.stack([part.weights[player] for part in parts]) for player in (0, 1))
    plan = replace(
        parts[0],
        weights=(first, second),
        matchups=sum(part.matchups for part in parts),
        runouts=runouts,
        layouts=(make_layout(betting, runouts, 0), make_layout(betting, runouts, 1)),
    )
    return JoinedPlan(tuple(parts), plan, first_runout)


def _join_streets(
    parts: Sequence[Plan],
) -> tuple[tuple[StreetRunouts, ...], tuple[NDArray[np.int64], ...]]:
    """Return the runouts of all spots by street, and the first of each spot."""
    first_runout: list[NDArray[np.int64]] = []
    runouts: list[StreetRunouts] = []
    for street in range(len(parts[0].betting)):
        of_street = [part.runouts[street] for part in parts]
        # A root has no parent; it refers to itself as the first of its own plan.
        parents = first_runout[-1] if street else np.zeros(len(parts), np.int64)
        runouts.append(_join_runouts(of_street, parents))
        first_runout.append(np.cumsum([0, *(part.count for part in of_street)]))
    return tuple(runouts), tuple(first_runout)


def _join_runouts(parts: list[StreetRunouts], first_parent: NDArray[np.int64]) -> StreetRunouts:
    """Return the runouts of all spots on a street, given the first of their parents."""
    first_member = np.cumsum([0, *(len(part.member_card) for part in parts)])
    parents = [part.parent + first for part, first in zip(parts, first_parent, strict=False)]
    starts = [part.member_start[:-1] + n for part, n in zip(parts, first_member, strict=False)]
    return StreetRunouts(
        boards=np.concatenate([part.boards for part in parts]),
        parent=np.concatenate(parents).astype(np.int32),
        card=np.concatenate([part.card for part in parts]),
        member_start=np.concatenate([*starts, first_member[-1:]]).astype(np.int32),
        member_card=np.concatenate([part.member_card for part in parts]),
        member_perm=tuple(chain.from_iterable(part.member_perm for part in parts)),
        groups=tuple(chain.from_iterable(part.groups for part in parts)),
        seats=(
            _join_rows([part.seats[0] for part in parts]),
            _join_rows([part.seats[1] for part in parts]),
        ),
    )


def _join_rows(parts: list[SeatRows]) -> SeatRows:
    """Return a player's rows of all spots, filled up to the width of the widest."""
    arrays: dict[str, NDArray[Any]] = {}
    for field in fields(SeatRows):
        pieces = [getattr(part, field.name) for part in parts]
        if pieces[0].ndim == 1:
            arrays[field.name] = np.concatenate(pieces)
            continue
        rows, width = sum(len(piece) for piece in pieces), max(piece.shape[1] for piece in pieces)
        joined = arrays[field.name] = np.empty((rows, width), pieces[0].dtype)
        at = 0
        for piece in pieces:
            joined[at : at + len(piece), : piece.shape[1]] = piece
            joined[at : at + len(piece), piece.shape[1] :] = -1 if field.name == "holes" else 0
            at += len(piece)
    return SeatRows(**arrays)
