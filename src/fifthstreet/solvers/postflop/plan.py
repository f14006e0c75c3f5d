"""The plan of a spot for the solvers: betting by street, runouts, table rows, locks, symmetry."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards import HOLE_COUNT, SuitPermutation, count_matchups, stabiliser
from fifthstreet.solvers.postflop.layout import Layout, make_layout
from fifthstreet.solvers.postflop.runouts import StreetRunouts, deal_runouts
from fifthstreet.solvers.postflop.spot import Spot
from fifthstreet.solvers.postflop.street_betting import RIVER, SHOWDOWN, StreetBetting, cut_tree
from fifthstreet.strategy import is_symmetric, locked_node
from fifthstreet.tree import BettingTree, Rake, end_payoffs

IDENTITY: SuitPermutation = (0, 1, 2, 3)


@dataclass(frozen=True, eq=False)
class LockRows:
    """Locked probabilities of one player's nodes, with the layout of the tables."""

    start: NDArray[np.int64]  # [blocks] first entry in `rows`, or -1 where nothing is locked
    rows: NDArray[np.float32]  # negative where a hand is not locked


@dataclass(frozen=True, eq=False)
class Plan:
    """Everything about a spot that does not change while it is solved."""

    tree: BettingTree
    rake: Rake
    weights: tuple[NDArray[np.float32], NDArray[np.float32]]  # [1326] without blocked hands
    matchups: float  # weight of all pairs of hands that share no card
    betting: tuple[StreetBetting, ...]
    runouts: tuple[StreetRunouts, ...]
    layouts: tuple[Layout, Layout]
    payoffs: tuple[tuple[NDArray[np.float32], NDArray[np.float32]], ...]  # see `end_payoffs`
    locks: tuple[LockRows | None, LockRows | None]

    @property
    def pot(self) -> float:
        """Chips in the pot at the start."""
        return self.tree.pot(0)

    @property
    def entries(self) -> int:
        """Entries of the tables of both players, one for each action of each information set."""
        return sum(layout.entries for layout in self.layouts)

    def place(self, node: int) -> tuple[int, int]:
        """Return a tree node's street, counted from that of the board, and its index there."""
        street = int(self.tree.street[node]) - int(self.tree.street[0])
        matches = np.flatnonzero(self.betting[street].tree_node == node)
        return street, int(matches[0])

    def dealt(self, street: int, runout: int) -> tuple[int, ...]:
        """Return the cards of a runout in the order they are dealt."""
        cards: list[int] = []
        for index in range(street, 0, -1):
            cards.append(int(self.runouts[index].card[runout]))
            runout = int(self.runouts[index].parent[runout])
        return tuple(reversed(cards))

    def deal_chance(self, street: int) -> float:
        """Return the probability of each card that neither player holds, at a street's deal."""
        if street == 0:
            return 1.0
        # Two hands and the board before the deal are not in the deck.
        return 1 / (52 - 4 - int(self.runouts[street - 1].boards[0]).bit_count())


def make_plan(spot: Spot, *, isomorphism: bool = True) -> Plan:
    """Return the plan of a spot; `isomorphism` merges runouts that differ only in suits."""
    tree = spot.tree
    locked = [locked_node(tree, spot.board, lock) for lock in spot.locks]
    symmetry = [IDENTITY]
    if isomorphism and not any(cards for _, cards in locked):
        symmetry = [
            perm
            for perm in stabiliser([spot.board_mask], spot.live_ranges)
            if all(is_symmetric(lock, perm) for lock in spot.locks)
        ]
    first, second = (range_.weights for range_ in spot.live_ranges)
    betting = cut_tree(tree, RIVER + 1 - spot.street)
    runouts = tuple(deal_runouts(spot.board_mask, (first, second), symmetry))
    layouts = (make_layout(betting, runouts, 0), make_layout(betting, runouts, 1))
    plan = Plan(
        tree=tree,
        rake=spot.rake,
        weights=(first, second),
        matchups=count_matchups(first, second),
        betting=betting,
        runouts=runouts,
        layouts=layouts,
        payoffs=tuple(_payoffs(tree, street, spot.rake) for street in betting),
        locks=(None, None),
    )
    return replace(plan, locks=(_locks(plan, spot, locked, 0), _locks(plan, spot, locked, 1)))


def _payoffs(
    tree: BettingTree, street: StreetBetting, rake: Rake
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return the payoffs at a street's terminal nodes.

    A showdown before the river is not terminal: its board has to be dealt first.
    """
    lead, total = end_payoffs(tree, street.tree_node, street.kind == SHOWDOWN, rake)
    return lead.astype(np.float32), total.astype(np.float32)


def _locks(
    plan: Plan, spot: Spot, locked: list[tuple[int, tuple[int, ...]]], player: int
) -> LockRows | None:
    layout = plan.layouts[player]
    pieces: dict[int, NDArray[np.float32]] = {}  # by block: [actions, stride]
    for lock, (node, cards) in zip(spot.locks, locked, strict=True):
        if plan.tree.player[node] != player:
            continue
        actions = plan.tree.actions(node)
        is_locked = np.ones(HOLE_COUNT, np.bool_) if lock.hands is None else lock.hands.weights > 0
        locked_row = np.array([lock.strategy.get(action, 0.0) for action in actions], np.float32)
        street, at = plan.place(node)
        betting, seat = plan.betting[street], plan.runouts[street].seats[player]
        for runout in range(plan.runouts[street].count):
            if plan.dealt(street, runout)[: len(cards)] != cards:
                continue
            block = layout.block(street, runout, betting, at)
            stride = int(layout.stride[street][runout])
            unlocked = np.full((len(actions), stride), -1, np.float32)
            piece = pieces.setdefault(block, unlocked)
            holes = seat.holes[runout, : seat.count[runout]]
            piece[:, np.flatnonzero(is_locked[holes])] = locked_row[:, None]
    if not pieces:
        return None
    start = np.full(layout.blocks, -1, np.int64)
    sizes = [piece.size for piece in pieces.values()]
    start[list(pieces)] = np.cumsum([0, *sizes[:-1]])
    return LockRows(start, np.concatenate([piece.ravel() for piece in pieces.values()]))
