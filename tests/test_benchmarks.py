"""The benchmarks' table, and peers that are not installed."""

import io
from typing import Any

import pytest
from benchmarks import envs
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
