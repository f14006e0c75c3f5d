"""Events add up to the chips of a hand, and have the fields that players expect."""

from fractions import Fraction
from math import inf, isclose
from random import Random

import pytest
from hypothesis import given, settings

from fifthstreet.game import State
from fifthstreet.game.event_wording import betting_by_street, betting_text, event_words
from fifthstreet.game.events import (
    Bet,
    BetsCollected,
    BettingAction,
    BettingEvent,
    BoardDealt,
    CardBurned,
    Event,
    HoleDealt,
    Noted,
    PotWon,
    Raised,
    WinningsTaken,
)
from fifthstreet.game.flow import new_state
from fifthstreet.game.kinds import ActionKind
from fifthstreet.game.queries import size_of
from fifthstreet.game.variants import VARIANTS, variant
from fifthstreet.tree.translate.betting_text import play_history
from tests.game.random_hands import (
    ALL_AUTOMATIONS,
    SEEDS,
    act_at_random,
    any_state,
    decisions,
    random_state,
    stand_pat,
    state_of,
    steps,
)
from tests.game.setups import random_setup
from tests.game.slow_ledger import SlowLedger, SlowRecord, exact
from tests.thoroughness import examples

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")

MANY = settings(max_examples=examples(150))
FEW_PER_GAME = settings(max_examples=examples(60))

# What players and the dealer do; each has a verifier and a query.
ACTIONS = (
    *("post_ante", "collect_bets", "post_blind", "burn_card", "deal_hole", "deal_board", "discard"),
    *("fold", "check_or_call", "post_bring_in", "bet_or_raise_to", "choose_runouts"),
    *("show_or_muck", "kill_hand", "push_chips", "pull_chips"),
)


def betting_events(state: State) -> list[BettingEvent]:
    return [event for event in state.events if isinstance(event, BettingEvent)]


# Chips, added up the slow way.


def check_record(event: BettingEvent, record: SlowRecord | None) -> None:
    """Compare the fields of an event with those that were rebuilt without them."""
    assert record is not None
    assert (event.seat, event.street, event.kind) == (record.seat, record.street, record.kind)
    assert event.is_all_in == record.is_all_in
    for name in (
        "amount",
        "added",
        "stack_before",
        "stack_after",
        "raised_by",
        "total",
        "pot_before",
    ):
        assert exact(getattr(event, name)) == getattr(record, name), name
    call = record.pot_before + record.added - record.raised_by
    assert exact(event.pot_after_call) == call
    if record.raised_by:
        assert isclose(event.size, record.raised_by / call if call else inf, rel_tol=1e-12)
    else:
        assert event.size == 0


@pytest.mark.parametrize("code", VARIANTS)
@FEW_PER_GAME
@given(seed=SEEDS)
def test_events_of_every_game_add_up_the_slow_way(code: str, seed: int) -> None:
    rng = Random(seed)
    state = state_of(code, rng)
    for _ in steps(state, rng):
        pass
    check_against_slow_ledger(state)


@MANY
@given(SEEDS)
def test_events_of_made_up_games_add_up_the_slow_way(seed: int) -> None:
    state = any_state(seed)
    for _ in steps(state, Random(seed)):
        pass
    check_against_slow_ledger(state)


def check_against_slow_ledger(state: State) -> None:
    """Compare all betting events with records that are rebuilt from seats and amounts."""
    slow = SlowLedger(state)
    for event in state.events:
        record = slow.read(event)
        if isinstance(event, BettingEvent):
            check_record(event, record)
        else:
            assert record is None


# What the engine logs and returns.


@MANY
@given(SEEDS)
def test_operations_return_the_event_that_they_log(seed: int) -> None:
    rng = Random(seed)
    state = random_setup(rng).ours().engine  # with automations, whose events come after it
    while state.status:
        count = len(state.events)
        for name in ACTIONS:
            if getattr(state, f"can_{name}")():
                event = getattr(state, name)()
                break
        else:
            return  # unknown cards cannot be shown by default
        assert event is state.events[count]


@MANY
@given(SEEDS)
def test_the_event_of_a_copy_is_the_event_of_the_hand(seed: int) -> None:
    rng = Random(seed)
    state = random_state(rng)
    predicted: list[Event] = []
    stand_pat(state)
    while state.actor_index is not None:
        preview = state.copy()  # shows the next action
        act_at_random(preview, Random(seed))
        event = preview.events[len(state.events)]
        predicted.append(event)
        if isinstance(event, Bet | Raised):
            assert event.size == size_of(state, event.amount)
        act_at_random(state, Random(seed))
    assert predicted == [event for event in state.events if isinstance(event, BettingAction)]


@settings(max_examples=examples(100))
@given(SEEDS)
def test_chips_of_each_event_agree_with_each_other(seed: int) -> None:
    rng = Random(seed)
    state = random_state(rng)
    for _ in decisions(state, rng):
        pass
    for event in betting_events(state):
        assert event.stack_before - event.stack_after == event.added >= 0
        assert event.total - event.total_before == event.added
        assert event.pot_after - event.pot_before == event.added
        assert event.kind is not ActionKind.ALL_IN
        assert (event.raised_by > 0) == (event.size > 0)
        assert event.amount == (event.total if isinstance(event, Bet | Raised) else event.added)


def test_commentaries_are_kept() -> None:
    state = new_state((100, 100), 1)
    assert state.note(commentary="the hand begins") == Noted(0, "the hand begins")
    event = state.check_or_call(commentary="a call")
    assert (event.commentary, state.check_or_call().commentary) == ("a call", None)
    assert repr(event).endswith(", comment 'a call'>")


# Hands by hand.


