"""The part of CuPy that the package uses, on the CPU; kernels run on cuda_on_cpu.hpp.

GPU arrays are not NumPy arrays, so that the host cannot use them by mistake. Each ends at a guard
page, so that reading or writing past its end crashes.
"""

import ctypes
import hashlib
import mmap
import re
import subprocess
import tempfile
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import IntEnum
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from weakref import WeakSet

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

HERE = Path(__file__).parent
# Some systems harden programs by default, where a jump to another stack ends them.
_COMPILER = ["g++", "-std=c++17", "-Og", "-fPIC", "-shared", "-fno-strict-aliasing"]
_COMPILER += ["-U_FORTIFY_SOURCE"]
# Without the warnings that code for GPUs causes: on pragmas, loops that are not unrolled and
# parameters that some macros leave unused.
_WARNINGS = ["-Wall", "-Wno-unknown-pragmas", "-Wno-sign-compare"]
_WARNINGS += ["-Wno-unused-parameter", "-Wno-pass-failed"]
# A load of several numbers that is not aligned ends the process, as it ends a kernel.
_CHECKS = ["-fsanitize=alignment", "-fsanitize-undefined-trap-on-error"]
_KERNEL = re.compile(r"__global__ void(?: __launch_bounds__\([\w, ]+\))?\s+(\w+)\s*\(")
_CONSTANT = re.compile(r"__constant__ \w+ (\w+);")
_ALIGNMENT = 16  # bytes that a thread loads at once
_STATIC_SHARED = 48 << 10  # bytes that a block may use without requesting them


class Order(IntEnum):
    """The order of blocks in a launch, and of threads in a block between barriers."""

    FORWARDS = 0
    BACKWARDS = 1
    SHUFFLED = 2


def guarded_zeros(count: int, dtype: DTypeLike) -> NDArray[Any]:
    """Zeros that end at a guard page."""
    size = count * np.dtype(dtype).itemsize
    padded = -(-max(size, 1) // mmap.PAGESIZE) * mmap.PAGESIZE
    raw = np.frombuffer(mmap.mmap(-1, padded + mmap.PAGESIZE), np.uint8)
    assert _LIBC.mprotect(raw.ctypes.data + padded, mmap.PAGESIZE, 0) == 0
    first = (padded - size) // _ALIGNMENT * _ALIGNMENT
    return raw[first : first + size].view(dtype)


_LIBC = ctypes.CDLL(None)
_LIBC.mprotect.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]


class Stream:
    """Tasks that run in order, and only when somebody waits for them, as on a slow GPU."""

    def __init__(self, gpu: "CupyOnCpu") -> None:
        self._gpu = gpu
        self._tasks: deque[Callable[[], None]] = deque()
        self._queued = self._done = 0

    def __enter__(self) -> "Stream":
        self._gpu.streams.append(self)
        return self

    def __exit__(self, *_: object) -> None:
        self._gpu.streams.pop()

    def add(self, task: Callable[[], None]) -> None:
        """Queue a task."""
        self._tasks.append(task)
        self._queued += 1

    def record(self) -> "Event":
        """Return an event at this point of the stream."""
        return Event(self, self._queued)

    def wait_event(self, event: "Event") -> None:
        """Let later tasks wait for an event of another stream."""
        self.add(event.synchronize)

    def synchronize(self) -> None:
        """Finish all tasks queued so far."""
        self.finish(self._queued)

    def finish(self, count: int) -> None:
        """Finish the first tasks that were queued."""
        while self._done < count:
            self._done += 1
            self._tasks.popleft()()


@dataclass
class Event:
    """A point of a stream."""

    stream: Stream
    queued: int  # tasks before it

    def synchronize(self) -> None:
        """Finish all tasks before it."""
        self.stream.finish(self.queued)


