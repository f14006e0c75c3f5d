"""The strategies of the package: good, and in the order that hands must have."""

from itertools import pairwise

import numpy as np
import pytest

from fifthstreet.agents import create_agent
from fifthstreet.cards import CLASS_NAMES
from fifthstreet.review import load_blueprint
from fifthstreet.review.strategy_answers import StrategyAnswers
from fifthstreet.solvers.search.preflop import PreflopStrategy
from fifthstreet.solvers.search.preflop.library import PREFLOP_NAMES

PAIRS = [f"{rank}{rank}" for rank in "AKQJT98765432"]


@pytest.fixture(params=PREFLOP_NAMES)
def strategy(request: pytest.FixtureRequest) -> PreflopStrategy:
    loaded = load_blueprint(request.param)
    assert isinstance(loaded, PreflopStrategy)
    return loaded


def values(strategy: PreflopStrategy) -> dict[str, float]:
    """What each class wins at the button's first decision, which half a big blind was paid for."""
    rows, shares = strategy.class_values(0), strategy.shares(0)
    return dict(zip(CLASS_NAMES, (rows * shares).sum(axis=0).tolist(), strict=True))


def test_they_are_near_an_equilibrium(strategy: PreflopStrategy) -> None:
    assert strategy.exploitability.pot_percent <= 0.5
    assert sum(strategy.blind_values) == pytest.approx(0, abs=1e-3)


def test_hands_have_the_order_that_they_must_have(strategy: PreflopStrategy) -> None:
    value = values(strategy)
    error = strategy.exploitability.nash_conv
    # A subset of few flops favours some ranks over others.
    order = PAIRS if len(strategy.game.boards) > 25 else PAIRS[:5]
    for better, worse in pairwise(order):
        assert value[better] > value[worse] - error, (better, worse)
    if len(strategy.game.boards) > 25:
        for name in CLASS_NAMES:
            if name.endswith("s"):
                assert value[name] > value[name[:2] + "o"] - error, name


def test_no_hand_limps_by_accident(strategy: PreflopStrategy) -> None:
    """An action that is taken often is about as good as the best one: aces above all."""
    rows, shares = strategy.class_values(0), strategy.shares(0)
    lost = (shares * (rows.max(axis=0) - rows)).sum(axis=0)
    assert lost.max() < 0.05  # big blinds
    if len(strategy.game.boards) > 25:
        limp = strategy.tree.actions(0).index("c")
        aces = CLASS_NAMES.index("AA")
        assert shares[limp, aces] < 0.01
        assert rows[limp, aces] < rows[:, aces].max() - 0.5
    assert shares[0, CLASS_NAMES.index("AA")] < 1e-3


def test_reviews_and_agents_use_them(strategy: PreflopStrategy) -> None:
    answers = StrategyAnswers(strategy)
    assert answers.describe()["exploitability_pot_percent"] == pytest.approx(
        strategy.exploitability.pot_percent
    )
    node = strategy.at(0, ())
    assert node.action_ev is not None
    assert np.isfinite(node.action_ev).all()


def test_agents_find_them_by_name() -> None:
    assert "PreflopStrategy" in repr(create_agent("strategy:hu100"))
    assert "PreflopStrategy" in repr(create_agent("search:preflop=hu200,flop=a"))
    with pytest.raises(
        ValueError, match=r"strategy must be a file or hu20, hu40, .*6max_100, .*got 'hu300'"
    ):
        create_agent("strategy:hu300")
