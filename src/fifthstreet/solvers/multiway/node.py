"""Strategy, reach, EV and equity of three players at one node."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import Any

import numpy as np

from fifthstreet.cards import CLASS_NAMES, HOLE_CLASS, cards_text, hole_text
from fifthstreet.cards.hands import MADE_HANDS
from fifthstreet.solvers.multiway.basis import MultiwaySolved, multiway_basis_data
from fifthstreet.solvers.postflop import NodeHands
from fifthstreet.support.pictured import Pictured
from fifthstreet.tree import Kind, player_name
from fifthstreet.tree.strategy import Exploitability, HoleArray


@dataclass(frozen=True, eq=False, repr=False)
class MultiwayNode(NodeHands, Pictured):
    """A node of a multiway solution. Arrays are over the 1,326 hands, NaN for impossible hands.

    Values count from this node on, as for two players: the chips that a hand takes out of the pot
    minus the chips that it still puts in. A player who has folded has values and equities of 0, and
    their range still blocks cards.
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
    opposing: tuple[HoleArray, ...]  # [P] weight of the others' pairs of hands that fit it
    strategy: HoleArray  # [A, 1326] of the player who acts
    ev: tuple[HoleArray, ...]  # [P] chips
    action_ev: HoleArray  # [A, 1326] chips, of the player who acts
    shares: tuple[HoleArray, ...]  # [P] of a pot that all who have not folded contest

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
    def opposing_reach(self) -> tuple[HoleArray, ...]:
        """Weight of the others' pairs of hands that share no card with each hand.  [P]"""
        return self.opposing

    @property
    def equities(self) -> tuple[HoleArray, ...]:
        """Equity of each hand against the ranges of the others who have not folded.  [P]"""
        return self.shares

    def player_name(self, player: int) -> str:
        """Return the name of a player, like `player 2`."""
        return player_name(self.solution.spot.tree, player)

    @property
    def exploitability(self) -> Exploitability:
        """What each player could gain in the whole solution."""
        return self.solution.record.exploitability

    @property
    def range_ev(self) -> tuple[float, ...]:
        """Expected chips of each range.  [P]"""
        return tuple(self._mean(player, row) for player, row in enumerate(self.ev))

    @property
    def range_equity(self) -> tuple[float, ...]:
        """Equity of each range.  [P]"""
        return tuple(self._mean(player, row) for player, row in enumerate(self.equities))

    @property
    def combos(self) -> tuple[float, ...]:
        """Number of combos of each range that reach the node.  [P]"""
        return tuple(float(row.sum()) for row in self.reach)

    def to_frame(self) -> Any:
        """Return the hands of all players as a pandas DataFrame, one row per hand.

        For the player who acts, there are also columns with the probability and the EV of each
        action.
        """
        rows = []
        for player, reach in enumerate(self.reach):
            for hole in np.flatnonzero(reach).tolist():
                row: dict[str, Any] = {
                    "path": self.path,
                    "player": player,
                    "hand": hole_text(hole),
                    "class": CLASS_NAMES[HOLE_CLASS[hole]],
                    "made": MADE_HANDS[self.classes.made[hole]],
                    "weight": float(reach[hole]),
                    "ev": float(self.ev[player][hole]),
                    "equity": float(self.equities[player][hole]),
                }
                if player == self.player:
                    for index, action in enumerate(self.actions):
                        row[action] = float(self.strategy[index, hole])
                        row[f"ev {action}"] = float(self.action_ev[index, hole])
                rows.append(row)
        frame = import_module("pandas").DataFrame(rows)
        frame.attrs.update(multiway_basis_data(self.solution))
        return frame
