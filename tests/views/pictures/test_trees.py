"""Betting trees as pictures and tables."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.support.drawing.markup_checks import SVG, all_text, parsed
from tests.thoroughness import examples

from fifthstreet.errors import InputError
from fifthstreet.support.drawing.colours import player_colour
from fifthstreet.tree import (
    BettingTree,
    Kind,
    Sizes,
    TreeRules,
    TreeSize,
    action_words,
    build_tree,
    tree_size,
)
from fifthstreet.views.pictures.trees import betting_tree_picture, size_table, tree_boxes

RULES = [
    TreeRules(stacks=(900, 900), pot=200, first_street=2, sizes=Sizes.uniform("60%, a", "2.5x")),
    TreeRules(stacks=(200,) * 3, blinds=(1, 2), first_street=0, sizes=Sizes.uniform("", "2.5x, a")),
    TreeRules(stacks=(20, 50, 35, 60), pot=12, first_street=3, sizes=Sizes.uniform("a", "a")),
    TreeRules(stacks=(10.5, 10.5), pot=2.5, chip=0.5, first_street=3),
]
TREES = [build_tree(rules) for rules in RULES]


def nodes_below(tree: BettingTree, node: int, depth: int) -> list[tuple[int, int]]:
    """Return the nodes and their levels, breadth first."""
    nodes = [(node, 0)]
    for parent, level in nodes:  # grows while it is read
        if level < depth:
            nodes.extend((child, level + 1) for child in tree.children(parent))
    return nodes


@settings(max_examples=examples(60), deadline=None)
@given(st.sampled_from(TREES), st.integers(0, 3), st.data())
def test_boxes_match_the_nodes(tree: BettingTree, depth: int, data: st.DataObject) -> None:
    top = data.draw(st.integers(0, min(len(tree) - 1, 50)))
    boxes = tree_boxes(tree, top, depth=depth)
    nodes = nodes_below(tree, top, depth)
    assert len(boxes) == len(nodes)
    for box, (node, level) in zip(boxes, nodes, strict=True):
        assert box.is_cut == (level == depth and bool(tree.n_children[node]))
        assert box.lines[1] == f"pot {tree.pot(node):.15g}"
        is_action = tree.kind[node] == Kind.ACTION
        assert box.colour == (player_colour(int(tree.player[node])) if is_action else None)
        if box.parent is not None:
            assert nodes[box.parent][0] == tree.parent[node]
            assert box.label == action_words(tree, node)


@pytest.mark.parametrize("tree", TREES)
def test_a_picture_names_all_actions(tree: BettingTree) -> None:
    root = parsed(betting_tree_picture(tree, depth=2).svg())
    texts = [text.text for text in root.iter(f"{SVG}text")]
    for node, level in nodes_below(tree, 0, 2):
        if level:
            assert action_words(tree, node) in texts


@pytest.mark.parametrize("tree", TREES)
def test_counted_and_built_sizes_agree(tree: BettingTree) -> None:
    counted, built = tree_size(tree.rules), TreeSize.of(tree)
    for name in ("nodes", "action_nodes", "actions"):
        assert (getattr(counted, name) == getattr(built, name)).all()
    table = size_table(built)
    assert table.rows[4][-1] == f"{len(tree):,}"
    assert f"{len(tree):,}" in all_text(parsed(built._repr_html_()))


def test_a_notebook_shows_the_size_and_two_levels() -> None:
    root = parsed(TREES[0]._repr_html_())
    assert "r: 2 levels" in all_text(root)
    assert "180" in all_text(root)
    assert TREES[0]._repr_html_() == TREES[0]._repr_html_()
    many_sizes = ", ".join(f"{percent}%" for percent in range(5, 205, 5))
    rules = TreeRules(
        stacks=(9000, 9000),
        pot=200,
        first_street=3,
        sizes=Sizes.uniform(many_sizes, many_sizes),
        max_raises=2,
    )
    assert "r: 1 level" in all_text(parsed(build_tree(rules)._repr_html_()))


def test_drawing_errors() -> None:
    with pytest.raises(InputError, match="depth must be at least 0 levels, got -1"):
        tree_boxes(TREES[0], depth=-1)
    large = build_tree(
        TreeRules(stacks=(900, 900), pot=20, sizes=Sizes.uniform("30%, 60%, a", "60%, 90%, a"))
    )
    with pytest.raises(InputError, match="the picture has more than 5,000 boxes: use a lower"):
        betting_tree_picture(large, depth=12)
