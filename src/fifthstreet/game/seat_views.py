"""What one seat knows when it has to decide.

Views hold copies of what the seat may know and no reference to the hand's state, so that hidden
cards cannot be reached from them.
"""

from typing import Any

from fifthstreet.cards import Card
from fifthstreet.game.events import BoardDealt, Discarded, Event, visible_event
from fifthstreet.game.kinds import ActionAmount, ActionKind, Discard
from fifthstreet.game.legality import LegalActions
from fifthstreet.game.state import State
from fifthstreet.game.values import Chips, plus
from fifthstreet.support.seeded_random import SeededRandom


class Terms:
    """A game and what follows from its rules, for all hands of a table."""

    def __init__(self, game: Any) -> None:
        self.game: Any = game
        """The game."""
        self.has_up_cards: bool = False
        """Whether hole cards are dealt face up."""
        self.has_draws: bool = False
        """Whether players discard."""
        for street in game.streets:
            if True in street.hole_dealing_statuses:
                self.has_up_cards = True
            if street.draw_status:
                self.has_draws = True

    def __reduce__(self) -> tuple[object, ...]:
        return Terms, (self.game,)


class PublicHand:
    """What everybody at the table knows about a hand: its terms and what has happened so far."""

    def __init__(
        self,
        terms: Terms,
        players: tuple[str, ...],
        starting_stacks: tuple[Chips, ...],
        number: int = 0,
        events: tuple[Event, ...] = (),
    ) -> None:
        """Set the terms of a hand; seats are numbered from the first after the button."""
        self.terms: Terms = terms
        """The game, and what follows from its rules."""
        self.players: tuple[str, ...] = players
        """Name of the player in each seat."""
        self.starting_stacks: tuple[Chips, ...] = starting_stacks
        """Stack of each seat before the hand."""
        self.number: int = number
        """Number of the hand in its session, from 0."""
        self._events: list[Event] = list(events)  # copies of the hand share it
        self._event_count: int = len(self._events)
        self._boards: tuple[tuple[Card, ...], ...] = ()
        self._has_old_boards: bool = True

    def __repr__(self) -> str:
        names = ", ".join(self.players)
        return f"<PublicHand of {self.game!r}: {names}; {self._event_count} events>"

    @property
    def game(self) -> Any:
        """The game with its terms: blinds, antes, bet sizes, streets."""
        return self.terms.game

    @property
    def events(self) -> tuple[Event, ...]:
        """What has happened so far, with hidden cards as unknown cards."""
        return self.events_until(self._event_count)

    @property
    def event_count(self) -> int:
        """Number of events so far."""
        return self._event_count

    def events_until(self, count: int) -> tuple[Event, ...]:
        """Return the first `count` events."""
        return tuple(self._events[:count])

    def copy(self, event_count: int) -> "PublicHand":
        """Return the hand as it was after `event_count` events; it stays like that."""
        other = PublicHand(self.terms, self.players, self.starting_stacks, self.number)
        other._events = self._events
        other._event_count = event_count
        return other

    def catch_up(self, state: State) -> int:
        """Add what happened since the last call; return how many events there were before."""
        events = self._events
        all_events = state.events
        first = self._event_count
        for index in range(first, len(all_events)):
            event = all_events[index]
            if type(event) is BoardDealt:
                self._has_old_boards = True
            events.append(visible_event(event))
        self._event_count = len(all_events)
        return first

    def boards(self, state: State) -> tuple[tuple[Card, ...], ...]:
        """Return the cards of each board; views of one street share them."""
        if self._has_old_boards or self._event_count != len(state.events):
            self._has_old_boards = False
            self._boards = state.get_boards()
        return self._boards

    def __reduce__(self) -> tuple[object, ...]:
        fields = (self.terms, self.players, self.starting_stacks, self.number, self.events)
        return PublicHand, fields


