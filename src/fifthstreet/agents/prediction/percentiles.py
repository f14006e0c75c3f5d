"""Percentiles of hands: the share of all hands on the same board that a hand beats.

A percentile is more informative than a category, because it depends on the board: on a board with a
pair, a pair is worth nothing. The final percentile, on the river, decides. `PercentileTables` has
its distribution, given the hand's class before the flop, or on the flop and the turn given its
percentile, its SF class, and whether the board has three cards of a suit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from fifthstreet import _native
from fifthstreet.agents.prediction.classes import K_CLASSES, SF_CLASSES, by_mask
from fifthstreet.agents.prediction.predictor import MAX_OPPONENTS, pot_share
from fifthstreet.agents.prediction.tables import FloatArray
from fifthstreet.cards import CLASS_COUNT, HOLE_CLASS, HOLE_MASKS, MaskArray
from fifthstreet.cards.hands import STANDARD_HIGH
from fifthstreet.support.storage import cache_folder, cached_arrays

PERCENTILE_CLASSES = 20

# Lower ends of the percentile classes on the flop and the turn: closer together for strong hands.
_EDGES = (0, 20, 40, 60, 80, 100, 120, 140, 160, 170, 180, 185, 190, 193, 195, 197, 199)
_STEPS = 200  # from 0 to 1, the unit of the ends
_CLASS_OF_STEP: list[int] = (
    np.searchsorted(_EDGES, np.arange(_STEPS + 1), side="right") - 1
).tolist()
_STEP_CLASSES = np.array(_CLASS_OF_STEP)

_TABLES_VERSION = 2
_SEED = 5
_BOARDS = 8000
_FIELD_STEP = 12
_BOARDS_KEPT = 1 << 12
_MIDDLES = (np.arange(PERCENTILE_CLASSES) + 0.5) / PERCENTILE_CLASSES  # of classes
_NO_BOARDS = np.empty(0, np.uint64)
_K_COUNT = len(K_CLASSES)
_evaluator = STANDARD_HIGH.evaluator
_standing = _evaluator.standing
_hand_cell = _native.hand_cell
_CLASS_OF_MASK = by_mask(HOLE_CLASS)
_SUITS = tuple(sum(1 << card for card in range(suit, 52, 4)) for suit in range(4))  # masks


def _field() -> MaskArray:
    """Return every twelfth hand, ordered by class and at random within a class."""
    order = np.random.default_rng(_SEED).permutation(len(HOLE_MASKS))
    order = order[np.argsort(HOLE_CLASS[order], kind="stable")]
    field: MaskArray = HOLE_MASKS[order[::_FIELD_STEP]]
    return field


_FIELD = _field()


@dataclass(frozen=True, eq=False, repr=False)
class PercentileTables:
    """Distributions of the final percentile, in `PERCENTILE_CLASSES` equal parts, lowest first."""

    preflop: FloatArray  # [169, 20]  by hand class
    flop: FloatArray  # [17, 21, 2, 20]  by percentile, SF class, and three of a suit on the board
    turn: FloatArray  # [17, 21, 2, 20]

    def __repr__(self) -> str:
        return f"<PercentileTables of {PERCENTILE_CLASSES} classes>"

    @cached_property
    def win_odds(self) -> tuple[list[list[float]], list[list[float]], list[list[float]]]:
        """Chance to win against 0, 1, 2 ... unknown hands, by row of each street's table."""
        edges = np.linspace(0, 1, PERCENTILE_CLASSES + 1)
        powers = np.arange(1, MAX_OPPONENTS + 2)
        # The mean of u^n over each class of percentiles u.  [20, 23]
        areas = edges[:, None] ** powers / powers
        means = np.diff(areas, axis=0) * PERCENTILE_CLASSES
        streets = (self.preflop, self.flop, self.turn)
        rows = [(table.reshape(-1, PERCENTILE_CLASSES) @ means).tolist() for table in streets]
        return rows[0], rows[1], rows[2]


