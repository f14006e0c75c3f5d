"""Final hands from their two factors.

A final hand is the better of its straight or flush (SF) and its repeated ranks (K). The categories
of the two are interleaved:

    straight flush > quads > full house > flush > straight > trips > two pair > pair > high card

If the factors were independent, the probability of a final hand would be the probability of its own
category times the probability that the other factor is worth less. They are not quite independent:
straights and flushes need five different ranks, and pairs take ranks away. `compare_factors`
measures the error.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fifthstreet.agents.prediction.classes import K_CLASSES
from fifthstreet.cards.hands import HandCategory
from fifthstreet.errors import InputError

FINAL_SF = ("none", "straight", "flush", "straight flush")  # weakest first
FINAL_HANDS = tuple(str(category.label) for category in HandCategory)

_SF_CATEGORIES = (
    HandCategory.HIGH_CARD,
    HandCategory.STRAIGHT,
    HandCategory.FLUSH,
    HandCategory.STRAIGHT_FLUSH,
)
_K_CATEGORIES = (
    HandCategory.HIGH_CARD,
    HandCategory.ONE_PAIR,
    HandCategory.TWO_PAIR,
    HandCategory.THREE_OF_A_KIND,
    HandCategory.FULL_HOUSE,
    HandCategory.FOUR_OF_A_KIND,
)
_SUM_ERROR = 1e-9


def _final_of_pair() -> NDArray[np.float64]:
    table = np.zeros((len(FINAL_SF), len(K_CLASSES), len(FINAL_HANDS)))
    for sf, sf_category in enumerate(_SF_CATEGORIES):
        for k, k_category in enumerate(_K_CATEGORIES):
            table[sf, k, max(sf_category, k_category)] = 1.0
    table.flags.writeable = False
    return table


FINAL_OF_PAIR = _final_of_pair()  # [4, 6, 9] 1 at the final hand of what both factors made


def combine_factors(sf: ArrayLike, k: ArrayLike) -> NDArray[np.float64]:
    """Return the distribution of the final hand if its factors were independent.  [9]

    It is over `FINAL_HANDS`, which are in the order of `HandCategory`, weakest first.

    Args:
        sf: Probabilities of `FINAL_SF`, which sum to 1.  [4]
        k: Probabilities of `K_CLASSES`, which sum to 1.  [6]

    >>> combine_factors([0.7, 0.2, 0.1, 0], [0.5, 0.5, 0, 0, 0, 0]).round(3).tolist()
    [0.35, 0.35, 0.0, 0.0, 0.2, 0.1, 0.0, 0.0, 0.0]
    """
    first = _distribution(sf, len(FINAL_SF), "sf")
    second = _distribution(k, len(K_CLASSES), "k")
    below_straight, straight, flush, straight_flush = first
    none, pair, two_pair, trips, full_house, quads = second
    below_full_house = none + pair + two_pair + trips
    below_straight_flush = below_straight + straight + flush
    return np.array(
        [
            none * below_straight,
            pair * below_straight,
            two_pair * below_straight,
            trips * below_straight,
            straight * below_full_house,
            flush * below_full_house,
            full_house * below_straight_flush,
            quads * below_straight_flush,
            straight_flush,
        ]
    )


def _distribution(values: ArrayLike, size: int, name: str) -> list[float]:
    try:
        array = np.asarray(values, np.float64)
    except (TypeError, ValueError):
        raise InputError(f"{name} must be {size} probabilities, got {values!r}") from None
    if array.shape != (size,):
        raise InputError(f"{name} must have {size} probabilities, got shape {array.shape}")
    if not (array.min() >= 0 and abs(array.sum() - 1) <= _SUM_ERROR):
        raise InputError(f"{name} must be at least 0 and sum to 1, got {array.tolist()}")
    numbers: list[float] = array.tolist()
    return numbers
