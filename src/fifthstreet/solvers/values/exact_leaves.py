"""Leaf values from exact solves of everything that follows: the standard for all others."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from fifthstreet.cards import compatible_weights
from fifthstreet.solvers.values.leaf_values import HoleRows, Leaves
from fifthstreet.solvers.values.rest_solver import LaterBetting, RestSolver
from fifthstreet.support.threads import thread_count


class ExactLeaves:
    """Solves the rest of the hand after each next card, with all hands.

    A turn with all hands takes some seconds a leaf on a CPU, so this is for checks and for samples.
    Stacks are rounded to a hundredth of the pot.
    """

    def __init__(
        self,
        betting: LaterBetting | None = None,
        *,
        iterations: int = 200,
        backend: str = "native",
        threads: int | None = None,
    ) -> None:
        """Choose how the rest is solved.

        Args:
            betting: Bet sizes after the leaf.
            iterations: Number of iterations of each solve.
            backend: `native` or `cuda`.
            threads: Number of threads; by default one per core.
        """
        self.betting = betting or LaterBetting()
        self.iterations, self.backend = iterations, backend
        self.threads = thread_count(threads)

    @property
    def name(self) -> str:
        """The bet sizes and the number of iterations."""
        return f"exact solves with bets {self.betting.bets}, {self.iterations} iterations"

    def values(self, leaves: Leaves, reach: HoleRows, *, player: int | None = None) -> HoleRows:
        """Return counterfactual values; see `LeafValues.values`."""
        cards = [card for card in range(52) if card not in leaves.board]
        return self._after(leaves, reach, cards)

    def values_after(self, leaves: Leaves, reach: HoleRows, card: int) -> HoleRows:
        """Return the values if a card is dealt next; see `CardLeafValues.values_after`."""
        return self._after(leaves, reach, [card])

    def _after(self, leaves: Leaves, reach: HoleRows, cards: Sequence[int]) -> HoleRows:
        rows = leaves.check_reach(reach)
        boards = [(*leaves.board, card) for card in cards]
        values = np.zeros(rows.shape, np.float32)
        for at, (pot, stack) in enumerate(zip(leaves.pots, leaves.stacks, strict=True)):
            largest = rows[at].max(axis=1, keepdims=True)
            if not largest.all():
                continue  # a hand that meets no other wins nothing
            solver = RestSolver(
                boards, stack / pot, self.betting, backend=self.backend, threads=self.threads
            )
            held = np.repeat(rows[at : at + 1] / largest, len(boards), axis=0)
            shares = solver.solve(held, self.iterations).shares
            live = rows[at] * solver.possible[:, None]
            met = compatible_weights(live[:, ::-1]) * solver.possible[:, None]
            values[at] = (shares * met).sum(axis=0) * (pot / leaves.unseen)
        return values
