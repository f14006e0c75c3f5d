"""The native core checks what it is given."""

from typing import Any

import numpy as np
import pytest

from fifthstreet import _native
from fifthstreet.errors import InputError

FIVE = np.array([0b11111], np.uint64)
ONE = np.ones(1, np.int64)
CLASSES = np.zeros(1326, np.uint8)


def counts(rows: int) -> np.ndarray:
    return np.empty((rows, 24), np.int64)


def good_arguments() -> list[Any]:
    return [FIVE, ONE, CLASSES, 1, counts(5), counts(126), counts(126)]


def test_a_single_set_is_counted() -> None:
    arguments = good_arguments()
    _native.count_final_hands(*arguments)
    preflop, flop, turn = arguments[4:]
    assert (preflop.sum(), flop.sum(), turn.sum()) == (1081, 1081, 2 * 1081)


@pytest.mark.parametrize(
    ("place", "value", "message"),
    [
        (0, np.array([0b1111], np.uint64), "not a set of five cards"),
        (0, np.array([31 << 50], np.uint64), "not a set of five cards"),
        (1, np.ones(2, np.int64), "sets of five cards must have one multiplicity each"),
        (1, -ONE, "sets of five cards must have one multiplicity each"),
        (1, ONE << 40, "sets of five cards must have one multiplicity each"),
        (2, CLASSES[1:], "classes must be 0 to 4, for each of 1,326 hands"),
        (2, CLASSES + np.uint8(5), "classes must be 0 to 4, for each of 1,326 hands"),
        (3, 0, "threads must be 1 to 4,096"),
        (4, counts(126), "tables must have 24 final hands"),
        (5, counts(5), "tables must have 24 final hands"),
        (6, np.empty((126, 23), np.int64), "tables must have 24 final hands"),
    ],
)
def test_bad_counts_are_refused(place: int, value: object, message: str) -> None:
    arguments = good_arguments()
    arguments[place] = value
    with pytest.raises(InputError, match=f"^{message}"):
        _native.count_final_hands(*arguments)


@pytest.mark.parametrize("cards", [0, 0b1111, 0xFF, 31 << 50, (1 << 64) - 1])
def test_bad_hands_are_refused(cards: int) -> None:
    with pytest.raises(InputError, match=r"^a hand must be a mask of 5 to 7 cards$"):
        _native.hand_cell(cards)


@pytest.mark.parametrize("board", [0, 0b11, 0b111111, 7 << 51])
def test_bad_boards_are_refused(board: int) -> None:
    with pytest.raises(InputError, match=r"^a board must be a mask of 3 to 5 cards$"):
        _native.mean_of_board(board, np.empty((126, 9)))


def test_results_of_a_wrong_size_are_refused() -> None:
    with pytest.raises(InputError, match=r"^rows must be one for each of 126 cells$"):
        _native.mean_of_board(7, np.empty((125, 9)))
    with pytest.raises(InputError, match=r"^results must be one per hand$"):
        _native.hand_cells(FIVE, np.empty(2, np.uint8))
