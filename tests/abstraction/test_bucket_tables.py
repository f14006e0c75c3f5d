"""Native look-ups of buckets: by cards, by masks and by boards they agree with the tables."""

from __future__ import annotations

import gc

import numpy as np
import pytest
from numpy.typing import NDArray

from fifthstreet import _native
from fifthstreet.abstraction import hold_em_index
from fifthstreet.cards import HOLE_MASKS
from fifthstreet.errors import InputError

BLOCKED = 0xFFFF
STREETS = {0: 0, 3: 1, 4: 2}  # board cards, and which table has them


def numbers(board_cards: int) -> NDArray[np.int64]:
    index = hold_em_index(board_cards)
    return np.arange(index.size(len(index.rounds) - 1))


@pytest.fixture(scope="module")
def arrays() -> list[NDArray[np.uint16] | NDArray[np.uint8]]:
    scattered = numbers(4) * 2_654_435_761 % 50_000
    return [
        numbers(0).astype(np.uint8),
        (numbers(3) % 251).astype(np.uint8),
        scattered.astype(np.uint16),
    ]


@pytest.fixture(scope="module")
def tables(arrays: list[NDArray[np.uint16]]) -> _native.BucketTables:
    return _native.BucketTables([*arrays, None], [169, 251, 50_000, 0])


def deals(board_cards: int, count: int) -> NDArray[np.uint8]:
    random = np.random.default_rng(board_cards)
    return np.argsort(random.random((count, 52)), axis=1)[:, : 2 + board_cards].astype(np.uint8)


def masks_of(cards: NDArray[np.uint8]) -> NDArray[np.uint64]:
    masks: NDArray[np.uint64] = (np.uint64(1) << cards.astype(np.uint64)).sum(axis=1)
    return masks


@pytest.mark.parametrize("board_cards", STREETS)
@pytest.mark.parametrize("threads", [1, 2])
def test_look_ups_agree(
    tables: _native.BucketTables,
    arrays: list[NDArray[np.uint16]],
    board_cards: int,
    threads: int,
) -> None:
    cards = deals(board_cards, 40_001)  # not a multiple of any block
    holes, boards = masks_of(cards[:, :2]), masks_of(cards[:, 2:])
    wanted = arrays[STREETS[board_cards]][hold_em_index(board_cards).index(cards)]
    out = np.empty(len(cards), np.uint16)
    assert tables.buckets_of_cards(cards, out, threads) == -1
    np.testing.assert_array_equal(out, wanted)
    out[:] = BLOCKED
    assert tables.buckets_of_masks(holes, boards, out, threads) == -1
    np.testing.assert_array_equal(out, wanted)
    by_board = np.empty((50, 1326), np.uint16)
    assert tables.buckets_of_boards(boards[:50].copy(), by_board, threads) == -1
    hands = [int(np.flatnonzero(hole == HOLE_MASKS)[0]) for hole in holes[:50]]
    np.testing.assert_array_equal(by_board[np.arange(50), hands], wanted[:50])
    np.testing.assert_array_equal(by_board == BLOCKED, (HOLE_MASKS & boards[:50, None]) != 0)


def test_streets_may_be_mixed(tables: _native.BucketTables) -> None:
    cards = deals(4, 30)
    hole = masks_of(cards[:, :2])
    boards = np.where(np.arange(30) % 2, masks_of(cards[:, 2:]), masks_of(cards[:, 2:5]))
    out, single = np.empty(30, np.uint16), np.empty(1, np.uint16)
    assert tables.buckets_of_masks(hole, boards, out, 1) == -1
    for row in range(30):
        tables.buckets_of_masks(hole[row : row + 1], boards[row : row + 1], single, 1)
        assert single[0] == out[row]


def test_first_bad_row_is_returned(tables: _native.BucketTables) -> None:
    cards = deals(3, 20_000)
    out = np.empty(len(cards), np.uint16)
    for wrong in (52, 255, int(cards[17_000, 1])):
        damaged = cards.copy()
        damaged[[17_000, 19_000], 3] = wrong
        assert tables.buckets_of_cards(damaged, out, 2) == 17_000
    holes, boards = masks_of(cards[:, :2]), masks_of(cards[:, 2:])
    for hole, board in ((3, 7 << 40), (7, 7 << 40), (3, 3 << 40), (3, 31 << 40), (3, 7 << 51)):
        holes[17_000], boards[17_000] = hole, board
        is_deal = hole == 3 and board == 7 << 40
        assert tables.buckets_of_masks(holes, boards, out, 2) == (-1 if is_deal else 17_000)
    by_board = np.empty((2, 1326), np.uint16)
    assert tables.buckets_of_boards(np.array([7, 31], np.uint64), by_board, 1) == 1


def test_wrong_tables_are_refused() -> None:
    preflop = np.arange(169, dtype=np.uint8)
    for tables, counts, message in (
        ([preflop[:-1], None, None, None], [169, 0, 0, 0], "must have 169 buckets, got 168"),
        ([preflop, None, None, None], [168, 0, 0, 0], "not below the number"),
        ([preflop, None, None, None], [0, 0, 0, 0], "1 to 65,535"),
        ([preflop, None, None, None], [169, 1, 0, 0], "without a table"),
        ([preflop, None, None], [169, 0, 0], "four streets"),
        ([preflop.astype(np.int16), None, None, None], [169, 0, 0, 0], "wrong type"),
        ([np.repeat(preflop, 2)[::2], None, None, None], [169, 0, 0, 0], "C-contiguous"),
    ):
        with pytest.raises(InputError, match=message):
            _native.BucketTables(tables, counts)  # type: ignore[arg-type]


def test_arrays_are_kept_alive() -> None:
    tables = _native.BucketTables(
        [np.arange(169, dtype=np.uint8), None, None, None], [169, 0, 0, 0]
    )
    gc.collect()
    out = np.empty(1, np.uint16)
    tables.buckets_of_cards(np.array([[48, 51]], np.uint8), out, 1)
    assert out[0] == hold_em_index(0).index([[48, 51]])[0]
    assert tables.count(0) == 169
    assert tables.count(5) == 0
