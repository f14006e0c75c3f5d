"""A stand-in for CuPy that computes with arrays and runs kernels, both on the CPU."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from fifthstreet.solvers.postflop.backends.cuda import device
from tests.solvers.postflop.backends.cuda.cupy_on_cpu import CupyOnCpu, Kernel, guarded_zeros
from tests.solvers.values.device_arrays import DeviceArray, DeviceLibrary


class ArraysAndKernels(DeviceLibrary):
    """Arrays as NumPy's, which end at a guard page, and kernels that run at once."""

    def __init__(self, folder: Path) -> None:
        self._emulation = CupyOnCpu(folder)
        self.cuda = self._emulation.cuda

    @staticmethod
    def asarray(array: Any) -> DeviceArray:
        """Put an array on the device."""
        copy = ArraysAndKernels.zeros(np.shape(array), np.asarray(array).dtype)
        copy.data[...] = array
        return copy

    @staticmethod
    def zeros(shape: Any, dtype: Any) -> DeviceArray:
        """Return zeros on the device."""
        return DeviceArray(guarded_zeros(int(np.prod(shape)), dtype).reshape(shape))

    @staticmethod
    def matmul(first: Any, second: Any, *, out: Any) -> None:
        """Multiply matrices on the device."""
        np.matmul(first, second, out=out)

    def RawModule(self, *, code: str, options: tuple[str, ...]) -> SimpleNamespace:  # noqa: N802
        """Compile source code."""
        module = self._emulation.RawModule(code=code, options=options)
        wait = self._emulation.streams[-1].synchronize

        def kernel(name: str) -> KernelAtOnce:
            found = module.get_function(name)
            return KernelAtOnce(found.gpu, found.launch, wait=wait)

        return SimpleNamespace(get_function=kernel)


@dataclass
class KernelAtOnce(Kernel):
    """A kernel that takes arrays of the stand-in and has run when its launch returns."""

    wait: Callable[[], None] = field(kw_only=True)

    def __call__(
        self, grid: Any, block: Any, arguments: tuple[Any, ...], *, shared_mem: int = 0
    ) -> None:
        """Run all blocks."""
        super().__call__(grid, block, tuple(map(_address, arguments)), shared_mem=shared_mem)
        self.wait()


def _address(argument: Any) -> Any:
    """Return the address of an array on the device, and other arguments as they are."""
    if not isinstance(argument, DeviceArray):
        return argument
    assert argument.data.flags.c_contiguous
    return np.uint64(argument.data.ctypes.data)


@contextmanager
def stand_in_gpu(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Stand in for `cupy`; kernels are compiled at first use, for all tests."""
    folder = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:  # a folder that all workers see
        folder = folder.parent
    kernels = folder / "street_kernels"
    kernels.mkdir(exist_ok=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "cupy", ArraysAndKernels(kernels))
        device.street_kernels.cache_clear()
        yield
        device.street_kernels.cache_clear()
