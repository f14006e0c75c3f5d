"""`equity`: sampled equities against narrowed ranges."""

import pytest

from fifthstreet.agents import EquityAgent, create_agent
from fifthstreet.cards.equity import hand_strength
from fifthstreet.errors import InputError
from fifthstreet.game.kinds import ActionKind
from tests.agents.views import course_events, holdem_view

BOARD = "AsKd7h"
LIMPED = "ck"
LIMPED_AND_BET = "ckkb"


def test_without_bets_it_is_the_strength_against_random_hands() -> None:
    view = holdem_view("QhJh", "Th9h2c", in_hand=(True,) * 3)
    exact = hand_strength("QhJh", "Th9h2c", opponents=2, samples=100_000).equity
    assert EquityAgent(samples=50_000).equity(view) == pytest.approx(exact, abs=0.01)


def test_bets_lower_the_equity_of_a_weak_hand() -> None:
    quiet, loud = (
        EquityAgent().equity(holdem_view("QhJh", BOARD, events=course_events(BOARD, actions)))
        for actions in (LIMPED, LIMPED_AND_BET)
    )
    assert loud < quiet - 0.02


def test_bets_are_read_once_as_the_hand_goes_on() -> None:
    bet = course_events(BOARD, LIMPED_AND_BET)
    view = holdem_view("QhJh", BOARD, events=bet, seed=3)
    agent = EquityAgent()
    first = agent.equity(view)
    again = agent.equity(view)  # other random numbers, the same ranges
    assert again == pytest.approx(first, abs=0.02)
    fresh = holdem_view("QhJh", BOARD, events=bet, seed=3)
    assert EquityAgent().equity(fresh) == first  # the same random numbers


def test_raises_with_more_than_a_fair_share() -> None:
    agent = EquityAgent()
    assert agent.decide(holdem_view("AsAh")).kind is ActionKind.RAISE  # type: ignore[union-attr]
    weak = holdem_view("7h2c", "AsKdQhJc", pot=30)
    assert agent.decide(weak).kind is ActionKind.FOLD  # type: ignore[union-attr]
    cheap = holdem_view("Th2c", "AsKdQh", pot=400)
    assert agent.decide(cheap).kind is ActionKind.CALL  # type: ignore[union-attr]


def test_samples_are_checked() -> None:
    with pytest.raises(InputError, match="samples must be at least 1, got 0"):
        create_agent("equity:samples=0")
