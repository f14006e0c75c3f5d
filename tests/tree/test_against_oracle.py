"""Native trees equal those of the slow, readable oracle, node for node."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from fifthstreet.errors import InputError
from fifthstreet.tree import BettingTree, Kind, TreeRules, build_tree, tree_size
from tests.oracles.betting_tree import Node, naive_tree
from tests.thoroughness import examples
from tests.tree.draws import tree_rules

FIELDS = list(Node.__dataclass_fields__)


def nodes_of(tree: BettingTree) -> list[Node]:
    columns = {name: array.tolist() for name, array in tree.as_arrays().items()}
    rows = zip(*(columns[name] for name in FIELDS), strict=True)
    nodes = [Node(**dict(zip(FIELDS, row, strict=True))) for row in rows]
    for node in nodes:
        node.committed = tuple(node.committed)
    return nodes


def has_at_most(nodes: int, rules: TreeRules) -> bool:
    """Whether the tree, without added and removed lines, is small enough for the oracle."""
    try:
        tree_size(replace(rules, added=(), removed=()), limit=nodes)
    except ValueError:
        return False
    return True


@given(tree_rules())
@settings(max_examples=examples(200))
def test_every_node_matches_the_oracle(rules: TreeRules) -> None:
    assert nodes_of(build_tree(rules)) == naive_tree(rules)


@given(tree_rules(), st.sampled_from((0.01, 0.1, 0.5, 2.0)))
def test_any_chip_value(rules: TreeRules, chip: float) -> None:
    stacks = tuple(stack * chip for stack in rules.stacks)
    forced = [tuple(bet * chip for bet in bets) for bets in (rules.blinds, rules.antes)]
    min_bet = None if rules.min_bet is None else rules.min_bet * chip
    rules = replace(
        rules,
        stacks=stacks,
        pot=rules.pot * chip,
        blinds=forced[0],
        antes=forced[1],
        min_bet=min_bet,
        max_raises=1,
        chip=chip,
    )
    assume(has_at_most(2000, rules))
    assert nodes_of(build_tree(rules)) == naive_tree(rules)


@given(tree_rules(), st.data())
@settings(max_examples=examples(150))
def test_added_and_removed_lines_match_the_oracle(rules: TreeRules, data: st.DataObject) -> None:
    tree = build_tree(rules)
    assume(len(tree) > 1)
    steps = st.one_of(st.integers(1, 60).map(lambda to: f"b{to}"), st.sampled_from("afckn"))

    def line(max_extra_steps: int) -> str:
        node = data.draw(st.integers(1, len(tree) - 1))
        extra = data.draw(st.lists(steps, max_size=max_extra_steps))
        return ":".join([tree.path(node), *extra])

    rules = replace(
        rules,
        max_raises=2,
        added=tuple(line(2) for _ in range(data.draw(st.integers(0, 3)))),
        removed=tuple(line(1) for _ in range(data.draw(st.integers(0, 2)))),
    )
    assume(has_at_most(2000, rules))
    try:
        expected = naive_tree(rules)
    except ValueError:
        with pytest.raises(InputError, match=r"path 'r"):
            build_tree(rules)
    else:
        assert nodes_of(build_tree(rules)) == expected


@given(tree_rules(max_nodes=5000))
def test_tree_size_matches_the_built_tree(rules: TreeRules) -> None:
    tree = build_tree(rules)
    counted = tree_size(rules)
    assert counted.total == len(tree)
    assert counted.bytes == sum(array.nbytes for array in tree.as_arrays().values())
    by_kind = np.zeros((4, 4), np.int64)
    np.add.at(by_kind, (tree.kind, tree.street), 1)
    assert (counted.nodes == by_kind).all()
    is_action = tree.kind == Kind.ACTION
    by_player = np.zeros((rules.players, 4), np.int64)
    np.add.at(by_player, (tree.player[is_action], tree.street[is_action]), 1)
    assert (counted.action_nodes == by_player).all()
    by_player[:] = 0
    np.add.at(
        by_player, (tree.player[is_action], tree.street[is_action]), tree.n_children[is_action]
    )
    assert (counted.actions == by_player).all()
