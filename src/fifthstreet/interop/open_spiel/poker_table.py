"""A hand of the rules engine, in which cards are dealt one by one and actions are numbered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from warnings import catch_warnings

from fifthstreet.cards import Card, card_text, cards_text
from fifthstreet.errors import InputError
from fifthstreet.game import State, values
from fifthstreet.game.variants import Poker
from fifthstreet.interop.menu import (
    CALL,
    FIRST_RAISE,
    FOLD,
    ActionMenu,
    check_whole_chips,
    chosen_cards,
    most_actions,
    state_bet_range,
)
from fifthstreet.interop.open_spiel.game_limits import GameLimits
from fifthstreet.solvers.games import AUTOMATIONS, CHANCE, TERMINAL

DECK_CARDS = 52
_UNKNOWN = "??"


@dataclass(frozen=True)
class PokerTable:
    """A game with its stacks, and what the numbers of its actions mean.

    With `pots`, actions come from an `ActionMenu`. Without, every amount of whole chips is an
    action: 0 folds, 1 checks or calls, and a + 1 bets or raises to a chips.
    """

    poker: Poker
    stacks: tuple[int, ...]  # [P]
    pots: tuple[float, ...] | None = None

    def __post_init__(self) -> None:
        dealt = copy(self.poker)
        dealt.automations = AUTOMATIONS
        object.__setattr__(self, "poker", dealt)
        check_whole_chips(dealt, self.stacks)
        object.__setattr__(self, "stacks", tuple(map(int, self.stacks)))
        _ = self.start  # which refuses wrong numbers of players

    @cached_property
    def start(self) -> State:
        """The hand before any card is dealt."""
        return _burnt(self.poker(self.stacks, len(self.stacks), seed=0))

    @cached_property
    def menu(self) -> ActionMenu:
        """The menu of actions; bet sizes matter only with `pots`."""
        return ActionMenu.of(self.poker, self.pots or ())

    @property
    def players(self) -> int:
        """Number of players."""
        return len(self.stacks)

    @property
    def limits(self) -> GameLimits:
        """The largest numbers of the game."""
        streets, boards = self.poker.streets, self.poker.starting_board_count
        draws = sum(street.draw_status for street in streets)
        holes = self.poker.max_hole_card_count * self.players * (1 + draws)
        is_even = self.poker.rake is values.rake
        return GameLimits(
            actions=self.first_discard + (1 << self.menu.discards if self.menu.discards else 0),
            outcomes=DECK_CARDS,
            decisions=most_actions(self.poker, self.stacks),
            # Where the deck of a stud game runs out, cards of players are dealt to the board.
            deals=holes + boards * (self.poker.max_board_card_count + len(streets)),
            least=-float(max(self.stacks)),
            most=float(sum(self.stacks) - min(self.stacks)),
            payoff_sum=0.0 if is_even else None,
        )

    @property
    def first_discard(self) -> int:
        """Number of the action that stands pat; discards are bits above it."""
        return FIRST_RAISE + max(self.stacks) if self.pots is None else self.menu.first_discard

    def player(self, state: State) -> int:
        """Return the player to act or to discard, `CHANCE` or `TERMINAL`."""
        if not state.status:
            return TERMINAL
        for index in (state.actor_index, state.discarder_index):
            if index is not None:
                return index
        return CHANCE

    def outcomes(self, state: State) -> list[int]:
        """Return the cards that may be dealt next, in order; all are equally likely.

        Burnt cards are unknown, so they stay among them. If no cards are left, discarded cards are
        dealt again.
        """
        cards = state.deck_cards or state.get_dealable_cards(1, False)
        return sorted(int(card) for card in cards)

    def legal(self, state: State) -> list[int]:
        """Return the numbers of the legal actions, in order."""
        if state.actor_index is None:
            player = state.discarder_index
            assert player is not None
            return [self.first_discard + each for each in range(1 << len(state.hole_cards[player]))]
        legal = [FOLD, CALL] if state.amount_to_call else [CALL]
        return [*legal, *(number for number, _ in self._raises(state))]

    def after(self, state: State, action: int) -> State:
        """Return the hand after an action, or after a card is dealt."""
        player, new = self.player(state), state.copy()
        if player == CHANCE:
            with catch_warnings(action="ignore", category=UserWarning):  # the deck may run out
                if (dealee := state.hole_dealee_index) is not None:
                    new.deal_hole(Card.of(action), dealee)
                else:
                    new.deal_board(Card.of(action))
        elif state.actor_index is None:
            new.discard(self.discarded(state.hole_cards[player], action))
        elif action == FOLD:
            new.fold()
        elif action == CALL and state.amount_to_call is None:
            new.post_bring_in()
        elif action == CALL:
            new.check_or_call()
        else:
            new.bet_or_raise_to(self.amount(state, action))
        return _burnt(new)

    def amount(self, state: State, action: int) -> int:
        """Return the bet that an action raises to."""
        if self.pots is None:
            return action - 1
        for number, amount in self._raises(state):
            if number == action:
                return int(amount)
        raise InputError(f"action must be one of {self.legal(state)}, got {action}")

    def discarded(self, cards: Sequence[Card], action: int) -> tuple[Card, ...]:
        """Return the cards of a hand that an action discards."""
        return chosen_cards(cards, action - self.first_discard)

    def text(self, state: State, action: int) -> str:
        """Return an action or a card in words."""
        player = self.player(state)
        if player == CHANCE:
            return f"deal {card_text(action)}"
        if state.actor_index is None:
            cards = self.discarded(state.hole_cards[player], action)
            return f"discard {cards_text(map(int, cards))}" if cards else "stand pat"
        if action == FOLD:
            return "fold"
        if action == CALL:
            to_call = state.amount_to_call
            return "bring in" if to_call is None else f"call {to_call}" if to_call else "check"
        return f"{'raise to' if any(state.bets) else 'bet'} {self.amount(state, action)}"

    def _raises(self, state: State) -> Iterator[tuple[int, Any]]:
        limits = state_bet_range(state)
        if self.pots is None:
            if limits.smallest is not None:
                for amount in range(limits.smallest, limits.largest + 1):
                    yield amount + 1, amount
            return
        for number, amount in enumerate(self.menu.raises(limits), FIRST_RAISE):
            if amount is not None:
                yield number, amount


def _burnt(state: State) -> State:
    """Return a hand in which a card is burnt if one has to be; no player sees which."""
    if state.card_burning_status and state.can_burn_card(_UNKNOWN):
        state.burn_card(_UNKNOWN)
    return state
