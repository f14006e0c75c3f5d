"""`fs.solve_preflop`: both depths, and what they refuse."""

from typing import Any

import numpy as np
import pytest

import fifthstreet as fs
from fifthstreet.cards import class_index
from fifthstreet.errors import InputError
from fifthstreet.solvers.search.preflop import PreflopStrategy, game_of, open_preflop, strategy_path
from fifthstreet.solvers.values import FunctionLeaves, shipped_network
from fifthstreet.views import preflop_data

JAM_OR_FOLD: dict[str, Any] = {
    "stack": 8,
    "sizes": {"preflop": {"raise": "a"}},
    "tree": {"removed": ["r:c"]},
}
HALVES = FunctionLeaves(lambda board, pot, stack, ranges: np.full((2, 1326), 0.5))


def heads_up(*recipe: Any, **options: Any) -> PreflopStrategy:
    strategy = fs.solve_preflop(*recipe, **options)
    assert isinstance(strategy, PreflopStrategy)
    return strategy


def test_both_depths_agree_without_flops() -> None:
    street, hand = (
        heads_up(JAM_OR_FOLD | {"flops": 184}, depth=depth, target_pot_percent=0.02)
        for depth in ("street", "hand")
    )
    assert street.record.leaf_values is None
    assert street.blind_values[0] == pytest.approx(hand.blind_values[0], abs=0.01)  # its 184 flops
    assert street.exploitability.pot_percent <= 0.02


@pytest.mark.parametrize("stack", [5, 20, 100, 200])
def test_any_stack_is_solved(stack: float) -> None:
    strategy = heads_up(
        {"stack": stack}, depth="street", leaf_values=HALVES, target_pot_percent=0.2
    )
    assert strategy.exploitability.pot_percent <= 0.2
    data = preflop_data(strategy)
    assert data["leaf_values"] == HALVES.name
    assert data["leaf_error_pot_percent"] is None
    assert data["stack"] == stack


def test_a_game_is_accepted_as_well() -> None:
    game = game_of({"stack": 20}, depth="street")
    strategy = heads_up(game, depth="street", leaf_values=HALVES, max_iterations=3)
    assert strategy.game is game
    assert strategy.record.iteration == 3


def test_the_network_of_the_package_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fifthstreet.solvers.values.preflop_leaves._FLOPS", 10)
    strategy = heads_up({"stack": 20}, depth="street")
    record = strategy.record
    assert record.leaf_values == "network for preflop"
    assert record.leaf_error_pot_percent == shipped_network("preflop").error_pot_percent
    assert record.exploitability.pot_percent <= 0.5
    folds = strategy.shares(0)[0]
    assert folds[class_index("AA")] < 1e-3 < 0.2 < folds[class_index("72o")]
    # The exact chart, on ten flops with few bets, has about the same EV of the blinds.
    exact = open_preflop(strategy_path("hu20"))
    assert strategy.blind_values == pytest.approx(exact.blind_values, abs=0.05)


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"depth": "flop"}, "depth must be hand or street, got 'flop'"),
        ({"leaf_values": HALVES}, "leaf_values requires depth='street', got depth='hand'"),
        (
            {"depth": "street", "threads": 2},
            "threads=2 does not apply to depth='street': omit it",
        ),
        ({"depth": "street", "backend": "cuda"}, "backend='cuda' does not apply to depth='street'"),
        ({"depth": "street", "precision": "float32"}, "precision='float32' does not apply"),
        (
            {"depth": "street", "recipe": {"rake": {"rate": 0.05}}},
            "depth='street' requires a game without rake, got a rate of 0.05. Use depth='hand'",
        ),
        (
            {"depth": "street", "leaf_values": HALVES, "schedule": "predictive"},
            "does not support predictive schedules",
        ),
    ],
)
def test_what_does_not_apply_is_refused(options: dict[str, Any], text: str) -> None:
    with pytest.raises(InputError) as caught:
        fs.solve_preflop(**options)
    assert text in str(caught.value)
