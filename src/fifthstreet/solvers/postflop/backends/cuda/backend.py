"""The backend that runs on a GPU."""

from __future__ import annotations

import threading
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fifthstreet.errors import NotEnoughMemoryError
from fifthstreet.solvers.common import SingleDiscounts
from fifthstreet.solvers.postflop.backends.cuda.device import free_bytes, kernels, load_cupy
from fifthstreet.solvers.postflop.backends.cuda.device_memory import DeviceMemory
from fifthstreet.solvers.postflop.backends.cuda.program import (
    FOLD_THREADS,
    GADGET_THREADS,
    SUM_HANDS,
    DeviceProgram,
    RiverClass,
)
from fifthstreet.solvers.postflop.backends.exploitability import ValueMode
from fifthstreet.solvers.postflop.backends.native import NativeBackend
from fifthstreet.solvers.postflop.backends.tables import GADGET_AVERAGES, GADGET_REGRETS, Tables
from fifthstreet.solvers.postflop.spot import GadgetRows, Plan

_UPDATE = 0
_SPILL_BLOCKS_PER_PROCESSOR = 4
_BUNDLES_PER_ITEM = 4  # bundles of a runout that share a block's lists
_STREAMS = 4  # on which classes of the river run concurrently
_PASSES = threading.Lock()  # kernels of all backends read one struct


