"""Strategy, reach, EV and equity at one node of a solution."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from typing import Any, Protocol

import numpy as np

from fifthstreet.cards import (
    CLASS_NAMES,
    HOLE_CLASS,
    Range,
    card_text,
    cards_text,
    compatible_weight,
    hole_text,
)
from fifthstreet.cards.equity import equity
from fifthstreet.cards.hands import DRAWS, MADE_HANDS
from fifthstreet.solvers.postflop.solution.basis import Solved, basis_data
from fifthstreet.solvers.postflop.solution.node_hands import NodeHands
from fifthstreet.solvers.postflop.spot import SEATS
from fifthstreet.support.pictured import Pictured
from fifthstreet.tree import Kind
from fifthstreet.tree.strategy import Exploitability, HoleArray

# The value of a hand is known only if at least this share of the opponent's range shares no card
# with it; below that, the float32 rounding of sums over the whole range outweighs the result.
MIN_OPPOSING_SHARE = 1e-4


class NodeSource(Solved, Protocol):
    """The part of a solution that its nodes use."""

    threads: int

    @property
    def exploitability(self) -> Exploitability:
        """How far the strategies are from an equilibrium."""

    def node(self, path: str) -> Node:
        """Return the node at a path."""


@dataclass(frozen=True, eq=False, repr=False)
class Node(NodeHands, Pictured):
    """A node of a solution. Arrays are over the 1,326 hands, with NaN for impossible hands.

    Values count from this node on: the chips that a hand takes out of the pot minus the chips that
    it still puts in. So a fold is worth 0, and without rake both players' values add up to the pot.
    """

    solution: NodeSource
    path: str
    kind: Kind
    street: int  # 1 flop, 2 turn, 3 river
    board: tuple[int, ...]
    player: int  # who acts: 0 OOP, 1 IP, -1 no player
    actions: tuple[str, ...]
    pot: float
    stacks: tuple[float, ...]
    reach: tuple[HoleArray, HoleArray]  # weight with which each hand reaches the node
    strategy: HoleArray  # [A, 1326] of the player who acts
    ev: tuple[HoleArray, HoleArray]  # chips
    action_ev: HoleArray  # [A, 1326] chips, of the player who acts

    def __repr__(self) -> str:
        board = cards_text(self.board)
        if self.player < 0:
            return f"<Node {self.path} on {board}: {self.kind.name.lower()}, pot {self.pot:g}>"
        play = ", ".join(
            f"{action} {share:.3f}"
            for action, share in zip(self.actions, self.frequencies.tolist(), strict=True)
        )
        seat = SEATS[self.player].upper()
        text = f"Node {self.path} on {board}: {seat} acts, {play}"
        return f"<{text if len(text) < 180 else text[:177] + '...'}>"

    @property
    def exploitability(self) -> Exploitability:
        """How far the solution is from an equilibrium."""
        return self.solution.exploitability

    def player_name(self, player: int) -> str:
        """Return `OOP` or `IP`."""
        return SEATS[player].upper()

    @cached_property
    def children(self) -> Children:
        """The nodes below, by action like `b94`, or by card like `8c` where one is dealt."""
        return Children(self)

    def to_frame(self) -> Any:
        """Return the hands of both players as a pandas DataFrame, one row per hand.

        For the player who acts, there are also columns with the probability and the EV of each
        action.
        """
        rows = []
        for player, seat in enumerate(SEATS):
            for hole in np.flatnonzero(self.reach[player]).tolist():
                row: dict[str, Any] = {
                    "path": self.path,
                    "player": seat,
                    "hand": hole_text(hole),
                    "class": CLASS_NAMES[HOLE_CLASS[hole]],
                    "made": MADE_HANDS[self.classes.made[hole]],
                    "draw": DRAWS[self.classes.draw[hole]],
                    "weight": float(self.reach[player][hole]),
                    "ev": float(self.ev[player][hole]),
                    "equity": float(self.equities[player][hole]),
                }
                if player == self.player:
                    for index, action in enumerate(self.actions):
                        row[action] = float(self.strategy[index, hole])
                        row[f"ev {action}"] = float(self.action_ev[index, hole])
                rows.append(row)
        frame = import_module("pandas").DataFrame(rows)
        frame.attrs.update(basis_data(self.solution))
        return frame

    @cached_property
    def opposing_reach(self) -> tuple[HoleArray, HoleArray]:
        """Weight of the opponent's hands that share no card with each hand."""
        return compatible_weight(self.reach[1]), compatible_weight(self.reach[0])

    @cached_property
    def equities(self) -> tuple[HoleArray, HoleArray]:
        """Equity of each hand against the opponent's range at this node."""
        unknown = np.full(len(self.reach[0]), np.nan)
        if not (self.reach[0] * self.opposing_reach[0]).sum() > 0:
            return unknown, unknown
        # Only the ratios of weights matter; scaling keeps them at most 1 and not too small for a
        # float32, as a range requires.
        ranges = [Range(weights / weights.max()) for weights in self.reach]
        board = sum(1 << card for card in self.board)
        result = equity(*ranges, board=board, method="exact", threads=self.solution.threads)
        assert result.hands is not None
        return result.hands[0], result.hands[1]

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
        """Equity realisation of each hand: its EV divided by its equity times the pot."""
        with np.errstate(divide="ignore", invalid="ignore"):
            return (
                self.ev[0] / (self.equities[0] * self.pot),
                self.ev[1] / (self.equities[1] * self.pot),
            )

    @property
    def range_eqr(self) -> tuple[float, float]:
        """Equity realisation of both ranges."""
        with np.errstate(divide="ignore", invalid="ignore"):
            first, second = np.array(self.range_ev) / (np.array(self.range_equity) * self.pot)
        return float(first), float(second)

    @property
    def combos(self) -> tuple[float, float]:
        """Number of combos of both ranges that reach the node."""
        return float(self.reach[0].sum()), float(self.reach[1].sum())


