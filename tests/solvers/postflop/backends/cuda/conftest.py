"""An emulated GPU for the tests in this folder."""

import os
import sys
from collections.abc import Iterator
from types import SimpleNamespace

import numpy as np
import pytest

from fifthstreet.solvers.postflop.backends.cuda import device
from tests.solvers.postflop.backends.cuda.cupy_on_cpu import CupyOnCpu


@pytest.fixture(scope="package")
def gpu(tmp_path_factory: pytest.TempPathFactory) -> Iterator[CupyOnCpu]:
    """Stands in for `cupy`; kernels are compiled at first use, for all tests in this folder."""
    folder = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:  # a folder that all workers see
        folder = folder.parent
    kernels = folder / "kernels"
    kernels.mkdir(exist_ok=True)
    cupy = CupyOnCpu(kernels)
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "cupy", cupy)
        patch.setitem(sys.modules, "cupyx", SimpleNamespace(empty_pinned=np.empty))
        device.kernels.cache_clear()
        yield cupy
        device.kernels.cache_clear()
