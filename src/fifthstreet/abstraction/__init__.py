"""Which deals a strategy tells apart: keys, lossless indices, features and clusters of hands."""

from fifthstreet.abstraction.board_blocks import BoardBlock, board_blocks
from fifthstreet.abstraction.building import BuildProgress, build_abstraction
from fifthstreet.abstraction.card_abstraction import CardAbstraction
from fifthstreet.abstraction.cluster_strength import (
    ClusterBlock,
    NextBucketBlock,
    cluster_blocks,
    cluster_weights,
    next_bucket_blocks,
    preflop_next_buckets,
)
from fifthstreet.abstraction.clustering import (
    ClusterProgress,
    Clusters,
    cluster,
    equal_width,
    percentiles,
)
from fifthstreet.abstraction.hand_index import HandIndex, hold_em_index
from fifthstreet.abstraction.keys import CardKey, ExactCards
from fifthstreet.abstraction.library import load_abstraction, read_recipe
from fifthstreet.abstraction.points import Metric, PointScale
from fifthstreet.abstraction.quality import StreetQuality
from fifthstreet.abstraction.recipes import RECIPES, Recipe, StreetRecipe
from fifthstreet.abstraction.report import report_data, report_text
from fifthstreet.abstraction.strength import (
    HandStrengths,
    StrengthBlock,
    hand_strengths,
    preflop_indices,
    runout_count,
    strength_blocks,
)

__all__ = [
    "RECIPES",
    "BoardBlock",
    "BuildProgress",
    "CardAbstraction",
    "CardKey",
    "ClusterBlock",
    "ClusterProgress",
    "Clusters",
    "ExactCards",
    "HandIndex",
    "HandStrengths",
    "Metric",
    "NextBucketBlock",
    "PointScale",
    "Recipe",
    "StreetQuality",
    "StreetRecipe",
    "StrengthBlock",
    "board_blocks",
    "build_abstraction",
    "cluster",
    "cluster_blocks",
    "cluster_weights",
    "equal_width",
    "hand_strengths",
    "hold_em_index",
    "load_abstraction",
    "next_bucket_blocks",
    "percentiles",
    "preflop_indices",
    "preflop_next_buckets",
    "read_recipe",
    "report_data",
    "report_text",
    "runout_count",
    "strength_blocks",
]
