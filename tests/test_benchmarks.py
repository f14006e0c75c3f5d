"""The benchmarks' table, and peers that are not installed."""

import io
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from benchmarks import __main__ as main_module
from benchmarks import deep, envs, street_budgets
from benchmarks.__main__ import _table
from benchmarks.measure import Figure
from rich.console import Console


def test_the_table_fits_a_terminal_of_100_columns() -> None:
    figure = Figure(
        "hold'em by sampled deals, traversal, 2 seats",
        *(11_660_000.0, "hands/s", "OpenSpiel by sampled deals", 11_050_000.0, 1.055, 1.1),
        "higher",
    )
    shown = io.StringIO()
    Console(file=shown, width=100).print(_table([figure]))
    lines = shown.getvalue().splitlines()
    assert max(map(len, lines)) <= 100
    (row,) = (line for line in lines if "1.166e+07" in line)
    assert "≥ 1.1 missed" in row
    assert "hands/s" in row
    assert len(lines) - lines.index(row) <= 3


def test_a_suite_that_fails_does_not_end_the_others(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    figure = Figure("hands", 2, "us", "limit", 3, 0.67, 1, "lower")

    def suite(module: str) -> Any:
        if module == "broken":
            raise ValueError("no hands")
        return SimpleNamespace(figures=lambda: iter([figure]))

    monkeypatch.setattr(main_module, "import_module", suite)
    suites = {"first": "broken", "second": "whole"}
    assert main_module._measured(suites, is_long=False) == {"second": [figure]}
    errors = capsys.readouterr().err
    assert "ValueError: no hands" in errors
    assert errors.endswith("failed: first\nmeasured: second, 0 s\n")


def test_a_missing_peer_is_left_out_with_a_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def without(name: str) -> Any:
        raise ModuleNotFoundError(f"No module named {name!r}")

    monkeypatch.setattr(envs, "import_module", without)
    assert not list(envs._steps())
    assert capsys.readouterr().err.splitlines() == [
        "left out: RLCard (No module named 'rlcard')",
        "left out: PettingZoo (No module named 'rlcard')",
    ]


def test_a_missing_torch_is_left_out_with_a_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def without(name: str) -> Any:
        raise ModuleNotFoundError("No module named 'torch'")

    monkeypatch.setattr(deep, "import_module", without)
    assert not deep._has_peer()
    assert capsys.readouterr().err.splitlines() == [
        "OpenSpiel deep_cfr is not measured: No module named 'torch'"
    ]


def test_runs_of_networks_are_checked_on_time() -> None:
    def iterate(count: int) -> None:
        sum(range(20_000 * count))

    points = deep._points(iterate, lambda: 0.5, 0.3)
    assert len(points) == len(deep.SHARES)
    assert [iterations for iterations, *_ in points] == sorted(each[0] for each in points)
    for share, (_, seconds, _) in zip(deep.SHARES, points, strict=True):
        assert 0.3 * share <= seconds < 0.3 * share + 0.2
    assert deep.last_mean([points, [(1, 1.0, 1.5)]]) == 1.0
    assert deep.picture({"mmd": [points], "cfr+": [points]}).startswith("<svg")


def test_losses_by_budget_are_resumed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path, solved = tmp_path / "results.json", []

    def method(spot: Any) -> Any:
        solved.append(spot.stack)
        return {0.5: (("strategy", "strategy"), 30, 0.51), 1.0: (("strategy", "strategy"), 60, 1.0)}

    monkeypatch.setattr(street_budgets, "BUDGETS", (0.5, 1.0))
    monkeypatch.setattr(street_budgets, "SPOTS", (("QsJh2h", 60),))
    monkeypatch.setattr(street_budgets, "METHODS", {"network": method})
    monkeypatch.setattr(street_budgets, "make_plan", lambda spot: (0.0, 0.0))
    # Each player's opponent wins 1 and 2 chips more against the locked street.
    locked = [(0.0, 1.0), (2.0, 0.0)]
    monkeypatch.setattr(street_budgets, "locked_plan", lambda spot, player, _: locked[player])
    monkeypatch.setattr(street_budgets, "exact_values", lambda spot, plan: plan)
    street_budgets.run(path, 0)
    assert not path.exists()
    street_budgets.run(path, 60)
    expected = "| QsJh2h | 60 | network | 1.50 (30) | 1.50 (60) |"
    assert street_budgets.table(path).splitlines()[2] == expected
    street_budgets.run(path, 60)
    assert solved == [60, 60]
    assert capsys.readouterr().out.count("loss") == 2
