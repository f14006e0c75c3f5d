"""Curves on logarithmic axes."""

from itertools import pairwise
from typing import Any

import pytest
from tests.support.drawing.markup_checks import SVG, all_text, parsed

from fifthstreet.support.drawing import curve_picture
from fifthstreet.support.drawing.curves import LogAxis, positive


def test_axes() -> None:
    axis = LogAxis.around([0.02, 7.0])
    assert [axis.low, axis.high] == pytest.approx([0.01, 10])
    assert axis.share(0.1) == pytest.approx(1 / 3)
    assert axis.ticks() == pytest.approx([0.01, 0.1, 1, 10])
    assert len(LogAxis.around([1.0]).ticks()) > 3
    assert len(LogAxis(10, 400).ticks()) > 3


def points_of(line: Any) -> list[tuple[float, float]]:
    pairs = [pair.split(",") for pair in line.attrib["points"].split()]
    return [(float(x), float(y)) for x, y in pairs]


@pytest.mark.parametrize("is_small", [False, True])
def test_a_falling_curve_falls_inside_the_picture(is_small: bool) -> None:
    points = [(float(t), 1 / t) for t in range(1, 5_000)]
    picture = curve_picture({"a curve": points}, "iterations", unit="%", is_small=is_small)
    root = parsed(picture.svg())
    (line,) = root.iter(f"{SVG}polyline")
    drawn = points_of(line)
    assert 100 < len(drawn) <= 401
    assert all(a[0] <= b[0] and a[1] <= b[1] for a, b in pairwise(drawn))
    assert drawn[-1][0] > drawn[0][0]
    assert drawn[-1][1] > drawn[0][1]
    assert all(0 < x < picture.width and 0 < y < picture.height for x, y in drawn)
    assert "a curve: 1% at 1, 0.0002% at 4,999" in all_text(root)
    for label in ("iterations", "0.001%", "1,000"):
        assert label in all_text(root)


def legend_corner(curves: dict[str, list[tuple[float, float]]]) -> tuple[bool, bool]:
    """Return whether the legend is on the right, and whether it is at the top."""
    picture = curve_picture(curves, "c")
    (first_mark, *_) = parsed(picture.inline()).iter(f"{SVG}rect")
    x, y = float(first_mark.attrib["x"]), float(first_mark.attrib["y"])
    return x > picture.width / 2, y < picture.height / 2


def test_the_legend_avoids_the_curves() -> None:
    falling = [(10.0**t, 10.0**-t) for t in range(5)]
    level = [(10.0**t, 1.0) for t in range(5)]
    assert legend_corner({"a": falling}) == (True, True)
    assert legend_corner({"a": falling, "b": level}) == (False, False)


def test_large_and_small_numbers_are_abbreviated() -> None:
    texts = all_text(parsed(curve_picture({"a": [(1, 1e-7), (1e7, 1.0)]}, "c").svg()))
    for label in ("1e-7", "1e6", "1,000"):
        assert label in texts


def test_names_are_escaped_and_colours_differ() -> None:
    curves = {f"<{number} & more>": [(1.0, 1.0), (2.0, 3.0)] for number in range(3)}
    root = parsed(curve_picture(curves, "a < b").inline())
    lines = list(root.iter(f"{SVG}polyline"))
    assert len({line.attrib["stroke"] for line in lines}) == 3
    assert [line.findtext(f"{SVG}title") for line in lines] == list(curves)
    assert "a < b" in all_text(root)


@pytest.mark.parametrize("points", [[], [(0, 1.0)], [(0, 1.0), (5, 0.0)], [(3, 0.5)]])
def test_curves_with_few_or_no_points(points: Any) -> None:
    parsed(curve_picture({"<a & b>": points}, "caption").svg())
    assert positive([(0, 1.0), (5, 0.0), (2, 3.0)]) == [(2, 3.0)]
