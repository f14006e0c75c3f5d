"""Betting trees as pictures and tables: boxes in the colours of the players, nodes by street."""

from __future__ import annotations

from itertools import accumulate

from fifthstreet.errors import InputError
from fifthstreet.support import drawing
from fifthstreet.support.drawing import player_colour
from fifthstreet.tree import STREET_NAMES, BettingTree, Kind, TreeSize, action_words, node_words

MAX_BOXES = 5_000
_MAX_BOXES_IN_NOTEBOOK = 200


def tree_boxes(tree: BettingTree, node: int = 0, *, depth: int = 3) -> list[drawing.Box]:
    """Return the boxes of a node and `depth` levels below it, breadth first."""
    if depth < 0:
        raise InputError(f"depth must be at least 0 levels, got {depth}")
    order: list[tuple[int, int | None, int]] = [(node, None, 0)]  # node, parent's place, level
    for place, (at, _, level) in enumerate(order):  # grows in the loop
        if level < depth:
            order.extend((child, place, level + 1) for child in tree.children(at))
        if len(order) > MAX_BOXES:
            raise InputError(f"the picture has more than {MAX_BOXES:,} boxes: use a lower depth")
    return [
        drawing.Box(
            lines=(node_words(tree, at), f"pot {tree.pot(at):.15g}"),
            parent=parent,
            label="" if parent is None else action_words(tree, at),
            colour=(player_colour(int(tree.player[at])) if tree.kind[at] == Kind.ACTION else None),
            is_cut=level == depth and bool(tree.n_children[at]),
        )
        for at, parent, level in order
    ]


def betting_tree_picture(tree: BettingTree, node: int = 0, *, depth: int = 3) -> drawing.Picture:
    """Draw a node and `depth` levels below it."""
    boxes = tree_boxes(tree, node, depth=depth)
    levels = f"{depth} level{'s' * (depth != 1)}"
    return drawing.tree_picture(
        boxes,
        title=f"{tree.path(node)}: {levels}",
        description=f"Betting tree from {tree.path(node)}, {levels}, {len(boxes)} nodes.",
    )


def size_table(size: TreeSize) -> drawing.Table:
    """Return a table of the nodes by kind and street."""
    streets = [street for street in range(len(STREET_NAMES)) if size.nodes[:, street].any()]
    counts = {
        "decisions": size.nodes[Kind.ACTION],
        "deals": size.nodes[Kind.DEAL],
        "folds": size.nodes[Kind.FOLD],
        "showdowns": size.nodes[Kind.SHOWDOWN],
        "all": size.nodes.sum(axis=0),
        "actions": size.actions.sum(axis=0),
    }
    rows = []
    for name, numbers in counts.items():
        shown = [int(numbers[street]) for street in streets]
        rows.append((name, *(f"{count:,}" for count in (*shown, int(numbers.sum())))))
    names = [STREET_NAMES[street] for street in streets]
    return drawing.Table(
        drawing.text_columns("nodes") + drawing.number_columns(*names, "all"), tuple(rows)
    )


def size_html(size: TreeSize) -> str:
    """Return the nodes by kind and street, for notebooks."""
    return drawing.block(size_table(size))


def tree_html(tree: BettingTree) -> str:
    """Return the size by street and a picture of the first levels, for notebooks."""
    widths = [1, len(tree.children(0))]  # nodes on each level
    widths.append(sum(len(tree.children(child)) for child in tree.children(0)))
    boxes = accumulate(widths)
    depth = sum(count <= _MAX_BOXES_IN_NOTEBOOK for count in boxes) - 1
    return drawing.block(size_table(TreeSize.of(tree)), betting_tree_picture(tree, depth=depth))
