"""What one seat knows when it has to decide.

Views hold copies of what the seat may know and no reference to the hand's state, so that hidden
cards cannot be reached from them.
"""

from typing import Any, Final

from fifthstreet.agents.seeded_random import SeededRandom
from fifthstreet.game.card import Card
from fifthstreet.game.enums import Mode
from fifthstreet.game.operations import (
    BoardDealing,
    CardBurning,
    HoleDealing,
    Operation,
    StandingPatOrDiscarding,
)
from fifthstreet.game.state import State
from fifthstreet.game.values import settled
from fifthstreet.table.kinds import ActionAmount, ActionKind

# Members of enumerations as constants: compiled code would look each of them up by name.
_CASH_GAME: Final = Mode.CASH_GAME
_CALL: Final = ActionKind.CALL
_BET: Final = ActionKind.BET
_RAISE: Final = ActionKind.RAISE
_FOLDING: Final = ActionAmount(ActionKind.FOLD, 0)
_CHECKING: Final = ActionAmount(ActionKind.CHECK, 0)

# Actions of whole chips that were created before: creating a named tuple takes a microsecond.
_MOST_KEPT: Final = 10_000
_calls: Final[dict[int, ActionAmount]] = {}
_bets: Final[dict[int, ActionAmount]] = {}
_raises: Final[dict[int, ActionAmount]] = {}


# Shared by all hands, because most cards are dealt face down and one by one.
_MOST_PLAYERS: Final = 52
_HIDDEN_BURN: Final = CardBurning(Card.UNKNOWN)
_HIDDEN_DEALS: Final = [HoleDealing(i, (Card.UNKNOWN,), (False,)) for i in range(_MOST_PLAYERS)]


class Terms:
    """A game and what follows from its rules, for all hands of a table."""

    def __init__(self, game: Any) -> None:
        """Set the game, with its blinds, antes, bet sizes and streets."""
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

    def __reduce__(self) -> tuple[Any, ...]:
        """Copy and pickle through the constructor."""
        return Terms, (self.game,)


class PublicHand:
    """What everybody at the table knows about a hand: its terms and what has happened so far."""

    def __init__(
        self,
        terms: Terms,
        players: tuple[str, ...],
        starting_stacks: tuple[Any, ...],
        number: int = 0,
        events: tuple[Operation, ...] = (),
    ) -> None:
        """Set the terms of a hand; seats are numbered from the first after the button."""
        self.terms: Terms = terms
        """The game, and what follows from its rules."""
        self.players: tuple[str, ...] = players
        """Name of the player in each seat."""
        self.starting_stacks: tuple[Any, ...] = starting_stacks
        """Stack of each seat before the hand."""
        self.number: int = number
        """Number of the hand in its session, from 0."""
        self._events: list[Operation] = list(events)  # copies of the hand share it
        self._event_count: int = len(self._events)
        self._boards: tuple[tuple[Any, ...], ...] = ()
        self._has_old_boards: bool = True

    def __repr__(self) -> str:
        """Return the game, the players and the number of events."""
        names = ", ".join(self.players)
        return f"<PublicHand of {self.game!r}: {names}; {self._event_count} events>"

    @property
    def game(self) -> Any:
        """The game with its terms: blinds, antes, bet sizes, streets."""
        return self.terms.game

    @property
    def events(self) -> tuple[Operation, ...]:
        """Operations so far, with hidden cards as unknown cards."""
        return self.events_until(self._event_count)

    @property
    def event_count(self) -> int:
        """Number of operations so far."""
        return self._event_count

    def events_until(self, count: int) -> tuple[Operation, ...]:
        """Return the first `count` operations."""
        return tuple(self._events[:count])

    def copy(self, event_count: int) -> "PublicHand":
        """Return the hand as it was after `event_count` operations; it stays like that."""
        other = PublicHand(self.terms, self.players, self.starting_stacks, self.number)
        other._events = self._events
        other._event_count = event_count
        return other

    def catch_up(self, state: State) -> int:
        """Add what happened since the last call; return how many events there were before."""
        events = self._events
        operations = state.operations
        first = self._event_count
        for index in range(first, len(operations)):
            operation = operations[index]
            if type(operation) is BoardDealing:
                self._has_old_boards = True
            events.append(public_operation(operation))
        self._event_count = len(operations)
        return first

    def boards(self, state: State) -> tuple[tuple[Any, ...], ...]:
        """Return the cards of each board; views of one street share them."""
        if self._has_old_boards or self._event_count != len(state.operations):
            self._has_old_boards = False
            self._boards = state.get_boards()
        return self._boards

    def __reduce__(self) -> tuple[Any, ...]:
        """Copy and pickle through the constructor."""
        fields = (self.terms, self.players, self.starting_stacks, self.number, self.events)
        return PublicHand, fields


