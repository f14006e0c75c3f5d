"""Spots and games in which hands share rows: the exact cost of card abstractions."""

from fifthstreet.solvers.abstracted.game import AbstractedSpot, InformationSet
from fifthstreet.solvers.abstracted.limit_buckets import LimitBuckets, limit_buckets, limit_warm_up
from fifthstreet.solvers.abstracted.limit_hands import LimitHands, RoundHands
from fifthstreet.solvers.abstracted.methods import (
    DEFAULT_METHOD,
    BoardClasses,
    lossless_labels,
    spot_buckets,
)
from fifthstreet.solvers.abstracted.solver import BucketedStrategy, BucketSolver
from fifthstreet.solvers.abstracted.spot_buckets import SpotBuckets, spot_boards, spot_hands
from fifthstreet.solvers.abstracted.tree import AbstractedTree
from fifthstreet.solvers.abstracted.warm_up import warm_up_features

__all__ = [
    "DEFAULT_METHOD",
    "AbstractedSpot",
    "AbstractedTree",
    "BoardClasses",
    "BucketSolver",
    "BucketedStrategy",
    "InformationSet",
    "LimitBuckets",
    "LimitHands",
    "RoundHands",
    "SpotBuckets",
    "limit_buckets",
    "limit_warm_up",
    "lossless_labels",
    "spot_boards",
    "spot_buckets",
    "spot_hands",
    "warm_up_features",
]