class GpuArray:
    """An array on the GPU."""

    def __init__(self, gpu: "CupyOnCpu", numbers: NDArray[Any]) -> None:
        self._gpu = gpu
        self._numbers = numbers
        self.data = SimpleNamespace(ptr=int(numbers.ctypes.data))
        self.nbytes, self.shape, self.dtype = numbers.nbytes, numbers.shape, numbers.dtype

    def __getitem__(self, part: slice) -> "GpuArray":
        return GpuArray(self._gpu, self._numbers[part])

    def get(self, *, out: NDArray[Any] | None = None) -> NDArray[Any]:
        """Copy to the host."""
        out = np.empty(self.shape, self.dtype) if out is None else out
        self._like(out)
        self._gpu.streams[-1].synchronize()
        out[:] = self._numbers
        return out

    def set(self, numbers: NDArray[Any]) -> None:
        """Copy from the host."""
        self._like(numbers)
        self._gpu.streams[-1].synchronize()
        self._numbers[:] = numbers

    def fill(self, number: float) -> None:
        """Set all entries."""
        self._gpu.streams[-1].synchronize()
        self._numbers[:] = number

    def poison(self) -> None:
        """Fill with bytes that are NaN as floats."""
        self._numbers.view(np.uint8)[:] = 0xFF

    def _like(self, other: NDArray[Any]) -> None:
        assert (other.shape, other.dtype) == (self.shape, self.dtype)
        assert other.flags.c_contiguous


@dataclass
class Kernel:
    """A kernel that is launched as CuPy's are."""

    gpu: "CupyOnCpu"
    launch: Any
    max_dynamic_shared_size_bytes: int = _STATIC_SHARED

    def __call__(
        self,
        grid: tuple[int, ...],
        block: tuple[int],
        arguments: tuple[Any, ...],
        *,
        shared_mem: int = 0,
    ) -> None:
        """Queue all blocks on the current stream; their mistakes are raised when they run."""
        if shared_mem > self.max_dynamic_shared_size_bytes:
            raise RuntimeError(f"{shared_mem} bytes of shared memory were not requested")
        values = [_argument(argument) for argument in arguments]
        self.gpu.streams[-1].add(partial(self._run, (*grid, 1)[:2], block, values, shared_mem))

    def _run(
        self,
        grid: tuple[int, ...],
        block: tuple[int],
        values: list[NDArray[Any]],
        shared_bytes: int,
    ) -> None:
        count = len(values)
        addresses = (ctypes.c_void_p * count)(*[value.ctypes.data for value in values])
        sizes = (ctypes.c_int * count)(*[value.nbytes for value in values])
        shape = (*grid, *block, shared_bytes, self.gpu.order)
        if error := self.launch(*shape, addresses, sizes, count):
            raise RuntimeError(error.decode())


def _argument(value: object) -> NDArray[Any]:
    """An argument that CuPy passes on unchanged: an array, or a NumPy number with its size."""
    if isinstance(value, GpuArray):
        return np.array([value.data.ptr], np.uint64)
    assert isinstance(value, np.generic), f"{value!r} has no size"
    return np.array([value])


@dataclass
class RawModule:
    """Source code compiled for the CPU."""

    gpu: "CupyOnCpu"
    library: ctypes.CDLL

    def get_function(self, name: str) -> Kernel:
        """Return one of its kernels."""
        launch = self.library[f"launch_{name}"]
        word, array = ctypes.c_uint32, ctypes.c_void_p
        launch.argtypes = [word, word, word, word, ctypes.c_int, array, array, ctypes.c_int]
        launch.restype = ctypes.c_char_p
        return Kernel(self.gpu, launch)

    def get_global(self, name: str) -> "Constant":
        """Return a variable that the host fills."""
        size = ctypes.c_size_t.in_dll(self.library, f"size_of_{name}").value
        return Constant(self.gpu, ctypes.addressof(ctypes.c_char.in_dll(self.library, name)), size)


@dataclass
class Constant:
    """GPU memory that kernels read and the host writes."""

    gpu: "CupyOnCpu"
    address: int
    size: int

    def copy_from_host(self, start: int, size: int) -> None:
        """Fill all of it."""
        assert size == self.size
        self.gpu.streams[0].synchronize()
        ctypes.memmove(self.address, start, size)