class Percentiles:
    """Percentiles of hands on a board, and the chance to win that follows from them.

    Cards are sequences of card numbers; boards have none or 3 to 5. Hands are compared with a
    sample of 111 hands, or with `exact` with all hands that the board leaves. A player's own cards
    are not removed from the other hands.

    >>> from fifthstreet.cards import parse_cards
    >>> percentiles = Percentiles()
    >>> hole, board = parse_cards("8c8d"), parse_cards("KsTd4h")
    >>> round(percentiles.win_probability(hole, board, 1), 2)
    0.63
    >>> round(percentiles.win_probability(hole, board, 5), 2)
    0.17
    """

    def __init__(self, tables: PercentileTables | None = None, *, exact: bool = False) -> None:
        """Use `tables`, by default `percentile_tables()`."""
        self.tables = percentile_tables() if tables is None else tables
        self._others = HOLE_MASKS if exact else _FIELD
        self._preflop, self._flop, self._turn = self.tables.win_odds

    def bounds(self, hole: Sequence[int], board: Sequence[int]) -> tuple[float, float]:
        """Return the shares of hands on a board that a hand beats, and that do not beat it."""
        board_mask, _ = _read_board(tuple(board))
        weaker, stronger, total = _standing(1 << hole[0] | 1 << hole[1], board_mask, self._others)
        return weaker / total, (total - stronger) / total

    def final(self, hole: Sequence[int], board: Sequence[int] = ()) -> FloatArray:
        """Return the distribution of a hand's final percentile.  [20]"""
        if not board:
            return np.asarray(self.tables.preflop[_CLASS_OF_MASK[1 << hole[0] | 1 << hole[1]]])
        lower, upper = self.bounds(hole, board)
        percentile = (lower + upper) / 2
        if len(board) == 5:
            final = np.zeros(PERCENTILE_CLASSES)
            final[min(int(percentile * PERCENTILE_CLASSES), PERCENTILE_CLASSES - 1)] = 1.0
            return final
        table = self.tables.flop if len(board) == 3 else self.tables.turn
        place = _CLASS_OF_STEP[int(percentile * _STEPS)]
        board_mask, suited = _read_board(tuple(board))
        sf = _hand_cell(1 << hole[0] | 1 << hole[1] | board_mask) // _K_COUNT
        return np.asarray(table[place, sf, suited])

    def expected(self, board: Sequence[int] = ()) -> FloatArray:
        """Return the expected final percentile of every hand; NaN for blocked hands.  [1326]"""
        return _expected(self.tables, tuple(board))

    def win_probability(
        self, hole: Sequence[int], board: Sequence[int] = (), opponents: int = 1
    ) -> float:
        """Return the expected share of the pot against opponents with unknown hands."""
        hole_mask = 1 << hole[0] | 1 << hole[1]
        if not board:
            return self._preflop[_CLASS_OF_MASK[hole_mask]][opponents]
        board_mask, suited = _read_board(tuple(board))
        weaker, stronger, total = _standing(hole_mask, board_mask, self._others)
        if len(board) == 5:
            return pot_share(weaker / total, (total - stronger) / total, opponents)
        place = _CLASS_OF_STEP[(weaker + total - stronger) * (_STEPS // 2) // total]
        sf = _hand_cell(hole_mask | board_mask) // _K_COUNT
        row = 2 * (place * len(SF_CLASSES) + sf) + suited
        return (self._flop if len(board) == 3 else self._turn)[row][opponents]


@lru_cache(maxsize=_BOARDS_KEPT)
def _expected(tables: PercentileTables, board: tuple[int, ...]) -> FloatArray:
    if not board:
        expected = tables.preflop[HOLE_CLASS] @ _MIDDLES
    else:
        board_mask, suited = _read_board(board)
        mask = np.uint64(board_mask)
        is_possible = HOLE_MASKS & mask == 0
        hands = HOLE_MASKS[is_possible] | mask
        expected = np.full(len(HOLE_MASKS), np.nan)
        percentiles = _percentiles(hands)
        if len(board) == 5:
            expected[is_possible] = percentiles
        else:
            table = (tables.flop if len(board) == 3 else tables.turn)[:, :, suited]
            places = _STEP_CLASSES[(percentiles * _STEPS).astype(np.int64)]
            expected[is_possible] = (table @ _MIDDLES)[places, _sf_classes(hands)]
    expected.flags.writeable = False
    return expected


@lru_cache(maxsize=_BOARDS_KEPT)
def _read_board(board: tuple[int, ...]) -> tuple[int, int]:
    """Return the mask of a board and its suited index."""
    mask = 0
    for card in board:
        mask |= 1 << card
    return mask, _suited_index(mask)


def _suited_index(board: int) -> int:
    """Return 1 if a board, given as a mask, has three cards of a suit or more, otherwise 0."""
    for suit in _SUITS:
        if (board & suit).bit_count() >= 3:
            return 1
    return 0


def _strengths(hands: MaskArray) -> NDArray[np.uint16]:
    out = np.empty(len(hands), np.uint16)
    _evaluator.evaluate_masks(hands, _NO_BOARDS, out, 1)
    return out


@lru_cache(maxsize=1)
def percentile_tables() -> PercentileTables:
    """Return the tables; they are built once and then read from the user's cache folder.

    >>> percentile_tables()
    <PercentileTables of 20 classes>
    """
    facts = {
        "version": _TABLES_VERSION,
        "classes": PERCENTILE_CLASSES,
        "edges": list(_EDGES),
        "sf_classes": list(SF_CLASSES),
        "boards": _BOARDS,
    }
    path = cache_folder() / "percentiles.5th"
    arrays = cached_arrays(path, "percentiles", facts, lambda: count_percentiles(_BOARDS, _SEED))
    return PercentileTables(**arrays)


def count_percentiles(boards: int, seed: int) -> dict[str, FloatArray]:
    """Return the tables from all hands on some random boards: 4 seconds for 8,000 boards."""
    random = np.random.default_rng(seed)
    classes = PERCENTILE_CLASSES
    preflop = np.zeros(CLASS_COUNT * classes)
    rows = len(_EDGES) * len(SF_CLASSES) * 2
    streets = [np.zeros(rows * classes) for _ in range(2)]
    for _ in range(boards):
        cards = random.permutation(52)[:5]
        masks = np.uint64(1) << cards.astype(np.uint64)
        board = np.bitwise_or.reduce(masks)
        is_possible = HOLE_MASKS & board == 0
        holes = HOLE_MASKS[is_possible]
        final = np.minimum((_percentiles(holes | board) * classes).astype(np.int64), classes - 1)
        preflop += np.bincount(
            HOLE_CLASS[is_possible] * np.int64(classes) + final, None, len(preflop)
        )
        for counts, board_cards in zip(streets, (3, 4), strict=True):
            board = np.bitwise_or.reduce(masks[:board_cards])
            hands = holes | board
            places = _STEP_CLASSES[(_percentiles(hands) * _STEPS).astype(np.int64)]
            row = 2 * (places * len(SF_CLASSES) + _sf_classes(hands))
            row += _suited_index(int(board))
            counts += np.bincount(row * classes + final, None, len(counts))
    shape = (len(_EDGES), len(SF_CLASSES), 2, classes)
    return {
        "preflop": _smoothed(preflop.reshape(CLASS_COUNT, classes)),
        "flop": _smoothed(streets[0].reshape(shape)),
        "turn": _smoothed(streets[1].reshape(shape)),
    }


def _sf_classes(hands: MaskArray) -> NDArray[np.uint8]:
    cells = np.empty(len(hands), np.uint8)
    _native.hand_cells(hands, cells)
    return cells // np.uint8(_K_COUNT)


def _percentiles(hands: MaskArray) -> FloatArray:
    """Return the percentile of each hand among all of them; ties count half."""
    strengths = _strengths(hands)
    counts = np.bincount(strengths)
    doubled = 2 * np.cumsum(counts) - counts
    percentiles: FloatArray = doubled[strengths] / (2 * len(hands))
    return percentiles


def _smoothed(counts: FloatArray) -> FloatArray:
    """Divide rows by their sums, after adding a sample spread like all hands of the percentile."""
    prior = counts.reshape(len(counts), -1, PERCENTILE_CLASSES).sum(axis=1)
    prior = (prior + 1 / PERCENTILE_CLASSES) / (prior.sum(axis=1, keepdims=True) + 1)
    smoothed = counts + prior.reshape(len(counts), *[1] * (counts.ndim - 2), PERCENTILE_CLASSES)
    rows: FloatArray = smoothed / smoothed.sum(axis=-1, keepdims=True)
    return rows
