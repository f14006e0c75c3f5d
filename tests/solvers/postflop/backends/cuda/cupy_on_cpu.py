"""As much of CuPy as the package uses, on the CPU: kernels run as cuda_on_cpu.hpp says.

Arrays of the card are no NumPy arrays, so that the host cannot get at them by mistake, and each
ends at a page that may not be touched: what reads or writes behind its end crashes.
"""

import ctypes
import mmap
import re
import subprocess
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
_COMPILER = ["g++", "-std=c++20", "-O1", "-fPIC", "-shared", "-fno-strict-aliasing"]
_WARNINGS = ["-Wall", "-Wno-unknown-pragmas", "-Wno-sign-compare", "-Werror"]
# Loads of several numbers at once that are not aligned end the process, as they end a kernel.
_CHECKS = ["-fsanitize=alignment", "-fsanitize-undefined-trap-on-error"]
_KERNEL = re.compile(r"__global__ void(?: __launch_bounds__\([\w, ]+\))?\s+(\w+)\s*\(")
_CONSTANT = re.compile(r"__constant__ \w+ (\w+);")
_ALIGNMENT = 16  # bytes that a thread loads at once
_STATIC_SHARED = 48 << 10  # bytes that a block may have without being asked for


class Order(IntEnum):
    """In which order the threads of a block run between barriers, and the blocks of a launch."""

    FORWARDS = 0
    BACKWARDS = 1
    SHUFFLED = 2


def fenced(count: int, dtype: DTypeLike) -> NDArray[Any]:
    """Zeros up to a page that may not be touched."""
    size = count * np.dtype(dtype).itemsize
    room = -(-max(size, 1) // mmap.PAGESIZE) * mmap.PAGESIZE
    raw = np.frombuffer(mmap.mmap(-1, room + mmap.PAGESIZE), np.uint8)
    assert _LIBC.mprotect(raw.ctypes.data + room, mmap.PAGESIZE, 0) == 0
    first = (room - size) // _ALIGNMENT * _ALIGNMENT
    return raw[first : first + size].view(dtype)


_LIBC = ctypes.CDLL(None)
_LIBC.mprotect.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]


class Stream:
    """Work that is done in order, and not before somebody waits for it, as by a slow card."""

    def __init__(self, card: "CupyOnCpu") -> None:
        self._card = card
        self._tasks: deque[Callable[[], None]] = deque()
        self._given = self._done = 0

    def __enter__(self) -> "Stream":
        self._card.streams.append(self)
        return self

    def __exit__(self, *_: object) -> None:
        self._card.streams.pop()

    def add(self, task: Callable[[], None]) -> None:
        """What a launch comes down to."""
        self._tasks.append(task)
        self._given += 1

    def record(self) -> Callable[[], None]:
        """An event: what is to be done for those who wait for all that was given so far."""
        return partial(self._finish, self._given)

    def wait_event(self, event: Callable[[], None]) -> None:
        """Do nothing more before an event of another stream."""
        self.add(event)

    def synchronize(self) -> None:
        """Wait for all that was given."""
        self._finish(self._given)

    def _finish(self, count: int) -> None:
        while self._done < count:
            self._done += 1
            self._tasks.popleft()()


class CardArray:
    """An array of the card."""

    def __init__(self, card: "CupyOnCpu", numbers: NDArray[Any]) -> None:
        self._card = card
        self._numbers = numbers
        self.data = SimpleNamespace(ptr=int(numbers.ctypes.data))
        self.nbytes, self.shape, self.dtype = numbers.nbytes, numbers.shape, numbers.dtype

    def __getitem__(self, part: slice) -> "CardArray":
        return CardArray(self._card, self._numbers[part])

    def get(self, *, out: NDArray[Any] | None = None) -> NDArray[Any]:
        """To the host."""
        out = np.empty(self.shape, self.dtype) if out is None else out
        self._like(out)
        self._card.streams[-1].synchronize()
        out[:] = self._numbers
        return out

    def set(self, numbers: NDArray[Any]) -> None:
        """From the host."""
        self._like(numbers)
        self._card.streams[-1].synchronize()
        self._numbers[:] = numbers

    def spoil(self) -> None:
        """Fill with what nothing good comes of."""
        self._numbers.view(np.uint8)[:] = 0xFF

    def _like(self, other: NDArray[Any]) -> None:
        assert (other.shape, other.dtype) == (self.shape, self.dtype)
        assert other.flags.c_contiguous