def public_operation(operation: Operation) -> Operation:
    """Return an operation as everybody sees it: cards that lie face down are unknown cards.

    >>> public_operation(CardBurning(Card("A", "s")))
    CardBurning(commentary=None, card=??)
    """
    if type(operation) is HoleDealing:
        assert isinstance(operation, HoleDealing)
        if len(operation.cards) == 1 and not operation.statuses[0]:
            return _HIDDEN_DEALS[operation.player_index]
        cards = [
            card if is_up else Card.UNKNOWN
            for card, is_up in zip(operation.cards, operation.statuses, strict=True)
        ]
        return HoleDealing(operation.player_index, tuple(cards), operation.statuses)
    if type(operation) is CardBurning:
        return _HIDDEN_BURN
    if type(operation) is StandingPatOrDiscarding:
        assert isinstance(operation, StandingPatOrDiscarding)
        return StandingPatOrDiscarding(
            operation.player_index, (Card.UNKNOWN,) * len(operation.cards)
        )
    return operation


def _action(kept: dict[int, ActionAmount], kind: ActionKind, amount: Any) -> ActionAmount:
    if type(amount) is not int:
        return ActionAmount(kind, amount)
    action = kept.get(amount)
    if action is None:
        action = ActionAmount(kind, amount)
        if len(kept) < _MOST_KEPT:
            kept[amount] = action
    return action


class Discard:
    """The cards that a player throws away in a draw; none to stand pat."""

    def __init__(self, cards: tuple[Any, ...] = ()) -> None:
        """Set the cards."""
        self.cards: tuple[Any, ...] = cards
        """Cards to throw away."""

    def __repr__(self) -> str:
        """Return the cards."""
        return f"Discard({self.cards!r})"

    def __eq__(self, other: object) -> bool:
        """Return whether both throw away the same cards."""
        return isinstance(other, Discard) and self.cards == other.cards

    def __hash__(self) -> int:
        """Hash the cards."""
        return hash(self.cards)

    def __reduce__(self) -> tuple[Any, ...]:
        """Copy and pickle through the constructor."""
        return Discard, (self.cards,)


