"""Paths of betting: both ways, and what is wrong with those that lead nowhere."""

import pytest
from hypothesis import given

from fifthstreet.cards import parse_cards
from fifthstreet.tree import Sizes, TreeRules, build, parse_path
from tests.tree.draws import tree_rules

PREFLOP = TreeRules(
    stacks=(100, 100),
    blinds=(0.5, 1),
    first_street=0,
    sizes=Sizes.uniform("50%, a", raises="2.5x"),
    max_raises=1,
    chip=0.5,
)


@given(tree_rules())
def test_every_path_leads_back_to_its_node(rules: TreeRules) -> None:
    tree = build(rules)
    for node in range(len(tree)):
        assert tree.find(tree.path(node)) == (node, ())
        assert [tree.parent[child] for child in tree.children(node)] == [node] * len(
            tree.children(node)
        )
        assert tree.actions(node) == tuple(tree.label(child) for child in tree.children(node))


def test_deals_name_their_cards() -> None:
    tree = build(PREFLOP)
    node, cards = tree.find("r:c:k:nQsJh2h:k:k:n8c:b1")
    assert tree.path(node) == "r:c:k:n:k:k:n:b1"
    assert cards == parse_cards("QsJh2h8c")
    assert tree.find("r:c:k:nQsJh2h:k:k:n")[1] == parse_cards("QsJh2h")


def test_a_path_names_the_cards_it_is_given() -> None:
    """As many as there are: deals that no card is left for stay plain."""
    tree = build(PREFLOP)
    node, _ = tree.find("r:c:k:n:k:k:n:k:k:n:k")
    cards = parse_cards("QsJh2h8cTd")
    assert tree.path(node, cards) == "r:c:k:nQsJh2h:k:k:n8c:k:k:nTd:k"
    assert tree.path(node, cards[:4]) == "r:c:k:nQsJh2h:k:k:n8c:k:k:n:k"
    assert tree.path(node, cards[:3]) == "r:c:k:nQsJh2h:k:k:n:k:k:n:k"
    assert tree.path(node, ()) == tree.path(node) == "r:c:k:n:k:k:n:k:k:n:k"
    assert tree.find(tree.path(node, cards)) == (node, cards)


def test_a_line_is_the_nodes_of_a_path() -> None:
    tree = build(PREFLOP)
    node, _ = tree.find("r:c:k:n:k")
    line = tree.line(node)
    assert [tree.path(at) for at in line] == ["r", "r:c", "r:c:k", "r:c:k:n", "r:c:k:n:k"]
    assert tree.line(0) == [0]


def test_amounts_are_chips_of_any_value() -> None:
    tree = build(PREFLOP)
    assert tree.actions(0) == ("f", "c", "b2.5")
    assert tree.amount[tree.find("r:b2.5")[0]] == 5


def test_an_all_in_is_found_by_its_amount() -> None:
    tree = build(TreeRules(stacks=(910, 910), pot=100, first_street=3, sizes=Sizes.uniform("a")))
    assert tree.find("r:b910") == tree.find("r:a") == (2, ())
    assert tree.path(2) == "r:a"


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("", "path '' starts with ''; want r"),
        ("k:b50", "path 'k:b50' starts with 'k'; want r, like 'r:k:b94:c'"),
        ("r:", "not a step: '' in 'r:'"),
        ("r:x", "not a step: 'x' in 'r:x'; want k, c, f, b and an amount, a, or n and cards"),
        ("r:r", "not a step: 'r' in 'r:r'"),
        ("r:b", "not a step: 'b' in 'r:b'"),
        ("r:b-5", "not a step: 'b-5'"),
        ("r:kk", "not a step: 'kk'"),
        ("r:c:k:n8x", "step 'n8x' in 'r:c:k:n8x': not a card: '8x'"),
        ("r:k", "no 'k' in 'r:k'; after 'r' want f, c, b2.5"),
        ("r:c:b3:c", "no 'b3' in 'r:c:b3:c'; after 'r:c' want k, b2.5"),
        ("r:b2.5:f:k", "no 'k' in 'r:b2.5:f:k': the hand is over at 'r:b2.5:f'"),
        ("r:c:k:n8c", "'n8c' in 'r:c:k:n8c'; want 3 known cards"),
        ("r:c:k:n????8c", "want 3 known cards"),
        ("r:c:k:n2c3c4c:k:k:n5c6c", "'n5c6c' in .*; want 1 known card"),
        ("r:c:k:n2c3c4c:k:k:n3c", "3c is dealt twice in"),
        ("r:c:k:n:k:k:n3c", "'n3c' in .* after a deal without cards; name all"),
        ("r:n2c3c4c", "no 'n2c3c4c' in 'r:n2c3c4c'; after 'r' want f, c, b2.5"),
    ],
)
def test_bad_paths(path: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        build(PREFLOP).find(path)


def test_bad_nodes() -> None:
    tree = build(PREFLOP)
    for call in (tree.path, tree.line, tree.children, tree.pot, tree.stacks):
        with pytest.raises(ValueError, match=f"no node -1; want 0 to {len(tree) - 1}"):
            call(-1)
        with pytest.raises(ValueError, match=f"no node {len(tree)}"):
            call(len(tree))


def test_steps() -> None:
    (bet,) = parse_path("r:b.5")
    assert (bet.move.name, bet.amount) == ("BET", 0.5)
