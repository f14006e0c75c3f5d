"""Answers from strategies that were trained: how often, but not how much."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Protocol

import numpy as np

from fifthstreet.cards import HOLE_MASKS
from fifthstreet.review.spot_answers import HoleArray, Look
from fifthstreet.solvers.blueprint.sampled_spot import SampledSpot
from fifthstreet.solvers.postflop import Spot
from fifthstreet.storage.strategies import load_training
from fifthstreet.tree import Kind


class Blueprint(Protocol):
    """An average strategy on the tree of a hold'em spot."""

    @property
    def spot(self) -> Spot:
        """The spot, whose ranges the hands are dealt from."""

    @property
    def first_board(self) -> tuple[int, ...]:
        """Cards that are there from the start; none if it was trained on every board."""

    def probabilities(self, node: int, board: tuple[int, ...]) -> HoleArray:
        """How often each hand takes each action, [A, 1326]; NaN where the board blocks it."""


@dataclass(frozen=True, eq=False)
class BlueprintLooks:
    """Looks at a trained strategy."""

    blueprint: Blueprint
    kind: str = "blueprint"

    @property
    def spot(self) -> Spot:
        """The spot that was trained on."""
        return self.blueprint.spot

    @property
    def any_board(self) -> bool:
        """Whether it was trained on every board."""
        return not self.blueprint.first_board

    @property
    def exploitability(self) -> None:
        """Not known."""

    def look(self, node: int, board: tuple[int, ...]) -> Look:
        """Frequencies of hands and of the range that gets to a node."""
        tree = self.spot.tree
        player = int(tree.player[node])
        held = self.spot.ranges[player].weights > 0
        reach = self.spot.ranges[player].weights.astype(np.float64)
        reach[HOLE_MASKS & np.uint64(sum(1 << card for card in board)) != 0] = 0
        for before, after in pairwise(tree.line(node)):
            if tree.kind[before] == Kind.ACTION and tree.player[before] == player:
                action = after - int(tree.first_child[before])
                known = self._probabilities(before, board)[action]
                reach *= np.nan_to_num(known)
        strategy = np.where(held, self._probabilities(node, board), np.nan)
        total = float(reach.sum())
        weighted = (np.nan_to_num(strategy) * reach).sum(axis=1)
        return Look(strategy, weighted / total if total > 0 else weighted * np.nan, None, reach)

    def _probabilities(self, node: int, board: tuple[int, ...]) -> HoleArray:
        cards = int(self.spot.tree.street[node]) + 2
        return self.blueprint.probabilities(node, board[:cards])


def load_blueprint(path: str | Path) -> Blueprint:
    """The strategy of a hold'em spot that `fifthstreet train` saved."""
    training, solver = load_training(path)
    if not isinstance(solver, SampledSpot):
        raise ValueError(
            f"{str(path)!r} is of {training.game} by {training.algorithm}; "
            "want a strategy of holdem:SPOT.toml by external"
        )
    if solver.deals.runout:
        raise ValueError(f"{str(path)!r} was trained on one runout; want one for all")
    return solver.deals
