"""Strategies out of a hat."""

from dataclasses import dataclass, field

import numpy as np

from fifthstreet.cards import HOLE_COUNT
from fifthstreet.review import Look
from fifthstreet.solvers.postflop import Spot


@dataclass(frozen=True, eq=False)
class RandomLooks:
    """Strategies and values out of a hat, the same for a node whenever it is looked at."""

    spot: Spot
    kind: str = "random"
    any_board: bool = True
    exploitability: float | None = None
    seen: dict[int, Look] = field(default_factory=dict)

    def look(self, node: int, board: tuple[int, ...]) -> Look:
        tree = self.spot.tree
        assert len(board) == int(tree.street[node]) + 2
        random = np.random.default_rng(node)
        actions = int(tree.n_children[node])
        strategy = random.dirichlet(np.ones(actions), HOLE_COUNT).T
        values = random.integers(-50, 50, (actions, HOLE_COUNT)).astype(float)
        self.seen[node] = Look(strategy, strategy.mean(axis=1), values, np.ones(HOLE_COUNT))
        return self.seen[node]
