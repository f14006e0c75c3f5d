"""Records add up to the engine's chips at every step of every hand."""

from math import isclose
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings

from fifthstreet.game import Automation, Mode, State
from fifthstreet.game.operations import (
    BoardDealing,
    CheckingOrCalling,
    CompletionBettingOrRaisingTo,
    Folding,
)
from fifthstreet.table import (
    ActionKind,
    Ledger,
    Record,
    by_street,
    new_state,
    play_history,
    record_of,
    records,
    records_text,
    size_of,
)
from tests.game.setups import random_setup
from tests.table.hands import SEEDS, act_at_random, decisions, random_state, stand_pat
from tests.thoroughness import examples

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")


def check_against_engine(ledger: Ledger, state: State) -> None:
    """Check that the ledger and the engine have the same chips, while players bet."""
    assert ledger.stacks == state.stacks
    assert ledger.bets == state.bets
    assert ledger.pot == state.total_pot_amount
    assert ledger.paid == [-payoff for payoff in state.payoffs]
    assert [sum(column) for column in zip(*ledger.paid_on_street, strict=True)] == ledger.paid
    assert ledger.street == (state.street_index or 0)


@settings(max_examples=examples(150))
@given(SEEDS)
def test_records_add_up_to_the_engines_chips_at_every_step(seed: int) -> None:
    rng = Random(seed)
    state = random_state(rng, trimmed=rng.random() < 0.7, mode=rng.choice([*Mode]))
    ledger = Ledger(state)
    for _ in decisions(state, rng):
        ledger.catch_up()
        check_against_engine(ledger, state)
    ledger.catch_up()
    taken = [stack - left for stack, left in zip(state.stacks, ledger.stacks, strict=True)]
    assert isclose(sum(taken), sum(ledger.paid))  # there is no rake; decimals may be rounded
    assert min(taken) >= 0


@settings(max_examples=examples(150))
@given(SEEDS)
def test_ledger_follows_every_game_of_the_engine(seed: int) -> None:
    rng = Random(seed)
    state = random_setup(rng).ours()
    for name in ("antes", "blinds_or_straddles", "starting_stacks"):
        if any(isinstance(value, float) for value in getattr(state, name)):
            return  # sums of floats depend on their order
    ledger = Ledger(state)
    for _ in range(60):
        if state.actor_index is not None:
            ledger.catch_up()
            check_against_engine(ledger, state)
            act_at_random(state, rng)
        elif not _take_dealers_step(state):
            break


def _take_dealers_step(state: State) -> bool:
    if state.stand_patter_or_discarder_index is not None:
        state.stand_pat_or_discard()
    elif state.can_post_ante():
        state.post_ante()
    elif state.can_post_blind_or_straddle():
        state.post_blind_or_straddle()
    elif state.can_collect_bets():
        state.collect_bets()
    elif state.can_burn_card():
        state.burn_card()
    elif state.can_deal_hole():
        state.deal_hole()
    elif state.can_deal_board():
        state.deal_board()
    else:
        return False
    return True


@settings(max_examples=examples(150))
@given(SEEDS)
def test_records_before_an_operation_match_those_after_it(seed: int) -> None:
    rng = Random(seed)
    state = random_state(rng)
    predicted: list[Record | None] = []
    stand_pat(state)
    while state.actor_index is not None:
        preview = state.copy()  # shows the next action
        act_at_random(preview, Random(seed))
        operation = preview.operations[len(state.operations)]
        predicted.append(record_of(state, operation))
        if isinstance(operation, CompletionBettingOrRaisingTo):
            assert predicted[-1] is not None
            assert predicted[-1].size == size_of(state, operation.amount)
        act_at_random(state, Random(seed))
    assert predicted == [record for record in records(state) if not record.is_forced]


@settings(max_examples=examples(100))
@given(SEEDS)
def test_each_record_matches_its_operation(seed: int) -> None:
    rng = Random(seed)
    state = random_state(rng)
    for _ in decisions(state, rng):
        pass
    for record in records(state):
        operation: Any = state.operations[record.number]
        assert operation.player_index == record.player
        assert getattr(operation, "amount", 0) == record.amount
        assert record.stack_before - record.stack_after == record.paid >= 0
        assert record.kind is not ActionKind.ALL_IN
        assert (record.addition > 0) == (record.size > 0)


def test_kinds_of_records_by_seat() -> None:
    state = new_state((100, 100, 100, 100), 1, straddle=4, antes=1)
    kinds = [record.kind for record in records(state)]
    assert kinds == [
        *[ActionKind.ANTE] * 4,
        ActionKind.SMALL_BLIND,
        ActionKind.BIG_BLIND,
        ActionKind.STRADDLE,
    ]


def test_heads_up_the_button_has_the_small_blind() -> None:
    players = {record.kind: record.player for record in records(new_state((100, 100), 1))}
    assert players == {ActionKind.BIG_BLIND: 0, ActionKind.SMALL_BLIND: 1}


def test_record_of_a_raise_by_hand() -> None:
    state = play_history(new_state((100, 100), 1), "r6:r20")
    # 20 + 6 in the pot, 14 to call: 40 after the call; 60 is 40 above the bet of 20.
    record = record_of(state, CompletionBettingOrRaisingTo(1, 60))
    assert record is not None
    assert record[1:] == (1, 0, ActionKind.RAISE, 60, 94, 40, 40, 60, 26)
    assert (record.paid, record.pot_after_call, record.size) == (54, 40, 1.0)
    assert not record.is_all_in
    call = record_of(state, CheckingOrCalling(1, 14))
    fold = record_of(state, Folding(1))
    assert call is not None
    assert fold is not None
    assert (call.kind, call.addition, call.size, call.committed) == (ActionKind.CALL, 0, 0, 20)
    assert (fold.kind, fold.paid, fold.stack_after) == (ActionKind.FOLD, 0, 94)


def test_operations_that_move_no_chips_have_no_record() -> None:
    assert record_of(new_state((100, 100), 1), BoardDealing(())) is None


def test_an_uncalled_bet_is_not_paid() -> None:
    state = play_history(new_state((100, 30, 100), 1), "a:f:c")
    ledger = Ledger(state)
    assert ledger.paid == [1, 30, 30]
    assert ledger.paid_on_street[0] == [1, 30, 30]


def test_records_by_street_and_as_text() -> None:
    state = play_history(new_state((100, 100), 1), "r6:c/b8")
    streets = by_street(records(state))
    assert [(street, len(street_records)) for street, street_records in streets.items()] == [
        (0, 4),
        (1, 1),
    ]
    assert records_text(records(state)).splitlines()[-2:] == [
        "street 1",
        "  1: player 0 bets 8 (committed 8)",
    ]


def test_ledger_reads_each_operation_once() -> None:
    state = new_state((100, 100), 1, automations=tuple(Automation))
    ledger = Ledger(state)
    assert len(ledger.records) == 2
    assert ledger.catch_up() == []
    state.check_or_call()
    assert [record.kind for record in ledger.catch_up()] == [ActionKind.CALL]
    assert ledger.catch_up() == []
