"""Algorithms by name."""

from typing import Any

import pytest

from fifthstreet.errors import InputError
from fifthstreet.solvers import registry
from fifthstreet.solvers.cfr import TREE_ALGORITHMS, FullSolver, SamplingSolver, flatten
from fifthstreet.solvers.common.schedules import (
    Discounted,
    Linear,
    Plus,
    Predictive,
    Vanilla,
    schedule_of,
)
from fifthstreet.solvers.games import Kuhn, leduc, rhode_island
from fifthstreet.solvers.registry import make_solver


@pytest.mark.parametrize(
    ("name", "schedule"),
    [
        ("cfr", Vanilla()),
        ("cfr+", Plus()),
        ("linear", Linear()),
        ("discounted", Discounted(1.5, 0.0, 2.0, warm_up=0)),
        ("steady", Discounted(1.5, 0.5, 3.0, warm_up=50)),
        ("predictive", Predictive()),
    ],
)
def test_full_algorithms(name: str, schedule: Any) -> None:
    """Each name stands for the same schedule as in `solve`, the published ones as published."""
    assert schedule_of(name) == schedule
    solver = make_solver(Kuhn(), name)
    assert isinstance(solver, FullSolver)
    assert (solver.schedule, solver.updates) == (schedule, "alternating")
    other = make_solver(Kuhn(), name, simultaneous=True)
    assert isinstance(other, FullSolver)
    assert other.updates == "simultaneous"


def test_options_reach_the_solver() -> None:
    options = {"seed": 4, "baseline": 0.25, "pruning": -7.0, "weighting": "linear"}
    solver = make_solver(Kuhn(), "external", precision="float64", **options)
    assert isinstance(solver, SamplingSolver)
    assert repr(solver.scheme) == "ExternalSampling(baseline=Baseline(decay=0.25))"
    assert repr(solver.pruning) == "Pruning(below=-7.0, share=0.95, after=0)"
    assert repr(solver.weighting) == "LinearWeights()"
    assert (solver.seed, solver.precision) == (4, "float64")


def test_every_algorithm_has_a_summary() -> None:
    for name, entry in TREE_ALGORITHMS.items():
        assert 0 < len(entry.summary) < 75, name


def test_a_tree_is_not_flattened_again() -> None:
    tree = flatten(Kuhn())
    solver = make_solver(tree, "cfr")
    assert isinstance(solver, FullSolver)
    assert solver.tree is tree


def test_trees_that_are_too_large_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "MAX_NODES", 10_000)
    make_solver(leduc(), "cfr")
    with pytest.raises(InputError, match=r"cfr needs the whole tree, which has about .* nodes"):
        make_solver(rhode_island(), "cfr")  # refused from the estimate alone
    monkeypatch.setattr(registry, "MAX_NODES", 5_000)
    with pytest.raises(InputError, match=r"the tree has more than 5,000 nodes"):
        make_solver(leduc(), "cfr")


@pytest.mark.parametrize(
    ("name", "options", "message"),
    [
        (
            "guess",
            {},
            r"algorithm must be one of cfr, cfr\+, linear, discounted, steady, predictive",
        ),
        ("cfr", {"epsilon": 1}, r"cfr has no option 'epsilon' \(options: simultaneous"),
        ("outcome", {"epsilon": "x"}, "outcome: epsilon must be float, got 'x'"),
        ("outcome", {"epsilon": True}, "outcome: epsilon must be float, got True"),
        ("outcome", {"seed": 1.5}, "outcome: seed must be int, got 1.5"),
        ("outcome", {"epsilon": 2}, "epsilon must be above 0 and at most 1, got 2"),
        ("cfr", {"simultaneous": 1}, "cfr: simultaneous must be bool, got 1"),
        ("external", {"baseline": "x"}, r"baseline must be float \| None, got 'x'"),
        (
            "external",
            {"weighting": "x"},
            "weighting must be one of uniform, linear, discounted, got 'x'",
        ),
        ("chance", {"precision": "x"}, "precision must be one of .*, got 'x'"),
    ],
)
def test_bad_names_and_options_are_refused_in_one_line(
    name: str, options: dict[str, Any], message: str
) -> None:
    with pytest.raises(InputError, match=message) as caught:
        make_solver(Kuhn(), name, **options)
    assert "\n" not in str(caught.value)