class _RuntimeError(Exception):
    """What CuPy raises where there is no GPU."""


@dataclass
class CupyOnCpu:
    """A stand-in for the module `cupy` with one emulated GPU."""

    folder: Path  # for compiled kernels; processes may share it
    order: Order = Order.FORWARDS
    shared_bytes: int = 227 << 10  # that a block may use, as on an H100
    processors: int = 2
    streams: list[Stream] = field(default_factory=list)  # the last one is current
    made: WeakSet[GpuArray] = field(default_factory=WeakSet)  # by `zeros`

    def __post_init__(self) -> None:
        self.streams.append(Stream(self))

    def zeros(self, count: int, dtype: DTypeLike) -> GpuArray:
        """Return zeros on the GPU."""
        array = GpuArray(self, guarded_zeros(count, dtype))
        self.made.add(array)
        return array

    def asarray(self, numbers: ArrayLike) -> GpuArray:
        """Return a copy on the GPU."""
        numbers = np.asarray(numbers)
        copy = guarded_zeros(numbers.size, numbers.dtype)
        copy[:] = numbers.ravel()
        return GpuArray(self, copy)

    @property
    def cuda(self) -> SimpleNamespace:
        """Devices, streams and the runtime."""
        attributes = {
            "MultiProcessorCount": self.processors,
            "MaxSharedMemoryPerBlockOptin": self.shared_bytes,
        }
        return SimpleNamespace(
            Device=lambda: SimpleNamespace(attributes=attributes),
            Stream=lambda *, non_blocking: Stream(self) if non_blocking else None,
            get_current_stream=lambda: self.streams[-1],
            runtime=SimpleNamespace(
                CUDARuntimeError=_RuntimeError,
                getDeviceCount=lambda: 1,
                getDevice=lambda: 0,
                getDeviceProperties=lambda _: {"name": b"emulated GPU"},
                memGetInfo=lambda: (1 << 34, 1 << 34),
                memcpy=self._memcpy,
                memcpyHostToDevice=1,
                memcpyDeviceToHost=2,
            ),
        )

    def _memcpy(self, to: int, start: int, size: int, _: int) -> None:
        self.streams[0].synchronize()
        ctypes.memmove(to, start, size)

    def get_default_memory_pool(self) -> SimpleNamespace:
        """Return a memory pool that keeps nothing."""
        return SimpleNamespace(free_bytes=lambda: 0)

    def RawModule(self, *, code: str, options: tuple[str, ...]) -> RawModule:  # noqa: N802
        """Compile source code, unless another process has; of its options only macros are used."""
        macros = [option for option in options if option.startswith("-D")]
        digest = hashlib.sha256("\n".join([code, *macros]).encode()).hexdigest()[:16]
        library = self.folder / f"kernels_{digest}.so"
        if not library.exists():
            with tempfile.TemporaryDirectory(dir=self.folder) as folder:
                # Renamed when it is complete, since other processes may look for it.
                _compile(code, macros, Path(folder)).replace(library)
        return RawModule(self, ctypes.CDLL(str(library)))


def _compile(code: str, macros: list[str], folder: Path) -> Path:
    """Compile kernels and return the path of the library."""
    source, library = folder / "kernels.cpp", folder / "kernels.so"
    source.write_text(code)
    expanded = subprocess.run(
        ["g++", "-E", "-P", *macros, str(source)], check=True, capture_output=True, text=True
    ).stdout
    exports = [f"LAUNCHABLE({name})" for name in _KERNEL.findall(expanded)]
    exports += [f"FILLED({name})" for name in _CONSTANT.findall(expanded)]
    source.write_text("\n".join(['#include "cuda_on_cpu.hpp"', code, *exports, ""]))
    paths = [f"-I{HERE}", str(source), "-o", str(library)]
    subprocess.run([*_COMPILER, *_WARNINGS, *_CHECKS, *macros, *paths], check=True)
    return library