class SeatView:
    """What one seat knows when it is to act or to discard.

    Its methods return legal actions: `fold`, `check_or_call`, `check_or_fold`, `raise_to`,
    `all_in`, `discard`.
    """

    def __init__(
        self,
        hand: PublicHand,
        seat: int,
        hole_cards: tuple[Card, ...],
        shown_cards: tuple[tuple[Card, ...], ...] | None,
        boards: tuple[tuple[Card, ...], ...],
        street: int,
        stacks: tuple[Chips, ...],
        bets: tuple[Chips, ...],
        in_hand: tuple[bool, ...],
        pot: Chips,
        legal: LegalActions,
        discarded: tuple[Card, ...],
        random: SeededRandom,
    ) -> None:
        """Set all fields; `view_of` reads them from a state."""
        # The hand goes on, and most agents never ask for it, so it is copied only when they do.
        self._hand: PublicHand = hand
        self._event_count: int = hand.event_count
        self._own_hand: PublicHand | None = None
        self.seat: int = seat
        """The player's own seat; seat 0 is the first after the button, and the button is last."""
        self.hole_cards: tuple[Card, ...] = hole_cards
        """The player's own cards."""
        self._shown_cards: tuple[tuple[Card, ...], ...] | None = shown_cards
        self.boards: tuple[tuple[Card, ...], ...] = boards
        """Cards of each board."""
        self.street: int = street
        """Number of the street, from 0."""
        self.stacks: tuple[Chips, ...] = stacks
        """Chips that each seat has behind."""
        self.bets: tuple[Chips, ...] = bets
        """Chips that each seat has bet on this street."""
        self.in_hand: tuple[bool, ...] = in_hand
        """Whether each seat still has cards."""
        self.pot: Chips = pot
        """All chips in the middle, bets included."""
        self.legal: LegalActions = legal
        """What the player may do."""
        self.discarded: tuple[Card, ...] = discarded
        """Cards that the player has thrown away in this hand."""
        self.random: SeededRandom = random
        """Random numbers for this seat and hand; they depend on the seed of the match alone."""

    def __repr__(self) -> str:
        cards = "".join([repr(card) for card in self.hole_cards])
        board = "".join([repr(card) for card in self.board])
        return (
            f"<SeatView of seat {self.seat}: {cards}, board {board or 'empty'}, pot {self.pot}, "
            f"{self.to_call} to call>"
        )

    def __reduce__(self) -> tuple[object, ...]:
        return SeatView, (
            self.hand,
            self.seat,
            self.hole_cards,
            self._shown_cards,
            self.boards,
            self.street,
            self.stacks,
            self.bets,
            self.in_hand,
            self.pot,
            self.legal,
            self.discarded,
            self.random,
        )

    @property
    def hand(self) -> PublicHand:
        """What everybody knows about the hand."""
        own = self._own_hand
        if own is None:
            own = self._hand.copy(self._event_count)
            self._own_hand = own
        return own

    @property
    def hand_number(self) -> int:
        """Number of the hand in its session, from 0."""
        return self._hand.number

    @property
    def shown_cards(self) -> tuple[tuple[Card, ...], ...]:
        """Hole cards of each seat as others see them: unknown cards where they lie face down."""
        if self._shown_cards is not None:
            return self._shown_cards
        hidden = (Card.UNKNOWN,) * len(self.hole_cards)
        return tuple([hidden if is_in else () for is_in in self.in_hand])

    @property
    def board(self) -> tuple[Card, ...]:
        """Cards of the first board."""
        return self.boards[0] if self.boards else ()

    @property
    def players(self) -> tuple[str, ...]:
        """Name of the player in each seat."""
        return self._hand.players

    @property
    def player(self) -> str:
        """Name of the player."""
        return self._hand.players[self.seat]

    @property
    def player_count(self) -> int:
        """Number of seats that were dealt in."""
        return len(self.in_hand)

    @property
    def opponent_count(self) -> int:
        """Number of other players who still have cards."""
        count = -1
        for is_in in self.in_hand:
            if is_in:
                count += 1
        return count

    @property
    def stack(self) -> Chips:
        """Chips that the player has behind."""
        return self.stacks[self.seat]

    @property
    def events(self) -> tuple[Event, ...]:
        """What everybody saw in this hand so far."""
        return self._hand.events_until(self._event_count)

    # What is legal: see `LegalActions`.

    @property
    def is_draw(self) -> bool:
        """Whether the player has to discard or stand pat instead of betting."""
        return self.legal.is_draw

    @property
    def to_call(self) -> Chips:
        """Chips that a call adds, 0 if the player can check; None if they cannot call."""
        return self.legal.to_call

    @property
    def can_fold(self) -> bool:
        """Whether folding is legal."""
        return self.legal.can_fold

    @property
    def bring_in(self) -> Chips:
        """Bring-in that the player may post, or None."""
        return self.legal.bring_in

    @property
    def min_raise_to(self) -> Chips:
        """Smallest amount that the player can bet or raise to; None if they cannot."""
        return self.legal.min_raise_to

    @property
    def max_raise_to(self) -> Chips:
        """Largest amount that the player can bet or raise to; None if they cannot."""
        return self.legal.max_raise_to

    @property
    def legal_actions(self) -> dict[ActionKind, Chips]:
        """Legal actions with the smallest amount of each; empty if the player is to discard."""
        return self.legal.amounts()

    def fold(self) -> ActionAmount:
        """Return a fold."""
        return self.legal.fold()

    def check_or_call(self) -> ActionAmount:
        """Return a check or a call; a bring-in where neither is possible."""
        return self.legal.check_or_call()

    def check_or_fold(self) -> ActionAmount:
        """Return a check, or a fold if there is a bet to call."""
        return self.legal.check_or_fold()

    def raise_to(self, amount: Chips = None) -> ActionAmount:
        """Return the legal bet or raise nearest to an amount; see `LegalActions.raise_to`."""
        return self.legal.raise_to(amount)

    def raise_by_pots(self, size: float) -> ActionAmount:
        """Return a bet or raise of a number of pots, in whole chips if the stacks are whole.

        A size is (amount above the call) / (pot after the call).
        """
        if self.min_raise_to is None or self.to_call is None:
            return self.raise_to()
        to_match = plus(self.bets[self.seat], self.to_call)
        pot = plus(self.pot, self.to_call)
        share: Chips = size if isinstance(pot, int | float) else type(pot)(size)
        return self.raise_to(plus(to_match, share * pot))

    def all_in(self) -> ActionAmount:
        """Return the largest bet or raise, or a check or call where none is possible."""
        return self.raise_to(self.max_raise_to)

    def discard(self, cards: tuple[Card, ...] = ()) -> Discard:
        """Return the discard of some cards, or standing pat without cards."""
        return Discard(tuple(cards))


