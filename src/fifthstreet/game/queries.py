"""Queries about a state: pots, bets, stacks and players.

Everything is read from the state or computed by the engine; no rules are implemented here.
"""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from math import inf, isfinite
from typing import NamedTuple

from fifthstreet.errors import InputError
from fifthstreet.game.chips import chips_type, same_chips, to_chips
from fifthstreet.game.core import no_player
from fifthstreet.game.events import Bet, BettingEvent, Raised, WinningsTaken, share_of_pot
from fifthstreet.game.kinds import Status
from fifthstreet.game.ledger import Ledger
from fifthstreet.game.state import State
from fifthstreet.game.street import Pot
from fifthstreet.game.values import Chips, minus, plus, sum_of

_HOLDEM_STREETS = {0: "preflop", 3: "flop", 4: "turn", 5: "river"}  # by cards on the board


# Pot and bets.


def pot(state: State) -> Chips:
    """Return all chips in the middle: pots and bets.

    Args:
        state: The hand, at any point.
    """
    if state.street_index is None:
        return state.total_pot_amount  # once chips are pushed, payoffs include winnings
    return minus(0, sum_of(state.payoffs))


def call_amount(state: State, player: int | None = None) -> Chips:
    """Return the chips that a player has to add to call.

    Args:
        state: The hand, at any point.
        player: Number of the player from 0; by default the actor.

    Raises:
        InputError: If neither a player is given nor one is to act, or the player does not exist.
    """
    player = _actor(state) if player is None else _player(state, player)
    owed = minus(state.bet_to_match, state.bets[player])
    return min(state.stacks[player], owed)


def pot_after_call(state: State) -> Chips:
    """Return the pot after a call by the actor, which sizes of bets and raises refer to.

    Args:
        state: The hand, with a player to act.

    Raises:
        InputError: If no player is to act.
    """
    return plus(pot(state), call_amount(state))


def size_of(state: State, amount: Chips) -> Chips:
    """Return the size of a bet or raise: (above the call) / (pot after the call).

    Args:
        state: The hand, with a player to act.
        amount: Total of the actor on the street after the bet or raise.

    Raises:
        InputError: If no player is to act.

    >>> from fifthstreet.game.flow import new_state
    >>> size_of(new_state((200, 150, 180), 1), 7)  # 2 to call into 3, and 5 on top
    1.0
    """
    return share_of_pot(minus(amount, state.bet_to_match), pot_after_call(state))


def amount_of(state: State, size: float | Fraction | Decimal) -> Chips:
    """Return the amount of a bet or raise given as a multiple of the pot.

    Args:
        state: The hand, with a player to act.
        size: Multiple of the pot after a call; a float is read as the decimal that it is written
            as. Whole chips are rounded, halves up, as in a betting tree.

    Raises:
        InputError: If the size is not above 0 or no player is to act.
    """
    return to_chips(exact_amount_of(state, size), chips_type(state))


def exact_amount_of(state: State, size: float | Fraction | Decimal) -> Fraction:
    """Return the unrounded amount of a bet or raise given as a multiple of the pot.

    Args:
        state: The hand, with a player to act.
        size: Multiple of the pot after a call, as in `amount_of`.

    Raises:
        InputError: If the size is not above 0 or no player is to act.
    """
    share, chips = exact_size(size), pot_after_call(state)
    return Fraction(state.bet_to_match) + share * Fraction(chips)


@lru_cache(maxsize=1024)
def exact_size(size: float | Fraction | Decimal) -> Fraction:
    """Return a multiple of the pot as an exact number."""
    if not (isfinite(size) and size > 0):
        raise InputError(f"a bet in pots must be a number above 0, got {size}")
    return Fraction(str(size))


def biggest_bet(state: State, street: int | None = None) -> Chips:
    """Return the largest bet on a street.

    Args:
        state: The hand, at any point.
        street: Number of the street from 0; by default the current one.
    """
    if street is None or street == state.street_index:
        return max(state.bets)
    return max((event.total for event in _on_street(state, street)), default=0)


def biggest_raise(state: State, street: int | None = None) -> BettingEvent | None:
    """Return the bet or raise of a street that added the most, or None; the first of equals.

    Args:
        state: The hand, at any point.
        street: Number of the street from 0; by default the current one.
    """
    raises = [event for event in _on_street(state, street) if isinstance(event, Bet | Raised)]
    return max(raises, key=lambda event: event.raised_by, default=None)


def _on_street(state: State, street: int | None) -> list[BettingEvent]:
    at = state.street_index if street is None else street
    return [
        event for event in state.events if isinstance(event, BettingEvent) and event.street == at
    ]


def _player(state: State, player: int) -> int:
    if not 0 <= player < state.player_count:
        raise no_player(player, state.player_count)
    return player


def _actor(state: State) -> int:
    if state.actor_index is None:
        raise InputError("no player is to act: specify the player")
    return state.actor_index


# Stacks.


class SidePotStack(NamedTuple):
    """Players who can still bet against each other, and how much each of them can bet."""

    players: tuple[int, ...]
    stack: Chips


