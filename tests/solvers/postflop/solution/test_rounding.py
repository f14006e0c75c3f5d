"""Strategies rounded to bytes have the error that their file reports."""

from pathlib import Path

import numpy as np
import pytest

from fifthstreet.errors import InputError
from fifthstreet.solvers.postflop import Solution, open_solution, solve
from fifthstreet.solvers.postflop.backends.exploitability import measure
from tests.solvers.postflop.same import assert_same_bits
from tests.solvers.postflop.stored_spots import LOCKED, TURN


@pytest.mark.parametrize("name", ["river", "turn", "flop"])
def test_the_error_is_the_one_reported(
    name: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    solution: Solution = request.getfixturevalue(name)
    exact = solution.save(tmp_path / "exact")
    size = solution.save(tmp_path / "byte", in_bytes=True)
    assert size.strategy_bytes == exact.strategy_bytes / 4
    assert size.value_bytes == exact.value_bytes
    opened = open_solution(tmp_path / "byte", verify=True)
    assert opened.byte_error == size.byte_error
    assert size.byte_error is not None
    change = np.subtract(opened.ev, solution.ev)
    assert change == pytest.approx(size.byte_error.ev, abs=1e-6)
    before, after = measure(solution.backend).chips, measure(opened.backend).chips
    assert after - before == pytest.approx(size.byte_error.exploitability, abs=1e-6)
    assert opened.record.exploitability.chips == pytest.approx(after)
    # Rounding by at most 1/510 changes little.
    assert abs(size.byte_error.exploitability) < 0.002 * solution.spot.pot
    assert max(map(abs, size.byte_error.ev)) < 0.002 * solution.spot.pot


def test_probabilities_are_rounded_to_the_nearest_step(turn: Solution, tmp_path: Path) -> None:
    turn.save(tmp_path / "byte", in_bytes=True)
    opened = open_solution(tmp_path / "byte")
    for path in ("r", "r:k", "r:k:k:n8c", "r:b12.5:c:n2c:k"):
        rounded, exact = opened.node(path).strategy, turn.node(path).strategy
        np.testing.assert_array_equal(np.isnan(rounded), np.isnan(exact))
        held = ~np.isnan(exact[0])
        assert rounded[:, held].sum(axis=0) == pytest.approx(1)
        # Half a step, and what bringing the sum back to 1 may add to it.
        actions = len(exact)
        assert np.abs(rounded - exact)[:, held].max() < (0.5 + actions / 2) / 255


def test_values_are_those_of_the_rounded_strategies(turn: Solution, tmp_path: Path) -> None:
    turn.save(tmp_path / "byte", in_bytes=True)
    opened = open_solution(tmp_path / "byte")
    for path in ("r", "r:k", "r:k:k:n8c:k"):
        node = opened.node(path)
        chosen = np.nansum(node.strategy * node.action_ev, axis=0)
        known = ~np.isnan(node.ev[node.player])
        assert chosen[known] == pytest.approx(node.ev[node.player][known], abs=1e-3)


def test_16_bit_strategies_are_rounded_to_bytes(tmp_path: Path) -> None:
    solution = solve(TURN, target_pot_percent=0.3, precision="int16")
    size = solution.save(tmp_path / "byte", in_bytes=True)
    assert size.byte_error is not None
    assert abs(size.byte_error.exploitability) < 0.002 * TURN.pot
    assert open_solution(tmp_path / "byte").ev == pytest.approx(solution.ev, abs=0.01)


def test_locks_are_not_rounded(tmp_path: Path) -> None:
    solution = solve(LOCKED, target_pot_percent=0.5)
    solution.save(tmp_path / "byte", in_bytes=True)
    opened = open_solution(tmp_path / "byte")
    assert opened.node("r:k:k:n2c").frequencies[0] == 1


def test_rounded_strategies_are_not_rounded_again(turn: Solution, tmp_path: Path) -> None:
    turn.save(tmp_path / "byte", in_bytes=True)
    opened = open_solution(tmp_path / "byte")
    for in_bytes in (True, False):
        opened.save(tmp_path / "again", in_bytes=in_bytes)
        assert (tmp_path / "again").read_bytes() == (tmp_path / "byte").read_bytes()


def test_the_first_streets_are_rounded_to_bytes(turn: Solution, tmp_path: Path) -> None:
    size = turn.save(tmp_path / "file", in_bytes=True, last_street=2)
    opened = open_solution(tmp_path / "file")
    assert opened.byte_error == size.byte_error
    turn.save(tmp_path / "byte", in_bytes=True)
    assert_same_bits(opened.root, open_solution(tmp_path / "byte").root)
    exact, again = (each.node("r:k:k:n8c").range_ev for each in (turn, opened))
    assert again == pytest.approx(exact, abs=0.03 * TURN.pot)
    turn.save(tmp_path / "file", last_street=2)
    with pytest.raises(InputError, match="must be saved with all streets, but ends with the turn"):
        open_solution(tmp_path / "file").save(tmp_path / "no", in_bytes=True)
