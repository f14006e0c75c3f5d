"""Public chance sampling by CUDA kernels, run on the CPU, against the native core."""

from typing import Any

import numpy as np
import pytest

from fifthstreet.errors import InputError
from fifthstreet.solvers.blueprint.cuda.sampler import GpuSampler
from fifthstreet.solvers.cfr.schemes import ExternalSampling, PublicChanceSampling
from fifthstreet.tree import Rake
from tests.solvers.blueprint.cuda.games import GAMES, compare, solvers
from tests.solvers.postflop.backends.cuda.cupy_on_cpu import CupyOnCpu, Order

pytestmark = pytest.mark.usefixtures("gpu")


@pytest.mark.parametrize("name", GAMES)
def test_kernels_compute_what_the_native_core_does(name: str) -> None:
    native, cuda = solvers(name)
    for solver in (native, cuda):
        solver.iterate(6)
    compare(native, cuda)
    assert cuda.rows_visited == native.rows_visited


def test_uniform_weights_and_a_rake() -> None:
    native, cuda = solvers("turn", weighting="uniform", rake=Rake(0.05, 3.0))
    for solver in (native, cuda):
        solver.iterate(6)
    compare(native, cuda)


def test_boards_that_do_not_fit_at_the_same_time(gpu: CupyOnCpu, monkeypatch: Any) -> None:
    """Parts of a batch give the bits of a whole one."""
    whole = solvers("turn", batch=4)[1]
    monkeypatch.setattr(GpuSampler, "_fitting_boards", lambda self, batch: 3)
    parts = solvers("turn", batch=4)[1]
    for solver in (whole, parts):
        solver.iterate(8)
    for name in ("regrets", "averages"):
        assert whole.state()[name].tobytes() == parts.state()[name].tobytes()


@pytest.mark.parametrize("order", list(Order))
def test_the_same_bits_in_any_order_of_threads(gpu: CupyOnCpu, order: Order) -> None:
    forwards, other = solvers("flop")[1], solvers("flop")[1]
    forwards.iterate(3)
    gpu.order = order
    try:
        other.iterate(3)
    finally:
        gpu.order = Order.FORWARDS
    for name in ("regrets", "averages"):
        assert forwards.state()[name].tobytes() == other.state()[name].tobytes()


def test_a_restored_training_goes_on_bit_for_bit() -> None:
    straight, first = solvers("turn")[1], solvers("turn")[1]
    straight.iterate(9)
    first.iterate(3)
    second = solvers("turn")[1]
    second.restore(first.state())
    second.iterate(6)
    for name in ("regrets", "averages"):
        assert straight.state()[name].tobytes() == second.state()[name].tobytes()


def test_what_is_read_is_as_new_as_the_training() -> None:
    native, cuda = solvers("turn")
    for solver in (native, cuda):
        solver.iterate(3)
    before = cuda.average().first_decision()
    for solver in (native, cuda):
        solver.iterate(3)
    after = cuda.average().first_decision()
    assert after != before
    exact = native.average().first_decision()
    assert all(
        after[hand][action] == pytest.approx(share, abs=1e-3)
        for hand, row in exact.items()
        for action, share in row.items()
    )
    assert cuda.strategy_change() is None
    np.testing.assert_array_equal(cuda.quantised() > 0, native.quantised() > 0)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"backend": "gpu"}, "backend must be native or cuda, got 'gpu'"),
        ({"scheme": ExternalSampling()}, "requires public chance sampling with a key of buckets"),
        ({"key": None}, "requires public chance sampling with a key of buckets"),
        ({"precision": "bfloat16"}, "requires precision float32 and no table_folder"),
        ({"table_folder": "tables"}, "requires precision float32 and no table_folder"),
    ],
)
def test_what_a_gpu_cannot_do(options: dict[str, Any], message: str) -> None:
    game, buckets = GAMES["turn"]
    options = {"scheme": PublicChanceSampling(), "key": buckets, "backend": "cuda", **options}
    with pytest.raises(InputError, match=message):
        game.solver(**options)
