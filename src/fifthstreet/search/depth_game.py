"""The game of a depth-limited search: what a spot must be like, its nodes and its gadget."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from fifthstreet.solvers.common import Schedule
from fifthstreet.solvers.postflop import Spot
from fifthstreet.solvers.postflop.gadget import GadgetRows, gadget_rows
from fifthstreet.solvers.postflop.plan import IDENTITY
from fifthstreet.solvers.postflop.street_betting import RIVER
from fifthstreet.strategy import TreeStrategy
from fifthstreet.tree import BettingTree, Kind


def check_spot(spot: Spot, player: int, schedule: Schedule) -> None:
    """Raise ValueError unless a spot can be searched for a player."""
    if spot.street == RIVER:
        raise ValueError("the spot is a river, which has no next street; want a flop or a turn")
    if spot.rake.rate:
        raise ValueError(f"a rake of {spot.rake.rate:g}; want none for a depth-limited search")
    if spot.locks:
        raise ValueError("the spot has locks; want one without")
    if spot.gadget is not None and spot.gadget.player == player:
        raise ValueError("the gadget is the searching player's own; want one of the opponent")
    if schedule.is_predictive:
        raise ValueError("the schedule is predictive; want one that is not")


def check_blueprint(spot: Spot, blueprint: TreeStrategy) -> None:
    """Raise ValueError unless a blueprint is for the tree and the board of a spot."""
    tree = blueprint.tree
    if set(blueprint.board) - set(spot.board):
        raise ValueError("the blueprint was made for a different board")
    if tree is not spot.tree and not (
        np.array_equal(tree.kind, spot.tree.kind)
        and np.array_equal(tree.committed, spot.tree.committed)
        and tree.rules.pot == spot.rules.pot
    ):
        raise ValueError(
            "the blueprint was made for a different tree; want one for that of the spot"
        )


def first_street(tree: BettingTree) -> list[int]:
    """Return the nodes up to the first deal, parents first."""
    nodes = [0]
    for node in nodes:  # the list grows during the loop
        if tree.kind[node] == Kind.ACTION:
            nodes.extend(tree.children(node))
    return nodes


def spot_gadget(
    spot: Spot, hands: tuple[NDArray[np.int64], NDArray[np.int64]]
) -> GadgetRows | None:
    """Return the gadget of a spot in the numbers of these hands."""
    if spot.gadget is None:
        return None
    player = spot.gadget.player
    own = spot.pot / 2 + int(spot.tree.committed[0][player]) * spot.rules.chip
    first, second = (range_.weights for range_ in spot.live_ranges)
    held = hands[player].astype(np.int16)
    return gadget_rows(spot.gadget, held, (first, second), own, [IDENTITY])
