"""Average strategies by path, hand and board."""

from collections.abc import Callable

import numpy as np
import pytest

from fifthstreet.cards import parse_hole
from fifthstreet.errors import InputError
from fifthstreet.solvers.postflop import evaluate_strategy
from fifthstreet.tree import NO_RAKE
from tests.solvers.blueprint.small_spots import (
    FLOP,
    RAKED,
    RIVER,
    THREE_PREFLOP,
    THREE_TO_THE_FLOP,
    TURN,
    board_of,
)


def test_a_strategy_by_path_hand_and_board() -> None:
    solver = TURN.solver(batch=64)
    solver.iterate(5_000)
    strategy = solver.average()
    from_path = strategy.hand("r:k:k:n2c", "AdJd")
    from_board = strategy.hand("r:k:k:n", "AdJd", "AsTs4h7h2c")
    assert from_path == from_board
    assert sum(from_path.values()) == pytest.approx(1)
    rows = strategy.node("r:k:k:n2c")
    assert list(from_path.values()) == rows[:, parse_hole("AdJd")].tolist()
    assert np.isnan(rows[:, parse_hole("As2d")]).all()
    node = TURN.tree.find("r:k:k:n")[0]
    np.testing.assert_array_equal(rows, strategy.probabilities(node, board_of("AsTs4h7h2c")))


def test_a_preflop_strategy_by_path_hand_and_board() -> None:
    solver = THREE_TO_THE_FLOP.solver(batch=64)
    solver.iterate(20_000)
    strategy = solver.average()
    limped = strategy.hand("r:c:c:k:nAsTs4h", "QdQh")
    assert limped == strategy.hand("r:c:c:k:n", "QdQh", "AsTs4h")
    assert limped == strategy.hand("r:c:c:k:n", "QdQh", "4hAsTs")  # in any order
    assert strategy.hand("r", "KdKh") == strategy.hand("r", "KcKs")
    assert strategy.first_decision().keys() >= {"KhKd", "Ad5d"}


def test_a_strategy_knows_its_game() -> None:
    for game in (RIVER, RAKED, THREE_PREFLOP):
        strategy = game.solver().average()
        assert strategy.tree is game.tree
        assert strategy.board == game.board
        assert strategy.rake == game.rake
        assert strategy.runout == ()
        assert strategy.exploitability is None
        assert strategy.kind == "blueprint"
        assert len(strategy.ranges) == game.tree.players
        assert not strategy.is_for_any_board
    assert RIVER.rake is NO_RAKE
    assert RIVER.solver(board=()).average().is_for_any_board


def test_reach_follows_the_actions_of_each_player() -> None:
    solver = THREE_PREFLOP.solver(batch=64)
    solver.iterate(20_000)
    strategy = solver.average()
    node, _ = THREE_PREFLOP.tree.find("r:c:c")
    reach = strategy.reach(node, ())
    kings, jacks = parse_hole("KdKh"), parse_hole("AdJd")
    assert reach[2][kings] == pytest.approx(strategy.hand("r", "KdKh")["c"])
    assert reach[0][parse_hole("AdAh")] == pytest.approx(strategy.hand("r:c", "AdAh")["c"])
    assert reach[1][jacks] == THREE_PREFLOP.ranges[1].weights[jacks]
    at = strategy.at(node, ())
    assert at.frequencies.sum() == pytest.approx(1)


def test_a_strategy_is_uniform_before_training() -> None:
    assert set(RIVER.solver().average().hand("r", "AcAd").values()) == {0.5}


def test_a_strategy_follows_the_training_of_its_solver() -> None:
    solver = RIVER.solver(batch=64)
    strategy = solver.average()
    solver.iterate(1_000)
    assert set(strategy.hand("r", "AcAd").values()) != {0.5}
    assert "6 information sets" not in repr(strategy)
    assert "<SampledStrategy on QsJh2h7c4d: 2 players" in repr(strategy)


def test_bad_queries_are_refused_in_one_line() -> None:
    strategy = TURN.solver().average()
    fixed = FLOP.solver(runout=board_of("4hKc")).average()
    queries: list[tuple[Callable[[], object], str]] = [
        (lambda: strategy.hand("r:k:k:n", "AdJd"), "must be 5 different cards, got 'AsTs4h7h'"),
        (lambda: strategy.hand("r", "AsJs"), "shares a card with the board"),
        (lambda: strategy.hand("r", "AdJd", "AsTs4h7d"), "start with AsTs4h7h, got AsTs4h7d"),
        (lambda: strategy.node("r:k:k"), "node must be a decision, got"),
        (lambda: strategy.node("r:z"), "k, c, f, b and an amount, a, or n and cards, got 'z'"),
        (lambda: fixed.node("r:k:k:n2c"), "board must start with Js7s2s4h"),
        (
            lambda: THREE_PREFLOP.solver().average().hand("r", "AdJd", "AsTs4h"),
            "board must be 0 different cards",
        ),
    ]
    for query, message in queries:
        with pytest.raises(InputError, match=message) as caught:
            query()
        assert "\n" not in str(caught.value)


def test_sampled_flops_and_known_runouts_are_not_evaluated_exactly() -> None:
    with pytest.raises(InputError, match="require two players and a board"):
        evaluate_strategy(FLOP.solver(board=()).average())
    with pytest.raises(InputError, match="require two players and a board"):
        evaluate_strategy(THREE_PREFLOP.solver().average())
    with pytest.raises(InputError, match="board must start with"):
        evaluate_strategy(TURN.solver(runout=board_of("2c")).average())
