"""Cells of hands or cards from plain numbers: strategies, values and weights."""

from __future__ import annotations

from collections.abc import Sequence
from math import isnan

from fifthstreet.support.drawing.colours import HELD, action_colours, faded, heat_colour
from fifthstreet.support.drawing.grids import Cell
from fifthstreet.support.drawing.markup import number


def strategy_cells(
    names: Sequence[str],
    actions: Sequence[str],
    words: Sequence[str],
    shares: Sequence[Sequence[float]],
    weights: Sequence[float],
    notes: Sequence[str] = (),
) -> list[Cell]:
    """Return cells that show how often each action is taken, the largest bet first.

    `shares` has a row for each action, NaN for cells without a strategy; `weights` from 0 to 1 fade
    the colours; `notes` go to the end of the tooltips.
    """
    palette = action_colours(actions)
    order = range(len(actions) - 1, -1, -1)
    cells = []
    for index, name in enumerate(names):
        if not actions or isnan(shares[0][index]):
            cells.append(Cell(name))
            continue
        parts = tuple(
            (shares[action][index], faded(palette[action], weights[index])) for action in order
        )
        frequencies = [
            f"{words[action]} {number(100 * shares[action][index], 1, '%')}" for action in order
        ]
        note = f"; {notes[index]}" if notes and notes[index] else ""
        cells.append(Cell(name, parts=parts, tip=f"{name}: {', '.join(frequencies)}{note}"))
    return cells


def value_cells(
    names: Sequence[str],
    values: Sequence[float],
    *,
    low: float,
    high: float,
    tip_unit: str = "",
) -> list[Cell]:
    """Return cells coloured from cold at `low` to hot at `high`; NaN cells stay empty."""
    cells = []
    for name, value in zip(names, values, strict=True):
        if isnan(value):
            cells.append(Cell(name))
            continue
        share = (value - low) / (high - low) if high > low else 0.5
        note = number(value, 1 if abs(value) < 1000 else 0).replace(",", "")
        tip = f"{name}: {number(value, 2)}{tip_unit}"
        cells.append(Cell(name, note, ((1.0, heat_colour(share)),), tip))
    return cells


def weight_cells(names: Sequence[str], weights: Sequence[float]) -> list[Cell]:
    """Return the cells of a range: how often each hand is held, from 0 to 1."""
    return [
        Cell(
            name,
            number(100 * weight, 0, "%") if weight >= 0.005 else "<1%",
            ((1.0, faded(HELD, weight)),),
            f"{name}: {number(100 * weight, 2, '%')}",
        )
        if weight > 0
        else Cell(name)
        for name, weight in zip(names, weights, strict=True)
    ]
