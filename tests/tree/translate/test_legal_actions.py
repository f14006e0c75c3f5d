"""Legal actions of the real hand that a node cannot represent."""

import pytest

from fifthstreet.game import State
from fifthstreet.game.variants import NoLimitTexasHoldem
from fifthstreet.tree import BettingTree, Sizes, TreeRules, build_tree
from fifthstreet.tree.translate import Match, MatchQuality, Policy, match_path
from tests.tree.translate.hands import EVERYTHING

STRICT = Policy(verify_legal_actions=True)


def tree_of(max_raises: int) -> BettingTree:
    sizes = Sizes.uniform("50%", raises="100%")
    rules = TreeRules(
        stacks=(100, 100), blinds=(1, 2), first_street=0, sizes=sizes, max_raises=max_raises
    )
    return build_tree(rules)


def hand() -> State:
    return NoLimitTexasHoldem.create_state(EVERYTHING, True, 0, (1, 2), 2, 100, 2, seed=1)


def matched(max_raises: int, path: str, policy: Policy | None = None) -> Match:
    return match_path(tree_of(max_raises), hand(), path, policy)


def test_a_raise_where_the_tree_has_none() -> None:
    found = matched(1, "r:b6")  # facing the only raise that the tree allows
    assert found.unrepresented == ("raise",)
    assert (found.quality, found.found) == (MatchQuality.POOR, found.node)
    whole = matched(2, "r:b6")
    assert (whole.unrepresented, whole.quality) == ((), MatchQuality.GOOD)


def test_with_the_option_there_is_no_node() -> None:
    found = matched(1, "r:b6", STRICT)
    assert (found.quality, found.found, found.lost_at) == (MatchQuality.LOST, None, 1)
    assert found.reason == "the tree has no raise here, which the hand allows"
    assert found.subgame is not None
    assert matched(2, "r:b6", STRICT).found == matched(2, "r:b6").node
    assert repr(STRICT).endswith("verify_legal_actions>")


def test_a_bet_counted_as_a_check_leaves_no_fold_and_no_raise() -> None:
    sizes = Sizes.uniform("", raises="")
    rules = TreeRules(stacks=(90, 90), pot=20, first_street=1, sizes=sizes)
    found = match_path(build_tree(rules), hand(), "r:b10:c:n:b2")
    assert found.unrepresented == ("fold", "raise")


@pytest.mark.parametrize("path", ["r:b6:c:n:k:k:n:k:k:n:k:k", "r:b100:c"])
def test_without_a_player_to_act_nothing_is_missing(path: str) -> None:
    assert matched(3, path).unrepresented == ()


def test_a_player_who_can_only_call_is_represented() -> None:
    found = matched(3, "r:b100")
    assert found.unrepresented == ()
