"""`fs.solve`: whole hands as before, and single streets with the package's networks."""

from dataclasses import replace
from inspect import signature
from typing import Any

import numpy as np
import pytest

import fifthstreet as fs
from fifthstreet.errors import InputError
from fifthstreet.solvers import postflop, street_solver
from fifthstreet.solvers.search import LeafValueSolution, LeafValueSolver, solve_with_leaf_values
from fifthstreet.solvers.values import (
    FunctionLeaves,
    MeasuredLeafValues,
    NetworkLeaves,
    ValueNetwork,
    shipped_network,
)
from fifthstreet.tree.strategy import Lock
from fifthstreet.views import export_csv, export_json, node_data
from fifthstreet.views.notebook import notebook_html

TURN = fs.Spot.of(
    "QsJh2h7c", 100, 250, oop="AA,KQs,T9s,76s,A5s,QTo", ip="QQ,AJs,88,KTs,98s,A4s", bets="75%"
)


@pytest.fixture(scope="module")
def street() -> LeafValueSolution:
    return fs.solve(TURN, depth="street", target_pot_percent=0.5, threads=1)


def measured(error: object) -> NetworkLeaves:
    """Return the network of the package with another error in its facts."""
    network = shipped_network("turn")
    return NetworkLeaves(ValueNetwork("turn", network.model, {"error_pot_percent": error}))


def test_the_default_is_the_whole_hand() -> None:
    """All parameters of the range solver are there, with the same defaults."""
    own, ranges = signature(fs.solve).parameters, signature(postflop.solve).parameters
    assert [name for name in own if name != "depth"] == list(ranges)
    assert {name: own[name].default for name in ranges} == {
        name: each.default for name, each in ranges.items()
    }
    options: dict[str, Any] = {"max_iterations": 20, "precision": "int16", "isomorphism": False}
    ours, theirs = fs.solve(TURN, **options), postflop.solve(TURN, **options)
    assert isinstance(ours, fs.Solution)
    assert ours.record.precision == "int16"
    assert not ours.record.isomorphism
    assert ours.ev == theirs.ev
    assert fs.solve(TURN, depth="hand", max_iterations=3).record.leaf_values is None


def test_a_street_is_solved_with_the_network(street: LeafValueSolution) -> None:
    values = NetworkLeaves(shipped_network("turn"))
    direct = solve_with_leaf_values(TURN, values, target_pot_percent=0.5, threads=1)
    assert street.record.iterations == direct.record.iterations
    assert np.array_equal(street.root.strategy, direct.root.strategy, equal_nan=True)
    assert street.exploitability.pot_percent <= 0.5
    assert street.record.schedule == direct.record.schedule
    exact = fs.solve(TURN, target_pot_percent=0.1)
    assert street.ev == pytest.approx(exact.ev, abs=0.02 * TURN.pot)


def test_options_reach_the_solver_of_a_street() -> None:
    seen: list[int] = []

    def stop(progress: Any) -> bool:
        seen.append(progress.iteration)
        return False

    options: dict[str, Any] = {"target_pot_percent": 0.0, "schedule": "cfr+", "progress": stop}
    stopped = fs.solve(TURN, depth="street", **options)
    assert [stopped.record.iterations] == seen
    assert stopped.record.schedule == "Plus(gamma=1.0)"
    few = fs.solve(TURN, depth="street", target_pot_percent=0.0, max_iterations=3, progress=False)
    assert few.record.iterations == 3
    assert few.record.is_stopped_early
    start = fs.solve(TURN, depth="street", target_pot_percent=0.0, seconds=0.01, progress=False)
    assert start.record.iterations < 1_000
    assert street_solver(TURN, threads=2).game.threads == 2


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"precision": "int16"}, "precision='int16' does not apply to depth='street': omit it"),
        ({"isomorphism": False}, "isomorphism=False does not apply"),
        ({"backend": "reference"}, "backend='reference' does not apply"),
        (
            {"backend": "cuda"},
            "depth='street' requires a flop on a GPU, got a turn. Use depth='hand'",
        ),
        ({"river_buckets": 31}, "river_buckets=31 does not apply"),
        ({"table_folder": "tables"}, "table_folder='tables' does not apply"),
        ({"schedule": "predictive"}, "does not support predictive schedules"),
    ],
)
def test_options_that_do_not_apply_are_refused(options: dict[str, Any], text: str) -> None:
    with pytest.raises(InputError, match=text.replace("(", r"\(")):
        fs.solve(TURN, depth="street", **options)


