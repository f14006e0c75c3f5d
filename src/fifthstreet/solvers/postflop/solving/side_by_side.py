"""Solve several small spots with the same betting side by side, to keep a GPU busy.

All spots of a group run the same iterations. A spot that has reached the target takes no part in
further passes, so its average strategy stays as it was at that check.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from math import inf
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fifthstreet.solvers.common import Curve, Schedule, expected_end
from fifthstreet.solvers.postflop.backends import Precision, Tables, ValueMode, make_tables
from fifthstreet.solvers.postflop.spot import JoinedPlan
from fifthstreet.tree.strategy import Exploitability

_FIRST_CHECK = 10  # iterations
_MIN_SPACING = 2
# A check costs as much as an iteration; spacings are these shares of the iterations so far.
_CLOSEST, _SPARSEST = 1 / 16, 1 / 4


@dataclass(frozen=True)
class FinishedSpot:
    """The result of a spot when its solve ends."""

    iterations: int
    exploitability: Exploitability
    ev: tuple[float, float]  # chips of both ranges, half of the starting pot included
    seconds: float  # since its group started


class SideBySide:
    """A solver for a group of spots on a GPU."""

    def __init__(
        self, joined: JoinedPlan, schedule: Schedule, precision: Precision, threads: int
    ) -> None:
        # Imported only when requested, so that the GPU is not touched otherwise.
        from fifthstreet.solvers.postflop.backends.cuda import CudaBackend

        is_predictive = schedule.is_predictive
        tables = make_tables(joined.plan.layouts, precision, predictive=is_predictive)
        self.joined = joined
        self.iteration = 0
        self.backend = CudaBackend(joined.plan, tables, threads)
        self.memory_bytes = sum(t.bytes for t in tables) + self.backend.scratch_bytes
        self._schedule = schedule
        self._discounts = schedule.discounts(_FIRST_CHECK).single()
        self._weights = [joined.plan.root_weights(player) for player in (0, 1)]
        self._matchups = np.array([part.matchups for part in joined.parts])

    def run(
        self, *, target_pot_percent: float, max_iterations: int, seconds: float
    ) -> Iterator[tuple[int, FinishedSpot]]:
        """Iterate until each spot has reached the target or a limit; yield spots as they finish."""
        start = time.perf_counter()
        left = np.arange(len(self.joined.parts))
        curves: list[Curve] = [[] for _ in left]
        target = target_pot_percent / 100 * self.joined.plan.pot
        check = min(_FIRST_CHECK, max_iterations)
        while len(left):
            self.backend.activate(left)
            self.iterate_to(check)
            measured = self._measure(left)
            for spot, exploitability in measured.items():
                curves[spot].append((self.iteration, exploitability.chips))
            is_over = self.iteration >= max_iterations or time.perf_counter() - start >= seconds
            done = [spot for spot in measured if is_over or curves[spot][-1][1] <= target]
            if done:
                yield from self._finish(done, measured, start)
            left = np.setdiff1d(left, done)
            ends = [expected_end(curves[spot], target) for spot in left]
            check = min(self._next_check(min(ends, default=inf)), max_iterations)

    def restart(self, weights: tuple[NDArray[np.float32], NDArray[np.float32]]) -> None:
        """Begin again with other ranges of the same hands.

        Args:
            weights: Of both players' hands, as from `Plan.root_weights`.  [roots, W] each
        """
        self.iteration = 0
        self.backend.restart(weights)

    def iterate_to(self, iteration: int) -> None:
        """Run iterations until this many have been run."""
        count = iteration - self.iteration
        if count > 0:
            if len(self._discounts.keep) <= iteration:
                self._discounts = self._schedule.discounts(2 * iteration).single()
            self.backend.iterate(self.iteration + 1, count, self._discounts)
            self.iteration = iteration

    def averages(self, spot: int, player: int) -> Tables:
        """Return the tables of a spot's average strategy, in the layout of its own plan."""
        parts = {
            "averages": self.joined.entries(spot, player),
            "average_scales": self.joined.blocks(spot, player),
        }
        names = [name for name in parts if self.backend.has_table(name)]
        return Tables(
            {
                name: np.concatenate([self.backend.read(player, name, p) for p in parts[name]])
                for name in names
            }
        )

    def read_root(self, spot: int, player: int) -> NDArray[Any]:
        """Return the entries of a player's averages at a spot's first decision."""
        part = self.joined.plan.layouts[player].rows(0, spot, self.joined.plan.betting[0], 0)
        return self.backend.read(player, "averages", part)

    def _next_check(self, end: float) -> int:
        now = self.iteration
        closest = now + max(_MIN_SPACING, int(now * _CLOSEST))
        return int(min(max(end, closest), now + max(_FIRST_CHECK, int(now * _SPARSEST))))

    def _chips(self, spots: NDArray[np.intp], mode: ValueMode) -> list[tuple[float, float]]:
        """Return the chips that both players' ranges win in each of the active spots."""
        both = []
        for player in (0, 1):
            weights = self._weights[player]
            values = self.backend.all_root_values(player, mode)[:, : weights.shape[1]]
            chips = np.einsum("ij,ij->i", weights, values, dtype=np.float64)
            both.append(chips[spots] / self._matchups[spots])
        return list(zip(both[0].tolist(), both[1].tolist(), strict=True))

    def _measure(self, spots: NDArray[np.intp]) -> dict[int, Exploitability]:
        best = self._chips(spots, ValueMode.BEST_RESPONSE)
        values: list[tuple[float, float]] | list[None] = [None] * len(spots)
        if self.joined.plan.rake.rate:
            values = self._chips(spots, ValueMode.AVERAGE)
        pot = self.joined.plan.pot
        return {
            spot: Exploitability(most, value, pot)
            for spot, most, value in zip(spots.tolist(), best, values, strict=True)
        }

    def _finish(
        self, spots: list[int], measured: dict[int, Exploitability], start: float
    ) -> Iterator[tuple[int, FinishedSpot]]:
        active = np.array(spots)
        self.backend.activate(active)
        half = self.joined.plan.pot / 2
        seconds = time.perf_counter() - start
        for spot, (first, second) in zip(
            spots, self._chips(active, ValueMode.AVERAGE), strict=True
        ):
            ev = (first + half, second + half)
            yield spot, FinishedSpot(self.iteration, measured[spot], ev, seconds)
