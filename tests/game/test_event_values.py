"""Events are values: equal, hashable, pickled through their constructor, never changed."""

import copy
import pickle
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings

from fifthstreet.cards import Card
from fifthstreet.game.events import (
    AntePosted,
    Bet,
    BetsCollected,
    BettingEvent,
    BlindPosted,
    BoardDealt,
    BringInPosted,
    Called,
    CardBurned,
    Checked,
    Discarded,
    Event,
    Folded,
    HandKilled,
    HoleDealt,
    Mucked,
    Noted,
    PotWon,
    Raised,
    RunoutsChosen,
    Shown,
    WinningsTaken,
)
from fifthstreet.game.variants import VARIANTS
from tests.conftest import INTERPRETED
from tests.game.random_hands import (
    SEEDS,
    state_of,
    steps,
)
from tests.thoroughness import examples

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")

ACE, KING = Card.parse("AsKh")
EXAMPLES: tuple[Event, ...] = (
    AntePosted(0, 0, 1, 1, 0, 0, 99),
    BlindPosted(1, 0, 2, 2, 1, 1, 98, "big blind"),
    BringInPosted(2, 0, 1, 1, 0, 3, 99),
    Folded(0, 1, 0, 0, 4, 10, 80),
    Checked(0, 1, 0, 0, 0, 10, 80),
    Called(0, 1, 4, 4, 4, 10, 76),
    Bet(0, 1, 4, 4, 0, 10, 76),
    Raised(0, 1, 8, 8, 4, 10, 72, "a raise"),
    HoleDealt(0, 0, (ACE,), (False,)),
    BoardDealt(1, (ACE, KING), 0, 0),
    CardBurned(1, KING),
    Discarded(0, 1, (ACE,)),
    RunoutsChosen(1, 2, None),
    BetsCollected(1, (1, 2, 2), -1, 0, -1),
    Shown(1, 3, (ACE, KING)),
    Mucked(1, 3),
    HandKilled(1, 3),
    PotWon(3, (0, 5), 0, None, None),
    WinningsTaken(1, 3, 5, 105),
    Noted(2, "a note"),
)


def final_kinds(kind: type[Event]) -> Iterator[type[Event]]:
    """Yield the kinds of events that hands have, which are those without a subclass."""
    for part in kind.__subclasses__():
        if part.__subclasses__():
            yield from final_kinds(part)
        else:
            yield part


def test_there_is_an_example_of_each_event() -> None:
    assert {type(event) for event in EXAMPLES} == set(final_kinds(Event))


@pytest.mark.parametrize("event", EXAMPLES, ids=lambda event: type(event).__name__)
def test_events_are_values(event: Event) -> None:
    twin: Any = pickle.loads(pickle.dumps(event))
    assert type(twin) is type(event)
    assert twin is not event
    assert twin == event == copy.copy(event) == copy.deepcopy(event)
    assert hash(twin) == hash(event)
    assert {event: 1}[twin] == 1
    assert [other for other in EXAMPLES if other == event] == [event]
    assert event != "an event"
    assert twin.fields() == tuple(getattr(event, name) for name in event.__match_args__)
    kind: Any = type(event)
    remarked = kind(*event.fields(), "another comment")
    assert remarked != event
    assert remarked.fields() == event.fields()


@pytest.mark.parametrize("event", EXAMPLES, ids=lambda event: type(event).__name__)
def test_each_field_counts_for_equality(event: Event) -> None:
    others: dict[type, Any] = {int: 77, str: "straddle", tuple: (), Card: ACE, type(None): 77}
    kind: Any = type(event)
    for place, value in enumerate(event.fields()):
        fields = [*event.fields()]
        fields[place] = others[type(value)]
        assert kind(*fields, event.commentary) != event


@pytest.mark.parametrize("event", EXAMPLES, ids=lambda event: type(event).__name__)
def test_reprs_name_the_fields(event: Event) -> None:
    text = repr(event)
    assert text.startswith(f"<{type(event).__name__}: ")
    assert "\n" not in text
    for name, value in zip(event.__match_args__, event.fields(), strict=True):
        assert f"{name.replace('_', ' ')} {value!r}" in text


def test_repr_of_an_event() -> None:
    assert repr(EXAMPLES[7]) == (
        "<Raised: seat 0, street 1, added 8, total 8, to match 4, pot before 10, stack after 72, "
        "comment 'a raise'>"
    )


@pytest.mark.skipif(INTERPRETED, reason="only compiled classes refuse it")
@pytest.mark.parametrize("event", EXAMPLES, ids=lambda event: type(event).__name__)
def test_attributes_cannot_be_set(event: Event) -> None:
    changed = pickle.loads(pickle.dumps(event))
    for name in (*event.__match_args__, "commentary", "kind", "something_new"):
        with pytest.raises(AttributeError):
            setattr(changed, name, 0)
    assert changed == event


def test_events_match_patterns() -> None:
    match EXAMPLES[7]:
        case Raised(seat, street, added, total):
            assert (seat, street, added, total) == (0, 1, 8, 8)
        case _:
            raise AssertionError("the raise does not match")


@pytest.mark.parametrize("code", VARIANTS)
@settings(max_examples=examples(20))
@given(seed=SEEDS)
def test_events_of_hands_are_values(code: str, seed: int) -> None:
    rng = Random(seed)
    state = state_of(code, rng)
    for _ in steps(state, rng):
        pass
    kinds = {type(stack) for stack in state.starting_stacks}
    for event in state.events:
        twin = pickle.loads(pickle.dumps(event))
        assert (twin, hash(twin), repr(twin)) == (event, hash(event), repr(event))
        if isinstance(event, BettingEvent) and event.added:
            amounts = (event.added, event.total, event.stack_after, event.pot_after)
            assert {type(amount) for amount in amounts} <= kinds
