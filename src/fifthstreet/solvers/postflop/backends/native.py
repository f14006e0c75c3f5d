"""The backend that runs in the native core."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from fifthstreet import _native
from fifthstreet.cards import HOLE_COUNT
from fifthstreet.errors import InputError
from fifthstreet.solvers.common import SingleDiscounts
from fifthstreet.solvers.postflop.backends.exploitability import ValueMode
from fifthstreet.solvers.postflop.backends.host import HostBackend
from fifthstreet.solvers.postflop.backends.tables import GADGET_AVERAGES, GADGET_REGRETS, Tables
from fifthstreet.solvers.postflop.spot import Plan, row_cards, row_stride

# Arrays of a street's betting, and of a player's rows, that the native core reads as they are.
_BETTING = (
    "kind",
    "player",
    "first_child",
    "n_children",
    "row",
    "block",
    "entry_start",
    "exit_node",
)
_SEAT = ("count", "order", "same", "weaker", "not_better", "inverse")


class NativeBackend(HostBackend):
    """Passes over a plan on the CPU."""

    def __init__(self, plan: Plan, tables: tuple[Tables, Tables], threads: int) -> None:
        super().__init__(plan, tables, threads)
        self._solver = native_solver(plan)
        # Tables of buckets are read by hand, but iterations play the river in buckets.
        self._updating = self._solver
        if plan.buckets is not None:
            self._updating = native_solver(plan, in_buckets=True, threads=threads)
        self._set_tables()
        for player in (0, 1):
            if (locks := plan.locks[player]) is not None:
                for solver in self._solvers:
                    solver.set_locks(player, locks.start, locks.rows)

    @property
    def _solvers(self) -> list[_native.RangeSolver]:
        is_one = self._updating is self._solver
        return [self._solver] if is_one else [self._solver, self._updating]

    @property
    def scratch_bytes(self) -> int:
        """Memory for intermediate rows, besides the tables."""
        return sum(solver.scratch_bytes for solver in self._solvers)

    def leave_averages(self) -> None:
        """Replace the averages by copies, because a solution uses the present arrays."""
        super().leave_averages()
        self._set_tables()

    def _set_tables(self) -> None:
        for player in (0, 1):
            for solver in self._solvers:
                solver.set_tables(player, self._tables[player].arrays)
        if (gadget := self.plan.gadget) is not None:
            arrays = self._tables[gadget.player].arrays
            names = {"regrets": GADGET_REGRETS, "averages": GADGET_AVERAGES}
            rows = {
                "is_max_margin": gadget.kind == "maxmargin",
                "value_factor": gadget.value_factor,
                "alternative": gadget.alternative,
                "reach_factor": gadget.reach_factor,
                **{name: arrays[key] for name, key in names.items() if key in arrays},
            }
            for solver in self._solvers:
                solver.set_gadget(gadget.player, rows)

    def iterate(self, first: int, count: int, discounts: SingleDiscounts) -> None:
        """Run iterations `first` to `first + count - 1`, counted from 1."""
        self._updating.iterate(
            first, count, discounts.positive, discounts.negative, discounts.keep, self.threads
        )

    def update_through(
        self, player: int, iteration: int, discounts: SingleDiscounts, reach: NDArray[np.float32]
    ) -> NDArray[np.float32]:
        """Run a player's pass of an iteration against hands with this reach at the root."""
        return self._pass_through(player, 0, iteration, discounts, reach)

    def values_through(
        self, player: int, mode: ValueMode, reach: NDArray[np.float32]
    ) -> NDArray[np.float32]:
        """Return the values at the root, if the opponent's hands have this reach there."""
        return self._pass_through(player, int(mode), 0, None, reach)

    def _pass_through(
        self,
        player: int,
        mode: int,
        iteration: int,
        discounts: SingleDiscounts | None,
        reach: NDArray[np.float32],
    ) -> NDArray[np.float32]:
        _check_player(player)
        out = np.zeros(int(self.plan.runouts[0].seats[player].count[0]), np.float32)
        empty = np.zeros(0, np.float32)
        factors = (
            (empty, empty, empty)
            if discounts is None
            else (discounts.positive, discounts.negative, discounts.keep)
        )
        # While the first player is updated, the second still plays the previous strategy.
        updates = iteration if player else max(iteration - 1, 0)
        solver = self._solver if discounts is None else self._updating
        solver.pass_through(player, mode, iteration, updates, *factors, self.threads, reach, out)
        return out

    def root_values(self, player: int, mode: ValueMode) -> NDArray[np.float32]:
        """Return the counterfactual value of each hand of the root's row, in chips times reach."""
        _check_player(player)
        out = np.zeros(int(self.plan.runouts[0].seats[player].count[0]), np.float32)
        self._solver.evaluate(player, mode, self.threads, [], out)
        return out

    def entered_values(self, player: int, mode: ValueMode) -> NDArray[np.float32]:
        """Return the values where the second street begins.  [runouts, entries, row]"""
        plan = self.plan
        strides = plan.layouts[player].stride[1].tolist()
        if len(plan.betting) == 2:
            rivers = range(plan.runouts[1].count)
            rows = [self.river_values(player, mode, runout) for runout in rivers]
        else:
            nodes, street = len(plan.betting[1].kind), self.node_values(player, mode)[1]
            ends = np.cumsum([nodes * stride for stride in strides])
            rows = [part.reshape(nodes, -1) for part in np.split(street, ends[:-1])]
        return self._entered_rows(player, rows)

    def node_values(self, player: int, mode: ValueMode) -> list[NDArray[np.float32]]:
        """Return counterfactual values at all nodes before the river; for a river spot, at all.

        For each street there is one flat array: runout by runout, [nodes, stride]. Values are zero
        where the opponent's reach is zero.
        """
        _check_player(player)
        plan = self.plan
        # The last street has most of the nodes, and is needed only if it is the only one.
        wanted = max(len(plan.betting) - 1, 1)
        taps: list[NDArray[np.float32] | None] = [
            np.zeros(len(betting.kind) * int(stride.sum()), np.float32) if street < wanted else None
            for street, (betting, stride) in enumerate(
                zip(plan.betting, plan.layouts[player].stride, strict=True)
            )
        ]
        self._solver.evaluate(player, mode, self.threads, taps, np.zeros(HOLE_COUNT, np.float32))
        return [tap for tap in taps if tap is not None]

    def river_values(self, player: int, mode: ValueMode, runout: int) -> NDArray[np.float32]:
        """Return counterfactual values at all nodes of one river runout.  [nodes, stride]"""
        plan = self.plan
        _check_player(player)
        if not 0 <= runout < plan.runouts[-1].count:
            raise InputError(f"runout must be from 0 to {plan.runouts[-1].count - 1}, got {runout}")
        stride = int(row_stride(plan.runouts[-1].seats[player].count[[runout]])[0])
        out = np.zeros((len(plan.betting[-1].kind), stride), np.float32)
        self._solver.evaluate_river(player, mode, runout, out)
        return out