@pytest.mark.parametrize(
    ("spot", "text"),
    [
        (replace(TURN, rake=fs.Rake(0.05)), "a spot without rake, got a rate of 0.05"),
        (replace(TURN, locks=(Lock("r", {"k": 0.5, "b75": 0.5}),)), "a spot without locks"),
        (fs.Spot.of("QsJh2h7c4d", 9, 20, oop="AA", ip="KK"), "a flop or turn, got a river"),
    ],
)
def test_spots_that_do_not_fit_are_refused(spot: fs.Spot, text: str) -> None:
    with pytest.raises(InputError, match=rf"^depth='street' requires {text}\. Use depth='hand'$"):
        fs.solve(spot, depth="street")


def test_unknown_depths_are_refused() -> None:
    with pytest.raises(InputError, match=r"^depth must be hand or street, got 'buckets'$"):
        fs.solve(TURN, depth="buckets")


def test_the_answer_says_that_it_is_approximate(street: LeafValueSolution) -> None:
    record = street.record
    assert record.leaf_values == "network for the turn"
    assert record.leaf_error_pot_percent == shipped_network("turn").error_pot_percent
    data = street.to_dict()
    assert data["exploitability_pot_percent"] == street.exploitability.pot_percent
    assert data["leaf_values"] == "network for the turn"
    assert data["root"]["actions"] == ["k", "b75"]
    assert data["ev"] == list(street.ev)
    assert sum(data["equity"]) == pytest.approx(1)
    assert node_data(street.node("r:k"))["leaf_values"] == "network for the turn"
    assert "approximate: only the turn was solved" in notebook_html(street)
    assert "leaf_values" not in node_data(fs.solve(TURN, max_iterations=3).root)


@pytest.mark.parametrize(
    ("error", "text"),
    [(0.7, "0.7% of the pot"), (0, "0% of the pot")]
    + [(wrong, "unknown") for wrong in (None, "0.7", True, -1, float("nan"), float("inf"))],
)
def test_the_error_of_the_network_is_shown(error: object, text: str) -> None:
    values = measured(error)
    solver = LeafValueSolver(TURN, values, threads=1)
    solver.run(2)
    solution = solver.solution()
    known = float(error) if text != "unknown" and isinstance(error, int | float) else None
    assert values.error_pot_percent == known
    assert solution.to_dict()["leaf_error_pot_percent"] == known
    assert f"network for the turn (error {text})" in repr(solution)
    assert len(repr(solution)) < 200
    lines = postflop.basis_lines(solution)
    assert lines[0].endswith(" chips) on the turn, 2 iterations")
    assert lines[1].endswith(f"from the network for the turn, whose error is {text}")
    again = postflop.SolveRecord.from_dict(solution.record.to_dict())
    assert again == solution.record


def test_functions_have_no_measured_error() -> None:
    halves = FunctionLeaves(lambda *_: np.full((2, 1326), 0.5))
    assert not isinstance(halves, MeasuredLeafValues)
    assert isinstance(NetworkLeaves(shipped_network("turn")), MeasuredLeafValues)
    solution = solve_with_leaf_values(TURN, halves, max_iterations=2)
    assert solution.record.leaf_error_pot_percent is None
    assert "(error unknown)" in repr(solution)


def test_exports_require_a_whole_hand(street: LeafValueSolution) -> None:
    for export in (export_json, export_csv):
        with pytest.raises(InputError, match=r"an export requires a solution of the whole hand"):
            export(street)  # type: ignore[arg-type]
