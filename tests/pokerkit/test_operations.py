"""Operations of events: equal to those that are constructed, and immutable."""

import pickle
from copy import copy, deepcopy
from dataclasses import FrozenInstanceError, asdict, replace
from typing import Any

import pytest

from fifthstreet.pokerkit import Automation, CompletionBettingOrRaisingTo, NoLimitTexasHoldem
from fifthstreet.pokerkit.operations import operation_of


def new_state() -> Any:
    return NoLimitTexasHoldem.create_state(tuple(Automation), True, 0, (1, 2), 2, 200, 2, seed=1)


def raised() -> Any:
    return new_state().complete_bet_or_raise_to(6, commentary="why not")


EXPECTED = CompletionBettingOrRaisingTo(1, 6, commentary="why not")


def test_values() -> None:
    assert raised() == EXPECTED
    assert hash(raised()) == hash(EXPECTED)
    assert repr(raised()) == repr(EXPECTED)
    assert raised().commentary == "why not"
    assert asdict(raised()) == asdict(EXPECTED)
    assert vars(raised()) == vars(EXPECTED)
    assert replace(raised(), amount=7).amount == 7
    assert raised() != new_state().check_or_call()


@pytest.mark.parametrize(
    "duplicate", [copy, deepcopy, lambda each: pickle.loads(pickle.dumps(each))]
)
def test_duplicates(duplicate: Any) -> None:
    assert duplicate(raised()) == EXPECTED
    assert duplicate(EXPECTED) == EXPECTED


def test_fields_cannot_be_set() -> None:
    operations: list[Any] = [raised(), EXPECTED]
    for operation in operations:
        with pytest.raises(FrozenInstanceError):
            operation.amount = 7
        with pytest.raises(AttributeError, match="no attribute 'bluff'"):
            _ = operation.bluff


def test_every_operation_of_a_hand() -> None:
    state = new_state()
    while state.status:
        state.check_or_call()
    assert [*map(operation_of, state.engine.events)] == state.operations
    assert pickle.loads(pickle.dumps(state.operations)) == state.operations
    note = state.no_operate(commentary="over")
    assert note == state.operations[-1]
    assert note.commentary == "over"


def test_attributes_of_the_engine() -> None:
    state = new_state()
    assert state.stacks is state.engine.stacks
    assert state.min_completion_betting_or_raising_to_amount == state.engine.min_raise_to
    state.stacks = [5, 6]
    assert state.engine.stacks == [5, 6]
    with pytest.raises(AttributeError):
        _ = state.bluff
