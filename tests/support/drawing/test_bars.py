"""Bars with intervals."""

from tests.support.drawing.markup_checks import all_text, parsed

from fifthstreet.support.drawing import BarRow, bar_picture


def test_bars_and_intervals() -> None:
    rows = [BarRow("fold", 5.0, (2.5, 7.5), "of 3 <decisions>"), BarRow("bet", 1.0)]
    picture = bar_picture(rows, "lost by action", unit=" bb")
    for svg in (picture.svg(), picture.inline()):
        text = all_text(parsed(svg))
        assert "lost by action" in text
        assert "5.00 ± 2.50  of 3 <decisions>" in text
        assert "1.00" in text
    widths = [
        float(element.get("width", 0))
        for element in parsed(picture.inline()).iter()
        if element.tag.endswith("rect")
    ]
    assert len(widths) == 2
    assert abs(widths[0] / widths[1] - 5) < 0.01
    assert picture.description == "fold: 5.00 ± 2.50  of 3 <decisions> bb; bet: 1.00 bb"


def test_no_bars() -> None:
    assert "no rows" in all_text(parsed(bar_picture([], "nothing").svg()))
