"""What `visible_event` shows of a hand to each seat: never a card that lies face down."""

import pickle
from random import Random

import pytest
from hypothesis import given, settings

from fifthstreet.cards import Card
from fifthstreet.game import State
from fifthstreet.game.events import (
    BoardDealt,
    CardBurned,
    Discarded,
    Event,
    HoleDealt,
    Shown,
    visible_event,
)
from fifthstreet.game.seat_views import PublicHand, Terms
from fifthstreet.game.variants import VARIANTS, NoLimitTexasHoldem
from tests.game.random_hands import ALL_AUTOMATIONS, SEEDS, any_state, state_of, steps
from tests.thoroughness import examples

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")

ACE, KING = Card.parse("AsKh")


def cards_of(event: Event) -> tuple[Card, ...]:
    """Return the cards of an event, unknown ones included."""
    if isinstance(event, CardBurned):
        return (event.card,)
    if isinstance(event, HoleDealt | BoardDealt | Discarded | Shown):
        return event.cards
    return ()


def open_cards(state: State) -> set[Card]:
    """Return the cards that lie face up on the table."""
    cards = {card for board in state.get_boards() for card in board}
    for seat in state.player_indices:
        cards.update(state.get_up_cards(seat))
    return cards


def check_hand(state: State, rng: Random) -> None:
    """Play a hand, and check what each seat sees of each event."""
    everybody = None
    seen: dict[int | None, set[Card]] = {seat: set() for seat in (None, *state.player_indices)}
    for before, event in steps(state, rng):
        for seat, cards in seen.items():
            for moment in (before, state):
                cards |= open_cards(moment)
                if seat is not everybody:
                    cards |= {*moment.hole_cards[seat]}
            visible = visible_event(event, seat)
            shown = {card for card in cards_of(visible) if card}
            assert shown <= cards, f"seat {seat} sees {shown - cards} in {visible}"
            check_shape(event, visible)
            is_own = getattr(event, "seat", everybody) == seat
            if isinstance(event, HoleDealt):
                up = [place for place, is_up in enumerate(event.are_up) if is_up]
                assert [cards_of(visible)[i] for i in up] == [event.cards[i] for i in up]
            if is_own and seat is not everybody:
                assert visible is event
        public = visible_event(event)
        assert visible_event(public) == public
        assert pickle.loads(pickle.dumps(public)) == public


def check_shape(event: Event, visible: Event) -> None:
    """Check that nothing but cards, and comments on them, is different."""
    assert type(visible) is type(event)
    assert len(cards_of(visible)) == len(cards_of(event))
    for name in event.__match_args__:
        if name not in ("card", "cards"):
            assert getattr(visible, name) == getattr(event, name)
    for card, real in zip(cards_of(visible), cards_of(event), strict=True):
        assert card in (real, Card.UNKNOWN)
    if not isinstance(event, HoleDealt | CardBurned | Discarded):
        assert visible is event


@pytest.mark.parametrize("code", VARIANTS)
@settings(max_examples=examples(60))
@given(seed=SEEDS)
def test_no_seat_sees_a_hidden_card_in_any_game(code: str, seed: int) -> None:
    rng = Random(seed)
    check_hand(state_of(code, rng), rng)


@settings(max_examples=examples(150))
@given(SEEDS)
def test_no_seat_sees_a_hidden_card_in_made_up_games(seed: int) -> None:
    check_hand(any_state(seed), Random(seed))


@pytest.mark.parametrize("code", VARIANTS)
@settings(max_examples=examples(20))
@given(seed=SEEDS)
def test_public_hands_have_the_events_that_everybody_sees(code: str, seed: int) -> None:
    rng = Random(seed)
    state = state_of(code, rng)
    names = tuple(f"player {seat}" for seat in state.player_indices)
    game = NoLimitTexasHoldem(ALL_AUTOMATIONS, True, 0, (1, 2), 2)
    hand = PublicHand(Terms(game), names, state.starting_stacks)
    for _ in steps(state, rng):
        if rng.random() < 0.3:
            hand.catch_up(state)
    hand.catch_up(state)
    assert hand.events == tuple(visible_event(event) for event in state.events)


def test_cards_face_up_stay_visible() -> None:
    dealt = HoleDealt(1, 0, (ACE, KING), (False, True))
    assert visible_event(dealt) == HoleDealt(1, 0, (Card.UNKNOWN, KING), (False, True))
    assert visible_event(dealt, 0) == visible_event(dealt)
    assert visible_event(dealt, 1) is dealt


@pytest.mark.parametrize("street", [0, 7, 8, 40])
def test_any_street_is_hidden(street: int) -> None:
    for event in (
        HoleDealt(51, street, (ACE,), (False,)),
        CardBurned(street, ACE),
        Discarded(2, street, (ACE, KING)),
    ):
        visible = visible_event(event, 3)
        assert visible.street == street
        assert set(cards_of(visible)) == {Card.UNKNOWN}
        check_shape(event, visible)


def test_comments_on_hidden_cards_are_hidden() -> None:
    for event in (
        HoleDealt(0, 0, (ACE,), (False,), "the ace of spades"),
        CardBurned(1, ACE, "the ace of spades"),
        Discarded(0, 1, (ACE,), "the ace of spades"),
    ):
        assert visible_event(event, 1).commentary is None
        assert "A" not in repr(visible_event(event, 1))


def test_a_burned_card_is_hidden_from_all_seats() -> None:
    burned = CardBurned(1, ACE)
    assert {visible_event(burned, seat) for seat in (None, 0, 1)} == {CardBurned(1, Card.UNKNOWN)}
