"""Reports of the errors of predictions."""

import json
from xml.etree import ElementTree

import pytest

from fifthstreet.agents.prediction import (
    FINAL_HANDS,
    HandPredictor,
    PredictionReport,
    compare_factors,
    compare_with_equity,
)
from fifthstreet.agents.prediction.tables import Street
from fifthstreet.errors import InputError
from fifthstreet.views import prediction_page, prediction_svg


@pytest.mark.parametrize(
    ("street", "cells", "mean", "worst", "name"),
    [
        ("preflop", 5, 0.0202, 0.0225, "class 4"),
        ("flop", 46, 0.0209, 0.0686, "SFO4, pair"),
        ("turn", 80, 0.0139, 0.0792, "SFO4, none"),
    ],
)
def test_errors_of_independent_factors(
    street: Street, cells: int, mean: float, worst: float, name: str
) -> None:
    report = compare_factors(street)
    assert len(report.cells) == cells
    assert report.mean_total_variation == pytest.approx(mean, abs=5e-5)
    assert report.worst.total_variation == pytest.approx(worst, abs=5e-5)
    assert report.worst.name == name
    assert sum(cell.share for cell in report.cells) == pytest.approx(1)
    assert sum(report.bias) == pytest.approx(0)
    assert report.bias[0] > 0  # pairs make straights less likely, so high cards are overestimated


def test_total_variation_is_half_the_differences() -> None:
    cell = compare_factors().cells[-1]
    positive = sum(max(a - b, 0.0) for a, b in zip(cell.factored, cell.exact, strict=True))
    assert cell.total_variation == pytest.approx(positive)
    assert repr(cell).startswith("<CellError J, quads: 0.024% of hands, total variation 0.0")


def test_made_hands_have_no_error() -> None:
    cells = {cell.name: cell for cell in compare_factors("flop").cells}
    assert cells["SF, none"].total_variation == pytest.approx(0, abs=1e-12)


def test_plain_data() -> None:
    report = compare_factors("turn")
    data = json.loads(json.dumps(report.to_dict(), allow_nan=False))
    assert data["street"] == "turn"
    assert data["mean_total_variation"] == report.mean_total_variation
    assert data["worst_cell"] == "SFO4, none"
    assert len(data["cells"]) == 80
    assert list(data["cells"][0]["exact"]) == list(FINAL_HANDS)
    assert list(data["bias"]) == list(FINAL_HANDS)


@pytest.mark.parametrize("street", ["preflop", "flop", "turn"])
def test_pictures(street: Street) -> None:
    report = compare_factors(street)
    svg = prediction_svg(report)
    root = ElementTree.fromstring(svg)
    assert root.tag.endswith("svg")
    bars = [each for each in root.iter() if each.tag.endswith("}g") and each.findtext("{*}title")]
    assert len(bars) == len(report.cells)
    assert f"{street} to river" in svg
    html = report._repr_html_()
    assert html.count("<tr>") == len(report.cells) + 1
    assert "<script" not in html
    page = prediction_page(report)
    assert page.startswith("<!DOCTYPE html>")
    assert html in page
    assert "&lt;" not in page


def test_repr() -> None:
    assert repr(compare_factors("flop")) == (
        "<PredictionReport flop: 46 cells, total variation 0.0209 mean, 0.0686 worst>"
    )
    assert isinstance(compare_factors(), PredictionReport)


@pytest.mark.parametrize(
    ("street", "opponents", "most_error", "least_correlation"),
    [
        ("preflop", 1, 0.10, 0.4),
        ("flop", 1, 0.12, 0.8),
        ("turn", 1, 0.12, 0.85),
        ("river", 3, 0.1, 0.85),
    ],
)
def test_win_probabilities_are_close_to_equities(
    street: str, opponents: int, most_error: float, least_correlation: float
) -> None:
    report = compare_with_equity(street, opponents=opponents, hands=60, seed=5)
    assert report.mean_absolute_error < most_error
    assert report.correlation > least_correlation
    assert abs(report.bias) < 0.04
    assert report.mean_absolute_error <= report.worst_error
    assert (report.equity_error == 0) == (opponents == 1)  # more opponents are sampled
    data = json.loads(json.dumps(report.to_dict()))
    assert data["hands"] == 60
    assert data["mean_absolute_error"] == report.mean_absolute_error
    assert repr(report).startswith(f"<WinReport {street}, {opponents} opponent")


def test_the_same_seed_gives_the_same_report() -> None:
    predictor = HandPredictor()
    first, again, other = (
        compare_with_equity("turn", hands=5, seed=seed, predictor=predictor) for seed in (1, 1, 2)
    )
    assert first.to_dict() == again.to_dict() != other.to_dict()


def test_bad_input() -> None:
    with pytest.raises(
        ValueError, match=r"^street must be one of preflop, flop, turn, got 'river'$"
    ):
        compare_factors("river")  # type: ignore[arg-type]
    with pytest.raises(
        ValueError, match=r"^street must be one of preflop, flop, turn, river, got 'x'"
    ):
        compare_with_equity("x")
    with pytest.raises(InputError, match=r"^hands must be at least 2, got 1$"):
        compare_with_equity(hands=1)
    with pytest.raises(InputError, match=r"^opponents must be from 1 to 22, got 0$"):
        compare_with_equity(opponents=0)
