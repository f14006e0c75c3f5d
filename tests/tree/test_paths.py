"""Paths of a betting tree: parsing, formatting and errors."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fifthstreet.cards import parse_cards
from fifthstreet.errors import InputError
from fifthstreet.tree import (
    Kind,
    Move,
    Sizes,
    TreeRules,
    build_tree,
    parse_path,
    parse_step,
    tree_size,
)
from tests.tree.draws import tree_rules

PREFLOP = TreeRules(
    stacks=(100, 100),
    blinds=(0.5, 1),
    first_street=0,
    sizes=Sizes.uniform("50%, a", raises="2.5x"),
    max_raises=1,
    chip=0.5,
)

# Real and tree paths of the nine scenarios of tests/tree/translate/test_scenarios.py.
SCENARIO_PATHS = (
    "r:n:b3.00:c:n",
    "r:n:b2.00:c:n",
    "r:n:b2.00:c:n:b6.00:c:n:b15.00:c:n",
    "r:n:b2.00:c:n:allin",
    "r:n:b3.00:c:n:b12.00:c:n:b30.00",
    "r:n:b2.00:c:n:b2.00:c:n:allin",
    "r:n:b2.00:c:n:b4.00:r8.00:c",
    "r:n:b3.00:c:n:b12.00:c:n",
    "r:n:b2.00:c:n:b2.00:c:n",
    "r:n:b2.50:c:r10.00:c:n",
    "r:n:b2.00:c:allin:c:n",
    "r:n:b2.00:c:n:k:k:n:b15.00",
    "r:n:b2.00:c:n:k:k:n:b2.00",
    "r:n:b3.00:c:n:b9.00:c:n:b27.00",
    "r:n:b10.00:c:n:b2.00:c:n:b20.00",
)


@given(tree_rules())
def test_every_path_leads_back_to_its_node(rules: TreeRules) -> None:
    tree = build_tree(rules)
    for node in range(len(tree)):
        assert tree.find(tree.path(node)) == (node, ())
        assert [tree.parent[child] for child in tree.children(node)] == [node] * len(
            tree.children(node)
        )
        assert tree.actions(node) == tuple(tree.label(child) for child in tree.children(node))


def test_deals_with_cards() -> None:
    tree = build_tree(PREFLOP)
    node, cards = tree.find("r:c:k:nQsJh2h:k:k:n8c:b1")
    assert tree.path(node) == "r:c:k:n:k:k:n:b1"
    assert cards == parse_cards("QsJh2h8c")
    assert tree.find("r:c:k:nQsJh2h:k:k:n")[1] == parse_cards("QsJh2h")


def test_paths_with_and_without_cards() -> None:
    """Deals for which no cards are left are written without any."""
    tree = build_tree(PREFLOP)
    node, _ = tree.find("r:c:k:n:k:k:n:k:k:n:k")
    cards = parse_cards("QsJh2h8cTd")
    assert tree.path(node, cards) == "r:c:k:nQsJh2h:k:k:n8c:k:k:nTd:k"
    assert tree.path(node, cards[:4]) == "r:c:k:nQsJh2h:k:k:n8c:k:k:n:k"
    assert tree.path(node, cards[:3]) == "r:c:k:nQsJh2h:k:k:n:k:k:n:k"
    assert tree.path(node, ()) == tree.path(node) == "r:c:k:n:k:k:n:k:k:n:k"
    assert tree.find(tree.path(node, cards)) == (node, cards)


def test_a_line_holds_the_nodes_of_a_path() -> None:
    tree = build_tree(PREFLOP)
    node, _ = tree.find("r:c:k:n:k")
    line = tree.line(node)
    assert [tree.path(each) for each in line] == ["r", "r:c", "r:c:k", "r:c:k:n", "r:c:k:n:k"]
    assert tree.line(0) == [0]


def test_amounts_in_chips_of_another_value() -> None:
    tree = build_tree(PREFLOP)
    assert tree.actions(0) == ("f", "c", "b2.5")
    assert tree.amount[tree.find("r:b2.5")[0]] == 5


@pytest.mark.parametrize("path", SCENARIO_PATHS)
def test_paths_of_the_scenarios(path: str) -> None:
    letters = {"b": Move.BET, "r": Move.BET, "c": Move.CALL, "k": Move.CHECK, "n": Move.DEAL}
    texts = path.split(":")[2:]  # the root and the deal of hole cards are not betting steps
    steps = parse_path(path)
    assert [step.text for step in steps] == texts
    for step in steps:
        if step.text == "allin":
            assert step == parse_step("allin")
            assert step.move == Move.ALL_IN
        else:
            assert step.move == letters[step.text[0]]
            assert step.amount == Fraction(step.text[1:] or 0)


def test_a_scenario_path_is_found_in_its_tree() -> None:
    tree = build_tree(replace(PREFLOP, sizes=Sizes.uniform("50%, a", raises="50%")))
    node, _ = tree.find("r:n:b2.00:c:n:b2.00:c:n:allin")
    assert tree.path(node) == "r:b2:c:n:b2:c:n:a"
    assert tree.find("B2:C:n:R2.0:c:N:A") == (node, ())


@pytest.mark.parametrize(
    ("text", "equivalent"),
    [
        ("r:k:b94", "k:b94"),
        ("r:k:b94", "n:k:b94"),
        ("r:k:b94", "R:N:K:B94.00"),
        ("r:k:b94", "k:r94"),
        ("r8:c", "r:b8:c"),
        ("r", "n"),
        ("r:b7/3", "r7/3"),
        ("r:a", "ALLIN"),
        ("r:b33%", "r33.0%"),
        ("k:k:n8c", "r:k:k:N8c"),
    ],
)
def test_equivalent_spellings(text: str, equivalent: str) -> None:
    def meaning(path: str) -> list[object]:
        return [(step.move, step.amount, step.percent, step.cards) for step in parse_path(path)]

    assert meaning(text) == meaning(equivalent)


def test_a_first_deal_with_cards_is_not_the_deal_of_hole_cards() -> None:
    (deal,) = parse_path("r:n8c")
    assert (deal.move, deal.cards) == (Move.DEAL, parse_cards("8c"))


def test_lines_lead_from_the_root_to_a_node() -> None:
    tree = build_tree(PREFLOP)
    node, _ = tree.find("r:c:k:n:k:k:n:b1")
    line = tree.line(node)
    assert [tree.label(each) for each in line] == ["r", "c", "k", "n", "k", "k", "n", "b1"]
    assert tree.line(0) == [0]


def test_paths_name_only_the_cards_dealt_so_far() -> None:
    tree = build_tree(PREFLOP)
    node, _ = tree.find("r:c:k:n:k:k:n:b1")
    board = parse_cards("QsJh2h8c3d")
    assert tree.path(node, board) == "r:c:k:nQsJh2h:k:k:n8c:b1"
    assert tree.find(tree.path(node, board)) == (node, board[:4])
    assert tree.path(node, board[:3]) == "r:c:k:nQsJh2h:k:k:n:b1"
    with pytest.raises(InputError, match="a flop must be 3 cards, got QsJh"):
        tree.path(node, board[:2])
    flop = build_tree(TreeRules(stacks=(90, 90), pot=20, first_street=1))
    node, _ = flop.find("k:k:n:k:k:n")
    assert flop.path(node, board[3:]) == "r:k:k:n8c:k:k:n3d"


@given(tree_rules(), st.integers(10, 250), st.sampled_from((0.0, 0.2)))
def test_percentages_mean_the_same_in_paths_and_menus(
    rules: TreeRules, percent: int, force_allin: float
) -> None:
    menu = Sizes.uniform(f"{percent}%", raises=f"{percent}%")
    rules = replace(
        rules,
        sizes=menu,
        add_allin=0.0,
        force_allin=force_allin,
        merge=0.0,
        last_street=rules.first_street,
    )
    if tree_size(rules).total > 300:
        rules = replace(rules, max_raises=1)
    tree = build_tree(rules)
    for node in range(len(tree)):
        bets = [child for child in tree.children(node) if tree.label(child)[0] in "ba"]
        if tree.kind[node] == Kind.ACTION and bets:
            assert [tree.find(f"{tree.path(node)}:b{percent}%")[0]] == bets


def test_percentages_of_the_pot_after_the_call() -> None:
    sizes = Sizes.uniform("33%, 75%, a", raises="50%")
    tree = build_tree(TreeRules(stacks=(900, 900), pot=100, first_street=3, sizes=sizes))
    assert tree.path(tree.find("r:b33%")[0]) == "r:b33"
    assert tree.path(tree.find("k:b75%:r50%")[0]) == "r:k:b75:b200"  # half of 250, on top of 75
    assert tree.path(tree.find("b2000%")[0]) == "r:a"
    with pytest.raises(InputError, match=r"after 'r' must be one of k, b33.*got 'b50%' \(b50\)"):
        tree.find("b50%")
    with pytest.raises(InputError, match="no 'b50%' in 'a:c:b50%': the hand is over at 'r:a:c'"):
        tree.find("a:c:b50%")


def test_finding_an_all_in_by_its_amount() -> None:
    tree = build_tree(
        TreeRules(stacks=(910, 910), pot=100, first_street=3, sizes=Sizes.uniform("a"))
    )
    assert tree.find("r:b910") == tree.find("r:a") == (2, ())
    assert tree.path(2) == "r:a"


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("", "path must not be empty: 'r' is the root"),
        ("r:", "path 'r:': a step must be k, c, f, b and an amount, a, or n and cards, got ''"),
        ("r:z", "path 'r:z': a step must be k, c, f, b and an amount, a, or n and.*got 'z'"),
        ("r:r", "path 'r:r': a step must be k, c, f, b and an amount, a, or n and.*got 'r'"),
        ("r:c:r", "path 'r:c:r': a step must be k, c, f, b and an amount, a, or n and.*got 'r'"),
        ("r:b%", "path 'r:b%': a step must be k, c, f, b and an amount, a, or n and.*got 'b%'"),
        ("r:b1/0", "path 'r:b1/0': a step must be k, c, f, b and an amount, a, or.*got 'b1/0'"),
        ("r:b٣", "path 'r:b٣': a step must be k, c, f, b and an amount, a, or n and.*got 'b٣'"),
        ("r:b", "path 'r:b': a step must be k, c, f, b and an amount, a, or n and.*got 'b'"),
        ("r:b-5", "path 'r:b-5': a step must be k, c, f, b and an amount, a, or n.*got 'b-5'"),
        ("r:kk", "path 'r:kk': a step must be k, c, f, b and an amount, a, or n and.*got 'kk'"),
        ("r:c:k:n8x", "path 'r:c:k:n8x': card must be a rank and a suit, like 'As', got '8x'"),
        ("r:k", r"'r:k': the step after 'r' must be one of f, c, b2\.5, got 'k'"),
        ("r:c:b3:c", r"'r:c:b3:c': the step after 'r:c' must be one of k, b2\.5, got 'b3'"),
        ("r:b2.5:f:k", "no 'k' in 'r:b2.5:f:k': the hand is over at 'r:b2.5:f'"),
        ("r:c:k:n8c", "the deal in 'r:c:k:n8c' must be 3 known cards, got 'n8c'"),
        ("r:c:k:n????8c", "must be 3 known cards, got"),
        ("r:c:k:n2c3c4c:k:k:n5c6c", "must be 1 known card, got 'n5c6c'"),
        ("r:c:k:n2c3c4c:k:k:n3c", "3c is dealt twice in"),
        ("r:c:k:n:k:k:n3c", "'n3c' in .* follows a deal without cards: name"),
        ("r:n2c3c4c", "'r:n2c3c4c': the step after 'r' must be one of f, c,.*got 'n2c3c4c'"),
    ],
)
def test_bad_paths(path: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        build_tree(PREFLOP).find(path)


def test_bad_nodes() -> None:
    tree = build_tree(PREFLOP)
    for call in (tree.path, tree.line, tree.children, tree.pot, tree.stacks):
        with pytest.raises(InputError, match=f"node must be 0 to {len(tree) - 1}, got -1"):
            call(-1)
        with pytest.raises(InputError, match=f"got {len(tree)}"):
            call(len(tree))


def test_amounts_and_percentages_of_steps() -> None:
    (bet,) = parse_path("r:b.5")
    assert (bet.move, bet.amount, bet.percent) == (Move.BET, Fraction(1, 2), None)
    share = parse_step("b33.3%")
    assert (share.move, share.amount, share.percent) == (Move.BET, Fraction(0), Fraction(333, 10))
