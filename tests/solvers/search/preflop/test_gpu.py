"""Preflop solves on a GPU: groups of flops side by side do what single flops do on the CPU."""

import pytest

from fifthstreet.solvers.search.preflop import PreflopSolver
from fifthstreet.solvers.search.preflop.recipe import game_of


@pytest.mark.gpu
@pytest.mark.parametrize("precision", ["float32", "int16"])
def test_groups_of_flops(precision: str) -> None:
    recipe = {"stack": 20, "flops": ["2c2d2h", "7c8c9c", "AsKd2c"]}
    native, cuda = (
        PreflopSolver(game_of(recipe), precision=precision, backend=backend)
        for backend in ("native", "cuda")
    )
    for solver in (native, cuda):
        solver.run(max_iterations=40)
    assert cuda.memory_bytes == native.memory_bytes
    assert cuda.exploitability().pot_percent < 1
    expected, found = native.strategy(), cuda.strategy()
    assert found.blind_values == pytest.approx(expected.blind_values, abs=0.02)
