"""Pot odds: the formula in bets, and its borders."""

from typing import Any

import pytest

from fifthstreet.agents.odds import (
    check_raise_pots,
    decide_by_pot_odds,
    raise_action,
    raise_chips,
)
from fifthstreet.errors import InputError
from fifthstreet.game.kinds import ActionKind
from tests.agents.views import holdem_view


def kind(chance: float, style: float = 0.0, **options: Any) -> ActionKind:
    view = holdem_view("AsKs", **options)
    action = decide_by_pot_odds(view, chance, style, 0.75)
    return action.kind  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("to_call", "pot", "opponents"), [(10, 15, 1), (10, 60, 3), (20, 95, 9), (10, 20, 2)]
)
def test_thresholds_are_those_of_the_formula_in_bets(
    to_call: int, pot: int, opponents: int
) -> None:
    in_hand = (True,) * (opponents + 1)
    bets, in_pot = to_call / 10, pot / 10
    raising = (bets + 1) / (in_pot + opponents + bets + 1)
    calling = bets / (in_pot + bets)
    options: dict[str, Any] = {"to_call": to_call, "pot": pot, "in_hand": in_hand}
    options["raise_to"] = (to_call + 10, to_call + 10)
    assert kind(raising + 1e-9, **options) is ActionKind.RAISE
    below = ActionKind.CALL if raising > calling else ActionKind.FOLD
    assert kind(raising - 1e-9, **options) is below
    options["raise_to"] = None
    assert kind(calling + 1e-9, **options) is ActionKind.CALL
    assert kind(calling - 1e-9, **options) is ActionKind.FOLD


def test_style_lowers_both_thresholds() -> None:
    assert kind(0.05, 0.0) is ActionKind.FOLD
    assert kind(0.05, 0.9) is ActionKind.RAISE
    assert kind(0.05, 0.9, raise_to=None) is ActionKind.CALL
    assert kind(0.9, -0.9) is ActionKind.FOLD


def test_checks_where_that_is_free() -> None:
    assert kind(0.0, -1.0, to_call=0) is ActionKind.CHECK


def test_raises_of_no_limit_games_are_a_share_of_the_pot() -> None:
    view = holdem_view("AsKs", pot=300, to_call=100, raise_to=(200, 5000))
    assert raise_chips(view, 0.75) == 300
    assert raise_action(view, 0.75).amount == 400  # type: ignore[union-attr]
    assert raise_chips(view, 0.01) == 100  # the smallest legal raise
    assert raise_chips(view, 1000) == 4900  # all in
    fixed = holdem_view("AsKs")
    assert raise_chips(fixed, 0.75) == 10
    assert raise_action(fixed, 0.75).amount == 20  # type: ignore[union-attr]


@pytest.mark.parametrize("wrong", [0, -1, float("nan")])
def test_refuses_raises_of_nothing(wrong: float) -> None:
    with pytest.raises(InputError, match="raise_pots must be above 0, got"):
        check_raise_pots(wrong)
