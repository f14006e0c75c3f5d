"""Keys of information sets, and clusters of hands: which deals a strategy tells apart."""

from fifthstreet.abstraction.clustering import (
    ClusterProgress,
    Clusters,
    cluster,
    equal_width,
    percentiles,
)
from fifthstreet.abstraction.keys import CardKey, ExactCards
from fifthstreet.abstraction.points import Metric, PointScale

__all__ = [
    "CardKey",
    "ClusterProgress",
    "Clusters",
    "ExactCards",
    "Metric",
    "PointScale",
    "cluster",
    "equal_width",
    "percentiles",
]
