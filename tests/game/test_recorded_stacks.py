"""Hands that end with recorded stacks: rake, odd chips and chips that the house adds."""

from __future__ import annotations

import pytest

from fifthstreet.errors import InputError
from fifthstreet.game.enums import Automation
from fifthstreet.game.events import PotWon
from fifthstreet.game.state import State
from fifthstreet.game.variants import NoLimitTexasHoldem

AUTOMATIONS = tuple(each for each in Automation if each is not Automation.CHIPS_PUSHING)


def showdown() -> State:
    """Return a hand of two players with a pot of 40 before it is pushed."""
    state = NoLimitTexasHoldem.create_state(AUTOMATIONS, True, 0, (1, 2), 2, (100, 100), 2, seed=3)
    state.bet_or_raise_to(20)
    state.check_or_call()
    while state.actor_index is not None:
        state.check_or_call()
    assert list(state.pot_amounts) == [40]
    return state


@pytest.mark.parametrize(
    ("stacks", "rake"),
    [((117, 80), 3), ((80, 120), 0), ((99, 100), 1), ((80, 150), 0)],
)
def test_showdown(stacks: tuple[int, int], rake: int) -> None:
    state = showdown()
    assert state.can_push_chips(stacks)
    operation = state.push_chips(finishing_stacks=stacks, commentary="as recorded")
    assert isinstance(operation, PotWon)
    assert operation.amounts == (stacks[0] - 80, stacks[1] - 80)
    assert operation.commentary == "as recorded"
    assert tuple(state.stacks) == stacks
    assert state.payoffs == [stacks[0] - 100, stacks[1] - 100]
    assert sum(pot.raked_amount for pot in state.pots) == rake
    assert not state.status


def test_the_last_player_keeps_their_own_bet() -> None:
    state = NoLimitTexasHoldem.create_state(AUTOMATIONS, True, 0, (1, 2), 2, (100, 100, 100), 3)
    state.bet_or_raise_to(10)
    state.fold()
    state.fold()
    state.push_chips(finishing_stacks=(99, 98, 102))
    assert state.stacks == [99, 98, 102]
    assert sum(pot.raked_amount for pot in state.pots) == 1


@pytest.mark.parametrize(
    ("stacks", "message"),
    [
        ((120,), "finishing_stacks must have 2 stacks, got 1"),
        ((79, 121), "player 0 has 80 behind and cannot finish with 79"),
    ],
)
def test_impossible_stacks(stacks: tuple[int, ...], message: str) -> None:
    state = showdown()
    assert not state.can_push_chips(stacks)
    with pytest.raises(InputError, match=message):
        state.push_chips(finishing_stacks=stacks)
    assert list(state.pot_amounts) == [40]


def test_nothing_to_push() -> None:
    state = NoLimitTexasHoldem.create_state(AUTOMATIONS, True, 0, (1, 2), 2, 100, 2)
    assert not state.can_push_chips((100, 100))
    with pytest.raises(InputError, match="there are no chips to push"):
        state.push_chips(finishing_stacks=(100, 100))