def _check_player(player: int) -> None:
    if player not in (0, 1):
        raise InputError(f"player must be 0 or 1, got {player}")


def native_solver(plan: Plan, *, in_buckets: bool = False, threads: int = 1) -> _native.RangeSolver:
    """Return the native core's solver of a plan, without tables.

    Args:
        plan: The plan of a spot.
        in_buckets: Whether the river is played between buckets, which the plan must have.
        threads: Number of threads that prepare buckets.
    """
    streets, first, second = _native_streets(plan), plan.first_row(0), plan.first_row(1)
    return _native.RangeSolver(streets, first, second, in_buckets=in_buckets, threads=threads)


def _native_streets(plan: Plan) -> list[dict[str, object]]:
    """Return the plan in the form that the native core expects."""
    streets = []
    for index, (betting, runouts) in enumerate(zip(plan.betting, plan.runouts, strict=True)):
        parents = plan.runouts[index - 1].count if index else 1
        lead, total = plan.payoffs[index]
        streets.append(
            {
                **{name: getattr(betting, name) for name in _BETTING},
                "lead_0": lead[0],
                "lead_1": lead[1],
                "total_0": total[0],
                "total_1": total[1],
                "parent": runouts.parent,
                "member_start": runouts.member_start,
                "first_of_parent": np.searchsorted(runouts.parent, np.arange(parents + 1)).astype(
                    np.int32
                ),
                "chance": plan.deal_chance(index),
                "seat_0": _native_seat(plan, index, 0),
                "seat_1": _native_seat(plan, index, 1),
            }
        )
    return streets


def _native_seat(plan: Plan, street: int, player: int) -> dict[str, object]:
    seat = plan.runouts[street].seats[player]
    width = seat.holes.shape[1]
    runouts = np.arange(plan.runouts[street].count, dtype=np.int64)
    shared: dict[str, object] = {}
    if plan.buckets is not None and street == len(plan.runouts) - 1:
        buckets = plan.buckets
        shared = {"buckets": buckets.count[player], "bucket": buckets.bucket[player]}
    return {
        **shared,
        **{name: getattr(seat, name) for name in _SEAT},
        "start": runouts * width,
        "table": plan.layouts[player].table[street],
        "cards": row_cards(seat.holes),
        "inverse_start": np.arange(len(seat.inverse), dtype=np.int64) * seat.inverse.shape[-1],
        "rows": plan.betting[street].rows[player],
        "blocks": plan.betting[street].blocks[player],
    }
