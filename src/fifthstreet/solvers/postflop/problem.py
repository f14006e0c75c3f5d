"""A spot made ready for a solver: symmetry, layout, locks."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards import (
    HOLE_COUNT,
    SuitPermutation,
    cards_text,
    hole_permutation,
    stabiliser,
)
from fifthstreet.cards.matchups import count_matchups
from fifthstreet.solvers.postflop.plan import Plan, make_plan
from fifthstreet.solvers.postflop.spot import Lock, Rake, Spot
from fifthstreet.tree import BettingTree, Kind

IDENTITY: SuitPermutation = (0, 1, 2, 3)


@dataclass(frozen=True, eq=False)
class LockRows:
    """Given probabilities of one player's nodes, laid out as the tables are."""

    start: NDArray[np.int64]  # [blocks] first entry in `rows`, or -1 where nothing is locked
    rows: NDArray[np.float32]  # below 0 where a hand is free


@dataclass(frozen=True, eq=False)
class Problem:
    """What a backend works on."""

    plan: Plan
    pot: float
    rake: Rake
    locks: tuple[LockRows | None, LockRows | None]
    matchups: float  # weight of all pairs of hands that do not share a card


def prepare(spot: Spot, *, isomorphism: bool = True) -> Problem:
    """Lay out a spot; `isomorphism` merges runouts that suits make the same."""
    tree = spot.tree
    locked = [_checked(spot, tree, lock) for lock in spot.locks]
    symmetry = [IDENTITY]
    if isomorphism and not any(cards for _, cards in locked):
        symmetry = [
            perm
            for perm in stabiliser([spot.board_mask], spot.live_ranges)
            if all(is_symmetric(lock, perm) for lock in spot.locks)
        ]
    weights = [range_.weights for range_ in spot.live_ranges]
    plan = make_plan(tree, spot.board_mask, weights, symmetry, spot.pot, spot.rake)
    return Problem(
        plan=plan,
        pot=spot.pot,
        rake=spot.rake,
        locks=(_lock_rows(plan, spot, locked, 0), _lock_rows(plan, spot, locked, 1)),
        matchups=count_matchups(weights[0], weights[1]),
    )


def _checked(spot: Spot, tree: BettingTree, lock: Lock) -> tuple[int, tuple[int, ...]]:
    """Node of a lock and the cards that its path names."""
    try:
        node, cards = tree.find(lock.path)
    except ValueError as error:
        raise ValueError(f"lock: {error}") from None
    if tree.kind[node] != Kind.ACTION:
        raise ValueError(f"lock {lock.path!r}: nobody acts there; want a path to a decision")
    actions = tree.actions(node)
    if unknown := set(lock.strategy) - set(actions):
        raise ValueError(
            f"lock {lock.path!r}: no action {min(unknown)!r}; want {', '.join(actions)}"
        )
    if both := set(cards) & set(spot.board):
        raise ValueError(f"lock {lock.path!r}: {cards_text(sorted(both))} is on the board")
    return node, cards


def is_symmetric(lock: Lock, perm: SuitPermutation) -> bool:
    """Whether a suit permutation leaves the hands of a lock as they are."""
    if lock.hands is None:
        return True
    held = lock.hands.weights > 0
    return bool((held[hole_permutation(perm)] == held).all())


def _lock_rows(
    plan: Plan, spot: Spot, locked: list[tuple[int, tuple[int, ...]]], player: int
) -> LockRows | None:
    layout = plan.layouts[player]
    pieces: dict[int, NDArray[np.float32]] = {}  # by block: [actions, stride]
    for lock, (node, cards) in zip(spot.locks, locked, strict=True):
        if plan.tree.player[node] != player:
            continue
        actions = plan.tree.actions(node)
        chosen = np.ones(HOLE_COUNT, np.bool_) if lock.hands is None else lock.hands.weights > 0
        given = np.array([lock.strategy.get(action, 0.0) for action in actions], np.float32)
        street, at = plan.place(node)
        betting, seat = plan.betting[street], plan.runouts[street].seats[player]
        for runout in range(plan.runouts[street].count):
            if plan.dealt(street, runout)[: len(cards)] != cards:
                continue
            block = layout.block(street, runout, betting, at)
            stride = int(layout.stride[street][runout])
            free = np.full((len(actions), stride), -1, np.float32)
            piece = pieces.setdefault(block, free)
            holes = seat.holes[runout, : seat.count[runout]]
            piece[:, np.flatnonzero(chosen[holes])] = given[:, None]
    if not pieces:
        return None
    start = np.full(layout.blocks, -1, np.int64)
    sizes = [piece.size for piece in pieces.values()]
    start[list(pieces)] = np.cumsum([0, *sizes[:-1]])
    return LockRows(start, np.concatenate([piece.ravel() for piece in pieces.values()]))
