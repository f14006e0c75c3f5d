"""Numbered actions: fold, check or call, a few bet sizes, and discards in draw games.

Environments for learning need a fixed number of actions. Number 0 folds, 1 checks or calls (or
posts the bring-in), and 2 makes the smallest bet or raise. Then come shares of the pot, and after
them the largest bet or raise, which is all-in in no-limit games. Sizes that are illegal or equal to
an earlier one are masked out. In draw games, sets of cards to discard follow, as bits.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fifthstreet.agents import Action
from fifthstreet.cards import Card
from fifthstreet.errors import InputError
from fifthstreet.game import BettingStructure, SeatView, State, clean_values, settled
from fifthstreet.game.variants import Poker

FOLD, CALL, FIRST_RAISE = 0, 1, 2


class BetRange(NamedTuple):
    """The limits of a bet, and the chips that bet sizes are computed from."""

    to_match: Any  # the bet after a call
    pot: Any  # after a call
    smallest: Any  # bet or raise, to a total; None if there is none
    largest: Any


@dataclass(frozen=True)
class ActionMenu:
    """The numbered actions of a game.

    >>> menu = ActionMenu((0.5, 1.0))
    >>> menu.names
    ('fold', 'check or call', 'smallest raise', 'raise 50%', 'raise 100%', 'largest raise')
    >>> menu.raises(BetRange(to_match=100, pot=200, smallest=200, largest=10_000))
    [200, None, 300, 10000]
    """

    pots: tuple[float, ...] = (0.5, 1.0)  # bet sizes: (amount above the call) / (pot after it)
    discards: int = 0  # most cards that a player may discard

    def __post_init__(self) -> None:
        if any(not 0 < size < inf for size in self.pots) or list(self.pots) != sorted(
            set(self.pots)
        ):
            raise InputError(f"pots must be ascending shares of the pot above 0, got {self.pots}")

    @classmethod
    def of(cls, poker: Poker, pots: Sequence[float] = (0.5, 1.0)) -> ActionMenu:
        """Return the menu of a game; with fixed limits, `pots` is ignored."""
        has_draws = any(street.draw_status for street in poker.streets)
        is_fixed = poker.betting_structure is BettingStructure.FIXED_LIMIT
        discards = poker.max_hole_card_count if has_draws else 0
        return cls(() if is_fixed else tuple(map(float, pots)), discards)

    @property
    def first_discard(self) -> int:
        """Number of the action that stands pat."""
        return FIRST_RAISE + len(self.pots) + 2

    @property
    def count(self) -> int:
        """Number of actions."""
        return self.first_discard + ((1 << self.discards) if self.discards else 0)

    @property
    def names(self) -> tuple[str, ...]:
        """A name for each action; discards name the places of the cards, from 0."""
        sizes = [f"raise {100 * size:g}%" for size in self.pots]
        draws = [
            "discard " + " ".join(str(card) for card in range(self.discards) if bits >> card & 1)
            for bits in range(1, self.count - self.first_discard)
        ]
        first = ("fold", "check or call", "smallest raise", *sizes, "largest raise")
        return (*first, *(["stand pat", *draws] if self.discards else ()))

    def raises(self, limits: BetRange) -> list[Any]:
        """Return the amounts of the actions that raise; None if they are masked out."""
        low, high = limits.smallest, limits.largest
        if low is None:
            return [None] * (len(self.pots) + 2)
        is_whole = type(low) is int and type(high) is int
        amounts: list[Any] = [low]
        for size in self.pots:
            pot = limits.pot
            share: Any = size if isinstance(pot, int | float) else type(pot)(size)
            amount = settled(limits.to_match + share * pot)
            amounts.append(round(amount) if is_whole else amount)
        amounts.append(high)
        return [
            amount if low <= amount <= high and amount not in amounts[:place] else None
            for place, amount in enumerate(amounts)
        ]

    def raise_rows(
        self,
        to_match: NDArray[np.int64],
        pot: NDArray[np.int64],
        smallest: NDArray[np.int64],
        largest: NDArray[np.int64],
    ) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        """Return amounts and a mask [N, R], as `raises` does for one of N tables of whole chips."""
        shares = [np.rint(np.round(to_match + size * pot, 8)) for size in self.pots]
        amounts = np.stack([smallest, *shares, largest], axis=1).astype(np.int64)
        is_legal = (amounts >= smallest[:, None]) & (amounts <= largest[:, None])
        for place in range(1, amounts.shape[1]):
            is_new = (amounts[:, :place] != amounts[:, place : place + 1]).all(axis=1)
            is_legal[:, place] &= is_new
        return amounts, is_legal

    def actions(self, view: SeatView) -> dict[int, Action]:
        """Return the legal actions of the player to act, by number."""
        if view.is_draw:
            cards = view.hole_cards
            return {
                self.first_discard + bits: view.discard(chosen_cards(cards, bits))
                for bits in range(1 << len(cards))
            }
        actions: dict[int, Action] = {}
        if view.can_fold:
            actions[FOLD] = view.fold()
        if view.to_call is not None or view.bring_in is not None:
            actions[CALL] = view.check_or_call()
        to_call = view.to_call or 0
        limits = BetRange(
            view.bets[view.seat] + to_call,
            view.pot + to_call,
            view.min_raise_to,
            view.max_raise_to,
        )
        for number, amount in enumerate(self.raises(limits), FIRST_RAISE):
            if amount is not None:
                actions[number] = view.raise_to(amount)
        return actions


def chosen_cards(cards: Sequence[Card], bits: int) -> tuple[Card, ...]:
    """Return the cards of a hand whose bits are set."""
    return tuple(card for place, card in enumerate(cards) if bits >> place & 1)


def state_bet_range(state: State) -> BetRange:
    """Return the bet range of the player to act in a state."""
    assert state.actor_index is not None
    to_call = state.amount_to_call or 0
    return BetRange(
        state.bets[state.actor_index] + to_call,
        state.pot + to_call,
        state.min_raise_to,
        state.max_raise_to,
    )


def check_whole_chips(poker: Poker, stacks: Sequence[Any]) -> None:
    """Raise InputError if stacks, forced bets or smallest bets are not whole chips."""
    amounts = (
        *stacks,
        *clean_values(poker.raw_antes, len(stacks)),
        *clean_values(poker.raw_blinds_or_straddles, len(stacks)),
        poker.bring_in,
        *(street.min_completion_betting_or_raising_amount for street in poker.streets),
    )
    if not all(isinstance(each, int | np.integer) for each in amounts):
        raise InputError(f"chips must be whole numbers, got {poker!r}, stacks {tuple(stacks)}")


def most_actions(poker: Poker, stacks: Sequence[Any]) -> int:
    """Return a bound on the number of decisions in a hand.

    At most P - 2 other actions lie between two raises, and every raise except an all-in adds a
    minimum bet.

    >>> from fifthstreet.game.variants import KuhnPoker
    >>> most_actions(KuhnPoker(()), (2, 2))
    3
    """
    players, streets = len(stacks), poker.streets
    least_bet = min(street.min_completion_betting_or_raising_amount for street in streets)
    raises = int(max(stacks) / least_bet) + players + 1
    limits = [street.max_completion_betting_or_raising_count for street in streets]
    raises = min(raises, sum(raises if limit is None else limit for limit in limits))
    draws = sum(street.draw_status for street in streets)
    return raises * (players - 1) + (len(streets) + draws) * players + bool(poker.bring_in)


def chosen_action(menu: ActionMenu, view: SeatView, number: int, is_strict: bool = False) -> Action:
    """Return the action with a number; an illegal one becomes the nearest legal action.

    A raise becomes the legal raise with the nearest number, or a call; a fold becomes a check. In a
    draw, any other action stands pat. InputError if there is no such number, or if `is_strict`.
    """
    actions = menu.actions(view)
    if number in actions:
        return actions[number]
    if is_strict or not 0 <= number < menu.count:
        names = ", ".join(f"{each} ({menu.names[each]})" for each in actions)
        raise InputError(f"action must be one of {names}, got {number}")
    if view.is_draw:
        return view.discard()
    raises = [each for each in actions if each >= FIRST_RAISE]
    if number >= FIRST_RAISE and number < menu.first_discard and raises:
        return actions[min(raises, key=lambda each: abs(each - number))]
    return actions[CALL]
