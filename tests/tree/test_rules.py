"""Tree rules: validation, forced bets, and round trips through plain data and arrays."""

import json
import pickle
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given

from fifthstreet.game.variants import NoLimitTexasHoldem
from fifthstreet.tree import BettingTree, Sizes, TreeRules, build_tree
from tests.tree.draws import tree_rules

POSTFLOP: dict[str, Any] = {"stacks": (100, 100), "pot": 20}
PREFLOP: dict[str, Any] = {"stacks": (100, 100), "blinds": (1, 2), "first_street": 0}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"stacks": (100,)}, "1 stacks; want 2 to 10, one per player"),
        ({"stacks": (100,) * 11}, "11 stacks; want 2 to 10"),
        ({"stacks": 100}, "stacks 100; want a tuple of numbers"),
        ({"stacks": ("100", 100)}, r"stacks \('100', 100\); want a tuple of numbers"),
        ({"stacks": (100, -1)}, "a stack is -1; want 0 to 1,000,000,000 chips"),
        ({"stacks": (100, 0.5)}, "a stack is 0.5; want a whole number of chips of 1.0"),
        ({"stacks": (100, float("inf"))}, "a stack is inf; want a whole number of chips"),
        ({"stacks": (1e9, 1e9)}, "2,000,000,020 chips; want at most 1,000,000,000"),
        ({"pot": 0}, "nothing to play for; want a pot, or blinds or antes preflop"),
        ({"pot": -5}, "the pot is -5; want 0 to"),
        ({"pot": 0.25, "chip": 0.1}, "the pot is 0.25; want a whole number of chips of 0.1"),
        ({"pot": None}, "pot None; want a number"),
        ({"chip": 0}, "a chip of 0; want more than 0"),
        ({"chip": float("nan")}, "a chip of nan; want more than 0"),
        ({"chip": 1e-320}, "a stack is 100; want a whole number of chips"),
        ({"blinds": (1, 2)}, "blinds in a tree that starts after preflop; add them to pot"),
        ({"antes": (1, 1)}, "antes in a tree that starts after preflop; add them to pot"),
        ({"first_street": 4}, "streets 4 to 3; want first_street and last_street from 0"),
        ({"first_street": 3, "last_street": 2}, "streets 3 to 2; want"),
        ({"first_street": 1.5}, "first_street 1.5; want a whole number"),
        ({"sizes": "50%"}, "sizes '50%'; want Sizes"),
        ({"sizes": Sizes.by_player([Sizes.uniform("a")] * 3)}, "sizes of 3 players for 2 stacks"),
        ({"max_raises": -1}, "max_raises -1; want 0 or more, or None"),
        ({"max_raises": 1.5}, "max_raises 1.5; want a whole number or None"),
        ({"max_raises": (1, 2)}, "max_raises of 2 streets; want one number, or four"),
        ({"max_raises": (1, 1, None, 1)}, "max_raises None; want a whole number or None"),
        ({"max_raises": (1, 1, -2, 1)}, "max_raises -2; want 0 or more, or None"),
        ({"add_allin": -0.1}, "add_allin -0.1; want a share of 0 or more"),
        ({"force_allin": float("nan")}, "force_allin nan; want a share"),
        ({"merge": float("inf")}, "merge inf; want a share"),
        ({"min_bet": 0}, "min_bet is 0; want 1 to"),
        ({"min_bet": 0.5}, "min_bet is 0.5; want a whole number of chips"),
        ({"added": "r:k"}, "added 'r:k'; want a tuple of paths"),
        ({"added": ("r",)}, "added path 'r' has no action; want one like 'r:k:b60'"),
        ({"added": ("r:n",)}, "added path 'r:n' has no action; want one like 'r:k:b60'"),
        ({"added": ("r:b50%",)}, "'b50%' in added path 'r:b50%' is a percentage; want an amount"),
        ({"removed": ("r:k:k:n8c",)}, "removed path 'r:k:k:n8c' names cards; want n for any deal"),
        ({"added": ("r:b0.5",)}, "'b0.5' in added path 'r:b0.5' is 0.5; want a whole number"),
    ],
)
def test_bad_rules(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        TreeRules(**{**POSTFLOP, **changes})


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"stacks": (100, 0)}, "a stack is 0; want 1 to"),
        ({"blinds": ()}, "nothing to play for"),
        ({"blinds": (1, 2, 4)}, "3 blinds for 2 players"),
        ({"blinds": (0.5, 1)}, "one of the blinds is 0.5; want a whole number of chips of 1.0"),
        ({"antes": (-1, 1)}, "one of the antes is -1; want 0 to"),
    ],
)
def test_bad_preflop_rules(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        TreeRules(**{**PREFLOP, **changes})


def test_forced_bets_match_the_rules_engine() -> None:
    for stacks, blinds, antes in (
        ((100, 100), (1, 2), (0, 2)),
        ((1, 100), (1, 2), (1, 1)),
        ((100, 3, 100), (1, 2), (2, 2, 2)),
        ((50, 50, 50, 50), (1, 2, 4), ()),
        ((50, 50, 50, 50), (1, 2, 0, -2), ()),
    ):
        rules = TreeRules(stacks=stacks, blinds=blinds, antes=antes, first_street=0)
        game = NoLimitTexasHoldem((), False, antes or 0, blinds, 2)
        state = game(stacks, len(stacks))
        seats = range(len(stacks))
        assert rules.posted_antes == tuple(map(state.get_effective_ante, seats))
        assert rules.posted_blinds == tuple(map(state.get_effective_blind, seats))


def test_opener() -> None:
    assert TreeRules(**PREFLOP).opener == 1
    assert TreeRules(**POSTFLOP).opener == 0
    assert TreeRules(**{**PREFLOP, "stacks": (100,) * 6}).opener == 2
    straddle = {**PREFLOP, "stacks": (100,) * 6, "blinds": (1, 2, 4)}
    assert TreeRules(**straddle).opener == 3


def test_smallest_bet() -> None:
    assert TreeRules(**PREFLOP).min_bet_chips == 2
    assert TreeRules(**POSTFLOP).min_bet_chips == 1
    assert TreeRules(**POSTFLOP, min_bet=10, chip=0.5).min_bet_chips == 20


@given(tree_rules())
def test_rules_round_trip_through_plain_data(rules: TreeRules) -> None:
    data = json.loads(json.dumps(rules.to_dict()))
    assert TreeRules.from_dict(data) == rules


def test_bad_plain_data() -> None:
    with pytest.raises(ValueError, match="no tree rule 'rake'; want stacks, pot"):
        TreeRules.from_dict({"stacks": [100, 100], "rake": 0.05})
    with pytest.raises(ValueError, match="tree rules need stacks"):
        TreeRules.from_dict({"pot": 5})


@given(tree_rules())
def test_trees_round_trip_through_arrays(rules: TreeRules) -> None:
    tree = build_tree(rules)
    restored = BettingTree.from_arrays(rules, tree.as_arrays())
    assert tree.same_as(restored)
    assert restored.same_as(pickle.loads(pickle.dumps(tree)))
    assert not tree.same_as(build_tree(replace(rules, pot=rules.pot + 1)))


def test_bad_arrays() -> None:
    rules = TreeRules(**POSTFLOP, last_street=1)
    tree = build_tree(rules)
    arrays = tree.as_arrays()
    with pytest.raises(ValueError, match="arrays kind; want kind, player, street"):
        BettingTree.from_arrays(rules, {"kind": tree.kind})
    with pytest.raises(ValueError, match=r"folded is int64 of shape .*; want uint16 of shape"):
        BettingTree.from_arrays(rules, {**arrays, "folded": tree.folded.astype(np.int64)})
    with pytest.raises(ValueError, match=r"move is uint8 of shape \(1,\); want"):
        BettingTree.from_arrays(rules, {**arrays, "move": tree.move[:1]})
    with pytest.raises(ValueError, match="parent and n_children disagree; want a tree"):
        BettingTree.from_arrays(rules, {**arrays, "parent": tree.parent[::-1]})
    with pytest.raises(ValueError, match="first_child does not agree with parent"):
        BettingTree.from_arrays(rules, {**arrays, "first_child": tree.first_child + np.int32(1)})
    with pytest.raises(ValueError, match="and at least one node"):
        BettingTree.from_arrays(rules, {name: array[:0] for name, array in arrays.items()})


def test_arrays_are_read_only() -> None:
    tree = build_tree(TreeRules(**POSTFLOP))
    with pytest.raises(ValueError, match="read-only"):
        tree.amount[0] = 1


def test_even_stacks() -> None:
    expected = TreeRules(stacks=(100,) * 4, blinds=(1, 2), first_street=0, max_raises=1)
    assert TreeRules.even(4, 100, blinds=(1, 2), first_street=0, max_raises=1) == expected
    with pytest.raises(ValueError, match="1 stacks; want 2 to 10"):
        TreeRules.even(1, 100, pot=10)
