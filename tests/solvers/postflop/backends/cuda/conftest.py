"""An emulated GPU for the tests in this folder."""

from collections.abc import Iterator

import pytest

from tests.solvers.postflop.backends.cuda.cupy_on_cpu import CupyOnCpu
from tests.solvers.postflop.backends.cuda.emulated_gpu import emulated_gpu


@pytest.fixture(scope="package")
def gpu(tmp_path_factory: pytest.TempPathFactory) -> Iterator[CupyOnCpu]:
    """Stands in for `cupy`."""
    with emulated_gpu(tmp_path_factory) as cupy:
        yield cupy
