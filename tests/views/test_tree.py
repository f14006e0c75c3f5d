"""Trees as data, text and SVG files."""

from pathlib import Path

import pytest

from fifthstreet.errors import InputError
from fifthstreet.tree import Sizes, TreeRules, TreeSize, build_tree
from fifthstreet.views import tree_data, tree_svg, tree_text
from fifthstreet.views.tree import size_data
from tests.support.drawing.markup_checks import SVG, parsed

PICTURE = Path(__file__).parents[2] / "docs" / "images" / "tree.svg"
TREE = build_tree(
    TreeRules(stacks=(900, 900), pot=200, first_street=3, sizes=Sizes.uniform("50%, a", raises="a"))
)


def test_the_picture_in_the_docs_is_up_to_date() -> None:
    assert PICTURE.read_text(encoding="utf-8") == tree_svg(TREE, depth=3)


def test_a_picture_can_start_at_any_node() -> None:
    root = parsed(tree_svg(TREE, TREE.find("r:k")[0], depth=1))
    texts = [text.text for text in root.iter(f"{SVG}text")]
    assert texts[0] == "r:k: 1 level"
    assert "bet 100 (50%)" in texts


def test_children_below_the_depth_are_none() -> None:
    data = tree_data(TREE, depth=1)
    assert [child["path"] for child in data["children"]] == ["r:k", "r:b100", "r:a"]
    assert [child["children"] for child in data["children"]] == [None] * 3
    showdown = tree_data(TREE, TREE.find("r:k:k")[0], depth=0)
    assert (showdown["kind"], showdown["children"]) == ("showdown", [])
    sizes = size_data(TREE.rules, TreeSize.of(TREE))
    assert sizes["nodes"] == len(TREE) == sum(sizes["streets"]["river"].values())


def test_negative_depth() -> None:
    with pytest.raises(InputError, match="depth must be at least 0 levels, got -1"):
        tree_text(TREE, depth=-1)
