"""What comes next, with and without a state that goes on by itself."""

from random import Random

import pytest
from hypothesis import given, settings

from fifthstreet.game import Automation, Mode, variant
from fifthstreet.game.variants import NoLimitTexasHoldem
from fifthstreet.table import (
    ActionKind,
    NextStep,
    act,
    advance,
    legal_actions,
    new_state,
    next_step,
    next_step_after,
    play_history,
)
from tests.table.hands import EVERYTHING, SEEDS, act_at_random, random_state

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")


@settings(max_examples=150)
@given(SEEDS)
def test_a_state_that_goes_on_by_itself_obeys_the_rule_of_one_that_waits(seed: int) -> None:
    """The waiting state stops after each action, so its rule is read off it and not foretold."""
    rng = Random(seed)
    mode = rng.choice([*Mode])
    runs, waits = (
        random_state(Random(seed), automations=automations, mode=mode)
        for automations in (EVERYTHING, ())
    )
    advance(waits)
    while legal := legal_actions(runs):
        assert legal_actions(waits) == legal
        kind, amount = rng.choice([*legal.items()])
        expected = next_step_after(runs, kind, amount)
        assert next_step_after(waits, kind, amount) == expected
        act(waits, kind, amount)
        assert next_step(waits) == expected
        before = runs.street_index
        act(runs, kind, amount)
        assert (expected is NextStep.SHIFT_TURN) == (runs.street_index == before and runs.status)
        assert (expected is NextStep.SHIFT_STREET) == (
            runs.street_index is not None and runs.street_index != before
        )
        if expected in (NextStep.RUN_OUT, NextStep.FINISH):
            assert not runs.status
        advance(waits)
    assert next_step(runs) == next_step(waits) == NextStep.FINISH
    assert sum(waits.stacks) == sum(runs.stacks)


@settings(max_examples=100)
@given(SEEDS)
def test_advance_does_what_automations_do(seed: int) -> None:
    rng = Random(seed)
    runs = random_state(Random(seed))
    waits = random_state(Random(seed), automations=())
    advance(waits)
    while runs.actor_index is not None:
        assert (waits.stacks, waits.bets) == (runs.stacks, runs.bets)
        choice = rng.random()
        for state in (runs, waits):
            act_at_random(state, Random(choice))
        advance(waits)
    assert waits.stacks == runs.stacks
    assert not waits.status


def test_rules_of_a_hand_dealt_by_hand() -> None:
    by_hand = tuple(a for a in Automation if "dealing" not in a.value)
    state = new_state((100, 100), 1, automations=by_hand)
    assert next_step(state) is NextStep.SHIFT_STREET
    state.deal_hole("AsAh")
    state.deal_hole("KsKh")
    assert next_step(state) is NextStep.SHIFT_TURN
    act(state, ActionKind.CALL)
    assert next_step(state) is NextStep.SHIFT_TURN
    act(state, ActionKind.CHECK)
    assert next_step(state) is NextStep.SHIFT_STREET
    state.deal_board("2c3c4c")
    assert next_step_after(state, ActionKind.ALL_IN) is NextStep.SHIFT_TURN
    act(state, ActionKind.ALL_IN)
    assert next_step_after(state, ActionKind.CALL) is NextStep.RUN_OUT
    assert next_step_after(state, ActionKind.FOLD) is NextStep.FINISH
    act(state, ActionKind.CALL)
    assert next_step(state) is NextStep.RUN_OUT
    state.deal_board("7d")
    assert next_step(state) is NextStep.RUN_OUT
    state.deal_board("8d")
    assert next_step(state) is NextStep.FINISH


def test_several_runouts_run_out_to_the_last() -> None:
    by_hand = tuple(
        a for a in Automation if a.name not in ("BOARD_DEALING", "RUNOUT_COUNT_SELECTION")
    )
    state = NoLimitTexasHoldem.create_state(
        by_hand, True, 0, (1, 2), 2, 100, 2, mode=Mode.CASH_GAME, seed=1
    )
    act(state, ActionKind.ALL_IN)
    act(state, ActionKind.CALL)
    for player in (0, 1):
        assert next_step(state) is NextStep.RUN_OUT
        state.select_runout_count(2, player)
    for _ in range(6):  # a flop, a turn and a river, twice
        assert next_step(state) is NextStep.RUN_OUT
        state.deal_board()
    assert next_step(state) is NextStep.FINISH


def test_posting_is_a_matter_of_turns() -> None:
    state = new_state((100, 100), 1, antes=1, automations=())
    assert next_step(state) is NextStep.SHIFT_TURN
    state.post_ante()
    state.post_ante()
    assert next_step(state) is NextStep.SHIFT_STREET
    state.collect_bets()
    assert next_step(state) is NextStep.SHIFT_TURN
    assert advance(state) is NextStep.SHIFT_TURN
    assert state.actor_index == 1


def test_checking_the_river_finishes() -> None:
    state = play_history(new_state((100, 100), 1), "c:k/k:k/k:k/k")
    assert next_step_after(state, ActionKind.CHECK) is NextStep.FINISH


def test_advance_does_not_discard_for_players() -> None:
    draw = variant("N2L1D").create_state((), True, 0, (1, 2), 2, 100, 2, seed=1)
    advance(draw)
    act(draw, ActionKind.CALL)
    act(draw, ActionKind.CHECK)
    assert advance(draw) is NextStep.SHIFT_TURN
    assert draw.stand_patter_or_discarder_index == 0


def test_a_straddle_needs_a_third_player() -> None:
    with pytest.raises(ValueError, match="a straddle with 2 players; want 3 or more"):
        new_state((100, 100), 1, straddle=4)
