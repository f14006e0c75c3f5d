"""Refusals of card abstractions: indices, features, clusters, recipes and subsets of flops."""

from __future__ import annotations

from functools import cache
from math import inf, nan
from typing import Any

import numpy as np

from fifthstreet.errors import DamagedFileError, NotFoundError
from tests.refusals.table import Table, face, new_file, new_path

fs = face("")
abstraction = face("abstraction")
Recipe = abstraction.Recipe
Street = abstraction.StreetRecipe
NO_FEATURES = abstraction.HandStrengths(0, np.zeros(169, int), None, None, None)
POINTS = np.eye(4, dtype=np.uint8)


@cache
def preflop() -> Any:
    """Return an abstraction with a bucket for each hand class, without boards."""
    return make(np.arange(169, dtype=np.uint8))


def make(table: Any, street: str = "preflop") -> Any:
    return abstraction.CardAbstraction({street: table}, {street: 169})


def cluster(count: int = 2, points: Any = POINTS, **options: Any) -> Any:
    return abstraction.cluster(points, count, **options)


def index(*rounds: int) -> Any:
    return abstraction.HandIndex(rounds or (2, 3))


def strengths(cards: int = 3, **options: Any) -> Any:
    return abstraction.hand_strengths(cards, **options)


def solved(**changes: Any) -> Any:
    shapes: dict[str, Any] = {
        "ev": np.zeros((1, 2, 169)),
        "weights": np.zeros((1, 2, 169)),
        "bets": np.zeros((1, 2, 169)),
        "exploitability": np.zeros(1),
    }
    return abstraction.SolvedFlops("test", 1.0, **(shapes | changes))


@cache
def flop_strengths() -> Any:
    """Return strengths of two flops."""
    sums = [np.zeros((2, 169), np.int64)] * 4
    return abstraction.FlopStrengths(np.array([7, 21], np.uint64), np.ones(2, np.int64), *sums)


def next_buckets(cards: int, buckets: Any) -> Any:
    return next(iter(abstraction.next_bucket_blocks(cards, buckets)))


def wrong_buckets() -> Any:
    return np.broadcast_to(np.int64(-1), abstraction.hold_em_index(4).size(1))


