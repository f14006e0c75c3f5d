"""`fifthstreet chart`."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from fifthstreet.cli import run
from fifthstreet.solvers.blueprint import save_blueprint
from fifthstreet.solvers.postflop import Spot, solve
from tests.solvers.blueprint.small_buckets import push_or_fold_solver


@pytest.fixture(scope="module", name="file")
def file_of_push_or_fold(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("chart") / "push.blueprint"
    solver = push_or_fold_solver()
    solver.iterate(20_000)
    save_blueprint(solver, path)
    return str(path)


def test_charts_are_printed_and_drawn(
    file: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    svg, html = tmp_path / "push.svg", tmp_path / "push.html"
    assert run(["chart", file, "--svg", str(svg), "--html", str(html)]) == 0
    shown = capsys.readouterr().out
    assert shown.count("AKs") == 3
    assert "BB against BTN's all-in 1000" in shown
    drawn = ElementTree.parse(svg).getroot()
    assert len([each for each in drawn.iter() if (each.text or "") == "AKs"]) == 3
    assert html.read_text(encoding="utf-8").count("<svg") == 3


def test_charts_are_plain_data(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["chart", file, "r:a", "--json"]) == 0
    (chart,) = json.loads(capsys.readouterr().out)["charts"]
    assert chart["position"] == "BB"
    assert len(chart["classes"]) == 169
    assert chart["classes"]["AA"]["strategy"][1] > 0.9
    assert sum(chart["frequencies"]) == pytest.approx(1)


def test_bad_input_is_one_line(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["chart", file, "f"]) == 2
    assert "path must lead to a decision, got 'r:f'" in capsys.readouterr().err
    assert run(["chart", "missing.blueprint"]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_a_solution_has_a_chart_of_any_decision(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spot = Spot.of("QsJh2h7c4d", 200, 900, oop="AA,KQs", ip="QQ,AJs", bets="50%")
    path = tmp_path / "river.solution"
    solve(spot, target_pot_percent=5).save(path)
    assert run(["chart", str(path)]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("OOP first to act\n")
    assert "bet 100 (50%)" in shown
    assert run(["chart", str(path), "x"]) == 0
    assert capsys.readouterr().out.startswith("IP after k\n")


def test_a_spot_is_to_be_solved_first(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["chart", "examples/default.toml"]) == 2
    error = capsys.readouterr().err
    assert "got a TOML file. Use `fifthstreet solve` with --save" in error
    assert error.count("\n") == 1
