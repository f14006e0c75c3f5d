"""Subgames of a turn: safe methods lose no more than the blueprint, the unsafe method may."""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pytest

from fifthstreet.errors import InputError
from fifthstreet.solvers.postflop import Solution, Spot, solve
from fifthstreet.solvers.postflop.backends.exploitability import ValueMode
from fifthstreet.solvers.search.composed import as_solution, resolve_rivers
from fifthstreet.solvers.search.methods import METHODS, SAFE_METHODS, check_method
from fifthstreet.solvers.search.response_values import ResponseValues
from fifthstreet.solvers.search.subgame import cut_subgame, gifts, solve_subgame
from fifthstreet.tree.strategy import Exploitability, UniformStrategy

SPOT = Spot.of(
    "QsJs2s7s", 100, 150, oop="AA,KQs,T9s", ip="QQ,88,KTs", bets="50%", raises="", max_raises=1
)
TOLERANCE = 0.15  # chips: twice the target of a river whose pot is as large as it can get
TARGET = 0.02  # percent of a river's pot


@pytest.fixture(
    scope="module",
    params=[pytest.param(3, marks=pytest.mark.slow), 12, 300],
    ids=["rough", "fair", "solved"],
)
def blueprint(request: pytest.FixtureRequest) -> Solution:
    return solve(SPOT, max_iterations=request.param, target_pot_percent=0)


Composed = Callable[[str], Exploitability]


@pytest.fixture(scope="module")
def composed(blueprint: Solution) -> Composed:
    """What a method makes of a blueprint, measured in the whole game."""

    @cache
    def resolved(method: str) -> Exploitability:
        return resolve_rivers(blueprint, method, target_pot_percent=TARGET).exploitability

    return resolved


def test_safe_methods_lose_no_more_than_the_blueprint(
    blueprint: Solution, composed: Composed
) -> None:
    before = blueprint.exploitability.best_responses
    for method in SAFE_METHODS:
        after = composed(method).best_responses
        assert all(new <= old + TOLERANCE for new, old in zip(after, before, strict=True)), method


def test_more_knowledge_helps(composed: Composed) -> None:
    chips = [composed(method).chips for method in ("reach", "maxmargin", "resolve")]
    assert chips == sorted(chips)


def test_the_unsafe_method_may_lose_more(blueprint: Solution, composed: Composed) -> None:
    """The better the blueprint, the less there is to win, and what is believed can be exploited."""
    if blueprint.exploitability.chips < 1:
        assert composed("unsafe").chips > blueprint.exploitability.chips + 0.5


@pytest.mark.parametrize("player", [0, 1])
def test_margins(blueprint: Solution, player: int) -> None:
    """Maxmargin's smallest margin is no smaller than that of any other method, and not negative."""
    smallest = {
        method: solve_subgame(
            cut_subgame(blueprint, "r:k:b50:c:n4d", player=player, method=method),
            target_pot_percent=TARGET,
        ).margin
        for method in ("resolve", "maxmargin")
    }
    assert smallest["maxmargin"] >= -TOLERANCE
    assert smallest["maxmargin"] >= smallest["resolve"] - TOLERANCE


def test_alternatives_are_best_responses_to_the_blueprint(blueprint: Solution) -> None:
    """At the root, their sum over all hands is what the best response wins."""
    for player in (0, 1):
        values = ResponseValues(blueprint, player)
        weights = blueprint.ranges[player].weights.astype(np.float64)
        won = float(np.nansum(values.counterfactual(0, ()) * weights)) / blueprint.plan.matchups
        assert won == pytest.approx(blueprint.exploitability.best_responses[player], abs=1e-3)


def test_values_of_averages_are_those_of_nodes(blueprint: Solution) -> None:
    node, cards = blueprint.tree.find("r:k:b50:c:n4d")
    here = blueprint.node("r:k:b50:c:n4d")
    values = ResponseValues(blueprint, 1, ValueMode.AVERAGE)
    own = SPOT.pot / 2 + int(blueprint.tree.committed[node][1]) * SPOT.rules.chip
    np.testing.assert_allclose(
        values.per_hand(node, cards, here.reach[0]) + own, here.ev[1], atol=1e-3
    )


def test_gifts_are_what_the_best_action_would_have_won_more() -> None:
    rough = solve(SPOT, max_iterations=4, target_pot_percent=0)
    values = ResponseValues(rough, 1)
    node, cards = rough.tree.find("r:k:b50:c:n4d")
    given = gifts(values, node, cards)
    assert (given >= 0).all()
    decision, _ = rough.tree.find("r:k")
    reach = rough.reach(decision, rough.board)[0]
    by_action = [values.per_hand(child, (), reach) for child in rough.tree.children(decision)]
    best = np.max(by_action, axis=0)
    np.testing.assert_allclose(np.nan_to_num(best - by_action[1]), given, atol=1e-3)


def test_other_strategies_are_measured_as_they_are() -> None:
    uniform = UniformStrategy(SPOT.tree, SPOT.ranges, SPOT.board)
    solution = as_solution(uniform)
    assert solution.exploitability.pot_percent > 10
    assert as_solution(solution) is solution


@pytest.mark.parametrize("method", METHODS)
def test_within_a_street(method: str) -> None:
    """A subgame may begin after a bet that nobody has called yet."""
    known = solve(SPOT, target_pot_percent=0.02)
    task = cut_subgame(known, "r:b50", player=1, method=method)
    resolved = solve_subgame(task, target_pot_percent=0.05)
    here, again = known.node("r:b50"), resolved.solution.root
    assert again.actions == here.actions
    if method == "unsafe":
        assert again.range_ev == pytest.approx(here.range_ev, abs=0.3)
    else:
        assert resolved.margin > -1


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"method": "safe"}, "method must be unsafe, resolve, maxmargin or reach, got 'safe'"),
        ({"player": 2}, r"player must be 0 \(OOP\) or 1 \(IP\), got 2"),
        ({"path": "r:k:b51"}, "b51"),
        ({"path": "r:k:k:n7s"}, "7s"),
    ],
)
def test_bad_input(options: dict[str, Any], message: str) -> None:
    known = solve(SPOT, max_iterations=2)
    arguments: dict[str, Any] = {"path": "r:k:k:n4d", "player": 0} | options
    path = str(arguments.pop("path"))
    with pytest.raises(InputError, match=message):
        cut_subgame(known, path, **arguments)


def test_a_spot_on_the_river_has_no_rivers_to_resolve() -> None:
    spot = Spot.of("QsJh2h7c4d", 100, 200, oop="AA,KQs", ip="QQ,AJs", bets="50%")
    with pytest.raises(InputError, match="must start on the flop or turn, got the river"):
        resolve_rivers(solve(spot, max_iterations=2), "resolve")


def test_ways() -> None:
    assert [check_method(method) for method in METHODS] == list(METHODS)
