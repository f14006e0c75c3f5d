"""Strategy, reach, EV and equity of three players at one node."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from fifthstreet.cards import cards_text
from fifthstreet.solvers.multiway.basis import MultiwaySolved
from fifthstreet.tree import Kind
from fifthstreet.tree.strategy import Exploitability, HoleArray


@dataclass(frozen=True, eq=False, repr=False)
class MultiwayNode:
    """A node of a multiway solution. Arrays are over the 1,326 hands, NaN for impossible hands.

    Values count from this node on, as for two players: the chips that a hand takes out of the pot
    minus the chips that it still puts in. A player who has folded has values of 0, and their range
    still blocks cards.
    """

    solution: MultiwaySolved
    path: str
    kind: Kind
    board: tuple[int, ...]
    player: int  # who acts, -1 no player
    actions: tuple[str, ...]
    pot: float
    stacks: tuple[float, ...]
    has_folded: tuple[bool, ...]  # [P]
    reach: tuple[HoleArray, ...]  # [P] weight with which each hand reaches the node
    opposing_reach: tuple[HoleArray, ...]  # [P] weight of the others' pairs of hands that fit it
    strategy: HoleArray  # [A, 1326] of the player who acts
    ev: tuple[HoleArray, ...]  # [P] chips
    action_ev: HoleArray  # [A, 1326] chips, of the player who acts
    equities: tuple[HoleArray, ...]  # [P] shares of a pot against both other ranges here

    def __repr__(self) -> str:
        board = cards_text(self.board)
        if self.player < 0:
            return f"<MultiwayNode {self.path} on {board}: {self.kind.name.lower()}>"
        play = ", ".join(
            f"{action} {share:.3f}"
            for action, share in zip(self.actions, self.frequencies.tolist(), strict=True)
        )
        return f"<MultiwayNode {self.path} on {board}: player {self.player} acts, {play}>"

    @property
    def exploitability(self) -> Exploitability:
        """What each player could gain in the whole solution."""
        return self.solution.record.exploitability

    @property
    def frequencies(self) -> HoleArray:
        """How often the acting player's range takes each action.  [A]"""
        return np.array([self._mean(self.player, row) for row in self.strategy])

    @property
    def range_ev(self) -> tuple[float, ...]:
        """Expected chips of each range.  [P]"""
        return tuple(self._mean(player, row) for player, row in enumerate(self.ev))

    @property
    def range_equity(self) -> tuple[float, ...]:
        """Equity of each range.  [P]"""
        return tuple(self._mean(player, row) for player, row in enumerate(self.equities))

    @property
    def range_action_ev(self) -> tuple[float, ...]:
        """Expected chips of each action for the acting player's hands that take it.  [A]"""
        return tuple(
            self._mean(self.player, ev, np.nan_to_num(share))
            for ev, share in zip(self.action_ev, self.strategy, strict=True)
        )

    @property
    def combos(self) -> tuple[float, ...]:
        """Number of combos of each range that reach the node.  [P]"""
        return tuple(float(row.sum()) for row in self.reach)

    def _mean(self, player: int, values: HoleArray, shares: HoleArray | float = 1.0) -> float:
        """Return the mean over hands, weighted by their reach and the others' hands."""
        weights = self.reach[player] * self.opposing_reach[player] * shares
        known = (weights > 0) & ~np.isnan(values)
        total = float(weights[known].sum())
        return float((weights[known] * values[known]).sum()) / total if total > 0 else float("nan")
