"""Next steps of hands, with and without automations."""

from random import Random

import pytest
from hypothesis import given, settings

from fifthstreet.errors import InputError
from fifthstreet.game import Automation, Mode, variant
from fifthstreet.game.actions import act, legal_actions
from fifthstreet.game.flow import advance, new_state, next_step, next_step_after
from fifthstreet.game.kinds import ActionKind, NextStep
from fifthstreet.game.variants import NoLimitTexasHoldem
from fifthstreet.tree.translate.betting_text import play_history
from tests.game.random_hands import ALL_AUTOMATIONS, SEEDS, act_at_random, random_state
from tests.thoroughness import examples

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")


@settings(max_examples=examples(150))
@given(SEEDS)
def test_automated_and_manual_states_take_the_same_steps(seed: int) -> None:
    """The manual state stops after each action, so its next step is observed, not predicted."""
    rng = Random(seed)
    mode = rng.choice([*Mode])
    automated, manual = (
        random_state(Random(seed), automations=automations, mode=mode)
        for automations in (ALL_AUTOMATIONS, ())
    )
    advance(manual)
    while legal := legal_actions(automated):
        assert legal_actions(manual) == legal
        kind, amount = rng.choice([*legal.items()])
        expected = next_step_after(automated, kind, amount)
        assert next_step_after(manual, kind, amount) == expected
        act(manual, kind, amount)
        assert next_step(manual) == expected
        before = automated.street_index
        act(automated, kind, amount)
        assert (expected is NextStep.SHIFT_TURN) == (
            automated.street_index == before and automated.status
        )
        assert (expected is NextStep.SHIFT_STREET) == (
            automated.street_index is not None and automated.street_index != before
        )
        if expected in (NextStep.RUN_OUT, NextStep.FINISH):
            assert not automated.status
        advance(manual)
    assert next_step(automated) == next_step(manual) == NextStep.FINISH
    assert sum(manual.stacks) == sum(automated.stacks)


@settings(max_examples=examples(100))
@given(SEEDS)
def test_advance_does_what_automations_do(seed: int) -> None:
    rng = Random(seed)
    automated = random_state(Random(seed))
    manual = random_state(Random(seed), automations=())
    advance(manual)
    while automated.actor_index is not None:
        assert (manual.stacks, manual.bets) == (automated.stacks, automated.bets)
        choice = rng.random()
        for state in (automated, manual):
            act_at_random(state, Random(choice))
        advance(manual)
    assert manual.stacks == automated.stacks
    assert not manual.status


def test_next_steps_of_a_hand_dealt_manually() -> None:
    automations = tuple(
        automation for automation in Automation if "dealing" not in automation.value
    )
    state = new_state((100, 100), 1, automations=automations)
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


def test_all_runouts_are_dealt_before_the_hand_finishes() -> None:
    automations = tuple(
        automation
        for automation in Automation
        if automation.name not in ("BOARD_DEALING", "RUNOUT_COUNT_SELECTION")
    )
    state = NoLimitTexasHoldem.create_state(
        automations, True, 0, (1, 2), 2, 100, 2, mode=Mode.CASH_GAME, seed=1
    )
    act(state, ActionKind.ALL_IN)
    act(state, ActionKind.CALL)
    for player in (0, 1):
        assert next_step(state) is NextStep.RUN_OUT
        state.choose_runouts(2, player)
    for _ in range(6):  # a flop, a turn and a river, twice
        assert next_step(state) is NextStep.RUN_OUT
        state.deal_board()
    assert next_step(state) is NextStep.FINISH


def test_next_steps_while_posting() -> None:
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
    assert draw.discarder_index == 0


def test_a_straddle_needs_a_third_player() -> None:
    with pytest.raises(InputError, match="a straddle requires at least 3 players, got 2"):
        new_state((100, 100), 1, straddle=4)
