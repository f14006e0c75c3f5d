"""Questions that a player asks of a state: pots, bets and stacks.

Everything is read off the state or asked of the engine; there are no rules here.
"""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from math import inf, isfinite
from typing import Any, NamedTuple

from fifthstreet.game.operations import ChipsPulling
from fifthstreet.game.state import State
from fifthstreet.game.street import Pot
from fifthstreet.table.chips import chips_type, same_chips, to_chips
from fifthstreet.table.kinds import ActionKind, Status
from fifthstreet.table.records import Ledger, Record, records, share_of_pot

_HOLDEM_STREETS = {0: "preflop", 3: "flop", 4: "turn", 5: "river"}  # by cards on the board


# Pot and bets.


def pot(state: State) -> Any:
    """All chips in the middle: pots and bets."""
    if state.street_index is None:
        return state.total_pot_amount  # once chips are pushed, payoffs are more than payments
    return -sum(state.payoffs)


def call_amount(state: State, player: int | None = None) -> Any:
    """Chips that a player, by default the actor, has to add to call; at most the stack."""
    if player is None:
        player = _actor(state)
    owed = max(state.bets) - state.bets[player]
    return min(state.stacks[player], owed)


def pot_after_call(state: State) -> Any:
    """The pot if the actor calls, the measure of bets and raises."""
    return pot(state) + call_amount(state)


def size_of(state: State, amount: Any) -> Any:
    """A bet or raise to an amount as a multiple of the pot: above the call / pot after the call.

    >>> from fifthstreet.table import new_state
    >>> size_of(new_state((200, 150, 180), 1), 7)  # 2 to call into 3, and 5 on top
    1.0
    """
    return share_of_pot(amount - max(state.bets), pot_after_call(state))


def amount_of(state: State, size: float | Fraction | Decimal) -> Any:
    """What a multiple of the pot means here as a bet or raise to; whole chips where chips are.

    A float means the decimal it is written as; halves are rounded up, as in a betting tree.
    """
    return to_chips(exact_amount_of(state, size), chips_type(state))


def exact_amount_of(state: State, size: float | Fraction | Decimal) -> Fraction:
    """The same before it is rounded to chips."""
    share, chips = exact_size(size), pot_after_call(state)
    return Fraction(max(state.bets)) + share * Fraction(chips)


@lru_cache(maxsize=1024)
def exact_size(size: float | Fraction | Decimal) -> Fraction:
    """A multiple of the pot as an exact number, or ValueError."""
    if not (isfinite(size) and size > 0):
        raise ValueError(f"a bet of {size} pots; want a number above 0")
    return Fraction(str(size))


def biggest_bet(state: State, street: int | None = None) -> Any:
    """Largest amount that a player has bet on a street, by default the present one."""
    if street is None or street == state.street_index:
        return max(state.bets)
    return max((record.committed for record in _on_street(state, street)), default=0)


def biggest_raise(state: State, street: int | None = None) -> Record | None:
    """The bet or raise of a street that added most to the one before it; the first of equals."""
    raises = [
        record
        for record in _on_street(state, street)
        if record.kind in (ActionKind.BET, ActionKind.RAISE)
    ]
    return max(raises, key=lambda record: record.addition, default=None)


def _on_street(state: State, street: int | None) -> list[Record]:
    at = state.street_index if street is None else street
    return [record for record in records(state) if record.street == at]


def _actor(state: State) -> int:
    if state.actor_index is None:
        raise ValueError("nobody is to act now; want a state in which somebody is, or a player")
    return state.actor_index


# Stacks.


class SidePotStack(NamedTuple):
    """Players who can still bet against each other, and how much each of them can."""

    players: tuple[int, ...]
    stack: Any


def effective_stacks(state: State) -> tuple[SidePotStack, ...]:
    """What can still be bet, by the pots it would go to: all players with chips, then fewer.

    >>> from fifthstreet.table import new_state
    >>> [tuple(pot) for pot in effective_stacks(new_state((200, 150, 180), 1))]
    [((0, 1, 2), 148), ((0, 2), 180)]
    """
    left = [i for i in state.player_indices if state.statuses[i] and state.stacks[i]]
    found: list[SidePotStack] = []
    while len(left) > 1:
        stack = min(state.stacks[i] for i in left)
        found.append(SidePotStack(tuple(left), stack))
        left = [i for i in left if state.stacks[i] > stack]
    return tuple(found)


