"""Continual re-solving: hands are followed through streets and actions that no tree foresaw."""

from typing import Any

import numpy as np
import pytest

from fifthstreet.errors import InputError
from fifthstreet.solvers.postflop import Spot
from fifthstreet.solvers.search.continual import ContinualSolver, SearchSettings, Solve
from fifthstreet.solvers.search.depth_limit import DepthLimit
from fifthstreet.solvers.search.depth_solution import DepthLimitedSolution
from fifthstreet.solvers.search.methods import METHODS
from fifthstreet.tree import Sizes
from fifthstreet.tree.strategy import CallingStrategy, TreeStrategy

SPOT = Spot.of("QsJh2h7c", 100, 300, oop="AA,KQs,T9s,AJs,88", ip="QQ,AJs,88,KTs", bets="50%")
SIZES = Sizes.uniform("75%", raises="a")


def solver(player: int = 1, **options: Any) -> ContinualSolver:
    return ContinualSolver(SPOT, player, SearchSettings(SIZES, **options))


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(
    ("path", "actions", "solves"),
    [
        ("r:k", ("k", "b50"), 1),
        ("r:b60", ("f", "c", "b192"), 2),
        ("r:b60:c:n4d:k", ("k", "b165"), 3),
        ("r:b60:c:n4d:b37", ("f", "c", "a"), 4),
    ],
)
def test_hands_are_followed(method: str, path: str, actions: tuple[str, ...], solves: int) -> None:
    answer = solver(method=method).at(path)
    assert answer.actions == actions
    assert len(answer.solves) == solves
    held = answer.node.reach[1] > 0
    assert held.any()
    np.testing.assert_allclose(np.nansum(answer.strategy, axis=0)[held], 1, atol=1e-5)
    assert answer.solve.solution.exploitability.pot_percent <= 0.5


def test_own_ranges_follow_the_strategies_played() -> None:
    """Hands that fold to a bet are not held on the next street."""
    both = solver()
    first, later = both.at("r:b60"), both.at("r:b60:c:n4d")
    called = first.strategy[1] * first.node.reach[1]
    reach = later.node.reach[1]
    free = ~np.isnan(later.node.ev[1])
    share = np.nan_to_num(called[free] / called[free].max())
    np.testing.assert_allclose(reach[free] / reach[free].max(), share, atol=1e-4)


def test_answers_do_not_depend_on_what_was_asked_before() -> None:
    once = solver().at("r:b60:c:n4d:k").strategy
    asked: list[Solve] = []
    again = ContinualSolver(SPOT, 1, SearchSettings(SIZES), report=asked.append)
    for path in ("r:k:b50:c:n2s", "r:b60", "r:b60:c:n4d:b37", "r:b60:c:n4d:k"):
        answer = again.at(path)
    np.testing.assert_array_equal(answer.strategy, once)
    assert len(asked) == len({solve.path for solve in asked}) == 5


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("r:b60:b99", "'r:b60:b99': the action of IP must be one of f, c, b192, got b99"),
        ("r:b60:c:n7c", "7c"),
        ("r:b60:c:k", "must be one of n, got 'k'"),
        ("r:b60:n4d", "got 'r:b60:n4d' where no card is dealt"),
        ("r:b5000", "the amount after 'r' must be 1 to 300, got 'b5000'"),
        ("r:b60:f:k", "the hand is over"),
        ("r:hello", "hello"),
    ],
)
def test_paths_that_are_no_hand(path: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        solver().at(path)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"method": "safe"}, "method must be unsafe, resolve, maxmargin or reach, got 'safe'"),
        ({"seconds": 0}, "seconds must be more than 0, got 0"),
        ({"seconds": float("nan")}, "seconds must be more than 0, got nan"),
        ({"target_pot_percent": 0}, "target_pot_percent must be more than 0, got 0"),
    ],
)
def test_bad_settings(options: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        SearchSettings(SIZES, **options)


FLOP = Spot.of(
    "QsJh2h", 100, 300, oop="AA,KQs,T9s,88", ip="QQ,AJs,88,KTs", bets="50%", max_raises=1
)


def calling(spot: Spot) -> TreeStrategy:
    return CallingStrategy(spot.tree, spot.ranges, spot.board)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("player", [0, 1])
def test_flops_with_a_depth_limit_are_followed_to_the_river(player: int, method: str) -> None:
    limit = DepthLimit(calling, boards=20)
    settings = SearchSettings(SIZES, method, depth_limit=limit, options={"max_raises": 1})
    followed = ContinualSolver(FLOP, player, settings)
    paths = ["r", "r:k:k:n4d", "r:k:k:n4d:k:k:n9c"] if player == 0 else ["r:k", "r:b50:c:n4d:k"]
    paths += ["r:k:b60"] if player == 0 else ["r:b60", "r:b60:c:n4d:k"]  # not on any menu
    for path in paths:
        answer = followed.at(path)
        held = answer.node.reach[player] > 0
        assert held.any()
        assert np.isfinite(answer.strategy[:, held]).all()
        np.testing.assert_allclose(answer.strategy.sum(axis=0)[held], 1, atol=1e-5)
        assert answer.solve.solution.exploitability.pot_percent <= 0.5
    first = followed.at("r").solves[0]
    assert isinstance(first.solution, DepthLimitedSolution)
