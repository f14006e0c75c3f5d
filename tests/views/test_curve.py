"""Curves in the terminal and as SVG files."""

from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from fifthstreet.support.drawing import curve_picture
from fifthstreet.views import curve_svg
from fifthstreet.views.curve import curve_plot
from tests.support.drawing.markup_checks import parsed


def test_a_falling_curve_falls() -> None:
    points = [(float(t), 1 / t) for t in range(1, 200)]
    lines = curve_plot(points, width=20, height=4).plain.splitlines()
    # Columns of each row that hold a Braille character with at least one dot.
    columns = [
        np.flatnonzero([character > "⠀" for character in line.partition("┤")[2]])
        for line in lines[:4]
    ]
    assert all(upper.max() <= lower.min() for upper, lower in pairwise(columns))
    assert lines[0].startswith("      1 ┤")
    assert lines[-1].split() == ["1", "199"]


@pytest.mark.parametrize("width", [20, 60, 80])
def test_curves_fit_the_terminal(width: int) -> None:
    points = [(float(t), 1 / t) for t in range(1, 200)]
    assert max(map(len, curve_plot(points, width=width).plain.splitlines())) == width


@pytest.mark.parametrize("points", [[], [(0, 1.0)], [(0, 1.0), (5, 0.0)], [(3, 0.5)]])
def test_curves_with_few_or_no_points(points: Any) -> None:
    curve_plot(points)
    assert curve_svg({"a": points}, "c") == curve_picture({"a": points}, "c").svg()
    parsed(curve_svg({"<a & b>": points}, "caption"))
