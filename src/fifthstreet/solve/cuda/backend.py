"""Passes over a problem on a GPU."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from fifthstreet.solve.cuda.device import free_bytes, kernels, load_cupy
from fifthstreet.solve.cuda.program import THREADS, Program, RiverClass
from fifthstreet.solve.exploitability import Mode
from fifthstreet.solve.native_backend import NativeBackend
from fifthstreet.solve.problem import Problem
from fifthstreet.solve.schedules import Discounts
from fifthstreet.solve.tables import Tables

_UPDATE = 0
_FOLD_SHARED = THREADS // 32 * 52 * 4
_SPILL_BLOCKS_PER_PROCESSOR = 4
_SHARED_RESERVED = 1024  # bytes of shared memory that the system keeps for each block


class CudaBackend:
    """Tables live on the card; `fetch` brings them back, `push` takes them there."""

    def __init__(self, problem: Problem, tables: tuple[Tables, Tables], threads: int) -> None:
        """Take tables of zeros to the card; `threads` are for what is evaluated on the CPU."""
        self.problem = problem
        self.threads = threads
        self._host = tables
        self._cupy = load_cupy()
        attributes = self._cupy.cuda.Device().attributes
        self._processors = int(attributes["MultiProcessorCount"])
        shared = int(attributes["MaxSharedMemoryPerBlockOptin"])
        check_device_memory(tables)
        self._tables = [
            {name: self._cupy.zeros(len(a), a.dtype) for name, a in t.arrays.items()}
            for t in tables
        ]
        self._alive: list[Any] = []
        self._scratch = 0
        addresses = [{name: int(a.data.ptr) for name, a in t.items()} for t in self._tables]
        self._program = Program(
            problem, (addresses[0], addresses[1]), self._put, self._zeros, shared
        )
        self._game = self._cupy.asarray(self._program.words)
        precision = "int16" if "regret_scales" in tables[0].arrays else "float32"
        self._kernels = kernels(precision)
        self._rivers = [
            [self._launch(player, river) for river in classes]
            for player, classes in enumerate(self._program.classes)
        ]
        most = max(river.shared_bytes for each in self._program.classes for river in each)
        self._kernels["river"].max_dynamic_shared_size_bytes = most

    @property
    def scratch_bytes(self) -> int:
        """Memory on the card apart from the tables."""
        return self._scratch

    def iterate(self, first: int, count: int, discounts: Discounts) -> None:
        """Iterations `first` to `first + count - 1`, counted from 1."""
        self._set_factors(discounts)
        for iteration in range(first, first + count):
            self._pass(0, _UPDATE, iteration, iteration - 1)
            self._pass(1, _UPDATE, iteration, iteration)
        self._cupy.cuda.get_current_stream().synchronize()

    def root_values(self, player: int, mode: Mode) -> NDArray[np.float32]:
        """Counterfactual value of each hand of the root's row, in chips times reach."""
        self._pass(player, int(mode), 0, 0)
        out = np.empty(int(self.problem.plan.runouts[0].seats[player].count[0]), np.float32)
        runtime = self._cupy.cuda.runtime
        self._cupy.cuda.get_current_stream().synchronize()
        runtime.memcpy(
            out.ctypes.data,
            self._program.root_values(player),
            out.nbytes,
            runtime.memcpyDeviceToHost,
        )
        return out

    def node_values(self, player: int, mode: Mode) -> list[NDArray[np.float32]]:
        """Values at all nodes before the river, by the native core from fetched averages."""
        self.fetch()
        native = NativeBackend(self.problem, self._host, self.threads)
        return native.node_values(player, mode)

    def river_values(self, player: int, mode: Mode, runout: int) -> NDArray[np.float32]:
        """Values at all nodes of one river runout, computed by the native core."""
        self.fetch()
        native = NativeBackend(self.problem, self._host, self.threads)
        return native.river_values(player, mode, runout)

    def fetch(self, names: tuple[str, ...] | None = None) -> None:
        """Bring tables back to the host's arrays, all or some."""
        for host, device in zip(self._host, self._tables, strict=True):
            for name, array in device.items():
                if names is None or name in names:
                    array.get(out=host.arrays[name])

    def push(self) -> None:
        """Take the host's arrays to the card."""
        for host, device in zip(self._host, self._tables, strict=True):
            for name, array in device.items():
                array.set(host.arrays[name])

    def _pass(self, player: int, mode: int, iteration: int, updates: int) -> None:
        head = (
            self._game,
            np.int32(player),
            np.int32(mode),
            np.uint32(iteration),
            np.uint32(updates),
        )
        plan = self.problem.plan
        block = (THREADS,)
        before = range(self._program.streets - 1)
        for street in before:
            entries = len(plan.betting[street].entry_start) - 1
            grid = (plan.runouts[street].count * entries,)
            self._kernels["street_down"](grid, block, (*head, np.int32(street)))
        for grid, arguments, shared in self._rivers[player]:
            self._kernels["river"](grid, block, (*head, *arguments), shared_mem=shared)
        for street in reversed(before):
            runouts, betting = plan.runouts[street].count, plan.betting[street]
            self._kernels["street_sum"](
                (runouts * len(betting.exit_node),), block, (*head, np.int32(street))
            )
            self._kernels["street_up"](
                (runouts * (len(betting.entry_start) - 1),),
                block,
                (*head, np.int32(street)),
                shared_mem=_FOLD_SHARED,
            )

    def _launch(self, player: int, river: RiverClass) -> tuple[tuple[int], tuple[Any, ...], int]:
        """Grid, arguments and shared memory of one class of the river's entries."""
        seats = self.problem.plan.runouts[-1].seats
        items = self.problem.plan.runouts[-1].count * len(river.entries)
        grid, spill = items, 0
        if river.is_spilt:
            grid = min(items, self._processors * _SPILL_BLOCKS_PER_PROCESSOR)
            row = (
                river.reach_rows * seats[1 - player].holes.shape[1]
                + river.value_rows * seats[player].holes.shape[1]
            )
            spill = self._zeros(grid * row)
        entries = self._cupy.asarray(river.entries)
        self._alive.append(entries)
        arguments = (
            entries,
            np.int32(len(river.entries)),
            np.int32(river.reach_rows),
            np.int32(river.value_rows),
            np.uint64(spill),
        )
        return (grid,), arguments, river.shared_bytes

    def _set_factors(self, discounts: Discounts) -> None:
        arrays = [
            self._cupy.asarray(factors)
            for factors in (discounts.positive, discounts.negative, discounts.keep)
        ]
        self._factors = arrays  # alive as long as kernels may read them
        at = self._program.factors_at
        self._game[at : at + 3] = self._cupy.asarray(
            np.array([array.data.ptr for array in arrays], np.int64)
        )

    def _put(self, array: NDArray[Any]) -> int:
        if not array.size:
            return 0
        device = self._cupy.asarray(np.ascontiguousarray(array))
        self._alive.append(device)
        self._scratch += int(device.nbytes)
        return int(device.data.ptr)

    def _zeros(self, count: int) -> int:
        device = self._cupy.zeros(count, np.float32)
        self._alive.append(device)
        self._scratch += int(device.nbytes)
        return int(device.data.ptr)


def check_device_memory(tables: tuple[Tables, Tables]) -> None:
    """ValueError if the tables do not fit on the card."""
    size, free = sum(t.bytes for t in tables), free_bytes()
    if size > free:
        raise ValueError(
            f"the tables need {size / 1e9:.1f} GB and {free / 1e9:.1f} GB of the card are free; "
            "what would make it fit: precision int16 (half), fewer bet sizes, a lower max_raises"
        )
