"""A sampler that plays boards on a GPU, in place of the native one.

Boards are drawn and their hands sorted on the CPU while the GPU plays earlier boards. Tables stay
on the GPU and are copied to the host's arrays before they are read.
"""

from __future__ import annotations

import threading
from functools import lru_cache
from importlib import import_module
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fifthstreet import _native
from fifthstreet.errors import InputError, NotEnoughMemoryError
from fifthstreet.solvers.blueprint.remote_sampler import RemoteSampler
from fifthstreet.solvers.common import bytes_text
from fifthstreet.solvers.postflop.backends.cuda import device, list_piece, river_bytes

_HANDS = 1088  # of a row: kRecordHands in board_records.hpp
_THREADS = 288  # of a block: each has up to four hands of a row
_LIST_PIECE = list_piece(_THREADS, _HANDS - 1)  # entries by card for each thread
_ENDS_PER_BLOCK = 8  # which share the data that a block loads for a board
_MEMORY_SHARE = 0.8  # of the GPU's free memory
_RESERVED_BYTES = 1024  # of shared memory, reserved by CUDA
_KERNELS = ("enter_boards", "split_reach", "value_board_ends", "lift_values")
_SHARED_SOURCES = ("regret.hpp", "game.cuh", "ends.cuh")
_SOURCES = ("board_records.hpp", "boards.cu")
_STREETS = 4
# Records of board_records.hpp, as far as they are read here.
_END_BYTES = 32
_DECISION = np.dtype({"names": ["street"], "formats": ["<i2"], "offsets": [24], "itemsize": 32})
_ROW_COUNTS = np.dtype(
    {
        "names": ["rows"],
        "formats": [("<i4", _STREETS)],
        "offsets": [8],
        "itemsize": _native.BOARD_RECORD_BYTES,
    }
)
_PASSES = threading.Lock()  # samplers share the kernels, which read only one struct


@lru_cache(maxsize=1)
def board_kernels() -> dict[str, Any]:
    """Return the kernels, compiled on first use, and the memory of their struct, `BOARDS`."""
    source = device.joined_sources(device.FOLDER, _SHARED_SOURCES)
    source += "\n" + device.joined_sources("fifthstreet.solvers.blueprint.cuda", _SOURCES)
    macros = [("RIVER_THREADS", _THREADS), ("LIST_PIECE_0", _LIST_PIECE)]
    return device.compiled_kernels(source, _KERNELS, macros, variable="BOARDS")


