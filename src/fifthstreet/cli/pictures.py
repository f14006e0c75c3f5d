"""Pictures for the terminal: bars, and 13 x 13 grids of hold'em hands."""

import numpy as np
from numpy.typing import NDArray
from rich.color import Color
from rich.console import Group
from rich.style import Style
from rich.text import Text

from fifthstreet.cards import CLASS_COUNT, CLASS_NAMES, CLASS_SIZES, HOLE_CLASS

PLAYER_COLOURS = (
    "cyan",
    "magenta",
    "yellow",
    "green",
    "blue",
    "red",
    "bright_cyan",
    "bright_magenta",
    "bright_yellow",
    "bright_green",
)
_EIGHTHS = " ▏▎▍▌▋▊▉█"
_COLD, _MIDDLE, _HOT = (46, 62, 130), (98, 98, 98), (186, 60, 44)


def bar(share: float, width: int, colour: str) -> Text:
    """A bar that fills `share` of the width, to an eighth of a character."""
    eighths = round(min(max(share, 0.0), 1.0) * width * 8)
    full, rest = divmod(eighths, 8)
    blocks = "█" * full + (_EIGHTHS[rest] if rest else "")
    return Text(blocks.ljust(width), style=colour)


def class_means(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Mean over the hands of each class, NaN where there is none. [1326] -> [169]"""
    total = np.bincount(HOLE_CLASS, ~np.isnan(values), CLASS_COUNT)
    summed = np.bincount(HOLE_CLASS, np.nan_to_num(values), CLASS_COUNT)
    means = np.full(CLASS_COUNT, np.nan)
    np.divide(summed, total, out=means, where=total > 0)
    return means


def heat_grid(title: str, values: NDArray[np.float64]) -> Group:
    """Values from 0 to 1 of the 169 classes as a grid from cold to hot; NaN cells stay dark.

    A cell has two digits so that the grid fits 80 columns: 1.0 shows as 99.
    """
    lines = [Text(title, style="bold")]
    for row in range(13):
        line = Text()
        for column in range(13):
            index = row * 13 + column
            value = float(values[index])
            cell = f"{CLASS_NAMES[index]:<3}"
            if np.isnan(value):
                line.append(f"{cell}   ", style="bright_black")
            else:
                line.append(f"{cell}{min(99, round(100 * value)):2d} ", style=_heat(value))
        lines.append(line)
    return Group(*lines)


def weight_grid(weights: NDArray[np.float64]) -> Group:
    """Weights of the 169 classes as a grid; a class that is not held stays dark."""
    lines = []
    for row in range(13):
        line = Text()
        for column in range(13):
            index = row * 13 + column
            weight = float(weights[index])
            cell = f" {CLASS_NAMES[index]:<4}"
            shade = tuple(round(30 + weight * part) for part in (10, 110, 60))
            held = Style(color="white", bgcolor=_rgb(shade)) if weight > 0 else None
            line.append(cell, style=held or "bright_black")
        lines.append(line)
    return Group(*lines)


def class_weights(weights: NDArray[np.float32]) -> NDArray[np.float64]:
    """Mean weight of each class. [1326] -> [169]"""
    return np.bincount(HOLE_CLASS, weights.astype(np.float64), CLASS_COUNT) / CLASS_SIZES


def _heat(value: float) -> Style:
    low, high, share = (
        (_COLD, _MIDDLE, 2 * value) if value < 0.5 else (_MIDDLE, _HOT, 2 * value - 1)
    )
    mixed = tuple(round(a + (b - a) * share) for a, b in zip(low, high, strict=True))
    return Style(color="white", bgcolor=_rgb(mixed))


def _rgb(parts: tuple[int, ...]) -> str:
    return Color.from_rgb(*parts).name
