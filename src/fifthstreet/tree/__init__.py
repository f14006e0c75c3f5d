"""Bet sizes, the betting tree as arrays, paths as text, and sizes of trees."""

from fifthstreet.tree.betting_tree import BettingTree, Kind
from fifthstreet.tree.build import TreeSize, build, size
from fifthstreet.tree.lines import named_path
from fifthstreet.tree.menus import STREET_NAMES, Menu, Sizes
from fifthstreet.tree.paths import Move, Step, parse_path
from fifthstreet.tree.rules import TreeRules
from fifthstreet.tree.sizes import (
    AllIn,
    Chips,
    Geometric,
    PotShare,
    PreviousBet,
    Size,
    geometric_ladder,
    parse_sizes,
    sizes_text,
)
from fifthstreet.tree.subtree import subtree

__all__ = [
    "STREET_NAMES",
    "AllIn",
    "BettingTree",
    "Chips",
    "Geometric",
    "Kind",
    "Menu",
    "Move",
    "PotShare",
    "PreviousBet",
    "Size",
    "Sizes",
    "Step",
    "TreeRules",
    "TreeSize",
    "build",
    "geometric_ladder",
    "named_path",
    "parse_path",
    "parse_sizes",
    "size",
    "sizes_text",
    "subtree",
]
