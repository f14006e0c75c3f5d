"""Public chance sampling on a GPU against the native core; run with `make test-gpu`."""

import pytest

from tests.solvers.blueprint.cuda.games import GAMES, compare, solvers

pytestmark = pytest.mark.gpu


@pytest.mark.parametrize("name", GAMES)
def test_the_gpu_computes_what_the_native_core_does(name: str) -> None:
    native, cuda = solvers(name)
    for solver in (native, cuda):
        solver.iterate(6)
    compare(native, cuda)


@pytest.mark.parametrize("name", GAMES)
def test_two_runs_give_the_same_bits(name: str) -> None:
    first, second = solvers(name)[1], solvers(name)[1]
    for solver in (first, second):
        solver.iterate(60)
    for table in ("regrets", "averages"):
        assert first.state()[table].tobytes() == second.state()[table].tobytes()
