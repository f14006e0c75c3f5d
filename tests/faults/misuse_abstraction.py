"""Recipes of native calls about indices and features of hands."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from fifthstreet import _native
from fifthstreet.cards import parse_mask
from fifthstreet.cards.hands import STANDARD_HIGH
from tests.faults.misuse import Arguments, Recipe
from tests.faults.misuse_samples import THREADS

HAND, FLOP = parse_mask("AsKs"), parse_mask("QsJs2h")


def hand_index_recipes() -> dict[str, Recipe]:
    index = _native.HandIndex([2, 3, 1, 1])

    def create(rounds: Any, round: Any) -> None:
        created = _native.HandIndex(rounds)
        assert created.size(round) > 0
        assert created.table_bytes > 0

    def deals() -> Arguments:
        cards = np.arange(10, dtype=np.uint8).reshape(2, 5)
        return {"round": 1, "cards": cards, "out": np.zeros(2, np.int64), "threads": THREADS}

    return {
        "HandIndex": Recipe(
            lambda: {"rounds": [2, 3, 1], "round": 1},
            create,
            frozenset({"HandIndex", "HandIndex.size", "HandIndex.table_bytes"}),
        ),
        "index_cards": Recipe(deals, index.index_cards, frozenset({"HandIndex.index_cards"})),
        "index_masks": Recipe(
            lambda: {
                "round": 1,
                "sets": np.array([[HAND, FLOP]] * 2, np.uint64),
                "out": np.zeros(2, np.int64),
                "threads": THREADS,
            },
            index.index_masks,
            frozenset({"HandIndex.index_masks"}),
        ),
        "index_holes": Recipe(
            lambda: {
                "round": 1,
                "boards": np.array([[FLOP]] * 2, np.uint64),
                "out": np.zeros((2, 1326), np.int64),
                "threads": THREADS,
            },
            index.index_holes,
            frozenset({"HandIndex.index_holes"}),
        ),
        "unindex": Recipe(
            lambda: {
                "round": 1,
                "indices": np.array([0, 1_000_000], np.int64),
                "out": np.zeros((2, 5), np.uint8),
                "threads": THREADS,
            },
            index.unindex,
            frozenset({"HandIndex.unindex"}),
        ),
    }


def bucket_table_recipes() -> dict[str, Recipe]:
    size = _native.HandIndex([2, 3]).size(1)
    preflop, flop = np.arange(169, dtype=np.uint8), np.arange(size).astype(np.uint16) % 500
    tables = _native.BucketTables([preflop, flop, None, None], [169, 500, 0, 0])

    def create(tables: Any, counts: Any, board_cards: Any) -> None:
        assert _native.BucketTables(tables, counts).count(board_cards) >= 0

    return {
        "BucketTables": Recipe(
            lambda: {
                "tables": [preflop.copy(), flop.copy(), None, None],
                "counts": [169, 500, 0, 0],
                "board_cards": 3,
            },
            create,
            frozenset({"BucketTables", "BucketTables.count"}),
        ),
        "buckets_of_cards": Recipe(
            lambda: {
                "cards": np.arange(10, dtype=np.uint8).reshape(2, 5),
                "out": np.zeros(2, np.uint16),
                "threads": THREADS,
            },
            tables.buckets_of_cards,
            frozenset({"BucketTables.buckets_of_cards"}),
        ),
        "buckets_of_masks": Recipe(
            lambda: {
                "holes": np.array([HAND, HAND], np.uint64),
                "boards": np.array([FLOP, 0], np.uint64),
                "out": np.zeros(2, np.uint16),
                "threads": THREADS,
            },
            tables.buckets_of_masks,
            frozenset({"BucketTables.buckets_of_masks"}),
        ),
        "buckets_of_boards": Recipe(
            lambda: {
                "boards": np.array([FLOP, 0], np.uint64),
                "out": np.zeros((2, 1326), np.uint16),
                "threads": THREADS,
            },
            tables.buckets_of_boards,
            frozenset({"BucketTables.buckets_of_boards"}),
        ),
    }


def strength_recipes() -> dict[str, Recipe]:
    evaluator = STANDARD_HIGH.evaluator
    index = _native.HandIndex([2, 4])
    rivers = np.array([parse_mask("QsJs2h7c4d"), parse_mask("QsJs2s7s4d")], np.uint64)
    flops = np.array([FLOP, parse_mask("QsJs2s")], np.uint64)
    turns = np.array([parse_mask("QsJs2h7c"), parse_mask("QsJs2s7s")], np.uint64)
    buckets = np.zeros(index.size(1), np.uint16)

    def rows_of(boards: NDArray[np.uint64]) -> Arguments:
        counts = np.zeros(len(boards), np.int64)
        _native.count_board_hands(boards, counts)
        starts = np.concatenate([[0], np.cumsum(counts)])
        return {"boards": boards.copy(), "starts": starts, "threads": THREADS}

    def strengths() -> Arguments:
        rows = rows_of(turns)
        count = rows["starts"][-1]
        return {
            **rows,
            "points": np.zeros(count, np.uint32),
            "square_points": np.zeros(count, np.uint32),
            "histogram": np.zeros((count, 10), np.uint16),
            "potentials": np.zeros((count, 2), np.float32),
        }

    def hands() -> Arguments:
        rows = rows_of(turns)
        count = rows["starts"][-1]
        return {
            **rows,
            "hands": np.zeros(count, np.uint16),
            "indices": np.zeros(count, np.int64),
            "multiplicities": np.zeros(count, np.uint8),
        }

    def clusters() -> Arguments:
        rows = rows_of(rivers)
        out = np.zeros((rows["starts"][-1], 3), np.float32)
        return {**rows, "weights": np.ones((3, 1326), np.float32), "out": out}

    def next_buckets() -> Arguments:
        rows = rows_of(flops)
        out = np.zeros((rows["starts"][-1], 47), np.uint16)
        return {**rows, "out": out}

    return {
        "count_board_hands": Recipe(
            lambda: {"boards": turns.copy(), "out": np.zeros(2, np.int64)},
            _native.count_board_hands,
            frozenset({"count_board_hands"}),
        ),
        "list_board_hands": Recipe(
            hands,
            lambda **arguments: _native.list_board_hands(index, **arguments),
            frozenset({"list_board_hands"}),
        ),
        "sum_strengths": Recipe(
            strengths,
            lambda **arguments: _native.sum_strengths(evaluator, **arguments),  # type: ignore[arg-type]
            frozenset({"sum_strengths"}),
        ),
        "cluster_strengths": Recipe(
            clusters,
            lambda **arguments: _native.cluster_strengths(evaluator, **arguments),  # type: ignore[arg-type]
            frozenset({"cluster_strengths"}),
        ),
        "list_next_buckets": Recipe(
            next_buckets,
            lambda **arguments: _native.list_next_buckets(index, buckets=buckets, **arguments),
            frozenset({"list_next_buckets"}),
        ),
    }
