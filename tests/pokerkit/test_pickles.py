"""Pickles, copies and dataclass functions, compared with PokerKit's."""

import copy
import dataclasses
import pickle
from collections.abc import Callable
from functools import partial
from typing import Any

import pokerkit
import pytest

from fifthstreet import pokerkit as facade
from fifthstreet.pokerkit import operations
from tests.game.setups import VARIANTS
from tests.game.test_variants import terms_of

Duplicate = Callable[[Any], Any]


def pickled(each: Any, protocol: int) -> Any:
    return pickle.loads(pickle.dumps(each, protocol))


DUPLICATES: dict[str, Duplicate] = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    **{
        f"pickle {protocol}": partial(pickled, protocol=protocol)
        for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1)
    },
}
every_way = pytest.mark.parametrize("duplicate", DUPLICATES.values(), ids=DUPLICATES)


def new_state(library: Any = facade) -> Any:
    return library.NoLimitTexasHoldem.create_state(
        tuple(library.Automation), True, 0, (1, 2), 2, 200, 2
    )


@every_way
@pytest.mark.parametrize("code", VARIANTS)
def test_states_of_every_game(code: str, duplicate: Duplicate) -> None:
    game = VARIANTS[code](tuple(facade.Automation), *terms_of(VARIANTS[code]))
    state = game(100, 2, seed=1)
    again = duplicate(state)
    assert type(again) is facade.State
    assert again == state
    assert again.operations == state.operations
    assert again.operations is not state.operations
    assert type(again.hole_cards[0][0]) is facade.Card
    assert again.stacks is not state.stacks
    if again.can_check_or_call():
        again.check_or_call()
        assert again != state
    assert type(duplicate(game)) is type(game)
    assert duplicate(game)(100, 2, seed=1) == state


def test_games_of_hand_histories_can_be_pickled() -> None:
    for game in facade.HandHistory.game_types.values():
        assert pickle.loads(pickle.dumps(game)) is game


@every_way
def test_added_attributes_are_kept(duplicate: Duplicate) -> None:
    for library in (facade, pokerkit):
        state = new_state(library)
        state.winners = ["Ann"]
        again = duplicate(state)
        assert again == state
        assert again.winners == ["Ann"]
        assert (again.winners is state.winners) is (duplicate is copy.copy)
        del again.winners
        assert state.winners == ["Ann"]


def test_states_that_refer_to_themselves() -> None:
    state = new_state()
    state.itself = state
    for name in ("deepcopy", "pickle 4"):
        again = DUPLICATES[name](state)
        assert again.itself is again


@every_way
def test_everything_in_a_state(duplicate: Duplicate) -> None:
    state = new_state()
    state.check_or_call()
    state.check_or_call()
    hand = state.get_hand(0, 0, 0)
    values = [hand, *state.streets, *state.pots, *state.operations, *state.hand_types, state.deck]
    for value in (*values, hand.lookup.get_entry(hand.cards), state.deck[0], state.mode):
        assert duplicate(value) == value


@pytest.mark.parametrize("name", operations.__all__)
def test_operations_are_dataclasses_as_in_pokerkit(name: str) -> None:
    made, described = [], []
    for library in (facade, pokerkit):
        fields = dataclasses.fields(getattr(library, name))
        operation = getattr(library, name)(
            **{field.name: (index, None) for index, field in enumerate(fields)}
        )
        changed = dataclasses.replace(operation, commentary="changed")
        assert changed != operation
        assert pickle.loads(pickle.dumps(changed)) == copy.deepcopy(changed) == changed
        made.append([repr(changed), dataclasses.asdict(changed), dataclasses.astuple(operation)])
        described.append([(field.name, field.kw_only, field.default) for field in fields])
    assert made[0] == made[1]
    assert described[0] == described[1]


def test_cards_are_dataclasses_as_in_pokerkit() -> None:
    for library in (facade, pokerkit):
        cards: Any = library.Card
        card = next(iter(cards.parse("As")))
        assert [field.name for field in dataclasses.fields(card)] == ["rank", "suit"]
        assert dataclasses.asdict(card) == {"rank": "A", "suit": "s"}
        assert repr(dataclasses.replace(card, suit=library.Suit.CLUB)) == "Ac"
        dealt = library.BoardDealing((card,))
        assert dataclasses.asdict(dealt)["cards"] == ({"rank": "A", "suit": "s"},)
