"""A searching player on a GPU reads only first streets, and plays as on a CPU."""

import numpy as np
import pytest

from fifthstreet.solvers.postflop import Solution, Spot
from fifthstreet.solvers.search import ContinualSolver, SearchSettings
from fifthstreet.solvers.search.street_solution import StreetSolution
from fifthstreet.tree import Sizes
from tests.thoroughness import slow

pytestmark = pytest.mark.usefixtures("gpu")

SPOT = Spot.of("QsJs2s7s", 40, 90, oop="AA,KQs,T9s", ip="QQ,AJs", bets="50%", max_raises=1)


@pytest.mark.parametrize("method", [*slow("resolve"), "maxmargin"])
def test_answers_are_those_of_a_cpu(method: str) -> None:
    native, cuda = (
        ContinualSolver(
            SPOT,
            1,
            SearchSettings(
                Sizes.uniform("a"), method=method, target_pot_percent=0.3, backend=backend
            ),
        )
        for backend in ("native", "cuda")
    )
    for path in ("r:k", "r:b30", "r:b30:c:n4d:k"):
        expected, found = native.at(path), cuda.at(path)
        assert found.actions == expected.actions
        # Regrets of exactly zero on one are tiny numbers on the other, so hands mix differently.
        assert found.solve.solution.exploitability.pot_percent <= 0.3
        assert np.isfinite(found.node.ev[1][found.node.reach[1] > 0]).all()
        kinds = [type(solve.solution) for solve in found.solves]
        assert kinds == [StreetSolution, StreetSolution, Solution][: len(kinds)]
