"""Plain data of ranges, equities and trainings, as JSON."""

import json
from math import inf, nan

import pytest

from fifthstreet import Range, equity
from fifthstreet.solvers.games import Kuhn
from fifthstreet.solvers.registry import make_solver
from fifthstreet.solvers.training import Training
from fifthstreet.views import (
    equity_data,
    json_text,
    range_data,
    range_svg,
    training_data,
    training_svg,
)
from fifthstreet.views.data import error_data
from tests.support.drawing.markup_checks import SVG, grids_of, parsed


def test_nan_and_infinity_become_null() -> None:
    assert json_text({"a": [nan, (inf, 1)], "b": {"c": -inf}}) == (
        '{"a": [null, [null, 1]], "b": {"c": null}}'
    )
    assert error_data(None) == {"exploitability": None, "exploitability_pot_percent": None}


def test_ranges() -> None:
    held = Range.parse("TT+,AKs:0.5")
    data = json.loads(json_text(range_data(held)))
    assert Range.parse(data["text"]) == held
    assert data["hands"] == dict(held)
    (cells,) = grids_of(parsed(range_svg(held)))
    assert len(cells) == 169


def test_equities() -> None:
    result = equity("AA", "KK", method="sample", samples=1000)
    data = json.loads(json_text(equity_data(result, ["AA", "KK"])))
    assert [player["error"] > 0 for player in data["players"]] == [True, True]
    assert (data["hands"], data["board"], data["exact"]) == (["AA", "KK"], "", False)


def test_trainings() -> None:
    solver = make_solver(Kuhn(), "cfr+")
    known = solver.run(iterations=100).exploitability
    training = Training("kuhn", "cfr+")
    data = json.loads(json_text(training_data(solver, training, known, iterations_per_second=5.0)))
    assert data["exploitability"] == pytest.approx(known.chips)
    assert (data["iterations"], data["iterations_per_second"], data["file"]) == (100, 5, None)
    root = parsed(training_svg(solver, training))
    assert len(list(root.iter(f"{SVG}polyline"))) == 1
