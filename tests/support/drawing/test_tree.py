"""Drawings of trees: layout and labels."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.support.drawing.markup_checks import SVG, all_text, parsed
from tests.thoroughness import examples

from fifthstreet.errors import InputError
from fifthstreet.support.drawing import Box, tree_picture
from fifthstreet.support.drawing.tree import BoxPlace, layout, text_width


def overlap(one: BoxPlace, other: BoxPlace) -> bool:
    return (
        one.left < other.right
        and other.left < one.right
        and one.top < other.bottom
        and other.top < one.bottom
    )


@st.composite
def trees(draw: st.DrawFn) -> list[Box]:
    """Boxes of trees of any shape, in breadth-first order."""
    parents = sorted(draw(st.lists(st.integers(0, 30), max_size=40)))
    boxes = [Box(("root", "pot 1"))]
    for parent in parents:
        words = draw(st.sampled_from(["fold", "bet 100 (50%)", "a very long name of an action"]))
        boxes.append(Box((words, "pot"), min(parent, len(boxes) - 1), words))
    return boxes


@settings(max_examples=examples(60), deadline=None)
@given(trees())
def test_boxes_do_not_overlap_and_labels_fit(boxes: list[Box]) -> None:
    places = layout(boxes)
    assert not any(overlap(one, other) for one, other in combinations(places, 2))
    parents = {box.parent for box in boxes}
    ends = [place for index, place in enumerate(places) if index not in parents]
    assert len({place.middle for place in ends}) == len(ends)  # each end has its own row
    for box, place in zip(boxes, places, strict=True):
        assert max(map(text_width, box.lines)) < place.width
        if box.parent is not None:
            assert text_width(box.label) < place.left - places[box.parent].right


@given(trees())
def test_everything_is_inside_the_picture(boxes: list[Box]) -> None:
    picture = tree_picture(boxes, title="a <tree>", description="")
    root = parsed(picture.svg())
    assert all(
        place.right <= picture.width and place.bottom <= picture.height for place in layout(boxes)
    )
    assert len([rect for rect in root.iter(f"{SVG}rect") if rect.get("rx")]) == len(boxes)
    assert len(list(root.iter(f"{SVG}path"))) == len(boxes) - 1
    assert "a <tree>" in all_text(root)


def test_boxes_with_hidden_children_are_marked() -> None:
    boxes = [Box(("root", "")), Box(("more", ""), 0, is_cut=True), Box(("end", ""), 0)]
    assert tree_picture(boxes, title="", description="").svg().count("…") == 1


def test_parents_must_come_first() -> None:
    with pytest.raises(InputError, match="box 1 has the parent 1; parents come first"):
        layout([Box(("root", "")), Box(("self", ""), 1)])
