"""Paths through a betting tree with the cards that are dealt."""

from __future__ import annotations

from fifthstreet.cards import cards_text
from fifthstreet.tree.betting_tree import BettingTree


def named_path(tree: BettingTree, node: int, cards: tuple[int, ...]) -> str:
    """Return the path to a node with the cards of its deals."""
    dealt = iter(cards)
    steps = tree.path(node).split(":")
    return ":".join(step + cards_text([next(dealt)]) if step == "n" else step for step in steps)