def effective_stacks(state: State) -> tuple[SidePotStack, ...]:
    """Return what can still be bet, pot by pot: between all players with chips, then between fewer.

    Args:
        state: The hand, at any point.

    >>> from fifthstreet.game.flow import new_state
    >>> [tuple(pot) for pot in effective_stacks(new_state((200, 150, 180), 1))]
    [((0, 1, 2), 148), ((0, 2), 180)]
    """
    left = [i for i in state.player_indices if state.statuses[i] and state.stacks[i]]
    side_pots: list[SidePotStack] = []
    while len(left) > 1:
        stack = min(state.stacks[i] for i in left)
        side_pots.append(SidePotStack(tuple(left), stack))
        left = [i for i in left if state.stacks[i] > stack]
    return tuple(side_pots)


def effective_stack(state: State) -> Chips:
    """Return the smallest stack of those who can still bet; 0 if fewer than two can.

    Players who have folded or are all-in do not count: nothing more can be won from them.

    Args:
        state: The hand, at any point.
    """
    stacks, statuses = state.stacks, state.statuses
    left = [stacks[i] for i in range(len(stacks)) if statuses[i] and stacks[i]]
    return min(left) if len(left) > 1 else 0


def stack_to_pot(state: State) -> Chips:
    """Return the effective stack as a multiple of the pot (SPR); infinite if the pot is empty.

    Args:
        state: The hand, at any point.
    """
    chips = pot(state)
    return effective_stack(state) / chips if chips else inf


def max_stack_except(state: State, player: int) -> Chips:
    """Return the largest stack of the other players who have not folded; 0 if there are none.

    Args:
        state: The hand, at any point.
        player: Number of the player who is left out, from 0.

    Raises:
        InputError: If the player does not exist.
    """
    _player(state, player)
    others = [i for i in state.player_indices if i != player and state.statuses[i]]
    return max((state.stacks[i] for i in others), default=0)


def largest_bet_that_counts(state: State) -> Chips:
    """Return the largest bet or raise of the actor that another player could call in full.

    Args:
        state: The hand, with a player to act.

    Raises:
        InputError: If no player is to act.
    """
    player = _actor(state)
    return plus(state.bets[player], state.get_effective_stack(player))


def is_all_in(state: State, amount: Chips) -> bool:
    """Return whether a bet or raise puts the actor or all callers all-in.

    Args:
        state: The hand, with a player to act.
        amount: Total of the actor on the street after the bet or raise.

    Raises:
        InputError: If no player is to act.
    """
    most = largest_bet_that_counts(state)
    return bool(amount >= most) or same_chips(amount, most, scale=sum_of_stacks(state))


def sum_of_stacks(state: State) -> Chips:
    """Return the sum of the starting stacks.

    Args:
        state: The hand, at any point.
    """
    return sum_of(state.starting_stacks)


# Pots and payouts.


def pots(state: State) -> tuple[Pot, ...]:
    """Return the main pot and the side pots as if all bets were collected now.

    The part of a bet that no other player matched is a pot of its own. Pots are emptied as chips
    are pushed.

    Args:
        state: The hand; it is not changed.
    """
    if any(state.bets):
        state = state.copy()
        state.bets = [0] * state.player_count  # so that the engine counts them as collected
    return tuple(state.pots)


def paid(state: State) -> tuple[Chips, ...]:
    """Return what each player has put in over the hand, less uncalled bets that were returned.

    If all others fold, the last player's uncalled bet counts as won, not as returned.

    Args:
        state: The hand, at any point.
    """
    return tuple(Ledger.of(state).paid)


def prizes(state: State) -> dict[int, Chips]:
    """Return what players won at the end of a hand, by player; uncalled bets are included.

    Args:
        state: A hand that is over; before that, nothing is won.
    """
    return {event.seat: event.amount for event in state.events if isinstance(event, WinningsTaken)}


def winners(state: State) -> tuple[int, ...]:
    """Return the players who won chips at the end of a hand.

    Args:
        state: A hand that is over; before that, there are none.
    """
    return tuple(sorted(prizes(state)))


# Players.


def status_of(state: State, player: int) -> Status:
    """Return the status of a player in the betting.

    Args:
        state: The hand, which may be over.
        player: Number of the player from 0.

    Raises:
        InputError: If the player does not exist.
    """
    return Ledger.of(state).status(player)


def button(state: State) -> int:
    """Return the player with the button, who is always the last one.

    Args:
        state: The hand, at any point.
    """
    return state.player_count - 1


def small_blind_player(state: State) -> int | None:
    """Return the player who posts the small blind, or None.

    Args:
        state: The hand, at any point.
    """
    return _poster(state, 0)


def big_blind_player(state: State) -> int | None:
    """Return the player who posts the big blind, or None.

    Args:
        state: The hand, at any point.
    """
    return _poster(state, 1)


def _poster(state: State, place: int) -> int | None:
    if not state.blinds_or_straddles[place]:
        return None
    return 1 - place if state.player_count == 2 else place  # heads-up the order is reversed


def street_name(state: State, street: int) -> str:
    """Return the name of a street: preflop, flop, turn or river in hold'em, else its number.

    Args:
        state: Its game has the street.
        street: Number of the street from 0.
    """
    cards = sum(each.board_dealing_count for each in state.streets[: street + 1])
    has_board = any(each.board_dealing_count for each in state.streets)
    has_draws = any(each.draw_status for each in state.streets)
    name = _HOLDEM_STREETS.get(cards) if has_board and not has_draws else None
    return name or f"street {street}"