class GpuSampler(RemoteSampler):
    """A sampler that plays the boards of a native sampler on a GPU, with tables there."""

    def __init__(
        self,
        native: _native.BucketSampler,
        regrets: NDArray[np.float32],
        averages: NDArray[np.float32],
        *,
        batch: int,
    ) -> None:
        """Allocate tables on the GPU; InputError if it is missing or too small."""
        super().__init__(native)
        self._batch = batch
        self._host = {"regrets": regrets, "averages": averages}
        self._cupy = device.load_cupy()
        self._plans = [native.board_plan(traverser) for traverser in (0, 1)]
        self._places = int(self._plans[0]["places"])
        self._boards = self._fitting_boards(batch)
        self._tables = {
            name: self._cupy.zeros(len(array), np.float32) for name, array in self._host.items()
        }
        rows = self._boards * self._places * _HANDS
        self._rows = [self._cupy.zeros(rows, np.float32) for _ in ("reach", "values")]
        self._records = self._cupy.zeros(self._boards * _native.BOARD_RECORD_BYTES, np.uint8)
        self._lists = [
            [self._cupy.asarray(np.frombuffer(plan[name], np.int32)) for plan in self._plans]
            for name in ("decisions", "ends")
        ]
        self._end_counts = [len(plan["ends"]) // _END_BYTES for plan in self._plans]
        decisions = np.frombuffer(self._plans[0]["decisions"], _DECISION)
        self._decisions_by_street = np.bincount(decisions["street"], minlength=_STREETS)
        pinned = import_module("cupyx").empty_pinned
        # Two buffers, so that one can be filled while the other is copied.
        self._dealt = [pinned(self._records.shape, np.uint8) for _ in range(2)]
        self._copied: list[Any] = [None, None]
        self._kernels = board_kernels()
        most = int(self._cupy.cuda.Device().attributes["MaxSharedMemoryPerBlockOptin"])
        actions = max(int(plan["most_actions"]) for plan in self._plans)
        self._shared_bytes = [_HANDS * 4 * (1 + actions), _HANDS * 4 * (1 + 2 * actions)]
        if max(self._shared_bytes) > most - _RESERVED_BYTES:
            raise InputError(
                f"{actions} actions at a decision are too many for the GPU: use fewer bet sizes"
            )
        for name in _KERNELS:
            self._kernels[name].max_dynamic_shared_size_bytes = most - _RESERVED_BYTES
        self._is_ahead = False  # whether the tables on the GPU are newer than the host's

    def _fitting_boards(self, batch: int) -> int:
        """Return the number of boards that are played at the same time."""
        tables = sum(array.nbytes for array in self._host.values())
        per_board = 2 * self._places * _HANDS * 4 + _native.BOARD_RECORD_BYTES
        free = int(_MEMORY_SHARE * device.free_bytes()) - tables
        if free < per_board:
            raise NotEnoughMemoryError(
                "not enough GPU memory: the tables and one board need "
                f"{bytes_text(tables + per_board)}, {bytes_text(device.free_bytes())} available. "
                "Use fewer bet sizes or buckets."
            )
        return min(batch, free // per_board)

    def run(self, batches: int, threads: int) -> bool:
        """Run batches of boards, dealt by some threads. Return True: no log can outgrow memory."""
        iteration = self._native.iteration
        end = iteration + batches * self._batch
        with _PASSES:
            self._enter()
            turn = 0
            while iteration < end:
                left = self._batch - iteration % self._batch
                count = min(self._boards, left)
                self._load(iteration, count, threads, turn)
                self._play(iteration // self._batch % 2, count)
                iteration, turn = iteration + count, 1 - turn
            self._cupy.cuda.get_current_stream().synchronize()
        self._is_ahead = True
        self._native.restart_at(iteration)
        return True

    def _load(self, first: int, count: int, threads: int, turn: int) -> None:
        """Deal boards and copy them to the GPU after it has played the earlier boards."""
        if self._copied[turn] is not None:
            self._copied[turn].synchronize()
        size = count * _native.BOARD_RECORD_BYTES
        self._native.deal_boards(first, threads, self._dealt[turn][:size])
        rows = self._dealt[turn][:size].view(_ROW_COUNTS)["rows"].sum(axis=0, dtype=np.int64)
        self.rows_visited += int(rows @ self._decisions_by_street)
        self._records[:size].set(self._dealt[turn][:size])
        self._copied[turn] = self._cupy.cuda.get_current_stream().record()

    def _play(self, traverser: int, count: int) -> None:
        plan = self._plans[traverser]
        starts = plan["depth_start"]
        levels = list(pairwise(starts))
        who, boards, block = np.int32(traverser), np.int32(count), (_THREADS,)
        self._kernels["enter_boards"]((count,), block, ())
        for first, last in levels:
            self._kernels["split_reach"](
                (last - first,),
                block,
                (who, boards, np.int32(first)),
                shared_mem=self._shared_bytes[0],
            )
        ends = self._end_counts[traverser]
        self._kernels["value_board_ends"](
            (-(-ends // _ENDS_PER_BLOCK), count),
            block,
            (who, np.int32(_ENDS_PER_BLOCK)),
            shared_mem=river_bytes(_THREADS, _LIST_PIECE) + _HANDS * 4,
        )
        for first, last in reversed(levels):
            self._kernels["lift_values"](
                (last - first,),
                block,
                (who, boards, np.int32(first)),
                shared_mem=self._shared_bytes[1],
            )

    def _enter(self) -> None:
        """Copy this sampler's struct to where the kernels read it, replacing another's."""
        decisions, ends = self._lists
        words = np.array(
            [
                self._records.data.ptr,
                *(array.data.ptr for array in decisions),
                *(array.data.ptr for array in ends),
                *(array.data.ptr for array in self._rows),
                self._tables["regrets"].data.ptr,
                self._tables["averages"].data.ptr,
                self._places,
                *self._end_counts,
            ],
            np.int64,
        )
        self._cupy.cuda.get_current_stream().synchronize()
        self._kernels["BOARDS"].copy_from_host(words.ctypes.data, words.nbytes)

    @property
    def log_bytes(self) -> int:
        """Memory of the rows of boards on the GPU, in bytes."""
        return sum(int(array.nbytes) for array in (*self._rows, self._records))

    def restart_at(self, iteration: int) -> None:
        """Resume at an iteration, with the tables in the host's arrays."""
        self._native.restart_at(iteration)
        for name, array in self._tables.items():
            array.set(self._host[name])
        self._is_ahead = False

    def fetch(self) -> None:
        """Copy the tables to the host's arrays if they have changed."""
        if self._is_ahead:
            for name, array in self._tables.items():
                array.get(out=self._host[name])
            self._is_ahead = False
