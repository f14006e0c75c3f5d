"""Recipes of native calls about indices and features of hands."""

from __future__ import annotations

from typing import Any

import numpy as np

from fifthstreet import _native
from fifthstreet.cards import parse_mask
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
