"""Drawings of trees: nothing overlaps, and everything is said."""

from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import pytest
from fifthstreet.views.tree_svg import LETTER_WIDTH, Box, layout
from hypothesis import given, settings
from hypothesis import strategies as st

from fifthstreet.tree import BettingTree, Sizes, TreeRules, build
from fifthstreet.views import action_words, draw

PICTURE = Path(__file__).parents[2] / "docs" / "images" / "tree.svg"
SVG = "{http://www.w3.org/2000/svg}"
RULES = [
    TreeRules(stacks=(900, 900), pot=200, first_street=2, sizes=Sizes.uniform("60%, a", "2.5x")),
    TreeRules(stacks=(200,) * 3, blinds=(1, 2), first_street=0, sizes=Sizes.uniform("", "2.5x, a")),
    TreeRules(stacks=(20, 50, 35, 60), pot=12, first_street=3, sizes=Sizes.uniform("a", "a")),
    TreeRules(stacks=(10.5, 10.5), pot=2.5, chip=0.5, first_street=3),
]
TREES = [build(rules) for rules in RULES]


def overlap(one: Box, other: Box) -> bool:
    return (
        one.left < other.right
        and other.left < one.right
        and one.top < other.bottom
        and other.top < one.bottom
    )


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(TREES), st.integers(0, 3), st.data())
def test_boxes_do_not_overlap_and_labels_fit(
    tree: BettingTree, depth: int, data: st.DataObject
) -> None:
    node = data.draw(st.integers(0, min(len(tree) - 1, 50)))
    boxes = layout(tree, node, depth=depth)
    assert boxes[0].node == node
    assert len({box.node for box in boxes}) == len(boxes)
    assert not any(overlap(one, other) for one, other in combinations(boxes, 2))
    for box in boxes:
        assert box.is_cut == (bool(tree.n_children[box.node]) and not drawn_below(boxes, box))
        if box.parent is None:
            continue
        parent = boxes[box.parent]
        assert tree.parent[box.node] == parent.node
        room = box.left - parent.right
        assert LETTER_WIDTH * len(action_words(tree, box.node)) < room
    rows = sorted({box.middle for box in boxes if not drawn_below(boxes, box)})
    assert len(rows) == sum(not drawn_below(boxes, box) for box in boxes)


def drawn_below(boxes: list[Box], box: Box) -> bool:
    return any(other.parent is not None and boxes[other.parent] == box for other in boxes)


@pytest.mark.parametrize("tree", TREES)
def test_a_drawing_is_xml_with_all_boxes_and_actions_inside_it(tree: BettingTree) -> None:
    root = ElementTree.fromstring(draw(tree, depth=2))
    boxes = layout(tree, depth=2)
    width, height = float(root.attrib["width"]), float(root.attrib["height"])
    assert all(box.right <= width and box.bottom <= height for box in boxes)
    rects = root.findall(f"{SVG}rect")
    assert len(rects) == len(boxes) + 1  # and the ground
    texts = [text.text for text in root.findall(f"{SVG}text")]
    for box in boxes[1:]:
        assert action_words(tree, box.node) in texts
    acting = {int(tree.player[box.node]) for box in boxes if tree.kind[box.node] == 0}
    coloured = {rect.attrib["fill"] for rect in rects} - {"white", "#eeeeee"}
    assert len(coloured) == len(acting)


def test_the_picture_of_the_guide_is_drawn_by_this_code() -> None:
    sizes = Sizes.uniform("50%, a", raises="a")
    tree = build(TreeRules(stacks=(900, 900), pot=200, first_street=3, sizes=sizes))
    assert PICTURE.read_text(encoding="utf-8") == draw(tree, depth=3)


def test_actions_in_words() -> None:
    tree = build(
        TreeRules(
            stacks=(200, 200), blinds=(1, 2), first_street=0, sizes=Sizes.uniform("50%", "100%, a")
        )
    )
    words = {tree.label(node): action_words(tree, node) for node in tree.children(0)}
    # One to call into three: a raise by the pot is 4 on top of 2.
    assert words == {
        "f": "fold",
        "c": "call 1",
        "b6": "raise to 6 (100%)",
        "a": "all-in 200 (4950%)",
    }
    flop, _ = tree.find("r:b6:c:n:k:b6")
    assert action_words(tree, flop) == "bet 6 (50%)"
    assert action_words(tree, 0) == ""
    assert action_words(tree, int(tree.find("r:b6:c:n")[0])) == "deal"


def test_what_cannot_be_drawn() -> None:
    with pytest.raises(ValueError, match="a drawing -1 levels deep; want 0 or more"):
        layout(TREES[0], depth=-1)
    large = build(
        TreeRules(stacks=(900, 900), pot=20, sizes=Sizes.uniform("30%, 60%, a", "60%, 90%, a"))
    )
    with pytest.raises(ValueError, match="more than 5,000 boxes to draw; want a lower depth"):
        draw(large, depth=12)