def test_kinds_of_forced_bets_by_seat() -> None:
    state = new_state((100, 100, 100, 100), 1, straddle=4, antes=1)
    kinds = [event.kind for event in betting_events(state)]
    assert kinds == [
        *[ActionKind.ANTE] * 4,
        ActionKind.SMALL_BLIND,
        ActionKind.BIG_BLIND,
        ActionKind.STRADDLE,
    ]


def test_a_late_post_is_a_blind() -> None:
    state = variant("NT").create_state(ALL_AUTOMATIONS, True, 0, [1, 2, 0, -2], 2, 100, 4)
    assert [event.kind for event in betting_events(state)] == [
        ActionKind.SMALL_BLIND,
        ActionKind.BIG_BLIND,
        ActionKind.LATE_POST,
    ]


def test_heads_up_the_button_has_the_small_blind() -> None:
    seats = {event.kind: event.seat for event in betting_events(new_state((100, 100), 1))}
    assert seats == {ActionKind.BIG_BLIND: 0, ActionKind.SMALL_BLIND: 1}


def test_a_raise_by_hand() -> None:
    state = play_history(new_state((100, 100), 1), "r6:r20")
    # 20 + 6 in the pot, 14 to call: 40 after the call; 60 is 40 above the bet of 20.
    event = state.copy().bet_or_raise_to(60)
    assert event == Raised(1, 0, 54, 60, 20, 26, 40)
    assert (event.seat, event.street, event.kind, event.amount) == (1, 0, ActionKind.RAISE, 60)
    assert (event.stack_before, event.stack_after, event.raised_by) == (94, 40, 40)
    assert (event.total, event.total_before, event.pot_before, event.pot_after) == (60, 6, 26, 80)
    assert (event.added, event.pot_after_call, event.size) == (54, 40, 1.0)
    assert not event.is_all_in
    assert event.is_facing_bet
    call, fold = state.copy().check_or_call(), state.copy().fold()
    assert (call.kind, call.raised_by, call.size, call.total) == (ActionKind.CALL, 0, 0, 20)
    assert (fold.kind, fold.added, fold.stack_after) == (ActionKind.FOLD, 0, 94)


def test_a_raise_above_a_short_blind_is_above_the_full_one() -> None:
    state = new_state((100, 1, 100), 1)  # the big blind has one chip
    event = state.bet_or_raise_to(6)
    assert (event.to_match, event.raised_by, event.pot_before) == (2, 4, 2)
    assert (event.pot_after_call, event.size) == (4, 1.0)


def test_a_bet_into_an_empty_pot_has_no_finite_size() -> None:
    state = variant("NT").create_state(ALL_AUTOMATIONS, True, {1: 4}, 0, 4, (100, 4, 100), 3)
    event = state.bet_or_raise_to(10)
    assert (event.kind, event.pot_before, event.size) == (ActionKind.BET, 0, inf)


def test_a_player_who_matched_in_tenths_faces_no_bet() -> None:
    """1.0 - 0.8 is 0.19999999999999996, so a bet of 0.2 seemed to be above it."""
    state = new_state((20.0, 20.0), 0.1)
    state.check_or_call()
    event = state.bet_or_raise_to(1.0)
    assert (event.added, event.to_match, event.total_before) == (0.8, 0.2, 0.2)
    assert not event.is_facing_bet


def test_the_total_of_a_raise_is_the_engines_bet_even_if_chips_are_mixed() -> None:
    """Floats are rounded to units of 1e-8 chips, so the bet is 1.33333333."""
    state = new_state((20.0, 20.0), 0.1)
    event = state.bet_or_raise_to(Fraction(4, 3))
    assert event.total == state.bets[1]


def test_only_betting_events_are_betting() -> None:
    state = play_history(new_state((100, 100), 1), "c:k")
    kinds = {type(event) for event in state.events if not isinstance(event, BettingEvent)}
    assert kinds == {HoleDealt, BetsCollected, CardBurned, BoardDealt}
    rounds = betting_by_street(state.events)
    assert sum(len(events) for events in rounds.values()) == len(betting_events(state)) == 4


def test_betting_by_street_and_as_text() -> None:
    state = play_history(new_state((100, 100), 1), "r6:c/b8")
    streets = betting_by_street(state.events)
    assert [(street, len(events)) for street, events in streets.items()] == [(0, 4), (1, 1)]
    assert betting_text(state.events).splitlines()[-2:] == [
        "street 1",
        "  1: player 0 bets 8 (bet 8, stack 86)",
    ]


def test_words_of_each_kind() -> None:
    state = play_history(new_state((60, 100, 30), 1, antes=1), "c:b10:a:f:c")
    assert [event_words(event) for event in betting_events(state)] == [
        *["posts ante 1"] * 3,
        "posts small blind 1",
        "posts big blind 2",
        "calls 2",
        "raises to 10",
        "raises to 99 all-in",
        "folds",
        "calls 49 all-in",
    ]
    stud = variant("F7S").create_state(ALL_AUTOMATIONS, True, 1, 2, 4, 8, 100, 3, seed=1)
    assert event_words(stud.post_bring_in()) == "brings in 2"


def test_the_uncalled_part_of_a_bet_goes_back() -> None:
    state = play_history(new_state((100, 30, 100), 1), "a:f:c")
    (collected,) = [event for event in state.events if isinstance(event, BetsCollected)]
    assert collected == BetsCollected(0, (1, 30, 30), 2, 70, -1)


def test_the_last_player_left_keeps_their_bet() -> None:
    state = play_history(new_state((100, 100), 1), "r6:f")
    collected, won, taken = state.events[-3:]
    assert collected == BetsCollected(0, (2, 0), 1, 4, 1)
    assert won == PotWon(0, (0, 2), 0, None, None)
    assert taken == WinningsTaken(1, 0, 8, 102)
