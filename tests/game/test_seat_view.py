"""Seat views: the engine's chips, one seat's cards, and nothing that changes later."""

import itertools
import pickle
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings

from fifthstreet.cards import Card
from fifthstreet.game import State, pots, prizes
from fifthstreet.game.actions import act, legal_actions
from fifthstreet.game.event_wording import betting_by_street
from fifthstreet.game.events import BettingAction, BettingEvent, Folded, visible_event
from fifthstreet.game.flow import new_state, next_step
from fifthstreet.game.kinds import ActionKind, NextStep
from fifthstreet.game.ledger import Ledger
from fifthstreet.game.seat_views import PublicHand, SeatView, Terms, seat_view
from fifthstreet.game.variants import VARIANTS, NoLimitTexasHoldem
from fifthstreet.support.seeded_random import SeededRandom
from fifthstreet.tree.translate.betting_text import history_text
from tests.game.random_hands import ALL_AUTOMATIONS, SEEDS, decisions, random_state, state_of
from tests.thoroughness import examples

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")

FIELDS = [
    "seat",
    "hole_cards",
    "shown_cards",
    "boards",
    "street",
    "stacks",
    "bets",
    "in_hand",
    "pot",
    "discarded",
    "players",
    "player",
    "opponent_count",
    "events",
    "to_call",
    "can_fold",
    "bring_in",
    "min_raise_to",
    "max_raise_to",
    "is_draw",
    "hand_number",
]


def hand_of(state: State) -> PublicHand:
    """Return what everybody knows about a hand; a state stands for its game."""
    names = tuple(f"player {seat}" for seat in state.player_indices)
    hand = PublicHand(Terms(state), names, state.starting_stacks)
    hand.catch_up(state)
    return hand


def view(state: State, seat: int) -> SeatView:
    return seat_view(state, hand_of(state), seat, SeededRandom(1))


def known(seen: SeatView) -> dict[str, Any]:
    """Return everything that a view shows."""
    return {name: getattr(seen, name) for name in FIELDS}


@settings(max_examples=examples(100))
@given(SEEDS)
def test_views_have_the_engines_chips(seed: int) -> None:
    rng = Random(seed)
    state = random_state(rng)
    hand = hand_of(state)
    for _ in decisions(state, rng):
        hand.catch_up(state)
        for seat in state.player_indices:
            seen = seat_view(state, hand, seat, SeededRandom(1))
            assert [*seen.stacks] == state.stacks
            assert [*seen.bets] == state.bets
            assert seen.pot == state.total_pot_amount
            assert [*seen.in_hand] == state.statuses
            assert seen.stack == state.stacks[seat]
            assert seen.street == state.street_index
            assert seen.boards == state.get_boards()
            ledger = Ledger(seen.hand.starting_stacks)
            ledger.read(seen.events)
            assert (ledger.stacks, ledger.bets) == (state.stacks, state.bets)
            assert (ledger.pot, ledger.in_hand) == (seen.pot, state.statuses)
            assert bool(seen.legal_actions) == (seat == state.actor_index)
        by_seat = [
            event
            for seat in state.player_indices
            for event in seen.events
            if isinstance(event, BettingEvent) and event.seat == seat
        ]
        betting = [event for event in state.events if isinstance(event, BettingEvent)]
        assert sorted(by_seat, key=betting.index) == betting


@settings(max_examples=examples(100))
@given(SEEDS)
def test_a_view_stays_as_it_was(seed: int) -> None:
    rng = Random(seed)
    state = random_state(rng)
    hand = hand_of(state)
    earlier: list[tuple[SeatView, dict[str, Any]]] = []
    for _ in decisions(state, rng):
        hand.catch_up(state)
        assert state.actor_index is not None
        seen = seat_view(state, hand, state.actor_index, SeededRandom(1))
        earlier.append((seen, known(seen)))
    hand.catch_up(state)
    for seen, was in earlier:
        assert known(seen) == was
        assert len(seen.hand.events) == len(was["events"])
    views = [was for _, was in earlier]
    assert all(first != second for first, second in itertools.pairwise(views))