BLOCK = abstraction.NextBucketBlock(
    *[np.zeros(1, np.int64)] * 5, share_done=1.0, next_buckets=np.array([[7]], np.uint16)
)
TABLE: Table = {
    "abstraction/board_blocking.py": [
        ("board_blocks", lambda: next(abstraction.board_blocks(2)), "must be 3, 4 or 5, got 2"),
    ],
    "abstraction/board_features.py": [
        (
            "board_equities",
            lambda: abstraction.board_equities("2c3c4c", np.zeros(169, int)),
            "board must have 5 cards, got 3",
        ),
        ("_place", lambda: abstraction.board_strengths("2c3c"), "3 to 5 cards, got '2c3c'"),
    ],
    "abstraction/board_texture.py": [
        ("board_textures", lambda: abstraction.board_textures([[7]]), "1 dimension, got 2"),
        ("board_textures", lambda: abstraction.board_textures([3]), "3 to 5 cards, got"),
    ],
    "abstraction/building.py": [
        (
            "opponent_clusters",
            lambda: abstraction.opponent_clusters(2, strengths=NO_FEATURES),
            "strengths must have a histogram",
        ),
    ],
    "abstraction/card_abstraction.py": [
        ("CardAbstraction.__init__", lambda: make(np.zeros(9, np.uint8), "x"), "the same streets"),
        ("CardAbstraction.__init__", lambda: make(np.zeros(9)), "a row of uint8 or uint16"),
        (
            "CardAbstraction.buckets_of_cards",
            lambda: preflop().buckets_of_cards([[1, 2, 3]]),
            "rows of 2 cards, got shape (1, 3)",
        ),
        (
            "CardAbstraction.buckets_of_cards",
            lambda: preflop().buckets_of_cards([[1, 1]]),
            "row 0 must be distinct cards from 0 to 51",
        ),
        (
            "CardAbstraction.buckets_of_masks",
            lambda: preflop().buckets_of_masks([3], [0, 0]),
            "rows of one length",
        ),
        (
            "CardAbstraction.buckets_of_masks",
            lambda: preflop().buckets_of_masks([7], [0]),
            "row 0 must be distinct cards: two and",
        ),
        (
            "CardAbstraction.buckets_of_boards",
            lambda: preflop().buckets_of_boards([[0]]),
            "a row of masks, got shape (1, 1)",
        ),
        (
            "CardAbstraction.buckets_of_boards",
            lambda: preflop().buckets_of_boards([7]),
            "for which there are buckets",
        ),
    ],
    "abstraction/choose_flops.py": [
        (
            "make_flop_subset",
            lambda: abstraction.make_flop_subset(3, flop_strengths()),
            "count must be 1 to 2 flops, got 3",
        ),
        (
            "make_flop_subset",
            lambda: abstraction.make_flop_subset(1, flop_strengths(), [solved()]),
            "test must be solved on all 2 flops, got 1",
        ),
    ],
    "abstraction/cluster_strength.py": [
        (
            "cluster_weights",
            lambda: abstraction.cluster_weights(np.full(169, -1)),
            "clusters must be numbers from 0",
        ),
        (
            "cluster_weights",
            lambda: abstraction.cluster_weights(np.zeros((0, 1326))),
            "clusters must be 1 to",
        ),
        (
            "cluster_weights",
            lambda: abstraction.cluster_weights(np.full((1, 1326), nan)),
            "must be finite and 0 or more",
        ),
        ("cluster_weights", lambda: abstraction.cluster_weights([1]), "clusters must be 169"),
        (
            "cluster_weights",
            lambda: abstraction.cluster_weights(np.zeros((1, 1326))),
            "cluster 0 has no hand",
        ),
        ("NextBucketBlock.counts", lambda: BLOCK.counts(7), "buckets must be at least 8, got 7"),
        ("_bucket_table", lambda: next_buckets(3, wrong_buckets()), "buckets must be from 0 to"),
        ("next_bucket_blocks", lambda: next_buckets(5, [0]), "must be 3 or 4, got 5"),
        ("_bucket_table", lambda: next_buckets(3, [0]), "integers, got int64 of shape (1,)"),
    ],
    "abstraction/clustering.py": [
        (
            "Clusters.assign_with_costs",
            lambda: cluster().assign_with_costs(np.zeros((1, 3), np.uint8)),
            "points must have 4 numbers",
        ),
        ("Clusters.members", lambda: cluster().members(2, 1), "cluster must be 0 to 1, got 2"),
        ("_Training.__init__", lambda: cluster(1, np.zeros((4, 2))), "point 0"),
        (
            "_assigned_chunks",
            lambda: cluster().assign_with_costs(np.zeros((1, 4), np.uint8)),
            "point 0",
        ),
        ("_check_options", lambda: cluster(1, POINTS[:0]), "points must have at least 1 row"),
        ("_check_options", lambda: cluster(1, POINTS[:, :1]), "at least 2 bins"),
        ("_check_options", lambda: cluster(0), "count must be"),
        ("_check_options", lambda: cluster(metric="x"), "metric must be"),
        ("_check_options", lambda: cluster(seed=-1), "seed must be"),
        ("_check_options", lambda: cluster(restarts=0), "restarts must be"),
        ("_check_options", lambda: cluster(sample=1), "sample must be"),
        ("_check_options", lambda: cluster(max_iterations=-1), "max_iterations must be at least 0"),
        ("_check_options", lambda: cluster(tolerance=1), "at least 0 and below 1, got 1"),
        ("equal_width", lambda: abstraction.equal_width([2.0], 3), "values must be 0 to 1, got 2"),
        ("_checked_values", lambda: abstraction.equal_width([0.5], 0), "buckets, got 0"),
        ("_checked_values", lambda: abstraction.equal_width([[0.5]], 3), "1 dimension, got 2"),
        ("_checked_values", lambda: abstraction.percentiles([nan], 3), "values must be finite"),
    ],
    "abstraction/flop_subsets.py": [
        (
            "range_equity_error",
            lambda: abstraction.range_equity_error(
                abstraction.flop_subset(abstraction.SUBSET_SIZES[0]),
                fs.Range("AsKs"),
                fs.Range("AsQs"),
            ),
            "no two hands of the ranges",
        ),
        ("flop_subset", lambda: abstraction.flop_subset(7), "made by make_flop_subset, got 7"),
    ],
    "abstraction/hand_index.py": [
        ("HandIndex.__init__", lambda: index(0), "1 or more cards each"),
        ("HandIndex.index", lambda: index().index([[1, 2, 3]]), "with k 2 or 5, got (1, 3)"),
        ("HandIndex.index", lambda: index().index([[1, 1]]), "row 0 must be distinct cards"),
        ("HandIndex.index_masks", lambda: index().index_masks([3]), "with k from 1 to 2"),
        ("HandIndex.index_masks", lambda: index().index_masks([[7]]), "row 0 must be"),
        ("HandIndex.index_holes", lambda: index(3, 1).index_holes([7]), "must have 2 cards, got 3"),
        ("HandIndex.index_holes", lambda: index().index_holes([[7, 7]]), "with k from 1 to 1"),
        ("HandIndex.index_holes", lambda: index().index_holes([3]), "row 0 must be"),
        ("HandIndex.unindex", lambda: index().unindex(0, [[1]]), "indices must have shape [N]"),
        ("HandIndex.unindex", lambda: index().unindex(0, [169]), "must be 0 to 168, got 169"),
        ("HandIndex._check_round", lambda: index().size(2), "round must be from 0 to 1, got 2"),
        ("hold_em_index", lambda: abstraction.hold_em_index(2), "must be 0, 3, 4 or 5, got 2"),
    ],
    "abstraction/library.py": [
        ("find_recipe", lambda: abstraction.find_recipe("x"), "or a file, got 'x'", NotFoundError),
        ("read_recipe", lambda: abstraction.read_recipe(new_path()), "cannot be read"),
        ("read_recipe", lambda: abstraction.read_recipe(new_file("a = [")), "is not a recipe"),
    ],
    "abstraction/points.py": [
        ("checked_points", lambda: cluster(1, [1, 2]), "points must be rows of 1 to"),
        ("checked_points", lambda: cluster(1, np.zeros((2, 2), np.int64)), "got int64"),
        ("checked_weights", lambda: cluster(weights=[1]), "one per point, got shape (1,)"),
        ("checked_weights", lambda: cluster(weights=[0.5] * 4), "whole numbers, got float64"),
        ("checked_weights", lambda: cluster(weights=[-1] * 4), "got -1 to -1"),
        ("checked_weights", lambda: cluster(weights=[0] * 4), "weights must add up to 1"),
        ("scale_of", lambda: cluster(1, np.full((2, 2), inf), metric="l2"), "point 0"),
    ],
    "abstraction/pot_bucketing.py": [
        ("pot_buckets", lambda: abstraction.pot_buckets([1], 0), "more than 0 chips, got 0"),
    ],
    "abstraction/quality.py": [
        (
            "StreetQuality.from_arrays",
            lambda: abstraction.StreetQuality.from_arrays({"hands": np.zeros(3)}, 2, None),
            "must be 2 of",
        ),
    ],
    "abstraction/recipes.py": [
        ("StreetRecipe.__post_init__", lambda: Street("x", 5), "method must be one of"),
        ("StreetRecipe.__post_init__", lambda: Street("lossless", 0), "whole number from 1 to"),
        ("Recipe.__post_init__", lambda: Recipe(), "at least one street"),
        (
            "Recipe.__post_init__",
            lambda: Recipe(Street("lossless", 169), seed=-1),
            "seed must be 0",
        ),
        ("Recipe.__post_init__", lambda: Recipe(river=Street("lossless", 169)), "river: method"),
        (
            "Recipe.__post_init__",
            lambda: Recipe(flop=Street("potential-aware", 5)),
            "need buckets of the turn",
        ),
        ("Recipe.__post_init__", lambda: Recipe(Street("lossless", 5)), "must be 169, got 5"),
        ("Recipe.from_dict", lambda: Recipe.from_dict({"x": 1}), "a recipe may have seed"),
    ],
    "abstraction/report.py": [
        ("report_data", lambda: abstraction.report_data(preflop(), hands=-1), "got 5 and -1"),
    ],
    "abstraction/solved_flops.py": [
        ("SolvedFlops.__post_init__", lambda: solved(bets=np.zeros(2)), "must have the shape"),
        ("SolvedFlops.__post_init__", lambda: solved(exploitability=np.full(1, nan)), "finite"),
        (
            "read_solved_flops",
            lambda: abstraction.read_solved_flops(new_file("x")),
            "has no solved flops",
            DamagedFileError,
        ),
    ],
    "abstraction/strength.py": [
        ("HandStrengths._potentials", lambda: NO_FEATURES.positive_potential, "potentials=True"),
        ("_check_options", lambda: strengths(2), "must be 0, 3, 4 or 5, got 2"),
        ("_check_options", lambda: strengths(3, bins=1), "bins must be from"),
        ("_check_options", lambda: strengths(5, bins=10), "bins must be None on the river"),
        ("_check_options", lambda: strengths(5, potentials=True), "require 3 or 4 board_cards"),
    ],
}
