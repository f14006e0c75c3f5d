"""The cost of translation on a small river."""

import pytest
from tools.translation_cost.river import Translated, costs

from fifthstreet.solvers.postflop import Spot, solve
from fifthstreet.tree.translate import Nearest, PseudoHarmonic, RandomGeometric1

BOARD, OOP, IP = "Tc7h4d3s2c", "AA,A5s-A2s,76s,65s", "TT-88,ATs-A8s,JTs"


def spot(bets: str, raises: str = "100%, a") -> Spot:
    return Spot.of(BOARD, 1000, 3000, oop=OOP, ip=IP, bets=bets, raises=raises, max_raises=2)


@pytest.mark.parametrize("mapping", [PseudoHarmonic(), Nearest(), RandomGeometric1()])
def test_translation_into_the_same_tree_costs_nothing(mapping: PseudoHarmonic | Nearest) -> None:
    solution = solve(spot("50%, a"), target_pot_percent=0.5)
    expected = solution.record.exploitability.pot_percent
    assert expected > 0.01  # otherwise the comparison would prove nothing
    result = Translated(solution.spot.tree, solution, mapping).exploitability()
    assert result == pytest.approx(expected, rel=1e-3)


def test_the_pseudo_harmonic_mapping_costs_less_than_half_of_the_nearest_size() -> None:
    full = spot("20%, 33%, 50%, 75%, 100%, 150%, 200%, a", "50%, 100%, a")
    harmonic, nearest = costs(full, spot("50%, a"), (PseudoHarmonic(), Nearest()))
    assert 0 < 2 * harmonic < nearest
