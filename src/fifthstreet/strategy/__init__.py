"""Strategies on betting trees: one interface between their makers and users."""

from fifthstreet.strategy.exploitability import Exploitability
from fifthstreet.strategy.fixed import CallingStrategy, LockedStrategy, UniformStrategy
from fifthstreet.strategy.locks import Lock, is_symmetric, locked_node
from fifthstreet.strategy.tree_strategy import (
    DerivedStrategy,
    HoleArray,
    NodeStrategy,
    PlainStrategy,
    TreeStrategy,
)

__all__ = [
    "CallingStrategy",
    "DerivedStrategy",
    "Exploitability",
    "HoleArray",
    "Lock",
    "LockedStrategy",
    "NodeStrategy",
    "PlainStrategy",
    "TreeStrategy",
    "UniformStrategy",
    "is_symmetric",
    "locked_node",
]
