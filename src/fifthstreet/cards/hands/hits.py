"""How a range hits a board: which share of it has made what, and draws to what."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards.hands.classes import DRAWS, MADE_HANDS, classify
from fifthstreet.cards.ranges import Range

_RIVER_CARDS = 5


@dataclass(frozen=True)
class ClassHit:
    """A class of hands in a range on a board."""

    name: str  # like "top pair"
    combos: float
    share: float  # of the range


@dataclass(frozen=True)
class RangeHits:
    """A range on a board by made hand and by draw; every hand is counted once in each list."""

    combos: float  # that the board leaves
    made: tuple[ClassHit, ...]
    draws: tuple[ClassHit, ...]  # empty on the river


def range_hits(held: Range | str, board: str | Sequence[int]) -> RangeHits:
    """Return how a range hits a board.

    Args:
        held: The range.
        board: Three to five cards, as text like `QsJh2h` or as ints.

    Raises:
        InputError: If the range or the board cannot be read.

    >>> hits = range_hits("QQ,AKs,JTs", "QsJh2h")
    >>> [(hit.name, hit.combos) for hit in hits.made]
    [('set', 3.0), ('second pair', 3.0), ('ace high', 4.0)]
    >>> [(hit.name, hit.combos) for hit in hits.draws]
    [('combo draw', 1.0), ('gutshot', 3.0), ('backdoor flush draw', 3.0), ('no draw', 3.0)]
    """
    classes = classify(board)
    weights = np.where(classes.made >= 0, Range(held).weights, 0.0)
    total = float(weights.sum())

    def hits(names: Sequence[str], of_hand: NDArray[np.int8]) -> tuple[ClassHit, ...]:
        combos = [float(weights[of_hand == place].sum()) for place in range(len(names))]
        return tuple(
            ClassHit(name, count, count / total)
            for name, count in zip(names, combos, strict=True)
            if count
        )

    has_draws = len(classes.board) < _RIVER_CARDS
    return RangeHits(
        combos=total,
        made=hits(MADE_HANDS, classes.made),
        draws=hits(DRAWS, classes.draw) if has_draws else (),
    )