def effective_stack(state: State) -> Any:
    """Smallest stack of those who can still bet, 0 if fewer than two can.

    Players who have folded or are all-in do not count: nothing more can be won from them.
    """
    stacks, statuses = state.stacks, state.statuses
    left = [stacks[i] for i in range(len(stacks)) if statuses[i] and stacks[i]]
    return min(left) if len(left) > 1 else 0


def stack_to_pot(state: State) -> Any:
    """Effective stack as a multiple of the pot (SPR)."""
    chips = pot(state)
    return effective_stack(state) / chips if chips else inf


def max_stack_except(state: State, player: int) -> Any:
    """Largest stack of the other players who have not folded."""
    others = [i for i in state.player_indices if i != player and state.statuses[i]]
    return max((state.stacks[i] for i in others), default=0)


def largest_bet_that_counts(state: State) -> Any:
    """What the actor can bet or raise to that somebody could still call in full."""
    player = _actor(state)
    return state.bets[player] + state.get_effective_stack(player)


def is_all_in(state: State, amount: Any) -> bool:
    """Whether a bet or raise to an amount puts the actor, or all who could call it, all-in."""
    most = largest_bet_that_counts(state)
    return bool(amount >= most) or same_chips(amount, most, scale=sum_of_stacks(state))


def sum_of_stacks(state: State) -> Any:
    """All chips in play."""
    return sum(state.starting_stacks)


# Pots and what became of them.


def pots(state: State) -> tuple[Pot, ...]:
    """The main pot and the side pots as if all bets were collected now.

    What one player bet above everybody else is a pot of that player's own. Pots are emptied as
    chips are pushed.
    """
    if any(state.bets):
        state = state.copy()
        state.bets = [0] * state.player_count  # the engine counts what lies behind the bets
    return tuple(state.pots)


def paid(state: State) -> tuple[Any, ...]:
    """What each player has put in over the hand, less what nobody called."""
    return tuple(Ledger(state).paid)


def prizes(state: State) -> dict[int, Any]:
    """What players took at the end of a hand; bets that nobody called come back with it."""
    taken: dict[int, Any] = {}
    for operation in state.operations:
        if isinstance(operation, ChipsPulling):
            taken[operation.player_index] = operation.amount
    return taken


def winners(state: State) -> tuple[int, ...]:
    """Players who took chips at the end of a hand."""
    return tuple(sorted(prizes(state)))


# Players.


def status_of(state: State, player: int) -> Status:
    """How a player stands in the betting, also after it."""
    return status_in(Ledger(state), player)


def status_in(ledger: Ledger, player: int) -> Status:
    """The same from a ledger."""
    if player in ledger.folded:
        return Status.FOLDED
    if same_chips(ledger.stacks[player], 0, scale=ledger.paid[player]):
        return Status.ALL_IN
    return Status.ACTIVE


def button(state: State) -> int:
    """The last player has the button."""
    return state.player_count - 1


def small_blind_player(state: State) -> int | None:
    """Player who posts the first blind, or None."""
    return _poster(state, 0)


def big_blind_player(state: State) -> int | None:
    """Player who posts the second blind, or None."""
    return _poster(state, 1)


def _poster(state: State, place: int) -> int | None:
    if not state.blinds_or_straddles[place]:
        return None
    return 1 - place if state.player_count == 2 else place  # heads-up they are turned round


def street_name(state: State, street: int) -> str:
    """Name of a street: preflop, flop, turn and river in hold'em, else its number."""
    cards = sum(row.board_dealing_count for row in state.streets[: street + 1])
    has_board = any(row.board_dealing_count for row in state.streets)
    plain = has_board and not any(row.draw_status for row in state.streets)
    name = _HOLDEM_STREETS.get(cards) if plain else None
    return name or f"street {street}"
