"""Tables and curves of ranges by class and by percentile."""

from __future__ import annotations

from collections.abc import Sequence

from fifthstreet.solvers.postflop import Breakdown, ClassShare, Distribution
from fifthstreet.support import drawing
from fifthstreet.support.drawing import action_colours, number
from fifthstreet.tree import SEAT_NAMES

KIND_TITLES = {"equity": "equity, percent", "ev": "EV, chips"}
_SHOWN_PERCENTILES = range(0, 101, 10)


def breakdown_tables(
    parts: Breakdown, actions: Sequence[str], words: Sequence[str]
) -> list[drawing.Table]:
    """Return a table of made hands and one of draws; `words` describe the player's actions."""
    shown = dict(zip(actions, words, strict=True)) if parts.total.frequencies else {}
    tables = [_class_table("made hand", (*parts.made, parts.total), shown)]
    if parts.draws:
        tables.append(_class_table("draw", (*parts.draws, parts.total), shown))
    return tables


def _class_table(title: str, rows: Sequence[ClassShare], actions: dict[str, str]) -> drawing.Table:
    columns = (
        *drawing.text_columns(title),
        *drawing.number_columns("combos", "share", "equity", "EV"),
        *(
            drawing.Column(text, colour=colour)
            for text, colour in zip(actions.values(), action_colours(list(actions)), strict=True)
        ),
    )
    entries = [
        (
            row.name,
            number(row.combos, 1),
            number(100 * row.share, 1, "%"),
            number(100 * row.equity, 1, "%"),
            number(row.ev, 2),
            *(number(100 * row.frequencies[action], 1, "%") for action in actions),
        )
        for row in rows
    ]
    last = len(rows) - 1
    ends = frozenset({last - 1} if last else set())
    return drawing.Table(columns, tuple(entries), section_ends=ends, bold_rows=frozenset({last}))


def distribution_picture(spread: Distribution, caption: str) -> drawing.Picture:
    """Draw the percentiles of both ranges."""
    factor, unit = (100, "%") if spread.kind == "equity" else (1, "")
    curves = {
        seat: [
            (float(percentile), factor * float(value))
            for percentile, value in zip(spread.percentiles, values, strict=True)
        ]
        for seat, values in zip(SEAT_NAMES, spread.values, strict=True)
    }
    return drawing.curve_picture(curves, caption, unit=unit, is_linear=True)


def distribution_table(spread: Distribution) -> drawing.Table:
    """Return every tenth percentile of both ranges."""
    rows = [
        (
            f"{percentile}%",
            *(
                number(100 * float(values[percentile]), 1, "%")
                if spread.kind == "equity"
                else number(float(values[percentile]), 2)
                for values in spread.values
            ),
        )
        for percentile in _SHOWN_PERCENTILES
    ]
    names = [f"{KIND_TITLES[spread.kind].split(',')[0]} {seat}" for seat in SEAT_NAMES]
    return drawing.Table(drawing.number_columns("percentile", *names), tuple(rows))
