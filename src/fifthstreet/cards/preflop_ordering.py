"""The 169 hand classes ordered from best to worst, for ranges like "the top 15%"."""

from functools import lru_cache

import numpy as np

from fifthstreet.cards.holes import (
    CLASS_COUNT,
    CLASS_SIZES,
    HOLE_COUNT,
    IntArray,
    class_holes,
    class_index,
)
from fifthstreet.errors import InputError


@lru_cache(maxsize=1)
def preflop_order() -> tuple[tuple[int, float], ...]:
    """Return the hand classes, best first, with their all-in equity against a random hand."""
    from importlib.resources import files  # takes 4 ms

    text = files("fifthstreet.cards").joinpath("data/preflop_order.txt").read_text("utf-8")
    lines = [line.split() for line in text.splitlines() if line and not line.startswith("#")]
    order = tuple((class_index(name), float(equity)) for name, equity in lines)
    assert len({index for index, _ in order}) == CLASS_COUNT
    return order


def top_holes(percent: float) -> IntArray:
    """Return the hands of the best classes, as many as come closest to a share of all hands.

    Classes are not split, so the share is approximate; if two are equally close, the smaller one is
    chosen. A share above 0 contains at least the best class.

    Args:
        percent: Share of all hands, 0 to 100.
    """
    if not 0.0 <= percent <= 100.0:
        raise InputError(f"a share of hands must be from 0 to 100 percent, got {percent:g}%")
    if percent == 0.0:
        return np.empty(0, np.int64)
    classes = [index for index, _ in preflop_order()]
    shares = np.cumsum(CLASS_SIZES[classes]) * (100.0 / HOLE_COUNT)
    count = 1 + int(np.argmin(np.abs(shares - percent)))
    return np.sort(np.concatenate([class_holes(index) for index in classes[:count]]))
