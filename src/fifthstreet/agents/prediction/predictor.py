"""Predict the final hands of a player and of their opponents, and the chance to win."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from fifthstreet import _native
from fifthstreet.agents.prediction.classes import K_CLASSES, SF_CLASSES, class_row
from fifthstreet.agents.prediction.combination import FINAL_OF_PAIR, FINAL_SF
from fifthstreet.agents.prediction.tables import (
    FloatArray,
    PredictionTables,
    Street,
    prediction_tables,
)
from fifthstreet.cards import ALL_CARDS, mask_text
from fifthstreet.cards.hands import CardsLike, to_mask
from fifthstreet.errors import InputError

MAX_OPPONENTS = 22  # with hole cards of one deck
_CELL_COUNT = len(SF_CLASSES) * len(K_CLASSES)
_MADE_SF = {"SF": "straight flush", "F": "flush", "S": "straight"}
_BOARDS_KEPT = 1 << 13
_RARE = 1e-6


class HandPredictor:
    """Predict final hands from the classes of a hand.

    All distributions are arrays [9] over `FINAL_HANDS`, in the order of `HandCategory`, weakest
    first; `own` returns shared read-only arrays. By default the two factors of a hand are combined
    as if they were independent. With `exact=True` the distribution is exact for the hand's classes,
    both factors together. Cards are text, a mask or a sequence of cards; masks are
    fastest.

    >>> predictor = HandPredictor()
    >>> own = predictor.own("QhJh", "Th9h2c")
    >>> from fifthstreet.cards.hands import HandCategory
    >>> round(float(own[HandCategory.STRAIGHT :].sum()), 3)
    0.523
    >>> round(predictor.win_probability("QhJh", "Th9h2c"), 3)
    0.667
    """

    def __init__(self, tables: PredictionTables | None = None) -> None:
        """Use `tables`, by default `prediction_tables()`."""
        self.tables = prediction_tables() if tables is None else tables

    def __repr__(self) -> str:
        return f"<HandPredictor with {self.tables!r}>"

    def own(self, hole: CardsLike, board: CardsLike = 0, *, exact: bool = False) -> FloatArray:
        """Return the distribution of the final hand of two hole cards on a board.  [9]

        The board has no cards or 3 to 5. On the river the final hand is known.
        """
        return _own(self.tables, _hole_mask(hole), _board_mask(board), exact)

    def opponent(self, board: CardsLike = 0, *, exact: bool = False) -> FloatArray:
        """Return the distribution of the final hand of an unknown opponent on a board.  [9]

        It is the mean of `own` over all pairs of hole cards that the board leaves; a player's own
        cards are not removed. Recent boards are cached.
        """
        return np.array(_opponent(self.tables, _board_mask(board), exact))

    def win_probability(
        self, hole: CardsLike, board: CardsLike = 0, *, opponents: int = 1, exact: bool = False
    ) -> float:
        """Return the expected share of the pot against opponents with unknown hands.

        Only categories are compared, and final hands of the same category share the pot. The final
        hands of all players are taken as independent of each other. `compare_with_equity`
        measures how far this is from the equity.
        """
        if not isinstance(opponents, int) or not 1 <= opponents <= MAX_OPPONENTS:
            raise InputError(f"opponents must be from 1 to {MAX_OPPONENTS}, got {opponents!r}")
        board_mask = _board_mask(board)
        own = _own(self.tables, _hole_mask(hole), board_mask, exact)
        return float(own.dot(_shares(self.tables, board_mask, exact, opponents)))


def _mask(cards: CardsLike) -> int:
    return cards if type(cards) is int and 0 <= cards <= ALL_CARDS else to_mask(cards)


def _hole_mask(hole: CardsLike) -> int:
    mask = _mask(hole)
    if mask.bit_count() != 2:
        raise InputError(f"hole must be two cards, like 'AsQs', got {mask_text(mask) or 'none'}")
    return mask


def _board_mask(board: CardsLike) -> int:
    mask = _mask(board)
    if mask.bit_count() not in (0, 3, 4, 5):
        raise InputError(f"board must have no cards or 3 to 5, got {mask.bit_count()}")
    return mask


def _own(tables: PredictionTables, hole: int, board: int, exact: bool) -> FloatArray:
    if hole & board:
        raise InputError(f"hole and board must differ, got {mask_text(hole & board)} in both")
    return _rows(tables, board.bit_count(), exact)[class_row(hole, board)]


@lru_cache(maxsize=16)
def _matrix(tables: PredictionTables, board_cards: int, exact: bool) -> FloatArray:
    """Return the distribution of each cell, [126, 9], or of each preflop class, [5, 9]."""
    if board_cards == 5:
        matrix = _river_rows()
    else:
        street: Street = "preflop" if board_cards == 0 else "flop" if board_cards == 3 else "turn"
        table = tables.joint(street) if exact else tables.factored(street)
        matrix = np.nan_to_num(table).reshape(-1, table.shape[-1])
    matrix.flags.writeable = False
    return matrix


@lru_cache(maxsize=16)
def _rows(tables: PredictionTables, board_cards: int, exact: bool) -> tuple[FloatArray, ...]:
    return tuple(_matrix(tables, board_cards, exact))


def _river_rows() -> FloatArray:
    made = [FINAL_SF.index(_MADE_SF.get(name, "none")) for name in SF_CLASSES]
    return FINAL_OF_PAIR[made].reshape(_CELL_COUNT, -1)


@lru_cache(maxsize=_BOARDS_KEPT)
def _opponent(tables: PredictionTables, board: int, exact: bool) -> list[float]:
    matrix = _matrix(tables, board.bit_count(), exact)
    if not board:
        return list((tables.frequency("preflop") @ matrix).tolist())
    return _native.mean_of_board(board, matrix)


@lru_cache(maxsize=_BOARDS_KEPT)
def _shares(tables: PredictionTables, board: int, exact: bool, opponents: int) -> FloatArray:
    """Return the expected share of the pot that each final hand wins.  [9]"""
    # `pot_share` of each final hand, where the upper end of one is the lower end of the next.
    shares = []
    power = opponents + 1
    lower = lower_power = 0.0
    for probability in _opponent(tables, board, exact):
        upper = lower + probability
        upper_power = upper**power
        same = upper - lower
        if same < _RARE:
            shares.append(((lower + upper) / 2) ** opponents)
        else:
            shares.append((upper_power - lower_power) / (power * same))
        lower, lower_power = upper, upper_power
    return np.array(shares)


def pot_share(lower: float, upper: float, opponents: int) -> float:
    """Return the expected share of a pot, where hands that tie share it.

    With `lower` b, `upper` a and n opponents, the share is the sum over k of C(n, k) (a - b)^k
    b^(n - k) / (k + 1), which is (a^(n + 1) - b^(n + 1)) / ((n + 1) (a - b)).

    Args:
        lower: Probability of beating an opponent's hand.
        upper: Probability of not losing to an opponent's hand.
        opponents: Number of opponents, whose hands are independent.

    >>> pot_share(0.0, 1.0, 3)
    0.25
    """
    same = upper - lower
    if same < _RARE:  # the limit, where the difference would be rounded
        return float(((lower + upper) / 2) ** opponents)
    power = opponents + 1
    return float((upper**power - lower**power) / (power * same))
