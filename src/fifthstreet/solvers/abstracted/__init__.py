"""Spots in which hands share rows: what card abstractions cost, measured exactly."""

from fifthstreet.solvers.abstracted.game import AbstractedSpot, InformationSet
from fifthstreet.solvers.abstracted.methods import (
    DEFAULT_METHOD,
    BoardClasses,
    lossless_labels,
    spot_buckets,
)
from fifthstreet.solvers.abstracted.solver import BucketedStrategy, BucketSolver
from fifthstreet.solvers.abstracted.spot_buckets import SpotBuckets, spot_boards, spot_hands
from fifthstreet.solvers.abstracted.warm_up import warm_up_features

__all__ = [
    "DEFAULT_METHOD",
    "AbstractedSpot",
    "BoardClasses",
    "BucketSolver",
    "BucketedStrategy",
    "InformationSet",
    "SpotBuckets",
    "lossless_labels",
    "spot_boards",
    "spot_buckets",
    "spot_hands",
    "warm_up_features",
]
