"""Exact features of all 1,326 hands on one board."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fifthstreet.abstraction.board_blocking import BoardBlock, street_boards
from fifthstreet.abstraction.cluster_strength import cluster_blocks
from fifthstreet.abstraction.hand_index import hold_em_index
from fifthstreet.abstraction.strength import HandStrengths, strength_blocks
from fifthstreet.cards import canonical_mask, parse_mask
from fifthstreet.errors import InputError

_Number = TypeVar("_Number", bound=np.generic)


def board_strengths(
    board: str | int, *, bins: int | None = None, potentials: bool = False
) -> HandStrengths:
    """Return the strengths of all 1,326 hands on a board.

    Hands that share a card with the board have zeros.

    Args:
        board: 3 to 5 cards, like `QsJh2h`, or their mask.
        bins: Bins of each hand's histogram, 2 to 255; by default there are no histograms.
            Not on the river.
        potentials: Whether to calculate potentials; not on the river.

    >>> from fifthstreet.cards import parse_hole
    >>> strengths = board_strengths("3h4cJh", bins=10, potentials=True)
    >>> hand = parse_hole("AdQc")
    >>> print(f"EHS {strengths.ehs[hand]:.4f}, EHS² {strengths.ehs_squared[hand]:.4f}")
    EHS 0.5114, EHS² 0.3073
    """
    mask, cards, number = _place(board)
    (block,) = strength_blocks(cards, bins=bins, potentials=potentials, boards=number, threads=1)
    rows, found = _rows(block, mask, cards), block.strengths
    assert found.square_points is not None
    return replace(
        found,
        points=_spread(found.points, rows),
        square_points=_spread(found.square_points, rows),
        histogram=None if found.histogram is None else _spread(found.histogram, rows),
        potentials=None if found.potentials is None else _spread(found.potentials, rows),
    )


def board_equities(board: str | int, clusters: ArrayLike) -> NDArray[np.float32]:
    """Return the equity of all 1,326 hands on a river against clusters of hands.  [1326, K]

    Hands that share a card with the board have zeros.

    Args:
        board: 5 cards, like `QsJh2h9d8c`, or their mask.
        clusters: The opponent's hands, as in `cluster_weights`.
    """
    mask, cards, number = _place(board)
    if cards != 5:
        raise InputError(f"board must have 5 cards, got {cards}")
    (block,) = cluster_blocks(clusters, boards=number, threads=1)
    return _spread(block.equities, _rows(block, mask, cards))


def _place(board: str | int) -> tuple[int, int, slice]:
    """Return a board's mask, its number of cards and where it is among the canonical boards."""
    mask = parse_mask(board) if isinstance(board, str) else int(board)
    cards = mask.bit_count()
    if cards not in (3, 4, 5) or mask >> 52:
        raise InputError(f"board must be 3 to 5 cards, got {board!r}")
    canonical = np.uint64(canonical_mask(mask))
    number = int(np.searchsorted(street_boards(cards), canonical))
    return mask, cards, slice(number, number + 1)


def _rows(block: BoardBlock, mask: int, cards: int) -> NDArray[np.int64]:
    """Return the row of each hand in the block of its board up to suits, -1 if blocked.  [1326]"""
    indices = hold_em_index(cards).index_holes([mask], threads=1)[0]
    order = np.argsort(block.indices)
    places = np.searchsorted(block.indices, np.maximum(indices, 0), sorter=order)
    return np.where(indices >= 0, order[places], -1)


def _spread(numbers: NDArray[_Number], rows: NDArray[np.int64]) -> NDArray[_Number]:
    """Return the numbers of each hand, 0 for hands without a row."""
    spread: NDArray[Any] = numbers[np.maximum(rows, 0)]
    spread[rows < 0] = 0
    return spread