def seat_view(state: State, hand: PublicHand, seat: int, random: SeededRandom) -> SeatView:
    """Return what a seat knows about a hand, with its legal actions if it is to act.

    Args:
        state: The hand with all its cards.
        hand: The public part of the same hand; call its `catch_up` first.
        seat: Seat from 0.
        random: Random numbers for the decision of the seat's player.

    Raises:
        InputError: If the seat does not exist.
    """
    terms = hand.terms
    legal = LegalActions.of(state, seat)
    return SeatView(
        hand,
        seat,
        tuple(state.hole_cards[seat]),
        _shown_cards(state) if terms.has_up_cards else None,
        hand.boards(state),
        state.street_index or 0,
        tuple(state.stacks),
        tuple(state.bets),
        tuple(state.statuses),
        state.pot,
        legal,
        _own_discards(state, seat) if terms.has_draws else (),
        random,
    )


def _shown_cards(state: State) -> tuple[tuple[Card, ...], ...]:
    return tuple([tuple(state.get_censored_hole_cards(i)) for i in range(state.player_count)])


def _own_discards(state: State, seat: int) -> tuple[Card, ...]:
    cards: list[Card] = []
    for event in state.events:
        if type(event) is Discarded:
            assert isinstance(event, Discarded)
            if event.seat == seat:
                cards.extend(event.cards)
    return tuple(cards)
