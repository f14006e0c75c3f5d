"""An emulated GPU in place of CuPy."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace

import numpy as np
import pytest

from fifthstreet.solvers.blueprint.cuda import sampler
from fifthstreet.solvers.postflop.backends.cuda import device
from tests.solvers.postflop.backends.cuda.cupy_on_cpu import CupyOnCpu


@contextmanager
def emulated_gpu(tmp_path_factory: pytest.TempPathFactory) -> Iterator[CupyOnCpu]:
    """Stand in for `cupy`; kernels are compiled at first use, for all tests."""
    folder = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:  # a folder that all workers see
        folder = folder.parent
    kernels = folder / "kernels"
    kernels.mkdir(exist_ok=True)
    cupy = CupyOnCpu(kernels)
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "cupy", cupy)
        patch.setitem(sys.modules, "cupyx", SimpleNamespace(empty_pinned=np.empty))
        for cached in (device.kernels, sampler.board_kernels):
            cached.cache_clear()
        yield cupy
        for cached in (device.kernels, sampler.board_kernels):
            cached.cache_clear()
