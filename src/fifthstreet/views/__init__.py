"""Plain data, tables and pictures of what the package computes."""

from fifthstreet.views.tree_svg import draw
from fifthstreet.views.tree_text import action_words, node_words, render

__all__ = ["action_words", "draw", "node_words", "render"]
