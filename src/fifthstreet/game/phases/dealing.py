"""Dealing: burning a card, dealing hole and board cards, standing pat or discarding."""

from fifthstreet.cards import Card, CardsLike
from fifthstreet.errors import InputError
from fifthstreet.game.core import no_player
from fifthstreet.game.events import BoardDealt, CardBurned, Discarded, HoleDealt
from fifthstreet.game.holdings import CardsToDeal
from fifthstreet.game.phases.forced_bets import ForcedBetsPhase, first_true


class DealingPhase(ForcedBetsPhase):
    """The deal of a street; in a draw the players discard first."""

    def _begin_dealing(self) -> None:
        self.street_index = 0 if self.street_index is None else self.street_index + 1
        self.last_street = self.street_index
        street = self.streets[self.street_index]
        self.card_burning_status = street.card_burning_status
        self.board_dealing_counts = [street.board_dealing_count] * self.starting_board_count
        hole_statuses = street.hole_dealing_statuses
        pending = 0
        for i in range(self.player_count):
            if self.statuses[i]:
                if hole_statuses:
                    self._hole_pending[i] += hole_statuses
                    pending += len(hole_statuses)
                self.discard_statuses[i] = street.draw_status
        if pending and pending > self._free_count():
            # Stud with too few cards left: deal community cards to the board instead.
            for board in range(self.starting_board_count):
                self.board_dealing_counts[board] += len(hole_statuses)
            self._hole_pending = [()] * self.player_count
        self._continue_dealing()

    def _continue_dealing(self) -> None:
        while (
            self.card_burning_status
            or self._hole_is_pending()
            or self._board_is_pending()
            or self._draw_is_pending()
        ):
            if self._rules.auto_burn and self.can_burn_card():
                self._burn_card(self._draw(1)[0], None)
            elif self._rules.auto_hole and self.can_deal_hole():
                if self.deck_cards:
                    self._deal_holes()
                else:  # a reserved card, with a warning
                    self._deal_hole(self._draw(1), self._hole_dealee(), None)
            elif self._rules.auto_board and self.can_deal_board():
                self._deal_board(self._draw(self._board_pending()), None)
            else:
                return
        self._begin_betting()

    def _hole_is_pending(self) -> bool:
        return any(pending for pending in self._hole_pending)

    def _board_is_pending(self) -> bool:
        return any(count for count in self.board_dealing_counts)

    def _draw_is_pending(self) -> bool:
        return any(status for status in self.discard_statuses)

    # Burning a card.

    def _burn_refusal(self) -> str | None:
        if not self.card_burning_status:
            return "there is no card to burn"
        if self._hole_is_pending() and self._board_is_pending():
            return "hole cards must be dealt before a card is burnt for the board"
        if self._draw_is_pending():
            return "all players must stand pat or discard before a card is burnt"
        return None

    def verify_burn_card(self, card: CardsToDeal = None) -> Card:
        """Return the card that would be burnt; raise InputError if none can be."""
        cards = self._cards_to_deal(1 if card is None else card)
        if (refusal := self._burn_refusal()) is not None:
            raise InputError(refusal)
        if len(cards) != 1:
            raise InputError(f"one card must be burnt, got {len(cards)}: {cards!r}")
        return cards[0]

    def can_burn_card(self, card: CardsToDeal = None) -> bool:
        """Return whether the card, by default the next one, can be burnt."""
        if card is None and self.deck_cards:
            return self._burn_refusal() is None
        try:
            self.verify_burn_card(card)
        except (InputError, UserWarning):
            return False
        return True

    def burn_card(self, card: CardsToDeal = None, *, commentary: str | None = None) -> CardBurned:
        """Burn a card, by default the next one of the deck."""
        burnt = self.verify_burn_card(card)
        self._take_cards((burnt,))
        event = self._burn_card(burnt, commentary)
        self._continue_dealing()
        return event

    def _burn_card(self, card: Card, commentary: str | None) -> CardBurned:
        self.card_burning_status = False
        self.burn_cards.append(card)
        event = CardBurned(self.last_street, card, commentary)
        self.events.append(event)
        return event

    # Hole cards.

    @property
    def hole_dealee_index(self) -> int | None:
        """Player who is dealt the next hole card, or None."""
        return None if self._hole_refusal() is not None else self._hole_dealee()

    def _hole_dealee(self) -> int:
        street = self.street
        best = 0
        if street is not None and street.hole_dealing_statuses:
            # One card at a time around the table: the first player who lacks the most is next.
            for i in range(1, self.player_count):
                if len(self._hole_pending[i]) > len(self._hole_pending[best]):
                    best = i
            return best
        while not self._hole_pending[best]:  # after a draw each player gets all cards at once
            best += 1
        return best

    def _hole_refusal(self) -> str | None:
        if self.card_burning_status and not self._board_is_pending():
            return "a card must be burnt before hole cards are dealt"
        if not self._hole_is_pending():
            return "there are no hole cards to deal"
        if self._draw_is_pending():
            return "all players must stand pat or discard before hole cards are dealt"
        return None

    def verify_deal_hole(
        self, cards: CardsToDeal = None, player_index: int | None = None
    ) -> tuple[tuple[Card, ...], int]:
        """Return the cards and the player they would be dealt to; raise InputError if illegal."""
        if (refusal := self._hole_refusal()) is not None:
            raise InputError(refusal)
        dealt = self._cards_to_deal(1 if cards is None else cards)
        player = self._hole_dealee() if player_index is None else player_index
        if not 0 <= player < self.player_count:
            raise no_player(player, self.player_count)
        pending = len(self._hole_pending[player])
        if not pending:
            raise InputError(f"player {player} has no hole cards to be dealt")
        if not 1 <= len(dealt) <= pending:
            raise InputError(f"1 to {pending} cards may be dealt, got {len(dealt)}: {dealt!r}")
        return dealt, player

    def can_deal_hole(self, cards: CardsToDeal = None, player_index: int | None = None) -> bool:
        """Return whether hole cards can be dealt to a player; see `deal_hole`."""
        if cards is None and player_index is None and self.deck_cards:
            return self._hole_refusal() is None
        try:
            self.verify_deal_hole(cards, player_index)
        except (InputError, UserWarning):
            return False
        return True

    def deal_hole(
        self,
        cards: CardsToDeal = None,
        player_index: int | None = None,
        *,
        commentary: str | None = None,
    ) -> HoleDealt:
        """Deal hole cards to a player, by default one card to the next player.

        `cards` are given cards, or the number of cards to deal from the deck.
        """
        dealt, player = self.verify_deal_hole(cards, player_index)
        self._take_cards(dealt)
        event = self._deal_hole(dealt, player, commentary)
        self._continue_dealing()
        return event

    def _deal_hole(
        self, cards: tuple[Card, ...], player_index: int, commentary: str | None
    ) -> HoleDealt:
        self._cards_changed()
        pending = self._hole_pending[player_index]
        statuses = pending[: len(cards)]
        self._hole_pending[player_index] = pending[len(cards) :]
        self.hole_cards[player_index].extend(cards)
        self.hole_card_statuses[player_index].extend(statuses)
        event = HoleDealt(player_index, self.last_street, cards, statuses, commentary)
        self.events.append(event)
        return event

    def _deal_holes(self) -> None:
        """Deal all pending hole cards one by one, until the deck runs out."""
        self._cards_changed()
        most = 0
        street = self.street
        if street is not None and street.hole_dealing_statuses:
            for pending in self._hole_pending:
                most = max(most, len(pending))
            # Around the table: players who lack the most get one card each.
            while most:
                for i in range(self.player_count):
                    if len(self._hole_pending[i]) == most and not self._deal_top_card(i):
                        return
                most -= 1
            return
        for i in range(self.player_count):
            while self._hole_pending[i]:
                if not self._deal_top_card(i):
                    return

    def _deal_top_card(self, player_index: int) -> bool:
        """Deal the deck's next card to a player; return False if there is none."""
        deck = self.deck_cards
        if not deck:
            return False
        card = deck.popleft()
        pending = self._hole_pending[player_index]
        self._hole_pending[player_index] = pending[1:]
        self.hole_cards[player_index].append(card)
        self.hole_card_statuses[player_index].append(pending[0])
        self.events.append(HoleDealt(player_index, self.last_street, (card,), pending[:1]))
        return True

    # Board cards.

    def _board_pending(self) -> int:
        """Return the number of cards that the next board still lacks."""
        for count in self.board_dealing_counts:
            if count:
                return count
        return 0

    @property
    def board_dealing_count(self) -> int | None:
        """Number of cards that the next board still lacks, or None if none may be dealt."""
        return None if self._board_refusal() is not None else self._board_pending()

    def _board_refusal(self) -> str | None:
        if self.card_burning_status:
            return "a card must be burnt before board cards are dealt"
        if not self._board_is_pending():
            return "there are no board cards to deal"
        if self._draw_is_pending():
            return "all players must stand pat or discard before board cards are dealt"
        return None

    def verify_deal_board(self, cards: CardsToDeal = None) -> tuple[Card, ...]:
        """Return the cards that would be dealt; raise InputError if they cannot be."""
        if (refusal := self._board_refusal()) is not None:
            raise InputError(refusal)
        pending = self._board_pending()
        dealt = self._cards_to_deal(pending if cards is None else cards)
        if not 1 <= len(dealt) <= pending:
            raise InputError(f"1 to {pending} cards may be dealt, got {len(dealt)}: {dealt!r}")
        return dealt

    def can_deal_board(self, cards: CardsToDeal = None) -> bool:
        """Return whether the cards, by default all that are missing, can be dealt."""
        if cards is None and len(self.deck_cards) >= self._board_pending():
            return self._board_refusal() is None
        try:
            self.verify_deal_board(cards)
        except (InputError, UserWarning):
            return False
        return True

    def deal_board(self, cards: CardsToDeal = None, *, commentary: str | None = None) -> BoardDealt:
        """Deal board cards: given cards, a number of cards, or all that are missing."""
        dealt = self.verify_deal_board(cards)
        self._take_cards(dealt)
        event = self._deal_board(dealt, commentary)
        self._continue_dealing()
        return event

    def _deal_board(self, cards: tuple[Card, ...], commentary: str | None) -> BoardDealt:
        self._cards_changed()
        assert self.street_index is not None
        pending = self._board_pending()
        row = max(self.streets[self.street_index].board_dealing_count - pending, 0)
        for i in range(self.street_index):
            row += self.streets[i].board_dealing_count
        board = self.board_dealing_counts.index(pending)
        self.board_dealing_counts[board] -= len(cards)
        place = row
        number = len(self.board_cards[row]) if row < len(self.board_cards) else 0
        for card in cards:
            if row == len(self.board_cards):
                self.board_cards.append([])
            self.board_cards[row].append(card)
            row += 1
        event = BoardDealt(self.last_street, cards, number, place, commentary)
        self.events.append(event)
        return event

    # Standing pat or discarding.

    @property
    def discarder_index(self) -> int | None:
        """Player who stands pat or discards next, or None."""
        first = first_true(self.discard_statuses)
        return first if first >= 0 else None

    def verify_discard(self, cards: CardsLike = ()) -> tuple[Card, ...]:
        """Return the cards that would be discarded; raise InputError if they cannot be."""
        player = self.discarder_index
        if player is None:
            raise InputError("no player has to stand pat or discard")
        discards = self._card_type.clean(cards)
        held = self.hole_cards[player].copy()
        for card in discards:
            if card not in held:
                break
            held.remove(card)
        else:
            return discards
        raise InputError(
            f"player {player} can only discard from {self.hole_cards[player]!r}, got {discards!r}"
        )

    def can_discard(self, cards: CardsLike = ()) -> bool:
        """Return whether the next player can discard the cards, or stand pat with none."""
        if not self._draw_is_pending():
            return False
        try:
            self.verify_discard(cards)
        except (InputError, UserWarning):
            return False
        return True

    def discard(self, cards: CardsLike = (), *, commentary: str | None = None) -> Discarded:
        """Discard cards of the next player; without cards they stand pat."""
        discards = self.verify_discard(cards)
        player = self.discarder_index
        assert player is not None
        assert self.street_index is not None
        self._cards_changed()
        self.discard_statuses[player] = False
        for card in discards:
            index = self.hole_cards[player].index(card)
            self._hole_pending[player] += (self.hole_card_statuses[player].pop(index),)
            self.hole_cards[player].pop(index)
            self.discarded_cards[self.street_index].append(card)
        event = Discarded(player, self.last_street, discards, commentary)
        self.events.append(event)
        self._continue_dealing()
        return event