class Children(Mapping[str, Node]):
    """The children of a node, by step; each is built when it is accessed."""

    def __init__(self, parent: Node) -> None:
        self._parent = parent
        self._steps = {action: action for action in parent.actions}
        if parent.kind == Kind.DEAL:
            left = [card for card in range(52) if card not in parent.board]
            self._steps = {card_text(card): f"n{card_text(card)}" for card in left}

    def __repr__(self) -> str:
        steps = ", ".join(self._steps)
        return f"<Children: {steps if len(steps) < 160 else steps[:157] + '...'}>"

    def __getitem__(self, step: str) -> Node:
        """Return the node that a step leads to."""
        if step not in self._steps:
            accepted = ", ".join(self._steps) or "none, the hand is over"
            raise KeyError(f"no step {step!r} at {self._parent.path!r} (steps: {accepted})")
        return self._parent.solution.node(f"{self._parent.path}:{self._steps[step]}")

    def __iter__(self) -> Iterator[str]:
        """Iterate over the steps."""
        return iter(self._steps)

    def __len__(self) -> int:
        """Return the number of steps."""
        return len(self._steps)


def make_node(
    *,
    solution: NodeSource,
    path: str,
    node: int,
    board: tuple[int, ...],
    reach: tuple[HoleArray, HoleArray],
    strategy: HoleArray | None,
    values: tuple[HoleArray, HoleArray],
    action_values: HoleArray | None,
    chance: float,
) -> Node:
    """Build a node from counterfactual values: chips times the opponent's reach.

    Args:
        solution: The solution of the node.
        path: Path of the node, with its cards.
        node: Id of the node in the tree of the solution's spot.
        board: All cards on the board at the node.
        reach: The weight with which each hand of OOP and of IP reaches the node.  [1326] each
        strategy: Probabilities of the actions, None unless a player acts.  [A, 1326]
        values: Counterfactual values of OOP's and IP's hands.  [1326] each
        action_values: Counterfactual values of each action for the player who acts, None unless a
            player acts.  [A, 1326]
        chance: Probability of the cards dealt since the start.

    Returns:
        The node, whose values are chips from the node on.
    """
    spot, tree = solution.spot, solution.spot.tree
    player = int(tree.player[node]) if tree.kind[node] == Kind.ACTION else -1
    empty = np.empty((0, len(reach[0])))
    # Counterfactual values count from the start, where half of the pot is each player's own. Adding
    # the chips that a player has put in since makes values count from this node on.
    own = [spot.pot / 2 + chips * tree.rules.chip for chips in tree.committed[node].tolist()]
    opposing = [compatible_weight(reach[1]), compatible_weight(reach[0])]

    def from_here(who: int, counterfactual: HoleArray) -> HoleArray:
        least = MIN_OPPOSING_SHARE * float(reach[1 - who].sum())
        weight = np.where(opposing[who] > least, chance * opposing[who], np.nan)
        value: HoleArray = counterfactual / weight + own[who]
        return value

    return Node(
        solution=solution,
        path=path,
        kind=Kind(int(tree.kind[node])),
        street=int(tree.street[node]),
        board=board,
        player=player,
        actions=tree.actions(node) if player >= 0 else (),
        pot=tree.pot(node),
        stacks=tree.stacks(node),
        reach=reach,
        strategy=empty if strategy is None else strategy,
        ev=(from_here(0, values[0]), from_here(1, values[1])),
        action_ev=empty if action_values is None else from_here(player, action_values),
    )
