"""The game of a training in the form of the native core, and its stakes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fifthstreet.abstraction import CardAbstraction, ExactCards, FlopSubset
from fifthstreet.cards import HOLE_MASKS, Range, cards_of
from fifthstreet.solvers.blueprint.game_checks import BOARD_CARDS
from fifthstreet.tree import BettingTree, Int32Array, Kind, Rake

_SAME_SUITS = (0, 1, 2, 3)  # the permutation that changes nothing
_DRAWN = -1  # a board card that every traversal deals anew


@dataclass(frozen=True, eq=False)
class NodeSettlement:
    """Bets, prizes and costs at the nodes of a tree, as if the hand ended there; see `settle`.

    >>> from fifthstreet.tree import NO_RAKE, TreeRules, build_tree
    >>> tree = build_tree(TreeRules.even(2, 20, blinds=(1, 2), first_street=0, last_street=0))
    >>> settlement = NodeSettlement.of(tree, NO_RAKE)
    >>> end, _ = tree.find("r:f")
    >>> settlement.payoff(end, 0, 1.0), settlement.payoff(end, 1, 0.0)
    (1.0, -1.0)
    """

    chip: float
    bets: Int32Array  # [N, P] whole chips put in besides antes, without uncalled bets
    prizes: NDArray[np.float64]  # [N] the pot less rake
    dead: int  # whole chips in the pot from the start, antes included
    costs: NDArray[np.float64]  # [P] each player's part of the dead chips

    @classmethod
    def of(cls, tree: BettingTree, rake: Rake) -> NodeSettlement:
        """Compute the stakes at every node."""
        rules = tree.rules
        antes = np.array(rules.posted_antes, np.int32)
        bets = tree.committed - antes
        bets = np.minimum(bets, np.partition(bets, -2, axis=1)[:, -2:-1])
        dead = rules.pot_chips + int(antes.sum())
        pots = (dead + bets.sum(axis=1)) * float(rules.chip)
        costs = (antes.astype(np.float64) + rules.pot_chips / tree.players) * float(rules.chip)
        return cls(float(rules.chip), bets, pots - rake.taken(pots), dead, costs)

    def payoff(self, node: int, player: int, share: float) -> float:
        """Return a player's result if the hand ends and they get a share of the pot."""
        bet = float(self.bets[node, player]) * self.chip
        return share * float(self.prizes[node]) - (bet + float(self.costs[player]))


def native_game(
    tree: BettingTree,
    ranges: Sequence[Range],
    rake: Rake,
    board: tuple[int, ...],
    runout: tuple[int, ...],
    key: ExactCards | CardAbstraction,
    flops: FlopSubset | None = None,
) -> dict[str, Any]:
    """Return the arguments of the core's samplers that describe a game."""
    dealt, weights = ([], np.zeros(0)) if flops is None else flop_members(flops)
    nodes = np.arange(len(tree), dtype=np.int32)
    settlement = NodeSettlement.of(tree, rake)
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
        "flops": dealt,
        "flops_upto": np.cumsum(weights),
        "symmetry": [list(perm) for perm in symmetry],
        "hands": [HOLE_MASKS[held] for held in hands],
        "upto": [
            np.cumsum(range_.weights[held], dtype=np.float64)
            for range_, held in zip(ranges, hands, strict=True)
        ],
    }


def flop_members(flops: FlopSubset) -> tuple[list[list[int]], NDArray[np.float64]]:
    """Return all flops that differ from a subset's flops only in suits, and their weights.

    The members of a flop of the subset share its count.

    >>> from fifthstreet.abstraction import flop_subset
    >>> members, weights = flop_members(flop_subset(10))
    >>> len(members), round(weights.sum())
    (160, 22100)
    """
    members: list[list[int]] = []
    weights: list[float] = []
    for board, count in zip(flops.boards.tolist(), flops.counts.tolist(), strict=True):
        cards = cards_of(board)
        images = {
            tuple(sorted(card // 4 * 4 + suits[card % 4] for card in cards))
            for suits in permutations(_SAME_SUITS)
        }
        members += [list(image) for image in sorted(images)]
        weights += [count / len(images)] * len(images)
    return members, np.array(weights)
