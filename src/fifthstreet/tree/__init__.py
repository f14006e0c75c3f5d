"""Bet sizes, the betting tree as arrays, paths as text, and sizes of trees."""

from fifthstreet.tree.all_bets import count_all_bets
from fifthstreet.tree.betting_tree import BettingTree, nodes_below, subtree
from fifthstreet.tree.build import build_tree, tree_size
from fifthstreet.tree.counts import TreeSize
from fifthstreet.tree.kinds import Kind
from fifthstreet.tree.lines import Line, action_label, deal_path, read_line
from fifthstreet.tree.menus import STREET_NAMES, Menu, Sizes
from fifthstreet.tree.paths import Move, Step, parse_path, parse_step
from fifthstreet.tree.payoffs import NO_RAKE, Rake, end_payoffs, settle
from fifthstreet.tree.rules import DEFAULT_BETS, DEFAULT_RAISES, TreeRules, natural_chip
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
from fifthstreet.tree.words import (
    SEAT_NAMES,
    action_words,
    choice_words,
    label_words,
    node_words,
    player_name,
    when_words,
)

__all__ = [
    "DEFAULT_BETS",
    "DEFAULT_RAISES",
    "NO_RAKE",
    "SEAT_NAMES",
    "STREET_NAMES",
    "AllIn",
    "BettingTree",
    "Chips",
    "Geometric",
    "Kind",
    "Line",
    "Menu",
    "Move",
    "PotShare",
    "PreviousBet",
    "Rake",
    "Size",
    "Sizes",
    "Step",
    "TreeRules",
    "TreeSize",
    "action_label",
    "action_words",
    "build_tree",
    "choice_words",
    "count_all_bets",
    "deal_path",
    "end_payoffs",
    "geometric_ladder",
    "label_words",
    "natural_chip",
    "node_words",
    "nodes_below",
    "parse_path",
    "parse_sizes",
    "parse_step",
    "player_name",
    "read_line",
    "settle",
    "sizes_text",
    "subtree",
    "tree_size",
    "when_words",
]
