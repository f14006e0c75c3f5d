"""The cards of a state: boards, hole cards, hands, and which cards may be dealt."""

from collections.abc import Collection, Iterator
from typing import Final, TypeAlias
from warnings import warn

from fifthstreet import _native
from fifthstreet.cards import CARD_COUNT, Card, CardsLike
from fifthstreet.errors import InputError
from fifthstreet.game.core import StateCore, no_player
from fifthstreet.game.rules import Strength
from fifthstreet.game.street import Pot

# Cards to deal: given ones, a number of cards from the deck, or None for the usual number.
CardsToDeal: TypeAlias = CardsLike | int | None

_NOT_EVALUATED: Final = object()


class Holdings(StateCore):
    """The cards of a state, the hands they make, and the cards that may be dealt."""

    def get_board_cards(self, board_index: int) -> Iterator[Card]:
        """Iterate over the cards of a board; runouts share the cards dealt before them."""
        if not 0 <= board_index < self.board_count:
            raise InputError(
                f"board_index must be from 0 to {self.board_count - 1}, got {board_index}"
            )
        return iter(self._board(board_index))

    def get_boards(self) -> tuple[tuple[Card, ...], ...]:
        """Return the cards of each board."""
        if not self.board_cards:
            return ((),) * self.board_count
        return tuple([tuple(self._board(index)) for index in range(self.board_count)])

    def _board(self, board_index: int) -> list[Card]:
        cards: list[Card] = []
        shared = 0  # board cards that all runouts share
        runouts = 1
        if self.street_return_index is not None and self.runout_count is not None:
            runouts = self.runout_count
            for i in range(self.street_return_index):
                shared += self.streets[i].board_dealing_count
        for i in range(len(self.board_cards)):
            row = self.board_cards[i]
            index = board_index // runouts if i < shared else board_index
            if index < len(row):
                cards.append(row[index])
        return cards

    def get_censored_hole_cards(self, player_index: int) -> Iterator[Card]:
        """Iterate over a player's hole cards, with unknown cards for cards that are face down."""
        if not 0 <= player_index < self.player_count:
            raise no_player(player_index, self.player_count)
        statuses = self.hole_card_statuses[player_index]
        cards = self.hole_cards[player_index]
        unknown = self._card_type.UNKNOWN
        return iter([cards[i] if statuses[i] else unknown for i in range(len(cards))])

    def get_down_cards(self, player_index: int) -> Iterator[Card]:
        """Iterate over a player's hole cards that are face down."""
        return iter(self._cards_facing(player_index, False))

    def get_up_cards(self, player_index: int) -> Iterator[Card]:
        """Iterate over a player's hole cards that are face up."""
        return iter(self._cards_facing(player_index, True))

    def _cards_facing(self, player_index: int, up: bool) -> list[Card]:
        if not 0 <= player_index < self.player_count:
            raise no_player(player_index, self.player_count)
        statuses = self.hole_card_statuses[player_index]
        cards = self.hole_cards[player_index]
        return [cards[i] for i in range(len(cards)) if statuses[i] == up]

    # Hands are compared by their strengths, which are cached by player, board and hand type until
    # cards change.

    def _strength(self, player_index: int, board_index: int, hand_type_index: int) -> Strength:
        """Return a value that compares like the player's best hand, or None without a hand."""
        if not self.statuses[player_index]:
            return None
        return self._cached_strength(
            player_index, self.hole_cards[player_index], board_index, hand_type_index
        )

    def _up_strength(self, player_index: int, board_index: int, hand_type_index: int) -> Strength:
        """Return `_strength` for up cards only; a player without any plays the board."""
        if not self.statuses[player_index]:
            return None
        statuses = self.hole_card_statuses[player_index]
        if False not in statuses:
            return self._strength(player_index, board_index, hand_type_index)
        if True not in statuses:
            return self._cached_strength(self.player_count, [], board_index, hand_type_index)
        up = self._cards_facing(player_index, True)
        return self._evaluate(up, board_index, hand_type_index)

    def _cached_strength(
        self, owner: int, hole: list[Card], board_index: int, hand_type_index: int
    ) -> Strength:
        owners = self.player_count + 1
        key = (board_index * len(self.hand_types) + hand_type_index) * owners + owner
        strength = self._strengths.get(key, _NOT_EVALUATED)
        if strength is _NOT_EVALUATED:
            strength = self._evaluate(hole, board_index, hand_type_index)
            self._strengths[key] = strength
        return strength

    def _evaluate(self, hole: list[Card], board_index: int, hand_type_index: int) -> Strength:
        evaluator = self._rules.evaluators[hand_type_index]
        if evaluator is None:  # a ranking of the user's own
            known = [card for card in hole if card]
            return self.hand_types[hand_type_index].best(known, self._board(board_index))
        return _native.strength_or_none(evaluator, hole, self._board(board_index))

    def _cards_changed(self) -> None:
        if self._strengths:
            self._strengths.clear()

    def can_win_now(self, player_index: int) -> bool:
        """Return whether the player could win part of a pot against the hands shown so far."""
        if not 0 <= player_index < self.player_count:
            raise no_player(player_index, self.player_count)
        return self._can_win(player_index, None)

    def _can_win(self, player_index: int, pots: list[Pot] | None) -> bool:
        """Return the same, given the current pots, or None to compute them where needed."""
        for board_index in range(self.board_count):
            for hand_type_index in range(len(self.hand_types)):
                own = self._strength(player_index, board_index, hand_type_index)
                if own is None:
                    continue
                beaten_by: list[int] = []
                for i in range(self.player_count):
                    shown = self._up_strength(i, board_index, hand_type_index)
                    if shown is not None and shown > own:
                        beaten_by.append(i)
                if pots is None:
                    pots = self._current_pots()
                for pot in pots:
                    players = pot.player_indices
                    if player_index in players:
                        for i in beaten_by:
                            if i in players:
                                break
                        else:
                            return True
        return False

    def _current_pots(self) -> list[Pot]:
        raise NotImplementedError

    @property
    def reserved_cards(self) -> Iterator[Card]:
        """Cards that refill the deck when it runs out: burnt, mucked and discarded cards."""
        return iter(self._reserved())

    def _reserved(self) -> list[Card]:
        cards = [card for card in self.burn_cards if card]
        cards.extend([card for card in self.mucked_cards if card])
        for discarded in self.discarded_cards:
            cards.extend([card for card in discarded if card])
        return cards

    def _free_count(self) -> int:
        """Return how many cards are neither in a hand nor on a board.

        Unknown cards in hands count: they come out of the deck when they are shown.
        """
        count = self._card_count
        for hole in self.hole_cards:
            count -= len(hole)
        for row in self.board_cards:
            count -= len(row)
        return count

    @property
    def cards_in_play(self) -> Iterator[Card]:
        """Known cards on boards and in hands."""
        cards = [card for row in self.board_cards for card in row if card]
        cards.extend([card for hole in self.hole_cards for card in hole if card])
        return iter(cards)

    @property
    def cards_not_in_play(self) -> Iterator[Card]:
        """Known cards in the deck, burnt, mucked or discarded."""
        return iter([card for card in self.deck_cards if card] + self._reserved())

    def get_dealable_cards(
        self, deal_count: int | None = 0, warning_status: bool = True
    ) -> Iterator[Card]:
        """Iterate over the cards that may be dealt, with reserved cards if the deck runs out."""
        return iter(self._dealable(deal_count, warning_status))

    def _dealable(self, deal_count: int | None, warning_status: bool) -> list[Card]:
        cards = list(self.deck_cards)
        if deal_count is None and warning_status:
            warn("the number of cards to deal is unknown; assuming the maximum", stacklevel=3)
        if deal_count is None or deal_count > len(cards):
            if warning_status:
                warn("the deck runs out; reserved cards may be dealt", stacklevel=3)
            cards.extend(self._next_refill())
        return cards

    def _next_refill(self) -> list[Card]:
        """Return the reserved cards in the order in which they will refill the deck.

        The order depends only on the seed and the number of refills so far, so that calling this
        changes nothing.
        """
        refill: list[Card] = _native.shuffled(self._reserved(), self.seed + self._refill_count + 1)
        return refill

    def _cards_to_deal(self, cards: CardsLike | int) -> tuple[Card, ...]:
        """Return the next `cards` cards, or given cards; warn if one is not in the deck."""
        if isinstance(cards, int) and not isinstance(cards, Card):
            deck = self.deck_cards
            if 0 <= cards <= len(deck):
                return tuple([deck[i] for i in range(cards)])
            dealable = self._dealable(cards, True)
            if len(dealable) < cards:
                raise InputError(f"cannot deal {cards} cards: only {len(dealable)} are left")
            return tuple(dealable[:cards])
        given = self._card_type.clean(cards)
        allowed: Collection[Card] = self.deck_cards
        if len(given) > len(self.deck_cards):
            allowed = self._dealable(len(given), True)
        for card in given:
            if card < CARD_COUNT and card not in allowed:
                warn(
                    f"dealing {card!r}, which is not among the cards that "
                    "State.get_dealable_cards() recommends",
                    stacklevel=4,
                )
        return given

    def _draw(self, count: int) -> tuple[Card, ...]:
        """Take the next cards off the deck, then reserved cards if it runs out."""
        deck = self.deck_cards
        if count > len(deck):
            cards = self._cards_to_deal(count)
            self._take_cards(cards)
            return cards
        return tuple([deck.popleft() for _ in range(count)])

    def _take_cards(self, cards: tuple[Card, ...]) -> None:
        """Remove dealt cards from the deck or any other pile."""
        deck = self.deck_cards
        count = len(cards)
        if count <= len(deck):
            for i in range(count):
                if deck[i] is not cards[i]:
                    break
            else:
                for _ in range(count):
                    deck.popleft()
                return
        if count > len(deck) and set(cards) > set(deck):
            self._return_to_deck(self._next_refill())
            self._refill_count += 1
            self.mucked_cards.clear()
            self.burn_cards.clear()
            for discarded in self.discarded_cards:
                discarded.clear()
        piles = [self.burn_cards, self.mucked_cards, *self.discarded_cards]
        for card in cards:
            if card in deck:
                deck.remove(card)
            for pile in piles:
                if card in pile:
                    pile.remove(card)

    def _return_to_deck(self, cards: list[Card]) -> None:
        """Put cards at the bottom of the deck unless they are already in it."""
        for card in cards:
            if card and card not in self.deck_cards:
                self.deck_cards.append(card)

    def _muck(self, player_index: int) -> None:
        """Take a player and their cards out of the hand."""
        self.mucked_cards.extend(self.hole_cards[player_index])
        self.statuses[player_index] = False
        self.hole_cards[player_index].clear()
        self.hole_card_statuses[player_index].clear()
