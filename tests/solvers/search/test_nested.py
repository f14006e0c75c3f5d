"""Actions outside the tree: nested re-solving against translation and a tree that has the size."""

from dataclasses import dataclass

import numpy as np
import pytest
from benchmarks.patched_strategies import PatchedStrategy

from fifthstreet.errors import InputError
from fifthstreet.solvers.postflop import Solution, Spot, evaluate_strategy, solve
from fifthstreet.solvers.postflop.spot.spot import TreeSpot
from fifthstreet.solvers.search.methods import SAFE_METHODS
from fifthstreet.solvers.search.nested import nested_subgame, with_action
from fifthstreet.solvers.search.subgame import solve_subgame
from fifthstreet.tree import BettingTree

OOP = "22+,A2s+,K9s+,QTs+,JTs,T9s,ATo+,KJo+"
IP = "22+,A2s+,K9s+,Q9s+,J9s+,T9s,98s,ATo+,KJo+,QJo"
SPOT = Spot.of("QsJh2h7c4d", 100, 300, oop=OOP, ip=IP, bets="50%, 100%", raises="a", max_raises=2)
TARGET = 0.05


@dataclass(frozen=True)
class OffTree:
    """A blueprint with bets of 50% and 100%, and the tree with 75% as well."""

    blueprint: Solution
    larger: BettingTree
    node: int  # after the bet of 75%
    value: float  # what the bettor wins with the larger tree at equilibrium


@pytest.fixture(scope="module")
def off_tree() -> OffTree:
    larger = with_action(SPOT.tree.rules, "r:b75")
    spot = TreeSpot(SPOT.board, SPOT.ranges, larger.rules, given_tree=larger)
    exact = evaluate_strategy(solve(spot, target_pot_percent=0.01)).values
    assert exact is not None
    blueprint = solve(SPOT, target_pot_percent=TARGET)
    return OffTree(blueprint, larger, larger.find("r:b75")[0], exact[0])


def gain(off_tree: OffTree, method: str) -> float:
    """What a best response with the new bet wins more than at equilibrium, in chips."""
    task = nested_subgame(off_tree.blueprint, "r", "b75", player=1, method=method)
    answer = solve_subgame(task, target_pot_percent=TARGET).solution
    patched = PatchedStrategy(off_tree.larger, off_tree.blueprint, off_tree.node, answer)
    return evaluate_strategy(patched).best_responses[0] - off_tree.value


@pytest.mark.parametrize("method", SAFE_METHODS)
def test_safe_answers_lose_almost_nothing(off_tree: OffTree, method: str) -> None:
    assert -0.05 < gain(off_tree, method) < 0.2


def test_unsafe_answers_can_lose_much(off_tree: OffTree) -> None:
    """Nothing is known about who bets 75%, so any belief can be exploited."""
    assert gain(off_tree, "unsafe") > 2


def test_nested_within_nested() -> None:
    """A raise that is not in the tree after a bet that was not in the tree."""
    rules = with_action(SPOT.tree.rules, "r:k:b75").rules
    spot = TreeSpot(SPOT.board, SPOT.ranges, rules, given_tree=with_action(rules, "r:k:b33"))
    task = nested_subgame(solve(spot, target_pot_percent=0.3), "r:k:b33", "b120", player=1)
    assert task.spot.tree.committed[0].tolist() == [87, 0]
    assert solve_subgame(task).solution.exploitability.pot_percent <= 0.3


@pytest.mark.parametrize(
    ("path", "action", "message"),
    [
        ("r", "b400", "added path 'r:b400': the amount after 'r' must be 1 to 300, got 'b400'"),
        ("r:k", "b75", "OOP must act at the node, got 'r:k'"),
        ("r:b50:c", "b75", "hand is over"),
        ("r:x", "b75", "OOP must act at the node, got 'r:k'"),
        ("q", "b75", "q"),
    ],
)
def test_bad_input(off_tree: OffTree, path: str, action: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        nested_subgame(off_tree.blueprint, path, action, player=1)


def test_beliefs_follow_the_neighbours(off_tree: OffTree) -> None:
    """Hands that bet neither half nor the whole pot are not believed to bet three quarters."""
    task = nested_subgame(off_tree.blueprint, "r", "b75", player=1, method="unsafe")
    shares = off_tree.blueprint.root.strategy
    taken = np.nan_to_num(shares[1] + shares[2]) > 0
    assert not task.believed[~taken].any()
    assert task.believed[taken].any()
