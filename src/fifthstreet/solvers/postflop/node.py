"""What a solution says of one node."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards import Range
from fifthstreet.cards.matchups import compatible_weight
from fifthstreet.equity import equity
from fifthstreet.solvers.postflop.spot import Spot
from fifthstreet.tree import Kind

HoleArray = NDArray[np.float64]  # [1326]

# Share of the other's range that a hand has to be able to meet for its value to be known: below it,
# rounding of the whole range's sums in float32 outweighs what is left.
_LEAST_MEETING = 1e-4


@dataclass(frozen=True, eq=False)
class Node:
    """Both players at a node. Arrays are over the 1,326 hands, NaN where a hand cannot be.

    Values count from here on: what a hand gets out of the pot less what it still puts in. So a fold
    is worth 0, and without rake both players' values add up to the pot.
    """

    path: str
    kind: Kind
    street: int  # 1 flop, 2 turn, 3 river
    board: tuple[int, ...]
    player: int  # who acts, 0 out of position; -1 where nobody does
    actions: tuple[str, ...]
    pot: float
    stacks: tuple[float, ...]
    reach: tuple[HoleArray, HoleArray]  # weight with which each hand gets here
    strategy: HoleArray  # [A, 1326] of the player who acts
    ev: tuple[HoleArray, HoleArray]  # chips
    action_ev: HoleArray  # [A, 1326] chips, of the player who acts
    threads: int

    @cached_property
    def meeting(self) -> tuple[HoleArray, HoleArray]:
        """Weight of the other's hands that each hand can meet here."""
        return compatible_weight(self.reach[1]), compatible_weight(self.reach[0])

    @cached_property
    def equities(self) -> tuple[HoleArray, HoleArray]:
        """Equity of each hand against the other's range here, if all were checked down."""
        nothing = np.full(len(self.reach[0]), np.nan)
        if not (self.reach[0] * self.meeting[0]).sum() > 0:
            return nothing, nothing
        # Only the ratios of weights count, and a range has none above 1 or too small for a float32.
        ranges = [Range(weights / weights.max()) for weights in self.reach]
        board = sum(1 << card for card in self.board)
        result = equity(*ranges, board=board, method="exact", threads=self.threads)
        assert result.hands is not None
        return result.hands[0], result.hands[1]

    @property
    def frequencies(self) -> HoleArray:
        """How often the range that acts takes each action.  [A]"""
        return np.array([self._mean(self.player, row) for row in self.strategy])

    @property
    def range_ev(self) -> tuple[float, float]:
        """Expected chips of both ranges."""
        return self._mean(0, self.ev[0]), self._mean(1, self.ev[1])

    @property
    def range_equity(self) -> tuple[float, float]:
        """Equity of both ranges."""
        return self._mean(0, self.equities[0]), self._mean(1, self.equities[1])

    @property
    def eqr(self) -> tuple[HoleArray, HoleArray]:
        """Equity realised by each hand: its value as a share of what its equity is of the pot."""
        with np.errstate(divide="ignore", invalid="ignore"):
            return (
                self.ev[0] / (self.equities[0] * self.pot),
                self.ev[1] / (self.equities[1] * self.pot),
            )

    @property
    def range_eqr(self) -> tuple[float, float]:
        """Equity realised by both ranges."""
        with np.errstate(divide="ignore", invalid="ignore"):
            first, second = np.array(self.range_ev) / (np.array(self.range_equity) * self.pot)
        return float(first), float(second)

    @property
    def combos(self) -> tuple[float, float]:
        """How many hands of both ranges get here."""
        return float(self.reach[0].sum()), float(self.reach[1].sum())

    def _mean(self, player: int, values: HoleArray) -> float:
        """Mean over a range, hands weighted by how often they meet one of the other's."""
        weights = self.reach[player] * self.meeting[player]
        known = (weights > 0) & ~np.isnan(values)
        total = float(weights[known].sum())
        return float((weights[known] * values[known]).sum()) / total if total > 0 else float("nan")

    def _repr_html_(self) -> str:
        """Grid, actions and both ranges, for notebooks."""
        from fifthstreet.solvers.postflop.node_picture import node_html

        return node_html(self)


@dataclass(frozen=True)
class CardReport:
    """What a card does: both ranges' values and what the first to act does."""

    card: int
    probability: float  # of the card, given both ranges
    actions: tuple[str, ...]
    frequencies: tuple[float, ...]
    ev: tuple[float, float]
    equity: tuple[float, float]

    @classmethod
    def of(cls, card: int, node: Node, matchups: float) -> CardReport:
        """The report of the node that a card leads to; `matchups` are those before the deal."""
        met = float((node.reach[0] * node.meeting[0]).sum())
        unseen = 52 - 4 - (len(node.board) - 1)
        return cls(
            card,
            met / unseen / matchups if matchups > 0 else float("nan"),
            node.actions,
            tuple(node.frequencies.tolist()),
            node.range_ev,
            node.range_equity,
        )


def make_node(
    *,
    spot: Spot,
    path: str,
    node: int,
    board: tuple[int, ...],
    reach: tuple[HoleArray, HoleArray],
    strategy: HoleArray | None,
    values: tuple[HoleArray, HoleArray],
    action_values: HoleArray | None,
    chance: float,
    threads: int,
) -> Node:
    """A node from its counterfactual values: chips times the reach they are won against."""
    tree = spot.tree
    player = int(tree.player[node]) if tree.kind[node] == Kind.ACTION else -1
    none = np.empty((0, len(reach[0])))
    # Half of the pot at the start is each player's own, and what was put in since is gone.
    own = [spot.pot / 2 + chips * tree.rules.chip for chips in tree.committed[node].tolist()]
    meeting = [compatible_weight(reach[1]), compatible_weight(reach[0])]

    def from_here(who: int, counterfactual: HoleArray) -> HoleArray:
        least = _LEAST_MEETING * float(reach[1 - who].sum())
        met = np.where(meeting[who] > least, chance * meeting[who], np.nan)
        value: HoleArray = counterfactual / met + own[who]
        return value

    return Node(
        path=path,
        kind=Kind(int(tree.kind[node])),
        street=int(tree.street[node]),
        board=board,
        player=player,
        actions=tree.actions(node) if player >= 0 else (),
        pot=tree.pot(node),
        stacks=tree.stacks(node),
        reach=reach,
        strategy=none if strategy is None else strategy,
        ev=(from_here(0, values[0]), from_here(1, values[1])),
        action_ev=none if action_values is None else from_here(player, action_values),
        threads=threads,
    )
