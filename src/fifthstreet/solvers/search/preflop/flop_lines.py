"""The flops after each line, each with its own tables, as parts of one larger game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards import CLASS_COUNT, HOLE_CLASS
from fifthstreet.solvers.common import Schedule, SingleDiscounts
from fifthstreet.solvers.postflop import (
    JoinedPlan,
    Plan,
    Precision,
    StreetRunouts,
    Tables,
    ValueMode,
    join_plans,
    make_plan,
    make_tables,
    table_bytes,
)
from fifthstreet.solvers.postflop.backends import BACKENDS, Backend
from fifthstreet.solvers.search.preflop.game import PreflopGame

ClassRow = NDArray[np.float64]  # [169]
MakeBackend = Callable[[Plan, tuple[Tables, Tables]], Backend]
# Flops that a GPU solves side by side: enough to be busy with them, and few enough for the scratch
# of their rivers, which all groups share.
FLOPS_ON_GPU = 8


class FlopValues(Protocol):
    """The interface of some flops after one line: their values by hand class."""

    def update(
        self, player: int, iteration: int, discounts: SingleDiscounts, reach: ClassRow
    ) -> ClassRow:
        """Run a player's pass of an iteration and return the values of their hand classes.

        The value of a class is the sum over its possible hands on each flop, times its weight.
        """

    def values(self, player: int, mode: ValueMode, reach: ClassRow) -> ClassRow:
        """Return the values of a player's hand classes with the average strategies."""


@dataclass(frozen=True, eq=False)
class KnownValues:
    """Flops whose values are known, for both players, where the reach never changes."""

    rows: tuple[ClassRow, ClassRow]

    def update(
        self, player: int, iteration: int, discounts: SingleDiscounts, reach: ClassRow
    ) -> ClassRow:
        """Return the values; nothing is updated."""
        return self.rows[player]

    def values(self, player: int, mode: ValueMode, reach: ClassRow) -> ClassRow:
        """Return the values."""
        return self.rows[player]


class LineFlops:
    """Some flops after one line, with the weight of each."""

    def __init__(
        self,
        plan: Plan,
        weights: NDArray[np.float64],
        tables: tuple[Tables, Tables],
        backend: Backend,
    ) -> None:
        """Take the plan of all flops and the `weights` of its roots."""
        self.plan = plan
        self.tables = tables
        self.backend = backend
        self._classes, self._weights = [], []
        for seat in plan.runouts[0].seats:
            is_hand = np.arange(seat.holes.shape[1]) < seat.count[:, None]
            self._classes.append(np.where(is_hand, HOLE_CLASS[np.maximum(seat.holes, 0)], 0))
            self._weights.append(is_hand * weights[:, None])

    def update(
        self, player: int, iteration: int, discounts: SingleDiscounts, reach: ClassRow
    ) -> ClassRow:
        """Run a player's pass of an iteration and return the values of their hand classes."""
        rows = self._rows(player, reach)
        return self._by_class(
            player, self.backend.update_through(player, iteration, discounts, rows)
        )

    def values(self, player: int, mode: ValueMode, reach: ClassRow) -> ClassRow:
        """Return the values of a player's hand classes with the average strategies."""
        return self._by_class(
            player, self.backend.values_through(player, mode, self._rows(player, reach))
        )

    def _rows(self, player: int, reach: ClassRow) -> NDArray[np.float32]:
        """Return the opponent's reach at each root, or in one row if there is only one."""
        classes, weights = self._classes[1 - player], self._weights[1 - player]
        if len(classes) == 1:
            return reach[classes[weights > 0]].astype(np.float32)
        return np.where(weights > 0, reach[classes], 0).astype(np.float32)

    def _by_class(self, player: int, values: NDArray[np.float32]) -> ClassRow:
        classes, weights = self._classes[player], self._weights[player]
        is_hand = weights > 0
        rows = values if values.ndim == 1 else values[:, : classes.shape[1]][is_hand]
        parts = rows.astype(np.float64) * weights[is_hand]
        return np.asarray(np.bincount(classes[is_hand], parts, CLASS_COUNT), np.float64)


class FlopPlans:
    """The plans of all lines; plans of the same flops share their runouts."""

    def __init__(self, game: PreflopGame, *, on_gpu: bool, flops: range | None = None) -> None:
        """Make the plans, for single flops or for the groups that a GPU solves side by side.

        By default, they have all flops of the game.
        """
        self.on_gpu = on_gpu
        size = FLOPS_ON_GPU if on_gpu else 1
        flops = range(len(game.boards)) if flops is None else flops
        groups = [flops[first : first + size] for first in range(0, len(flops), size)]
        self.weights = [game.weights[group.start : group.stop] for group in groups]
        self.by_line: dict[int, list[Plan]] = {line: [] for line in game.lines}
        for group in groups:
            runouts: dict[int, tuple[StreetRunouts, ...]] = {}
            joined: JoinedPlan | None = None
            for line in game.lines:
                parts = [
                    make_plan(game.spot(line, flop), runouts=runouts.get(flop)) for flop in group
                ]
                runouts = {flop: part.runouts for flop, part in zip(group, parts, strict=True)}
                if len(parts) > 1:
                    joined = join_plans(parts, like=joined)
                self.by_line[line].append(parts[0] if joined is None else joined.plan)

    def table_bytes(self, schedule: Schedule, precision: Precision) -> int:
        """Return the memory of the tables of all lines."""
        return sum(
            table_bytes(layout, precision, predictive=schedule.is_predictive)
            for plans in self.by_line.values()
            for plan in plans
            for layout in plan.layouts
        )


@dataclass(frozen=True)
class FlopSettings:
    """How flops are solved."""

    schedule: Schedule
    precision: Precision
    threads: int
    backend: str


def make_flop_lines(plans: FlopPlans, settings: FlopSettings) -> dict[int, list[LineFlops]]:
    """Return the groups of flops of each line, with tables of zeros."""
    make_backend = _backend_maker(settings.backend, settings.threads)
    is_predictive = settings.schedule.is_predictive
    lines: dict[int, list[LineFlops]] = {}
    for line, of_line in plans.by_line.items():
        lines[line] = []
        for plan, weights in zip(of_line, plans.weights, strict=True):
            tables = make_tables(plan.layouts, settings.precision, predictive=is_predictive)
            lines[line].append(LineFlops(plan, weights, tables, make_backend(plan, tables)))
    return lines


def _backend_maker(backend: str, threads: int) -> MakeBackend:
    if backend != "cuda":
        return lambda plan, tables: BACKENDS[backend](plan, tables, threads)
    # Imported only when requested, so that the GPU is not touched otherwise.
    from fifthstreet.solvers.postflop.backends.cuda import CudaBackend, DeviceMemory

    memory = DeviceMemory()
    return lambda plan, tables: CudaBackend(plan, tables, threads, memory)


def values_by_line(
    lines: Mapping[int, Sequence[FlopValues]],
    reach: Mapping[int, ClassRow],
    player: int,
    mode: ValueMode | None,
    iteration: int,
    discounts: SingleDiscounts,
) -> dict[int, list[ClassRow]]:
    """Return the values by line and group of flops; without a mode, update as well."""
    return {
        line: [
            group.update(player, iteration, discounts, row)
            if mode is None
            else group.values(player, mode, row)
            for group in lines[line]
        ]
        for line, row in reach.items()
    }
