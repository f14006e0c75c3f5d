"""A stand-in for CuPy that computes with arrays and runs kernels, both on the CPU."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
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
        return SimpleNamespace(get_function=lambda name: self._at_once(module.get_function(name)))

    def _at_once(self, kernel: Kernel) -> Any:
        def launch(grid: tuple[int, ...], block: tuple[int], arguments: tuple[Any, ...]) -> None:
            kernel(grid, block, tuple(map(_address, arguments)))
            self._emulation.streams[-1].synchronize()

        return launch


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