class View:
    """What one seat knows when it is to act or to discard.

    Its methods return legal actions: `fold`, `check_or_call`, `check_or_fold`, `raise_to`,
    `all_in`, `discard`.
    """

    def __init__(
        self,
        hand: PublicHand,
        seat: int,
        hole_cards: tuple[Any, ...],
        shown_cards: tuple[tuple[Any, ...], ...] | None,
        boards: tuple[tuple[Any, ...], ...],
        street: int,
        stacks: tuple[Any, ...],
        bets: tuple[Any, ...],
        in_hand: tuple[bool, ...],
        pot: Any,
        to_call: Any,
        can_fold: bool,
        bring_in: Any,
        min_raise_to: Any,
        max_raise_to: Any,
        is_draw: bool,
        discarded: tuple[Any, ...],
        random: SeededRandom,
    ) -> None:
        """Set all fields; `view_of` reads them from a state."""
        # The hand goes on, and most agents never ask for it, so it is copied only when they do.
        self._hand: PublicHand = hand
        self._event_count: int = hand.event_count
        self._own_hand: PublicHand | None = None
        self.seat: int = seat
        """The player's own seat; seat 0 is the first after the button, and the button is last."""
        self.hole_cards: tuple[Any, ...] = hole_cards
        """The player's own cards."""
        self._shown_cards: tuple[tuple[Any, ...], ...] | None = shown_cards
        self.boards: tuple[tuple[Any, ...], ...] = boards
        """Cards of each board."""
        self.street: int = street
        """Number of the street, from 0."""
        self.stacks: tuple[Any, ...] = stacks
        """Chips that each seat has behind."""
        self.bets: tuple[Any, ...] = bets
        """Chips that each seat has bet on this street."""
        self.in_hand: tuple[bool, ...] = in_hand
        """Whether each seat still has cards."""
        self.pot: Any = pot
        """All chips in the middle, bets included."""
        self.to_call: Any = to_call
        """Chips that a call adds, 0 if the player can check; None if they cannot call."""
        self.can_fold: bool = can_fold
        """Whether folding is legal."""
        self.bring_in: Any = bring_in
        """Bring-in that the player may post, or None."""
        self.min_raise_to: Any = min_raise_to
        """Smallest amount that the player can bet or raise to; None if they cannot."""
        self.max_raise_to: Any = max_raise_to
        """Largest amount that the player can bet or raise to; None if they cannot."""
        self.is_draw: bool = is_draw
        """Whether the player has to discard or stand pat instead of betting."""
        self.discarded: tuple[Any, ...] = discarded
        """Cards that the player has thrown away in this hand."""
        self.random: SeededRandom = random
        """Random numbers for this seat and hand; they depend on the seed of the match alone."""

    def __repr__(self) -> str:
        """Return the seat, its cards, the board and the chips."""
        cards = "".join([repr(card) for card in self.hole_cards])
        board = "".join([repr(card) for card in self.board])
        return (
            f"<View of seat {self.seat}: {cards}, board {board or 'empty'}, pot {self.pot}, "
            f"{self.to_call} to call>"
        )

    def __reduce__(self) -> tuple[Any, ...]:
        """Copy and pickle through the constructor."""
        return View, (
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
            self.to_call,
            self.can_fold,
            self.bring_in,
            self.min_raise_to,
            self.max_raise_to,
            self.is_draw,
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
    def shown_cards(self) -> tuple[tuple[Any, ...], ...]:
        """Hole cards of each seat as others see them: unknown cards where they lie face down."""
        if self._shown_cards is not None:
            return self._shown_cards
        hidden = (Card.UNKNOWN,) * len(self.hole_cards)
        return tuple([hidden if is_in else () for is_in in self.in_hand])

    @property
    def board(self) -> tuple[Any, ...]:
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
    def stack(self) -> Any:
        """Chips that the player has behind."""
        return self.stacks[self.seat]

    @property
    def history(self) -> tuple[Operation, ...]:
        """What everybody saw in this hand so far, as operations of the engine."""
        return self._hand.events_until(self._event_count)

    @property
    def legal_actions(self) -> dict[ActionKind, Any]:
        """Legal actions with the smallest amount of each; empty if the player is to discard."""
        actions: dict[ActionKind, Any] = {}
        if self.bring_in is not None:
            actions[ActionKind.BRING_IN] = self.bring_in
        if self.can_fold:
            actions[ActionKind.FOLD] = 0
        if self.to_call is not None:
            actions[ActionKind.CALL if self.to_call else ActionKind.CHECK] = self.to_call
        if self.min_raise_to is not None:
            actions[_RAISE if self._has_bets() else _BET] = self.min_raise_to
        return actions

    def fold(self) -> ActionAmount:
        """Return a fold."""
        return _FOLDING

    def check_or_call(self) -> ActionAmount:
        """Return a check or a call; a bring-in where neither is possible."""
        if self.to_call is None:
            return ActionAmount(ActionKind.BRING_IN, self.bring_in)
        return _action(_calls, _CALL, self.to_call) if self.to_call else _CHECKING

    def check_or_fold(self) -> ActionAmount:
        """Return a check, or a fold if there is a bet to call."""
        return _FOLDING if self.to_call else self.check_or_call()

    def raise_to(self, amount: Any = None) -> ActionAmount:
        """Return the legal bet or raise nearest to an amount, by default the smallest.

        If the player cannot raise, it is a check or a call. Where chips are whole numbers, the
        amount is rounded to one.
        """
        smallest = self.min_raise_to
        if smallest is None:
            return self.check_or_call()
        largest = self.max_raise_to
        if amount is None or amount < smallest:
            amount = smallest
        elif amount > largest:
            amount = largest
        elif type(amount) is not int and type(smallest) is int and type(largest) is int:
            amount = round(amount)
        if self._has_bets():
            return _action(_raises, _RAISE, amount)
        return _action(_bets, _BET, amount)

    def raise_by_pots(self, size: float) -> ActionAmount:
        """Return a bet or raise of a number of pots, in whole chips if the stacks are whole.

        A size is (amount above the call) / (pot after the call).
        """
        if self.min_raise_to is None or self.to_call is None:
            return self.raise_to()
        to_match = self.bets[self.seat] + self.to_call
        pot = self.pot + self.to_call
        share: Any = size if isinstance(pot, int | float) else type(pot)(size)
        amount = to_match + share * pot
        return self.raise_to(settled(amount))

    def all_in(self) -> ActionAmount:
        """Return the largest bet or raise, or a check or call where none is possible."""
        return self.raise_to(self.max_raise_to)

    def discard(self, cards: tuple[Any, ...] = ()) -> Discard:
        """Return the discard of some cards, or standing pat without cards."""
        return Discard(tuple(cards))

    def _has_bets(self) -> bool:
        return bool(max(self.bets) > 0)


def view_of(state: State, hand: PublicHand, seat: int, random: SeededRandom) -> View:
    """Return what a seat knows about a hand, with its legal actions if it is to act."""
    terms = hand.terms
    is_draw = terms.has_draws and state.stand_patter_or_discarder_index is not None
    pot: Any = 0
    for payoff in state.payoffs:
        pot -= payoff
    to_call: Any = None
    can_fold = False
    bring_in: Any = None
    min_raise_to: Any = None
    max_raise_to: Any = None
    if state.actor_index == seat and not is_draw:
        to_call = state.checking_or_calling_amount
        bring_in = state.effective_bring_in_amount
        # `can_fold` of the engine warns in cash games where there is no bet.
        can_fold = to_call is not None and (bool(to_call) or state.mode is _CASH_GAME)
        min_raise_to = state.min_completion_betting_or_raising_to_amount
        if min_raise_to is not None:
            max_raise_to = state.max_completion_betting_or_raising_to_amount
    street = state.street_index
    return View(
        hand,
        seat,
        tuple(state.hole_cards[seat]),
        _shown_cards(state) if terms.has_up_cards else None,
        hand.boards(state),
        0 if street is None else street,
        tuple(state.stacks),
        tuple(state.bets),
        tuple(state.statuses),
        settled(pot),
        to_call,
        can_fold,
        bring_in,
        min_raise_to,
        max_raise_to,
        is_draw,
        _own_discards(state, seat) if terms.has_draws else (),
        random,
    )


def _shown_cards(state: State) -> tuple[tuple[Any, ...], ...]:
    return tuple([tuple(state.get_censored_hole_cards(i)) for i in range(state.player_count)])


def _own_discards(state: State, seat: int) -> tuple[Any, ...]:
    cards: list[Any] = []
    for operation in state.operations:
        if type(operation) is StandingPatOrDiscarding:
            assert isinstance(operation, StandingPatOrDiscarding)
            if operation.player_index == seat:
                cards.extend(operation.cards)
    return tuple(cards)
