"""The plan of a spot for the solvers: betting by street, runouts, table rows, locks, symmetry."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from functools import cached_property
from hashlib import blake2b
from typing import TypeAlias
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards import SuitPermutation, count_matchups, stabiliser
from fifthstreet.solvers.postflop.spot.gadget import GadgetRows, gadget_rows
from fifthstreet.solvers.postflop.spot.layout import Layout, make_layout
from fifthstreet.solvers.postflop.spot.runouts import StreetRunouts, deal_runouts
from fifthstreet.solvers.postflop.spot.spot import Spot
from fifthstreet.solvers.postflop.spot.street_betting import (
    RIVER,
    SHOWDOWN,
    StreetBetting,
    cut_tree,
)
from fifthstreet.tree import BettingTree, Rake, end_payoffs, parse_path
from fifthstreet.tree.strategy import is_symmetric, locked_node

IDENTITY: SuitPermutation = (0, 1, 2, 3)


@dataclass(frozen=True, eq=False)
class LockRows:
    """Locked probabilities of one player's nodes, with the layout of the tables."""

    start: NDArray[np.int64]  # [blocks] first entry in `rows`, or -1 where nothing is locked
    rows: NDArray[np.float32]  # negative where a hand is not locked


@dataclass(frozen=True, eq=False)
class RiverBuckets:
    """Buckets of hands that share rows of the tables on each river, OOP's and IP's."""

    most: int  # buckets of a player on a river
    count: tuple[NDArray[np.int32], NDArray[np.int32]]  # [R]
    # [R, W] bucket of each hand of the rows of `StreetRunouts`
    bucket: tuple[NDArray[np.uint16], NDArray[np.uint16]]


@dataclass(frozen=True, eq=False)
class Plan:
    """Everything about a spot that does not change while it is solved."""

    tree: BettingTree
    rake: Rake
    # [1326] without blocked hands; in a plan of several spots, [spots, 1326]
    weights: tuple[NDArray[np.float32], NDArray[np.float32]]
    matchups: float  # weight of all pairs of hands that share no card
    betting: tuple[StreetBetting, ...]
    runouts: tuple[StreetRunouts, ...]
    layouts: tuple[Layout, Layout]
    payoffs: tuple[tuple[NDArray[np.float32], NDArray[np.float32]], ...]  # see `end_payoffs`
    locks: tuple[LockRows | None, LockRows | None]
    gadget: GadgetRows | None = None
    buckets: RiverBuckets | None = None

    @property
    def pot(self) -> float:
        """Chips in the pot at the start."""
        return self.tree.pot(0)

    @cached_property
    def betting_key(self) -> bytes:
        """A hash of betting and payoffs: plans with equal keys differ only in cards and locks."""
        digest = blake2b(
            repr((self.rake, self.pot, self.deal_chance(len(self.betting) - 1))).encode()
        )
        for betting, payoffs in zip(self.betting, self.payoffs, strict=True):
            for array_field in fields(betting):
                value = getattr(betting, array_field.name)
                digest.update(
                    value.tobytes() if isinstance(value, np.ndarray) else repr(value).encode()
                )
            for numbers in payoffs:
                digest.update(numbers.tobytes())
        return digest.digest()

    def root_weights(self, player: int) -> NDArray[np.float32]:
        """Return a player's weights in the order of the root's rows.  [roots, W]"""
        holes = self.runouts[0].seats[player].holes
        weights = np.atleast_2d(self.weights[player])
        listed = np.take_along_axis(weights, np.maximum(holes, 0).astype(np.intp), axis=1)
        return np.where(holes >= 0, listed, np.float32(0))

    def first_row(self, player: int) -> NDArray[np.float32]:
        """Return a player's weights in the row of the first root, without its padding.  [hands]"""
        return self.root_weights(player)[0, : self.runouts[0].seats[player].count[0]]

    @property
    def entries(self) -> int:
        """Entries of the tables of both players, one for each action of each information set."""
        return sum(layout.entries for layout in self.layouts)

    def place(self, node: int) -> tuple[int, int]:
        """Return a tree node's street, counted from the board's street, and its index there."""
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


def make_plan(
    spot: Spot, *, isomorphism: bool = True, runouts: tuple[StreetRunouts, ...] | None = None
) -> Plan:
    """Return the plan of a spot.

    Args:
        spot: Its tree is built if it is not yet.
        isomorphism: Whether to merge runouts that differ only in suits.
        runouts: Runouts of another plan with the same cards, which are shared; by default they are
            dealt.

    Raises:
        InputError: If a lock or the gadget does not fit the spot.
    """
    tree = spot.tree
    locked = [locked_node(tree, spot.board, lock) for lock in spot.locks]
    first, second = (range_.weights for range_ in spot.live_ranges)
    betting, payoffs = _betting(tree, RIVER + 1 - spot.street, spot.rake)
    if runouts is None:
        runouts = spot_runouts(spot, isomorphism=isomorphism)
    layouts = (make_layout(betting, runouts, 0), make_layout(betting, runouts, 1))
    plan = Plan(
        tree=tree,
        rake=spot.rake,
        weights=(first, second),
        matchups=count_matchups(first, second),
        betting=betting,
        runouts=runouts,
        layouts=layouts,
        payoffs=payoffs,
        locks=(None, None),
    )
    locks = (_locks(plan, spot, locked, 0), _locks(plan, spot, locked, 1))
    return replace(plan, locks=locks, gadget=_gadget(plan, spot, isomorphism=isomorphism))