class CudaBackend:
    """Passes over a plan on the GPU; `fetch` copies tables to the host, `push` to the GPU."""

    def __init__(
        self,
        plan: Plan,
        tables: tuple[Tables, Tables],
        threads: int,
        memory: DeviceMemory | None = None,
    ) -> None:
        """Allocate tables of zeros on the GPU; `threads` are for values computed on the CPU.

        Backends with the same `memory` share their scratch and common arrays of their plans.
        """
        self.plan = plan
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
        self._memory = DeviceMemory() if memory is None else memory
        self._memory.begin()
        self._active_lists: dict[int, Any] = {}  # by street
        self._discounts: SingleDiscounts | None = None  # on the GPU
        self._active: list[int] = []  # number of active runouts by street
        addresses = [{name: int(a.data.ptr) for name, a in t.items()} for t in self._tables]
        put, scratch = self._memory.put, self._memory.floats
        self._program = DeviceProgram(plan, (addresses[0], addresses[1]), put, scratch, shared)
        self._words = self._program.words
        precision = "int16" if "regret_scales" in tables[0].arrays else "float32"
        self._kernels = kernels(precision, tuple(self._program.constants.items()))
        self._side = self._cupy.cuda.Stream(non_blocking=True)
        self._streams = [self._cupy.cuda.Stream(non_blocking=True) for _ in range(_STREAMS)]
        self._rivers = [
            [self._launch(player, river) for river in classes]
            for player, classes in enumerate(self._program.classes)
        ]
        self._gadget = None if plan.gadget is None else self._gadget_arguments(plan.gadget)
        self.activate()
        for name, kernel in self._kernels.items():
            if name not in ("street_folds", "street_sum", "gadget_enter", "gadget_update", "GAME"):
                kernel.max_dynamic_shared_size_bytes = shared - 1024

    @property
    def scratch_bytes(self) -> int:
        """Memory on the GPU besides the tables, shared or not."""
        return self._memory.bytes

    def iterate(self, first: int, count: int, discounts: SingleDiscounts) -> None:
        """Run iterations `first` to `first + count - 1`, counted from 1."""
        with _PASSES:
            self._set_factors(discounts)
            self._enter()
            for iteration in range(first, first + count):
                self._pass(0, _UPDATE, iteration, iteration - 1)
                self._pass(1, _UPDATE, iteration, iteration)
            self._cupy.cuda.get_current_stream().synchronize()

    def activate(self, roots: NDArray[np.intp] | None = None) -> None:
        """Run passes only for some spots of a plan of several, or for all of them.

        The tables of the others do not change.
        """
        self._active = []
        takes_part = np.full(self.plan.runouts[0].count, roots is None)
        if roots is not None:
            takes_part[roots] = True
        for street, runouts in enumerate(self.plan.runouts):
            takes_part = takes_part[runouts.parent] if street else takes_part
            active = np.flatnonzero(takes_part).astype(np.int32)
            address = 0
            if roots is not None:
                listed = self._cupy.asarray(active)
                self._active_lists[street] = listed  # kept alive while kernels may read it
                address = int(listed.data.ptr)
            self._program.activate(street, len(active), address)
            self._active.append(len(active))

    def restart(self, weights: tuple[NDArray[np.float32], NDArray[np.float32]]) -> None:
        """Forget all strategies, and continue with other ranges of the same hands.

        Args:
            weights: Of both players' hands, as from `Plan.root_weights`.  [roots, W] each
        """
        runtime = self._cupy.cuda.runtime
        for tables in self._tables:
            for array in tables.values():
                array.fill(0)
        self._cupy.cuda.get_current_stream().synchronize()
        for address, rows in zip(self._program.root_weights, weights, strict=True):
            held = np.ascontiguousarray(rows, np.float32)
            runtime.memcpy(address, held.ctypes.data, held.nbytes, runtime.memcpyHostToDevice)

    def update_through(
        self, player: int, iteration: int, discounts: SingleDiscounts, reach: NDArray[np.float32]
    ) -> NDArray[np.float32]:
        """Run a player's pass of an iteration against hands with this reach at the root."""
        with _PASSES:
            self._set_factors(discounts)
            updates = iteration if player else iteration - 1
            return self._pass_through(player, _UPDATE, iteration, updates, reach)

    def values_through(
        self, player: int, mode: ValueMode, reach: NDArray[np.float32]
    ) -> NDArray[np.float32]:
        """Return the values at the root, if the opponent's hands have this reach there."""
        with _PASSES:
            return self._pass_through(player, int(mode), 0, 0, reach)

    def _pass_through(
        self, player: int, mode: int, iteration: int, updates: int, reach: NDArray[np.float32]
    ) -> NDArray[np.float32]:
        """Run a pass; with several spots, `reach` and the result have a row for each."""
        address, shape, slot = self._program.root_values(player)
        out = np.empty(shape, np.float32)
        width = self.plan.runouts[0].seats[1 - player].holes.shape[1]
        rows = np.zeros((self.plan.runouts[0].count, width), np.float32)
        rows[:, : reach.shape[-1]] = reach
        runtime = self._cupy.cuda.runtime
        self._enter()
        weights = self._program.root_weights[1 - player]
        runtime.memcpy(weights, rows.ctypes.data, rows.nbytes, runtime.memcpyHostToDevice)
        self._pass(player, mode, iteration, updates)
        self._cupy.cuda.get_current_stream().synchronize()
        runtime.memcpy(out.ctypes.data, address, out.nbytes, runtime.memcpyDeviceToHost)
        values: NDArray[np.float32] = out[:, slot]
        return (
            values if reach.ndim > 1 else values[0, : self.plan.runouts[0].seats[player].count[0]]
        )

    def root_values(self, player: int, mode: ValueMode) -> NDArray[np.float32]:
        """Return the counterfactual value of each hand of the root's row, in chips times reach."""
        return self.all_root_values(player, mode)[0, : self.plan.runouts[0].seats[player].count[0]]

    def all_root_values(self, player: int, mode: ValueMode) -> NDArray[np.float32]:
        """Return the values of the root's row of every active spot.  [roots, row]"""
        address, shape, slot = self._program.root_values(player)
        return self._evaluated(player, mode, address, shape)[:, slot]

    def entered_values(self, player: int, mode: ValueMode) -> NDArray[np.float32]:
        """Return the values where the second street begins.  [runouts, entries, row]"""
        address, shape, slots = self._program.entered_values(player)
        return self._evaluated(player, mode, address, shape)[:, slots]

    def _evaluated(
        self, player: int, mode: ValueMode, address: int, shape: tuple[int, ...]
    ) -> NDArray[np.float32]:
        """Return the values at an address on the GPU after a pass without updates."""
        out = np.empty(shape, np.float32)
        runtime = self._cupy.cuda.runtime
        with _PASSES:
            self._enter()
            self._pass(player, int(mode), 0, 0)
            self._cupy.cuda.get_current_stream().synchronize()
            runtime.memcpy(out.ctypes.data, address, out.nbytes, runtime.memcpyDeviceToHost)
        return out

    def node_values(self, player: int, mode: ValueMode) -> list[NDArray[np.float32]]:
        """Return values at all nodes before the river, computed by the native core."""
        return self._native().node_values(player, mode)

    def river_values(self, player: int, mode: ValueMode, runout: int) -> NDArray[np.float32]:
        """Return values at all nodes of one river runout, computed by the native core."""
        return self._native().river_values(player, mode, runout)

    def _native(self) -> NativeBackend:
        self.fetch()
        return NativeBackend(self.plan, self._host, self.threads)

    def has_table(self, name: str) -> bool:
        """Return whether the players have a table of this name; scales depend on the precision."""
        return name in self._tables[0]

    def read(self, player: int, name: str, part: slice) -> NDArray[Any]:
        """Return the current content of a part of a player's table."""
        values: NDArray[Any] = self._tables[player][name][part].get()
        return values

    def fetch(self, names: tuple[str, ...] | None = None) -> None:
        """Copy tables to the host, all or some.

        The copies are in pinned memory, which the GPU writes directly and CuPy keeps for the next
        solve: this is several times faster than copying to fresh pages.
        """
        pinned = import_module("cupyx").empty_pinned
        for host, device in zip(self._host, self._tables, strict=True):
            for name, array in device.items():
                if names is None or name in names:
                    host.arrays[name] = array.get(out=pinned(array.shape, array.dtype))

    def leave_averages(self) -> None:
        """Do nothing: a solution has its own fetched tables, which never change."""

    def push(self) -> None:
        """Copy the host's tables to the GPU."""
        for host, device in zip(self._host, self._tables, strict=True):
            for name, array in device.items():
                array.set(host.arrays[name])

    def _pass(self, player: int, mode: int, iteration: int, updates: int) -> None:
        factors = [0.0, 0.0, 0.0]
        if mode == _UPDATE:
            positive, negative, keep = self._factors_now
            factors = [positive[iteration], negative[iteration], keep[updates]]
        head = (
            np.int32(player),
            np.int32(mode),
            np.uint32(iteration),
            np.uint32(updates),
            *map(np.float32, factors),
        )
        plan, program = self.plan, self._program
        gadget = plan.gadget
        if gadget is not None and gadget.player != player:
            self._run_gadget(
                "gadget_enter",
                np.int32(mode),
                np.float32(factors[2]),
                np.uint64(program.root_weights[gadget.player]),
            )
        main = self._cupy.cuda.get_current_stream()
        # If betting always ends before a street, there is nothing to do there.
        before = [
            street
            for street in range(program.streets - 1)
            if len(program.work[street][player].bundles)
        ]
        for street in before:
            runouts, work = self._active[street], program.work[street][player]
            self._kernels["street_down"](
                (runouts * len(work.bundles),),
                (program.threads[street],),
                (*head, np.int32(street), np.int32(len(work.bundles))),
                shared_mem=program.node_bytes(street, player),
            )
            if ends := len(work.ends):  # evaluated while the later streets run
                reached = main.record()
                with self._side as side:
                    side.wait_event(reached)
                    self._kernels["street_folds"](
                        (-(-runouts * ends // (FOLD_THREADS // 32)),),
                        (FOLD_THREADS,),
                        (np.int32(player), np.int32(street), np.int32(ends)),
                    )
        self._river(player, head)
        main.wait_event(self._side.record())
        for street in reversed(before):
            runouts, work = self._active[street], program.work[street][player]
            width = plan.runouts[street].seats[player].holes.shape[1]
            if exits := len(plan.betting[street].exit_node):
                self._kernels["street_sum"](
                    (runouts * exits, -(-width // SUM_HANDS)),
                    (SUM_HANDS,),
                    (np.int32(player), np.int32(street)),
                )
            self._kernels["street_up"](
                (runouts * len(work.bundles),),
                (program.threads[street],),
                (*head, np.int32(street), np.int32(len(work.bundles))),
                shared_mem=program.node_bytes(street, player),
            )

        if gadget is not None and gadget.player == player and mode == _UPDATE:
            address, (_, _, width), slot = program.root_values(player)
            values = np.uint64(address + 4 * slot * width)
            self._run_gadget("gadget_update", *map(np.float32, factors[:2]), values)

    def _gadget_arguments(self, gadget: GadgetRows) -> tuple[Any, ...]:
        """Return the first arguments of both kernels of a root gadget."""
        rows = self._tables[gadget.player]
        hands = (gadget.value_factor, gadget.alternative, gadget.reach_factor)
        addresses = [
            *map(self._memory.put, hands),
            *(int(rows[name].data.ptr) for name in (GADGET_REGRETS, GADGET_AVERAGES)),
        ]
        stride = rows[GADGET_REGRETS].shape[0] // 2
        numbers = (gadget.kind == "maxmargin", len(gadget.alternative), stride)
        return (*map(np.int32, numbers), *map(np.uint64, addresses))

    def _run_gadget(self, name: str, *arguments: Any) -> None:
        assert self._gadget is not None
        self._kernels[name]((1,), (GADGET_THREADS,), (*self._gadget, *arguments))

    def _river(self, player: int, head: tuple[Any, ...]) -> None:
        """Run the classes of the river concurrently, without waiting for each other."""
        main = self._cupy.cuda.get_current_stream()
        start = main.record()
        block = (self._program.threads[-1],)
        kind = "update" if int(head[1]) == _UPDATE else "value"
        for index, (name, pieces, most, arguments, shared) in enumerate(self._rivers[player]):
            kernel = self._kernels[f"{kind}_{name}_{player}"]
            grid = (min(self._active[-1] * pieces, most),)
            with self._streams[index % _STREAMS] as stream:
                stream.wait_event(start)
                kernel(grid, block, (*head, *arguments), shared_mem=shared)
        for stream in self._streams[: len(self._rivers[player])]:
            main.wait_event(stream.record())

    def _launch(self, player: int, river: RiverClass) -> tuple[str, int, int, tuple[Any, ...], int]:
        """Return the launch of one class of river bundles.

        Its kernel, items per runout, most blocks, arguments, and shared memory.
        """
        pieces = -(-len(river.bundles) // _BUNDLES_PER_ITEM)
        items = self.plan.runouts[-1].count * pieces
        bundles = self._memory.put(
            self._program.work[-1][player].bundles[river.bundles].reshape(-1)
        )
        numbers = (len(river.bundles), _BUNDLES_PER_ITEM, river.rows, river.max_nodes)
        arguments = (np.uint64(bundles), *map(np.int32, numbers))
        if not river.is_spilt:
            return "river", pieces, items, arguments, river.shared_bytes
        grid = min(items, self._processors * _SPILL_BLOCKS_PER_PROCESSOR)
        spill = self._memory.floats(grid * river.large_bytes // 4)
        spill_arguments = (np.uint64(spill), np.int64(river.large_bytes))
        return "spilt_river", pieces, grid, (*arguments, *spill_arguments), river.shared_bytes

    def _set_factors(self, discounts: SingleDiscounts) -> None:
        if discounts is self._discounts:
            return
        self._discounts = discounts
        arrays = [
            self._cupy.asarray(factors)
            for factors in (discounts.positive, discounts.negative, discounts.keep)
        ]
        self._factors = arrays  # kept alive while kernels may read them
        self._factors_now = (discounts.positive, discounts.negative, discounts.keep)
        at = self._program.factors_at
        self._words[at : at + 3] = [array.data.ptr for array in arrays]

    def _enter(self) -> None:
        """Copy this backend's struct to the kernels' variable, replacing another backend's."""
        self._cupy.cuda.get_current_stream().synchronize()
        self._kernels["GAME"].copy_from_host(self._words.ctypes.data, self._words.nbytes)


def check_device_memory(tables: tuple[Tables, Tables]) -> None:
    """Raise NotEnoughMemoryError if the tables do not fit into the GPU's free memory."""
    size, free = sum(t.bytes for t in tables), free_bytes()
    if size > free:
        raise NotEnoughMemoryError(
            f"not enough GPU memory: the tables need {size / 1e9:.1f} GB, {free / 1e9:.1f} GB "
            "available. Use precision int16 (half), fewer bet sizes or a lower max_raises."
        )
