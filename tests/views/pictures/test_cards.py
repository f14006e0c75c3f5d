"""HTML pictures of ranges, and means over hand classes."""

import numpy as np
import pytest
from tests.support.drawing.markup_checks import all_text, cell_title, grids_of, parsed

from fifthstreet.cards import (
    CLASS_NAMES,
    HOLE_COUNT,
    Range,
    class_holes,
    class_index,
    class_means,
    parse_cards,
)
from fifthstreet.views.pictures.cards import cards_line

RANGES = ["TT+,AKs:0.5,76s:0.25", "random", "AsKs,AhKh:0.1"]


@pytest.mark.parametrize("text", RANGES)
def test_a_range_in_a_notebook(text: str) -> None:
    range_ = Range.parse(text)
    html = range_._repr_html_()
    assert html == Range.parse(text)._repr_html_()
    assert len(html) < 60_000
    root = parsed(html)
    (cells,) = grids_of(root)
    assert len(cells) == 169
    for cell, name, weight in zip(cells, CLASS_NAMES, range_.grid().ravel().tolist(), strict=True):
        assert cell_title(cell) == (f"{name}: {100 * weight:.2f}%" if weight else name)
    assert f"{range_.combos:g} combos, {range_.percent:.2f}% of hands" in all_text(root)
    assert range_.text() in all_text(root)


def test_empty_ranges_and_ranges_with_long_text() -> None:
    assert "0 combos, 0.00% of hands" in all_text(parsed(Range.empty()._repr_html_()))
    weights = np.random.default_rng(1).random(HOLE_COUNT)
    assert len(Range(weights).text()) > 10_000
    assert len(Range(weights)._repr_html_()) < 60_000


def test_each_suit_has_its_colour() -> None:
    line = cards_line(parse_cards("QsJh2d3c"))
    assert "".join(run.text for run in line) == "Q♠ J♥ 2♦ 3♣"
    spade, heart, diamond, club = (run.colour for run in line[::2])
    assert spade is None
    assert len({heart, diamond, club}) == 3


def test_means_over_classes_match_a_loop() -> None:
    random = np.random.default_rng(3)
    values, weights = random.random(HOLE_COUNT), random.random(HOLE_COUNT)
    values[random.random(HOLE_COUNT) < 0.3] = np.nan
    weights[random.random(HOLE_COUNT) < 0.3] = 0
    values[class_holes(class_index("77"))] = np.nan
    plain, weighted = class_means(values), class_means(values, weights)
    for index in range(169):
        holes = [hole for hole in class_holes(index).tolist() if not np.isnan(values[hole])]
        total = sum(weights[hole] for hole in holes)
        assert plain[index] == pytest.approx(
            np.mean([values[hole] for hole in holes]) if holes else np.nan, nan_ok=True
        )
        mean = sum(weights[hole] * values[hole] for hole in holes) / total if total else np.nan
        assert weighted[index] == pytest.approx(mean, nan_ok=True)
    assert np.isnan(plain[class_index("77")])
