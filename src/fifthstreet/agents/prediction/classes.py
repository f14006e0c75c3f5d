"""Classes of hands: preflop, straights and flushes (SF), and ranks that repeat (K).

SF and K classes are of all cards so far, hole cards and board together; the native core finds them.

    O    a run: consecutive ranks (an ace is high or low)
    I    a run with one rank missing inside
    3, 4 cards held
    S    of any suits
    SF   of one suit

A hand has the first class of `SF_CLASSES` that fits.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fifthstreet import _native
from fifthstreet.cards import CLASS_NAMES, HOLE_CLASS, HOLE_MASKS, class_index, mask_text
from fifthstreet.cards.hands import CardsLike, to_mask
from fifthstreet.errors import InputError

# Straights and flushes, made and drawing, in order of precedence.
SF_CLASSES = (
    *("SF", "F", "S"),
    *("SFO4", "SFI4"),
    *("SO4&F4", "SI4&F4", "SFO3&F4", "SO3&F4", "F4"),
    *("SFO3&SO4", "SO4&F3", "SO4"),
    *("SFO3&SI4", "SI4&F3", "SI4"),
    *("SFO3", "SO3&F3", "F3", "SO3"),
    "J",
)
K_CLASSES = ("none", "pair", "two pair", "trips", "full house", "quads")
# Classes 1 to 4; all other hands are in class 5.
_PREFLOP_HANDS = (
    "AA KK QQ AKs AQs",
    "JJ TT AKo AJs KQs",
    "AQo ATs KJs QJs JTs",
    "99 88 AJo KQo KTs QTs J9s T9s 98s",
)
PREFLOP_CLASSES = (1, 2, 3, 4, 5)
MIN_CARDS, MAX_CARDS = 5, 7


def _preflop_class_of_holes() -> NDArray[np.uint8]:
    by_class = np.full(len(CLASS_NAMES), len(_PREFLOP_HANDS) + 1, np.uint8)
    for number, names in enumerate(_PREFLOP_HANDS, start=1):
        by_class[[class_index(name) for name in names.split()]] = number
    by_hole: NDArray[np.uint8] = by_class[HOLE_CLASS]
    by_hole.flags.writeable = False
    return by_hole


PREFLOP_CLASS_OF_HOLE = _preflop_class_of_holes()  # [1326] 1 to 5


def by_mask(of_hole: NDArray[np.uint8]) -> dict[int, int]:
    """Return a property of hands, [1326], by their masks, which is faster than by `hole_index`."""
    return dict(zip(HOLE_MASKS.tolist(), of_hole.tolist(), strict=True))


_PREFLOP_CLASS_OF_MASK = by_mask(PREFLOP_CLASS_OF_HOLE)


def preflop_class(hole: CardsLike) -> int:
    """Return the class of two hole cards, from 1 (best) to 5.

    Args:
        hole: Two cards, like `AsQs`.

    >>> preflop_class("AsQs"), preflop_class("AsQh"), preflop_class("7h2c")
    (1, 3, 5)
    """
    mask = to_mask(hole)
    if mask.bit_count() != 2:
        raise InputError(f"hole must be two cards, like 'AsQs', got {mask_text(mask) or 'none'}")
    return _PREFLOP_CLASS_OF_MASK[mask]


def class_row(hole: int, board: int) -> int:
    """Return the row of a hand in tables by class.

    With a board it is the cell of the SF and K classes, and without one the preflop class less 1.

    Args:
        hole: Mask of two cards.
        board: Mask of three to five cards, or 0 before the flop.
    """
    return _native.hand_cell(hole | board) if board else _PREFLOP_CLASS_OF_MASK[hole] - 1


def k_class(cards: CardsLike) -> str:
    """Return the K class of a hand, by how often its ranks repeat.

    Args:
        cards: 5 to 7 cards, hole cards and board together.

    >>> k_class("AsAhKd7c2s"), k_class("AsAhAdKcKs2d2h")
    ('pair', 'full house')
    """
    return K_CLASSES[_cell(cards) % len(K_CLASSES)]


def sf_class(cards: CardsLike) -> str:
    """Return the SF class of a hand: the best straight or flush, made or drawing.

    Args:
        cards: 5 to 7 cards, hole cards and board together.

    >>> sf_class("9s8s7h6hAd"), sf_class("9s8s7s6hAd"), sf_class("9s8s7s5hAs")
    ('SO4', 'SFO3&SO4', 'SI4&F4')
    """
    return SF_CLASSES[_cell(cards) // len(K_CLASSES)]


def hand_classes(hands: ArrayLike) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Return the SF and K classes of many hands.  [N], [N]

    They are indices of `SF_CLASSES` and `K_CLASSES`.

    Args:
        hands: Masks of 5 to 7 cards, hole cards and board together.  [N]

    >>> from fifthstreet.cards import parse_mask
    >>> sf, k = hand_classes([parse_mask("9s8s7h6hAd"), parse_mask("AsAhKd7c2s")])
    >>> [SF_CLASSES[index] for index in sf], [K_CLASSES[index] for index in k]
    (['SO4', 'J'], ['none', 'pair'])
    """
    masks = np.asarray(hands)
    if masks.ndim != 1 or (masks.size and masks.dtype.kind not in "iu"):
        raise InputError(
            f"hands must be whole numbers of shape [N], got {masks.dtype} of shape {masks.shape}"
        )
    cells = np.empty(len(masks), np.uint8)
    bad_row = _native.hand_cells(np.ascontiguousarray(masks, np.uint64), cells)
    if bad_row >= 0:
        raise InputError(f"hands must have 5 to 7 cards, got {masks[bad_row]} in row {bad_row}")
    sf, k = np.divmod(cells, np.uint8(len(K_CLASSES)))
    return sf, k


def _cell(cards: CardsLike) -> int:
    mask = to_mask(cards)
    if not MIN_CARDS <= mask.bit_count() <= MAX_CARDS:
        raise InputError(f"a hand must have 5 to 7 cards, got {mask.bit_count()}")
    return _native.hand_cell(mask)
