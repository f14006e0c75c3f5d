"""Betting: fold, check or call, bring-in, complete, bet or raise."""

from math import isfinite
from typing import Final
from warnings import warn

from fifthstreet import _native
from fifthstreet.cards import CARD_COUNT
from fifthstreet.cards.hands import ACE_TO_FIVE_LOW, STANDARD_HIGH
from fifthstreet.errors import InputError
from fifthstreet.game.enums import Opening
from fifthstreet.game.events import (
    Bet,
    BettingAction,
    BringInPosted,
    Called,
    Checked,
    Folded,
    Raised,
)
from fifthstreet.game.phases.dealing import DealingPhase
from fifthstreet.game.rules import Strength
from fifthstreet.game.values import Chips, clean_value, minus, plus, settled

# Looking up members of enums is slow.
_POSITION: Final = Opening.POSITION
_LOW_CARD: Final = Opening.LOW_CARD
_HIGH_CARD: Final = Opening.HIGH_CARD
_LOW_HAND: Final = Opening.LOW_HAND

_NO_ACTOR = "no player is to act now"
_BRING_IN_FIRST = "the player must post the bring-in or complete"
_NO_REASON_TO_FOLD = "there is no bet to fold to"


class BettingPhase(DealingPhase):
    """The betting round: players act in turn until all bets are called."""

    def _begin_betting(self) -> None:
        assert self.street_index is not None
        street = self.streets[self.street_index]
        opener = self._opener(street.opening)
        self.opener_index = opener
        self.bring_in_status = self.street_index == 0 and self.bring_in > 0
        self.completion_status = self.bring_in_status
        if self.street_index == 0:
            self._require(self._largest_blind())
        self._actors.clear()
        covered = self._second_largest_stack()
        for i in range(opener, opener + self.player_count):
            player = i if i < self.player_count else i - self.player_count
            if self.statuses[player] and self.stacks[player] and covered > self.bets[player]:
                self._actors.append(player)
        self.largest_raise = 0
        self.raise_count = 0
        self.acted_player_indices.clear()
        if not self._actors or (
            len(self._actors) == 1 and self.bets[self._actors[0]] >= self._bet_to_match()
        ):
            self._end_betting()

    def _continue_betting(self) -> None:
        if not self._actors or self._active_count() <= 1:
            self._end_betting()

    def _end_betting(self) -> None:
        self._actors.clear()
        self._is_posted_short = False
        self._to_match_at = -1
        assert self.street_index is not None
        last = len(self.streets) - 1
        if self._active_count() > 1:
            draws_left = False
            for i in range(self.street_index + 1, last + 1):
                if self.streets[i].draw_status:
                    draws_left = True
            if not draws_left:
                players_with_chips = 0
                for i in range(self.player_count):
                    if self.statuses[i] and self.stacks[i]:
                        players_with_chips += 1
                if players_with_chips <= 1:
                    self.all_in_status = True
        if self.street_index == last and not all(self.stacks):
            self.all_in_status = True
        self._begin_bet_collection()

    # Who opens.

    def _opener(self, opening: Opening) -> int:
        if opening == _POSITION:
            return self._opener_by_position()
        best: Strength = None
        opener = -1
        for i in range(self.player_count):
            value = self._showing(i, opening)
            if value is None:
                continue
            if best is None or value > best:
                best = value
                opener = i
        return max(opener, 0)  # without up cards the first seat opens

    def _opener_by_position(self) -> int:
        """Return the player after the largest blind or straddle; late posts do not count."""
        if self.street_index:
            return 0  # blinds and straddles are bet on the first street
        blinds = self.blinds_or_straddles
        last = 0
        largest: Chips = None
        for i in range(self.player_count):
            blind = blinds[1 - i] if self.player_count == 2 else blinds[i]
            counted = self.bets[i] if blind > 0 else (-self.bets[i] if blind < 0 else 0)
            if largest is None or counted >= largest:
                largest = counted
                last = i
        return 0 if last + 1 == self.player_count else last + 1

    def _showing(self, player_index: int, opening: Opening) -> Strength:
        """Rate a player's up cards by a number that is highest for the opener, or None."""
        up = self._cards_facing(player_index, True)
        cards = [card for card in up if card < CARD_COUNT]
        if not cards or (len(cards) < len(up) and opening in (_LOW_CARD, _HIGH_CARD)):
            return None
        if opening == _LOW_CARD:
            return -min([int(card) for card in cards])
        if opening == _HIGH_CARD:  # aces are low where the high card opens
            return max([(int(card) + 4) % 52 for card in cards])
        if len(cards) > 4:
            return None
        mask = 0
        for card in cards:
            place = int(card)
            # Suits do not matter here, so give a card that was dealt twice another suit.
            while mask >> place & 1:
                place = place // 4 * 4 + (place + 1) % 4
            mask |= 1 << place
        hand_type = ACE_TO_FIVE_LOW if opening == _LOW_HAND else STANDARD_HIGH
        evaluator = hand_type.evaluator
        assert isinstance(evaluator, _native.FreeEvaluator)
        return evaluator.open_strength(mask)

    @property
    def actor_index(self) -> int | None:
        """Player to act, or None."""
        return self._actors[0] if self._actors else None

    @property
    def turn_index(self) -> int | None:
        """Player whose turn it is to discard, to act or to show, or None."""
        if (drawer := self.discarder_index) is not None:
            return drawer
        if self._actors:
            return self._actors[0]
        return self._showdown[0] if self._showdown else None

    def _pop_actor(self) -> int:
        player = self._actors.pop(0)
        self.acted_player_indices.add(player)
        return player

    # Folding.

    def verify_fold(self) -> None:
        """Raise InputError if the actor cannot fold; warn in cash games if checking is free."""
        if not self._actors:
            raise InputError(_NO_ACTOR)
        if self.bring_in_status:
            raise InputError(_BRING_IN_FIRST)
        if self.bets[self._actors[0]] >= self._bet_to_match():
            if self._rules.tournament:
                raise InputError(_NO_REASON_TO_FOLD)
            warn(_NO_REASON_TO_FOLD, stacklevel=3)

    def can_fold(self) -> bool:
        """Return whether the actor can fold."""
        if not self._actors or self.bring_in_status:
            return False
        if self.bets[self._actors[0]] < self._bet_to_match():
            return True
        if self._rules.tournament:
            return False
        try:
            self.verify_fold()
        except UserWarning:  # where warnings are errors
            return False
        return True

    def fold(self, *, commentary: str | None = None) -> Folded:
        """Fold the actor's hand."""
        self.verify_fold()
        to_match = self._bet_to_match()
        player = self._pop_actor()
        self._muck(player)
        bet, stack = self.bets[player], self.stacks[player]
        event = Folded(player, self.last_street, 0, bet, to_match, self.pot, stack, commentary)
        self.events.append(event)
        self._continue_betting()
        return event

    # Checking or calling.

    def verify_check_or_call(self) -> None:
        """Raise InputError if the actor cannot check or call."""
        if not self._actors:
            raise InputError(_NO_ACTOR)
        if self.bring_in_status:
            raise InputError(_BRING_IN_FIRST)

    def can_check_or_call(self) -> bool:
        """Return whether the actor can check or call."""
        return bool(self._actors) and not self.bring_in_status

    @property
    def amount_to_call(self) -> Chips:
        """Chips that a call adds, 0 for a check; None if no player can check or call."""
        if not self._actors or self.bring_in_status:
            return None
        player = self._actors[0]
        return min(self.stacks[player], minus(self._bet_to_match(), self.bets[player]))

    def check_or_call(self, *, commentary: str | None = None) -> BettingAction:
        """Check, or call the bet to match."""
        self.verify_check_or_call()
        to_match = self._bet_to_match()
        pot_before = self.pot
        player = self._actors[0]
        amount = min(self.stacks[player], minus(to_match, self.bets[player]))
        self._pop_actor()
        if amount:
            self._bet(player, amount)
        street, bet, stack = self.last_street, self.bets[player], self.stacks[player]
        event: BettingAction
        if amount:
            event = Called(player, street, amount, bet, to_match, pot_before, stack, commentary)
        else:
            event = Checked(player, street, amount, bet, to_match, pot_before, stack, commentary)
        self.events.append(event)
        self._continue_betting()
        return event

    # Bringing in.

    def verify_post_bring_in(self) -> None:
        """Raise InputError if the actor cannot post a bring-in."""
        if not self._actors:
            raise InputError(_NO_ACTOR)
        if not self.bring_in_status:
            raise InputError("there is no bring-in to post")

    def can_post_bring_in(self) -> bool:
        """Return whether the actor can post a bring-in."""
        return bool(self._actors) and self.bring_in_status

    @property
    def bring_in_to_post(self) -> Chips:
        """Bring-in that would be posted, limited by the stack; None if no player can post one."""
        if not self._actors or not self.bring_in_status:
            return None
        return min(self.stacks[self._actors[0]], self.bring_in)

    def post_bring_in(self, *, commentary: str | None = None) -> BringInPosted:
        """Post the bring-in."""
        self.verify_post_bring_in()
        amount = self.bring_in_to_post
        to_match = self._bet_to_match()
        pot_before = self.pot
        player = self._pop_actor()
        self._bet(player, amount)
        self._require(self.bring_in)
        self.bring_in_status = False
        street, bet, stack = self.last_street, self.bets[player], self.stacks[player]
        event = BringInPosted(player, street, amount, bet, to_match, pot_before, stack, commentary)
        self.events.append(event)
        self._continue_betting()
        return event

    # Completing, betting or raising.

    @property
    def min_raise_to(self) -> Chips:
        """Smallest amount that the actor can complete, bet or raise to; None if they cannot."""
        return None if self._raise_refusal() is not None else self._smallest_raise_to

    def _all_in_to(self) -> Chips:
        """Return the bet of the actor if they go all-in."""
        player = self._actors[0]
        return plus(self.stacks[player], self.bets[player])

    @property
    def pot_raise_to(self) -> Chips:
        """Amount of a pot-sized bet or raise; None if the actor cannot bet or raise."""
        return None if self._raise_refusal() is not None else self._pot_raise_to()

    def _pot_raise_to(self) -> Chips:
        player = self._actors[0]
        pot = self.total_pot_amount
        if self.street_index == 0:
            pot = plus(pot, self._missing_from_blinds())
        to_match = self._bet_to_match()
        pot_sized = plus(plus(to_match, minus(to_match, self.bets[player])), pot)
        return min(self._all_in_to(), max(self._smallest_raise_to, pot_sized))

    @property
    def max_raise_to(self) -> Chips:
        """Largest amount that the actor can complete, bet or raise to; None if they cannot."""
        return None if self._raise_refusal() is not None else self._max_raise_to()

    def _max_raise_to(self) -> Chips:
        if self._rules.no_limit:
            return self._all_in_to()
        if self._rules.pot_limit:
            return self._pot_raise_to()
        return self._smallest_raise_to

    def _raise_refusal(self) -> str | None:
        """Return why the actor cannot complete, bet or raise, or None.

        A decision needs this and the smallest raise several times, so both are kept until the next
        operation.
        """
        if self._raise_refusal_at != len(self.events):
            self._last_raise_refusal = self._find_raise_refusal()
            self._raise_refusal_at = len(self.events)
        return self._last_raise_refusal

    def _find_raise_refusal(self) -> str | None:
        if not self._actors:
            return _NO_ACTOR
        assert self.street_index is not None
        player = self._actors[0]
        largest = self._bet_to_match()
        to_call = minus(largest, self.bets[player])
        stack = self.stacks[player]
        if player in self.acted_player_indices and not self._reopens(to_call):
            return "the player has acted and faces less than a full raise"
        limit = self.streets[self.street_index].max_completion_betting_or_raising_count
        if limit is not None and self.raise_count == limit:
            return "no more bets or raises are allowed on this street"
        if stack <= to_call:
            return "the bet covers the player's stack, so they can only call"
        for i in range(self.player_count):
            if i == player or not self.statuses[i]:
                continue
            if plus(self.stacks[i], self.bets[i]) > largest:
                amount = self._full_raise()
                if not self.completion_status:
                    amount = plus(amount, largest)
                self._smallest_raise_to = min(self._all_in_to(), amount)
                return None
        return "no other player can call: all have folded or are all-in"

    def _full_raise(self) -> Chips:
        """Return the size of a full bet or raise: the last one, or the smallest of the street."""
        assert self.street_index is not None
        return max(
            self.largest_raise,
            self.streets[self.street_index].min_completion_betting_or_raising_amount,
        )

    def _reopens(self, to_call: Chips) -> bool:
        """Return whether a player who has acted and owes `to_call` may raise again.

        What they owe is the sum of all raises since they acted, so that several short all-ins count
        together. It must be a full raise, in fixed limit half of one (TDA 2022, rule 47).
        """
        owed = plus(to_call, to_call) if self._rules.fixed_limit else to_call
        return bool(owed >= self._full_raise())

    def verify_bet_or_raise_to(self, amount: Chips = None) -> Chips:
        """Return the amount that would be bet or raised to; raise InputError if that is illegal."""
        if (refusal := self._raise_refusal()) is not None:
            raise InputError(refusal)
        smallest = self._smallest_raise_to
        if amount is None:
            return smallest
        amount = clean_value(amount)
        if type(amount) is not int and not isfinite(amount):
            raise InputError(f"a bet or raise must be finite, got {amount}")
        if amount < smallest:
            raise InputError(f"{amount} is below the minimum of {smallest}")
        largest = self._max_raise_to()
        if amount > largest:
            raise InputError(f"{amount} is above the maximum of {largest}")
        return amount

    def can_bet_or_raise_to(self, amount: Chips = None) -> bool:
        """Return whether the actor can complete, bet or raise to an amount, by default any."""
        if self._raise_refusal() is not None:
            return False
        if amount is None:
            return True
        chips = settled(amount)
        is_finite = type(chips) is int or isfinite(chips)
        return is_finite and bool(self._smallest_raise_to <= chips <= self._max_raise_to())

    def bet_or_raise_to(
        self, amount: Chips = None, *, commentary: str | None = None
    ) -> BettingAction:
        """Complete, bet or raise to an amount, by default the smallest."""
        to = self.verify_bet_or_raise_to(amount)
        to_match = self._bet_to_match()
        pot_before = self.pot
        is_bet = not (self._largest_bet() if self._is_posted_short else to_match)
        raised_by = minus(to, to_match)
        full_raise = self._full_raise()
        # A completion is a full bet, although it raises the bring-in by less.
        is_full = (to if self.completion_status else raised_by) >= full_raise
        player = self._pop_actor()
        added = minus(to, self.bets[player])
        self._bet(player, added)
        self.bring_in_status = False
        self.completion_status = False
        self.opener_index = player
        self._actors.clear()
        for i in range(player + 1, player + self.player_count):
            other = i if i < self.player_count else i - self.player_count
            if self.statuses[other] and self.stacks[other]:
                self._actors.append(other)
        if is_full:  # reopens the betting for everybody
            self.acted_player_indices.clear()
            self.acted_player_indices.add(player)
            self.largest_raise = raised_by
        self.raise_count += 1
        stack = self.stacks[player]
        street = self.last_street
        # The amount as it was given, which keeps the digits of a decimal, unless it was rounded.
        bet = to if to == self.bets[player] else self.bets[player]
        event: BettingAction
        if is_bet:
            event = Bet(player, street, added, bet, to_match, pot_before, stack, commentary)
        else:
            event = Raised(player, street, added, bet, to_match, pot_before, stack, commentary)
        self.events.append(event)
        self._continue_betting()
        return event
