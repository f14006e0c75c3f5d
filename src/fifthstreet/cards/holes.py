"""The 1,326 two-card hands of hold'em and the 169 hand classes.

A hand is an index: for cards a < b it is `b * (b - 1) // 2 + a`, the order that PioSOLVER uses. A
hand class is a cell of the usual 13 x 13 grid, `row * 13 + column`, with aces at the top left,
suited hands above the diagonal and offsuit hands below it.
"""

from typing import TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards.card import RANKS, card_text, parse_cards
from fifthstreet.cards.masks import MaskArray
from fifthstreet.errors import InputError

IntArray: TypeAlias = NDArray[np.int64]

HOLE_COUNT = 1326
CLASS_COUNT = 169

_Scalar = TypeVar("_Scalar", bound=np.generic)


def freeze(array: NDArray[_Scalar]) -> NDArray[_Scalar]:
    """Make an array read-only, so that it can be shared, and return it."""
    array.flags.writeable = False
    return array


def _class_of(low: int, high: int) -> int:
    """Return the hand class of two cards, given the lower card number first."""
    low_place, high_place = 12 - (low >> 2), 12 - (high >> 2)  # row and column 0 are aces
    if low & 3 == high & 3:
        return high_place * 13 + low_place
    return low_place * 13 + high_place


def _class_name(index: int) -> str:
    row, column = divmod(index, 13)
    if row == column:
        return RANKS[12 - row] * 2
    if row < column:
        return f"{RANKS[12 - row]}{RANKS[12 - column]}s"
    return f"{RANKS[12 - column]}{RANKS[12 - row]}o"


_PAIRS = [(low, high) for high in range(52) for low in range(high)]

HOLE_CARDS: NDArray[np.uint8] = freeze(np.array(_PAIRS, np.uint8))  # [1326, 2] lower card first
HOLE_MASKS: MaskArray = freeze(
    np.array([1 << low | 1 << high for low, high in _PAIRS], np.uint64)  # [1326]
)
HOLE_CLASS: NDArray[np.uint8] = freeze(
    np.array([_class_of(low, high) for low, high in _PAIRS], np.uint8)  # [1326]
)
CLASS_SIZES: IntArray = freeze(np.bincount(HOLE_CLASS, minlength=CLASS_COUNT))  # [169]
_CLASS_ORDER = np.argsort(HOLE_CLASS, kind="stable")  # hands of a class side by side
_CLASS_STARTS = np.cumsum(CLASS_SIZES) - CLASS_SIZES
CLASS_NAMES: tuple[str, ...] = tuple(_class_name(index) for index in range(CLASS_COUNT))

_CLASS_HOLES: tuple[IntArray, ...] = tuple(
    freeze(holes) for holes in np.split(_CLASS_ORDER, _CLASS_STARTS[1:])
)
_CLASS_INDEX: dict[str, int] = {name: index for index, name in enumerate(CLASS_NAMES)}


def hole_index(first: int, second: int) -> int:
    """Return the index of a hand of two cards.

    Args:
        first: One card, 0 to 51.
        second: The other card, higher or lower.
    """
    # Convert to Python ints: the product below would overflow NumPy's small types.
    low, high = sorted((int(first), int(second)))
    if not 0 <= low < high <= 51:
        raise InputError(
            f"a hand must be two different cards from 0 to 51, got {first} and {second}"
        )
    return high * (high - 1) // 2 + low


def hole_cards(index: int) -> tuple[int, int]:
    """Return the two cards of a hand, the lower first.

    Args:
        index: Index of the hand, 0 to 1325.
    """
    return _PAIRS[_check_hole(index)]


def hole_text(index: int) -> str:
    """Return a hand as text, the higher card first.

    Args:
        index: Index of the hand, 0 to 1325.

    >>> hole_text(1325)
    'AsAh'
    """
    low, high = _PAIRS[_check_hole(index)]
    return card_text(high) + card_text(low)


def parse_hole(text: str) -> int:
    """Read a hand of two cards.

    Args:
        text: Two cards in either order, spelled as in `parse_cards`.

    Returns:
        The index of the hand, 0 to 1325.

    Raises:
        InputError: If the text is not two different, known cards.

    >>> parse_hole("KhAs") == parse_hole("AsKh")
    True
    """
    cards = parse_cards(text)
    if len(cards) != 2 or max(cards) > 51:
        raise InputError(f"a hand must be two cards, like 'AsKh', got {text!r}")
    return hole_index(cards[0], cards[1])


def class_index(name: str) -> int:
    """Return the index of a hand class, 0 to 168.

    Args:
        name: `AA`, `AKs` or `AKo`, with the ranks in either order and letters in either case.

    Raises:
        InputError: If there is no such class.

    >>> class_index("AA"), class_index("AKs"), class_index("AKo")
    (0, 1, 13)
    """
    word = name.strip().replace("10", "T")
    ranks = word[:2].upper()
    for spelling in (ranks + word[2:].lower(), ranks[::-1] + word[2:].lower()):
        if spelling in _CLASS_INDEX:
            return _CLASS_INDEX[spelling]
    raise InputError(f"a hand class must be like 'AA', 'AKs' or 'AKo', got {name!r}")


def class_holes(index: int) -> IntArray:
    """Return the hands of a hand class, ascending, as a read-only array.

    Args:
        index: Index of the class, 0 to 168.
    """
    if not 0 <= index < CLASS_COUNT:
        raise InputError(f"a hand class must be from 0 to {CLASS_COUNT - 1}, got {index}")
    return _CLASS_HOLES[index]


def class_sums(values: NDArray[np.floating]) -> NDArray[np.float64]:
    """Return the sums over the hands of each class.  [..., 169]

    Args:
        values: A value for each hand.  [..., 1326]
    """
    sums: NDArray[np.float64] = np.add.reduceat(
        values[..., _CLASS_ORDER].astype(np.float64), _CLASS_STARTS, axis=-1
    )
    return sums


def class_means(
    values: NDArray[np.floating], weights: NDArray[np.floating] | None = None
) -> NDArray[np.float64]:
    """Return the weighted mean over the hands of each class.  [169]

    The mean of a class without values or weight is NaN.

    Args:
        values: A value for each hand [1326]; NaN is ignored.
        weights: Weight of each hand [1326]; by default all are equal.
    """
    weights = np.ones(HOLE_COUNT) if weights is None else weights
    total = np.bincount(HOLE_CLASS, weights * ~np.isnan(values), CLASS_COUNT)
    summed = np.bincount(HOLE_CLASS, weights * np.nan_to_num(values), CLASS_COUNT)
    means = np.full(CLASS_COUNT, np.nan)
    np.divide(summed, total, out=means, where=total > 0)
    return means


def _check_hole(index: int) -> int:
    if not 0 <= index < HOLE_COUNT:
        raise InputError(f"a hand must be from 0 to {HOLE_COUNT - 1}, got {index}")
    return index
