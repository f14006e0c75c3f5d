"""A spot made smaller by several reductions together, and its information sets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from fifthstreet.abstraction import CardAbstraction, StreetRecipe, decision_pots, forget_bets
from fifthstreet.cards import parse_hole
from fifthstreet.errors import InputError
from fifthstreet.solvers.abstracted.methods import BoardClasses, spot_buckets
from fifthstreet.solvers.abstracted.solver import BucketSolver
from fifthstreet.solvers.abstracted.spot_bucketing import SpotBuckets
from fifthstreet.solvers.common import DEFAULT_SCHEDULE, Schedule
from fifthstreet.solvers.postflop import Spot
from fifthstreet.tree import Kind

# Bits of the fields of keys, lowest first.
_BUCKET_BITS, _POT_BITS, _STREET_BITS, _POSITION_BITS = 16, 8, 2, 1


@dataclass(frozen=True)
class InformationSet:
    """The knowledge of a player who remembers the pot instead of the bets."""

    hand_bucket: int
    pot_bucket: int
    street: int  # 1 flop, 2 turn, 3 river
    position: int  # 0 OOP, 1 IP

    @property
    def key(self) -> int:
        """The information set as one number."""
        key, shift = 0, 0
        for value, bits in (
            (self.hand_bucket, _BUCKET_BITS),
            (self.pot_bucket, _POT_BITS),
            (self.street, _STREET_BITS),
            (self.position, _POSITION_BITS),
        ):
            key |= value << shift
            shift += bits
        return key


@dataclass(frozen=True, eq=False, repr=False)
class AbstractedSpot:
    """A spot with buckets of hands, classes of boards and imperfect recall.

    Four reductions work together:

    - Hands that differ only in suits always share a bucket.
    - The spot has a menu of bets.
    - Hands share buckets by a recipe, boards by their texture.
    - With `forgets_bets`, players know the pot but not the line that led to it.

    >>> spot = Spot.of("QsJh2h7c", 100, 400, oop="20%", ip="20%", bets="50%, 100%, a")
    >>> game = AbstractedSpot.of(spot, StreetRecipe("ehs", 10), boards="texture", forgets_bets=True)
    >>> game.information_sets
    1440
    >>> game.information_set("r:k", "AhKd")
    InformationSet(hand_bucket=5, pot_bucket=0, street=2, position=1)
    """

    spot: Spot
    buckets: SpotBuckets
    forgets_bets: bool = False

    @classmethod
    def of(
        cls,
        spot: Spot,
        recipe: int | StreetRecipe | Mapping[str, StreetRecipe] | CardAbstraction,
        *,
        boards: BoardClasses = "texture",
        forgets_bets: bool = False,
        seed: int = 0,
    ) -> AbstractedSpot:
        """Make the buckets, with the options of `spot_buckets`."""
        buckets = spot_buckets(spot, recipe, boards=boards, seed=seed)
        return cls(spot, buckets, forgets_bets)

    def __repr__(self) -> str:
        return f"<AbstractedSpot of {self.spot!r}: {self.information_sets:,} information sets>"

    @cached_property
    def decisions(self) -> NDArray[np.int64]:
        """A number for each node of the tree; nodes with the same number share rows."""
        tree = self.spot.tree
        return forget_bets(tree) if self.forgets_bets else np.arange(len(tree))

    @cached_property
    def information_sets(self) -> int:
        """Number of rows of both players' tables."""
        tree = self.spot.tree
        nodes = np.flatnonzero(tree.kind == Kind.ACTION)
        _, first = np.unique(self.decisions[nodes], return_index=True)
        return sum(
            self.buckets.counts[int(tree.street[node]) - self.spot.street][int(tree.player[node])]
            for node in nodes[first]
        )

    def information_set(self, path: str, hand: str) -> InformationSet:
        """Return what the player to act knows at a path, which names the cards dealt."""
        node, board = self._place(path)
        player = int(self.spot.tree.player[node])
        return InformationSet(
            self.buckets.bucket(player, parse_hole(hand), board),
            int(self._pots[node]),
            int(self.spot.tree.street[node]),
            player,
        )

    def abstract_state(self, path: str, hands: Sequence[str]) -> int:
        """Return both players' buckets and the row of the betting as one number.

        States with the same number are the same to the solver. `hands` are OOP's and IP's.
        """
        node, board = self._place(path)
        state = int(self.decisions[node])
        for player, hand in enumerate(hands):
            bucket = self.buckets.bucket(player, parse_hole(hand), board)
            state = state << _BUCKET_BITS | bucket
        return state

    def solver(self, *, schedule: Schedule | str = DEFAULT_SCHEDULE) -> BucketSolver:
        """Return a solver of the abstracted game, which measures exploitability in the full one."""
        return BucketSolver(self.spot, self.buckets, decisions=self.decisions, schedule=schedule)

    @cached_property
    def _pots(self) -> NDArray[np.int64]:
        return decision_pots(self.spot.tree)

    def _place(self, path: str) -> tuple[int, tuple[int, ...]]:
        node, dealt = self.spot.tree.find(path)
        if self.spot.tree.kind[node] != Kind.ACTION:
            raise InputError(f"path must lead to a decision, got {path!r}")
        return node, (*self.spot.board, *dealt)
