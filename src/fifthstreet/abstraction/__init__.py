"""Keys, indices, features and clusters of hands and boards: the deals that share a strategy."""

from fifthstreet.abstraction.board_blocks import BoardBlock, board_blocks
from fifthstreet.abstraction.board_features import board_equities, board_strengths
from fifthstreet.abstraction.board_texture import (
    BoardTexture,
    BoardTextures,
    board_textures,
    texture_classes,
)
from fifthstreet.abstraction.building import BuildProgress, build_abstraction, opponent_clusters
from fifthstreet.abstraction.card_abstraction import CardAbstraction
from fifthstreet.abstraction.choose_flops import make_flop_subset
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
from fifthstreet.abstraction.flop_strengths import FlopStrengths, flop_strengths
from fifthstreet.abstraction.flop_subsets import (
    SUBSET_SIZES,
    FlopSubset,
    flop_subset,
    range_equity_error,
)
from fifthstreet.abstraction.hand_index import HandIndex, hold_em_index
from fifthstreet.abstraction.keys import CardKey, ExactCards
from fifthstreet.abstraction.library import load_abstraction, read_recipe
from fifthstreet.abstraction.points import Metric, PointScale
from fifthstreet.abstraction.pot_buckets import POT_LEVELS, decision_pots, forget_bets, pot_buckets
from fifthstreet.abstraction.quality import StreetQuality
from fifthstreet.abstraction.recipes import RECIPES, Recipe, StreetRecipe
from fifthstreet.abstraction.report import report_data, report_text
from fifthstreet.abstraction.solved_flops import SolvedFlops, read_solved_flops, write_solved_flops
from fifthstreet.abstraction.strength import (
    HandStrengths,
    StrengthBlock,
    hand_strengths,
    preflop_indices,
    runout_count,
    strength_blocks,
)
from fifthstreet.abstraction.subset_error import MatchupError, SubsetError

__all__ = [
    "POT_LEVELS",
    "RECIPES",
    "SUBSET_SIZES",
    "BoardBlock",
    "BoardTexture",
    "BoardTextures",
    "BuildProgress",
    "CardAbstraction",
    "CardKey",
    "ClusterBlock",
    "ClusterProgress",
    "Clusters",
    "ExactCards",
    "FlopStrengths",
    "FlopSubset",
    "HandIndex",
    "HandStrengths",
    "MatchupError",
    "Metric",
    "NextBucketBlock",
    "PointScale",
    "Recipe",
    "SolvedFlops",
    "StreetQuality",
    "StreetRecipe",
    "StrengthBlock",
    "SubsetError",
    "board_blocks",
    "board_equities",
    "board_strengths",
    "board_textures",
    "build_abstraction",
    "cluster",
    "cluster_blocks",
    "cluster_weights",
    "decision_pots",
    "equal_width",
    "flop_strengths",
    "flop_subset",
    "forget_bets",
    "hand_strengths",
    "hold_em_index",
    "load_abstraction",
    "make_flop_subset",
    "next_bucket_blocks",
    "opponent_clusters",
    "percentiles",
    "pot_buckets",
    "preflop_indices",
    "preflop_next_buckets",
    "range_equity_error",
    "read_recipe",
    "read_solved_flops",
    "report_data",
    "report_text",
    "runout_count",
    "strength_blocks",
    "texture_classes",
    "write_solved_flops",
]
