"""The game of a training in the form that the native core takes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from fifthstreet.abstraction import CardAbstraction, ExactCards
from fifthstreet.cards import HOLE_MASKS, Range
from fifthstreet.solvers.blueprint.game_checks import BOARD_CARDS
from fifthstreet.solvers.blueprint.settlement import Settlement
from fifthstreet.tree import BettingTree, Kind, Rake

_SAME_SUITS = (0, 1, 2, 3)  # the permutation that changes nothing
_DRAWN = -1  # a board card that every traversal deals anew


def native_game(
    tree: BettingTree,
    ranges: Sequence[Range],
    rake: Rake,
    board: tuple[int, ...],
    runout: tuple[int, ...],
    key: ExactCards | CardAbstraction,
) -> dict[str, Any]:
    """Return the arguments of the core's samplers that describe a game."""
    nodes = np.arange(len(tree), dtype=np.int32)
    settlement = Settlement.of(tree, rake)
    drawn = BOARD_CARDS - len(board) - len(runout)
    hands = [range_.hands() for range_ in ranges]
    symmetry = key.symmetry if isinstance(key, ExactCards) else [_SAME_SUITS]
    return {
        "player": np.where(tree.kind == Kind.ACTION, tree.player, -1).astype(np.int8),
        "street": tree.street,
        "first_child": tree.first_child,
        "n_children": tree.n_children,
        "next": np.where(tree.kind == Kind.DEAL, tree.first_child, nodes).astype(np.int32),
        "folded": tree.folded,
        "bets": np.ascontiguousarray(settlement.bets),
        "prizes": settlement.prizes,
        "dead": settlement.dead,
        "costs": settlement.costs,
        "chip": settlement.chip,
        "board": [*board, *runout, *[_DRAWN] * drawn],
        "symmetry": [list(perm) for perm in symmetry],
        "hands": [HOLE_MASKS[held] for held in hands],
        "upto": [
            np.cumsum(range_.weights[held], dtype=np.float64)
            for range_, held in zip(ranges, hands, strict=True)
        ],
    }