@dataclass
class Kernel:
    """A kernel that can be launched as CuPy's are."""

    card: "CupyOnCpu"
    launch: Any
    max_dynamic_shared_size_bytes: int = _STATIC_SHARED

    def __call__(
        self,
        grid: tuple[int, ...],
        block: tuple[int],
        arguments: tuple[Any, ...],
        shared_mem: int = 0,
    ) -> None:
        """Give all blocks to the current stream; what they do wrong is an error when they run."""
        if shared_mem > self.max_dynamic_shared_size_bytes:
            raise RuntimeError(f"{shared_mem} bytes of shared memory were not asked for")
        values = [_argument(argument) for argument in arguments]
        self.card.streams[-1].add(partial(self._run, (*grid, 1)[:2], block, values, shared_mem))

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
        shape = (*grid, *block, shared_bytes, self.card.order)
        if error := self.launch(*shape, addresses, sizes, count):
            raise RuntimeError(error.decode())


def _argument(given: object) -> NDArray[Any]:
    """Only what CuPy passes on as it is: arrays, and numbers of a size that is said."""
    if isinstance(given, CardArray):
        return np.array([given.data.ptr], np.uint64)
    assert isinstance(given, np.generic), f"{given!r} has no size"
    return np.array([given])


@dataclass
class RawModule:
    """A source compiled for the CPU."""

    card: "CupyOnCpu"
    library: ctypes.CDLL

    def get_function(self, name: str) -> Kernel:
        """One of its kernels."""
        launch = self.library[f"launch_{name}"]
        word, array = ctypes.c_uint32, ctypes.c_void_p
        launch.argtypes = [word, word, word, word, ctypes.c_int, array, array, ctypes.c_int]
        launch.restype = ctypes.c_char_p
        return Kernel(self.card, launch)

    def get_global(self, name: str) -> "Constant":
        """A variable that the host fills."""
        size = ctypes.c_size_t.in_dll(self.library, f"size_of_{name}").value
        return Constant(self.card, ctypes.addressof(ctypes.c_char.in_dll(self.library, name)), size)


@dataclass
class Constant:
    """Memory of the card that kernels read and the host writes."""

    card: "CupyOnCpu"
    address: int
    size: int

    def copy_from_host(self, start: int, size: int) -> None:
        """Fill it, as a whole."""
        assert size == self.size
        self.card.streams[0].synchronize()
        ctypes.memmove(self.address, start, size)


class _RuntimeError(Exception):
    """What CuPy raises where there is no card."""


@dataclass
class CupyOnCpu:
    """The module `cupy`, for one card that is not there."""

    folder: Path  # for what is compiled
    order: Order = Order.FORWARDS
    shared_bytes: int = 227 << 10  # that a block may have, as on an H100
    processors: int = 2
    streams: list[Stream] = field(default_factory=list)  # the last one is current
    made: WeakSet[CardArray] = field(default_factory=WeakSet)  # by `zeros`

    def __post_init__(self) -> None:
        self.streams.append(Stream(self))

    def zeros(self, count: int, dtype: DTypeLike) -> CardArray:
        """Zeros on the card."""
        array = CardArray(self, fenced(count, dtype))
        self.made.add(array)
        return array

    def asarray(self, numbers: ArrayLike) -> CardArray:
        """A copy on the card."""
        numbers = np.asarray(numbers)
        copy = fenced(numbers.size, numbers.dtype)
        copy[:] = numbers.ravel()
        return CardArray(self, copy)

    @property
    def cuda(self) -> SimpleNamespace:
        """Device, stream, runtime."""
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
                memGetInfo=lambda: (1 << 34, 1 << 34),
                memcpy=self._memcpy,
                memcpyDeviceToHost=2,
            ),
        )

    def _memcpy(self, to: int, start: int, size: int, _: int) -> None:
        self.streams[0].synchronize()
        ctypes.memmove(to, start, size)

    def get_default_memory_pool(self) -> SimpleNamespace:
        """A pool that keeps nothing."""
        return SimpleNamespace(free_bytes=lambda: 0)

    def RawModule(self, *, code: str, options: tuple[str, ...]) -> RawModule:  # noqa: N802
        """Compile a source; its options are macros, apart from the standard."""
        stem = f"kernels_{len(list(self.folder.glob('*.cpp')))}"
        source, library = self.folder / f"{stem}.cpp", self.folder / f"{stem}.so"
        macros = [option for option in options if option.startswith("-D")]
        source.write_text(code)
        expanded = subprocess.run(
            ["g++", "-E", "-P", *macros, str(source)], check=True, capture_output=True, text=True
        ).stdout
        seen = [f"LAUNCHABLE({name})" for name in _KERNEL.findall(expanded)]
        seen += [f"FILLED({name})" for name in _CONSTANT.findall(expanded)]
        source.write_text("\n".join(['#include "cuda_on_cpu.hpp"', code, *seen, ""]))
        subprocess.run(
            [
                *_COMPILER,
                *_WARNINGS,
                *_CHECKS,
                *macros,
                f"-I{HERE}",
                str(source),
                "-o",
                str(library),
            ],
            check=True,
        )
        return RawModule(self, ctypes.CDLL(str(library)))