@pytest.mark.parametrize("code", VARIANTS)
@settings(max_examples=examples(20))
@given(seed=SEEDS)
def test_a_pickled_view_shows_the_same(code: str, seed: int) -> None:
    rng = Random(seed)
    state = state_of(code, rng, automations=ALL_AUTOMATIONS)
    names = tuple(f"player {seat}" for seat in state.player_indices)
    game = NoLimitTexasHoldem(ALL_AUTOMATIONS, True, 0, (1, 2), 2)  # any that can be pickled
    hand = PublicHand(Terms(game), names, state.starting_stacks, 7)
    for _ in decisions(state, rng):
        hand.catch_up(state)
        assert state.actor_index is not None
        seen = seat_view(state, hand, state.actor_index, SeededRandom(1))
        twin = pickle.loads(pickle.dumps(seen))
        assert known(twin) == known(seen)
        assert repr(twin) == repr(seen)


def test_views_are_equal_when_they_show_the_same() -> None:
    first, second = new_state((100, 100), 1, seed=1), new_state((100, 100), 1, seed=1)
    second.deck_cards.rotate(1)  # the deck is hidden
    assert first != second
    assert known(view(first, 0)) == known(view(second, 0))
    assert known(view(first, 0)) != known(view(new_state((100, 100), 1, seed=2), 0))
    assert known(view(first, 0)) != known(view(new_state((100, 99), 1, seed=1), 0))
    assert known(view(first, 0)) != known(view(first, 1))


def dealt(hands: tuple[str, str]) -> State:
    """Return a hand in which these cards were dealt."""
    first, second = (Card.parse(hand) for hand in hands)
    order = [card for pair in zip(first, second, strict=True) for card in pair]
    order += [card for card in NoLimitTexasHoldem.deck if card not in order]
    return NoLimitTexasHoldem.create_state(
        ALL_AUTOMATIONS, True, 0, (1, 2), 2, 100, 2, deck_order=order
    )


def test_a_seat_does_not_see_the_others_cards() -> None:
    # Two deals in which player 0 holds the same cards look the same to them.
    states = [dealt(hands) for hands in (("AsAh", "KdKh"), ("AsAh", "2d3h"))]
    assert known(view(states[0], 0)) == known(view(states[1], 0))
    assert known(view(states[0], 1)) != known(view(states[1], 1))
    assert states[0].hole_cards[1] == [*Card.parse("KdKh")]
    assert view(states[0], 1).hole_cards == tuple(Card.parse("KdKh"))
    assert view(states[0], 0).shown_cards[1] == (Card.UNKNOWN, Card.UNKNOWN)
    assert view(states[0], 0).hole_cards == tuple(Card.parse("AsAh"))
    # Not even the player's own: events are the same for all seats.
    assert view(states[0], 0).events == view(states[0], 1).events
    assert view(states[0], 0).events == tuple(map(visible_event, states[0].events))


def test_a_view_shows_its_state() -> None:
    state = new_state((200, 150, 180), 1, seed=2)
    seen = view(state, 2)
    assert (seen.street, state.actor_index, seen.pot, action_count(seen)) == (0, 2, 3, 0)
    assert next_step(state) is NextStep.SHIFT_TURN
    act(state, ActionKind.RAISE, 6)
    act(state, ActionKind.FOLD)
    act(state, ActionKind.CALL)
    seen = view(state, 1)
    assert (seen.street, state.actor_index, seen.pot, action_count(seen)) == (1, 1, 13, 3)
    assert history_text(state) == "b6:f:c/"
    assert [*map(repr, seen.board)] == ["8h", "2s", "3s"]
    assert [pot.amount for pot in pots(state)] == [13]
    assert [*betting_by_street(seen.events)] == [0]
    assert legal_actions(state) == {ActionKind.CHECK: 0, ActionKind.BET: 2, ActionKind.ALL_IN: 144}
    assert seen.legal_actions == {ActionKind.CHECK: 0, ActionKind.BET: 2}
    assert (seen.min_raise_to, seen.max_raise_to) == (2, 144)
    assert (state.status, prizes(state)) == (True, {})
    actions = [event for event in seen.events if isinstance(event, BettingAction)]
    assert [type(event) for event in actions if event.seat == 0] == [Folded]
    assert repr(seen) == "<SeatView of seat 1: 9sAh, board 8h2s3s, pot 13, 0 to call>"


def action_count(seen: SeatView) -> int:
    return sum(isinstance(event, BettingAction) for event in seen.events)