def spot_runouts(spot: Spot, *, isomorphism: bool = True) -> tuple[StreetRunouts, ...]:
    """Return the runouts of each street of a spot, which do not depend on its tree.

    Args:
        spot: The spot with the board and the ranges.
        isomorphism: Whether to merge runouts that differ only in suits.
    """
    symmetry = _symmetry(spot, isomorphism=isomorphism)
    weights = [range_.weights for range_ in spot.live_ranges]
    return tuple(deal_runouts(spot.board_mask, weights, symmetry))


def spot_symmetry(spot: Spot) -> list[SuitPermutation]:
    """Return the suit permutations that leave board, ranges, locks and gadget unchanged.

    Args:
        spot: A lock that names cards leaves only the identity.
    """
    if any(step.cards for lock in spot.locks for step in parse_path(lock.path)):
        return [IDENTITY]
    return [
        perm
        for perm in stabiliser([spot.board_mask], spot.live_ranges)
        if all(is_symmetric(lock, perm) for lock in spot.locks)
        and (spot.gadget is None or spot.gadget.is_symmetric(perm))
    ]


def _symmetry(spot: Spot, *, isomorphism: bool) -> list[SuitPermutation]:
    return spot_symmetry(spot) if isomorphism else [IDENTITY]


_Payoffs: TypeAlias = tuple[NDArray[np.float32], NDArray[np.float32]]
_Betting: TypeAlias = tuple[tuple[StreetBetting, ...], tuple[_Payoffs, ...]]
# Of trees in use: plans that differ only in cards share them.
_BETTING: WeakKeyDictionary[BettingTree, dict[Rake, _Betting]] = WeakKeyDictionary()


def _betting(tree: BettingTree, streets: int, rake: Rake) -> _Betting:
    """Return the betting of each street up to the river, and its payoffs."""
    by_rake = _BETTING.setdefault(tree, {})
    if rake not in by_rake:
        betting = cut_tree(tree, streets)
        by_rake[rake] = betting, tuple(_payoffs(tree, street, rake) for street in betting)
    return by_rake[rake]


def _payoffs(
    tree: BettingTree, street: StreetBetting, rake: Rake
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return the payoffs at a street's terminal nodes.

    A showdown before the river is not terminal: its board has to be dealt first.
    """
    lead, total = end_payoffs(tree, street.tree_node, street.kind == SHOWDOWN, rake)
    return lead.astype(np.float32), total.astype(np.float32)


def _gadget(plan: Plan, spot: Spot, *, isomorphism: bool) -> GadgetRows | None:
    if spot.gadget is None:
        return None
    player = spot.gadget.player
    holes = plan.runouts[0].seats[player].hands(0)
    own = spot.pot / 2 + int(plan.tree.committed[0][player]) * plan.tree.rules.chip
    symmetry = _symmetry(spot, isomorphism=isomorphism)
    return gadget_rows(spot.gadget, holes, plan.weights, own, symmetry)


def _locks(
    plan: Plan, spot: Spot, locked: list[tuple[int, tuple[int, ...]]], player: int
) -> LockRows | None:
    layout = plan.layouts[player]
    pieces: dict[int, NDArray[np.float32]] = {}  # by block: [actions, stride]
    for lock, (node, cards) in zip(spot.locks, locked, strict=True):
        if plan.tree.player[node] != player:
            continue
        actions = plan.tree.actions(node)
        fixed = lock.probabilities(actions).astype(np.float32)
        street, at = plan.place(node)
        betting, seat = plan.betting[street], plan.runouts[street].seats[player]
        for runout in range(plan.runouts[street].count):
            if plan.dealt(street, runout)[: len(cards)] != cards:
                continue
            block = layout.block(street, runout, betting, at)
            stride = int(layout.stride[street][runout])
            unlocked = np.full((len(actions), stride), -1, np.float32)
            piece = pieces.setdefault(block, unlocked)
            rows = fixed[:, seat.hands(runout)]
            places = np.flatnonzero(~np.isnan(rows[0]))
            piece[:, places] = rows[:, places]
    if not pieces:
        return None
    start = np.full(layout.blocks, -1, np.int64)
    sizes = [piece.size for piece in pieces.values()]
    start[list(pieces)] = np.cumsum([0, *sizes[:-1]])
    return LockRows(start, np.concatenate([piece.ravel() for piece in pieces.values()]))
