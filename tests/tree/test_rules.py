"""Tree rules: validation, forced bets, and round trips through plain data and arrays."""

import json
import pickle
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given

from fifthstreet.errors import InputError
from fifthstreet.game.variants import NoLimitTexasHoldem
from fifthstreet.tree import BettingTree, Sizes, TreeRules, build_tree
from tests.tree.draws import tree_rules

POSTFLOP: dict[str, Any] = {"stacks": (100, 100), "pot": 20}
PREFLOP: dict[str, Any] = {"stacks": (100, 100), "blinds": (1, 2), "first_street": 0}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"stacks": (100,)}, "stacks must be 2 to 10, one per player, got 1"),
        ({"stacks": (100,) * 11}, "stacks must be 2 to 10, one per player, got 11"),
        ({"stacks": 100}, "stacks must be a tuple of numbers, got 100"),
        ({"stacks": ("100", 100)}, r"stacks must be a tuple of numbers, got \('100', 100\)"),
        ({"stacks": (100, -1)}, "stacks must be 0 to 1,000,000,000 chips, got -1"),
        ({"stacks": (100, 0.5)}, r"stacks must be a multiple of the chip, 1, got 0\.5"),
        ({"stacks": (100, float("inf"))}, "stacks must be a multiple of the chip, 1, got inf"),
        ({"stacks": (1e9, 1e9)}, "pot and stacks must be at most.*got 2,000,000,020"),
        ({"pot": 0}, "the tree has nothing to play for: add a pot, or blinds or antes preflop"),
        ({"pot": -5}, "pot must be 0 to 1,000,000,000 chips, got -5"),
        ({"pot": 0.25, "chip": 0.1}, r"pot must be a multiple of the chip, 0\.1, got 0\.25"),
        ({"pot": None}, "pot must be a number, got None"),
        ({"chip": 0}, "chip must be more than 0, got 0"),
        ({"chip": float("nan")}, "chip must be more than 0, got nan"),
        ({"chip": 1e-320}, "stacks must be a multiple of the chip,.*got 100"),
        ({"blinds": (1, 2)}, "blinds require a tree that starts preflop: add them to pot"),
        ({"antes": (1, 1)}, "antes require a tree that starts preflop: add them to pot"),
        ({"first_street": 4}, "first_street and last_street must be from 0.*got 4 and 3"),
        ({"first_street": 3, "last_street": 2}, "first_street and last_street.*got 3 and 2"),
        ({"first_street": 1.5}, r"first_street must be a whole number, got 1\.5"),
        ({"sizes": "50%"}, "sizes must be Sizes, got '50%'"),
        ({"sizes": Sizes.by_player([Sizes.uniform("a")] * 3)}, "for each of 2 players, got 3"),
        ({"max_raises": -1}, "max_raises must be at least 0, or None, got -1"),
        ({"max_raises": 1.5}, r"max_raises must be a whole number or None, got 1\.5"),
        ({"max_raises": (1, 2)}, "max_raises must be one number, or four, got 2"),
        ({"max_raises": (1, 1, None, 1)}, "max_raises must be a whole number or None, got None"),
        ({"max_raises": (1, 1, -2, 1)}, "max_raises must be at least 0, or None, got -2"),
        ({"add_allin": -0.1}, r"add_allin must be a share of 0 or more, like 0\.15, got -0\.1"),
        ({"force_allin": float("nan")}, "force_allin must be a share of 0 or more,.*got nan"),
        ({"merge": float("inf")}, r"merge must be a share of 0 or more, like 0\.15, got inf"),
        ({"min_bet": 0}, "min_bet must be 1 to 1,000,000,000 chips, got 0"),
        ({"min_bet": 0.5}, r"min_bet must be a multiple of the chip, 1, got 0\.5"),
        ({"added": "r:k"}, "added must be a tuple of paths, got 'r:k'"),
        ({"added": ("r",)}, "added path must have an action, like 'r:k:b60', got 'r'"),
        ({"added": ("r:n",)}, "added path must have an action, like 'r:k:b60', got 'r:n'"),
        ({"added": ("r:b50%",)}, "added path 'r:b50%': a bet must be an amount of.*got 'b50%'"),
        ({"removed": ("r:k:k:n8c",)}, "removed path must have n for a deal,.*got 'r:k:k:n8c'"),
        ({"added": ("r:b0.5",)}, r"in added path 'r:b0\.5' must be a multiple of .* got 0\.5"),
    ],
)
def test_bad_rules(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        TreeRules(**{**POSTFLOP, **changes})


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"stacks": (100, 0)}, "stacks must be 1 to 1,000,000,000 chips, got 0"),
        ({"blinds": ()}, "nothing to play for"),
        ({"blinds": (1, 2, 4)}, "blinds must be at most one per player, 2, got 3"),
        ({"blinds": (0.5, 1)}, r"blinds must be a multiple of the chip, 1, got 0\.5"),
        ({"antes": (-1, 1)}, "antes must be 0 to 1,000,000,000 chips, got -1"),
    ],
)
def test_bad_preflop_rules(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
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
    with pytest.raises(InputError, match=r"tree rules must be among stacks, pot,.*got 'rake'"):
        TreeRules.from_dict({"stacks": [100, 100], "rake": 0.05})
    with pytest.raises(InputError, match="tree rules must have stacks"):
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
    with pytest.raises(InputError, match=r"arrays must be kind, player, street,.*got kind"):
        BettingTree.from_arrays(rules, {"kind": tree.kind})
    with pytest.raises(InputError, match=r"folded must be uint16 of shape .* got int64"):
        BettingTree.from_arrays(rules, {**arrays, "folded": tree.folded.astype(np.int64)})
    with pytest.raises(InputError, match=r"move must be uint8 of.*got uint8 of shape \(1,\)"):
        BettingTree.from_arrays(rules, {**arrays, "move": tree.move[:1]})
    with pytest.raises(InputError, match="parent and n_children must describe a tree in"):
        BettingTree.from_arrays(rules, {**arrays, "parent": tree.parent[::-1]})
    with pytest.raises(InputError, match="first_child must agree with parent"):
        BettingTree.from_arrays(rules, {**arrays, "first_child": tree.first_child + np.int32(1)})
    with pytest.raises(InputError, match=r"with at least one node, got uint8 of shape \(0,\)"):
        BettingTree.from_arrays(rules, {name: array[:0] for name, array in arrays.items()})


def test_arrays_are_read_only() -> None:
    tree = build_tree(TreeRules(**POSTFLOP))
    with pytest.raises(ValueError, match="read-only"):
        tree.amount[0] = 1


def test_even_stacks() -> None:
    expected = TreeRules(stacks=(100,) * 4, blinds=(1, 2), first_street=0, max_raises=1)
    assert TreeRules.even(4, 100, blinds=(1, 2), first_street=0, max_raises=1) == expected
    with pytest.raises(InputError, match="stacks must be 2 to 10, one per player, got 1"):
        TreeRules.even(1, 100, pot=10)
