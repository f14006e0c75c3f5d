"""Legal actions of the player to act, in chips and as tree actions.

The engine decides what is legal. Amounts are as in its events: a bet, raise or all-in is *to* a
total on the street, a call is the chips that it adds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from decimal import Decimal
from fractions import Fraction
from math import ceil, floor

from fifthstreet.errors import InputError
from fifthstreet.game.chips import (
    chips_text,
    chips_type,
    exact_amount,
    is_whole,
    round_to_chip,
    same_chips,
    smallest_chip,
    to_chips,
)
from fifthstreet.game.enums import Mode
from fifthstreet.game.events import BettingAction
from fifthstreet.game.kinds import FORCED, ActionAmount, ActionKind, DiscreteAction
from fifthstreet.game.queries import (
    amount_of,
    exact_amount_of,
    exact_size,
    is_all_in,
    size_of,
    sum_of_stacks,
)
from fifthstreet.game.state import State
from fifthstreet.game.values import Chips

ActionAmounts = dict[ActionKind, Chips]  # the smallest amount of each action
DiscreteLegalActions = dict[DiscreteAction, Chips]  # the amount of each action

_NO_ACTOR = "no player is to act now"


def legal_actions(state: State) -> ActionAmounts:
    """Return the legal actions with the smallest amount of each; empty if no player is to act.

    ALL_IN is legal whenever the whole stack may go in, as a bring-in, a call, a bet or a raise. In
    a cash game FOLD is legal even if the actor can check.

    Args:
        state: The hand, at any point.

    >>> from fifthstreet.game.flow import new_state
    >>> legal_actions(new_state((200, 150, 180), 1))
    {FOLD: 0, CALL: 2, RAISE: 4, ALL_IN: 180}
    """
    player = state.actor_index
    if player is None:
        return {}
    actions: ActionAmounts = {}
    bring_in = state.bring_in_to_post
    if bring_in is not None:
        actions[ActionKind.BRING_IN] = bring_in
    to_call = state.amount_to_call
    if to_call is not None:
        # `can_fold` is not used because it warns where there is no bet.
        if state.bets[player] < state.bet_to_match or state.mode is Mode.CASH_GAME:
            actions[ActionKind.FOLD] = 0
        actions[ActionKind.CALL if to_call else ActionKind.CHECK] = to_call
    stack = state.stacks[player]
    all_in_amount = stack + state.bets[player]
    smallest = state.min_raise_to
    if smallest is not None:
        actions[ActionKind.RAISE if max(state.bets) else ActionKind.BET] = smallest
        if state.max_raise_to == all_in_amount:
            actions[ActionKind.ALL_IN] = all_in_amount
    elif stack in (to_call, bring_in):
        actions[ActionKind.ALL_IN] = all_in_amount
    return actions


def discrete_legal_actions(
    state: State, sizes: Iterable[float | Fraction | Decimal]
) -> DiscreteLegalActions:
    """Return the tree actions of the actor with their amounts; empty if no player is to act.

    As in a betting tree, a size below the smallest bet becomes the smallest bet, and one that puts
    the actor or all callers all-in becomes ALL_IN. A size above a pot limit becomes the limit. If
    several sizes give the same amount, the nearest is kept. FOLD is left out if the actor can
    check; a call for the whole stack is CALL.

    Args:
        state: The hand, at any point.
        sizes: Bets and raises as multiples of the pot after a call.

    Raises:
        InputError: If a size is not above 0.

    >>> from fifthstreet.game.flow import new_state
    >>> discrete_legal_actions(new_state((200, 150, 180), 1), (0.5, 1, 2))
    {FOLD: 0, CALL: 2, 0.5: 5, 1: 7, 2: 12, ALL_IN: 180}
    """
    legal = legal_actions(state)
    actions: DiscreteLegalActions = {}
    for kind in (ActionKind.BRING_IN, ActionKind.FOLD, ActionKind.CHECK, ActionKind.CALL):
        if kind in legal and (kind is not ActionKind.FOLD or ActionKind.CHECK not in legal):
            actions[kind] = legal[kind]
    smallest = state.min_raise_to
    if smallest is None:
        return actions
    largest = state.max_raise_to
    sized: dict[
        Chips, tuple[Fraction, Chips]
    ] = {}  # by amount: its distance from the size, the size
    for size in sorted(sizes, key=exact_size):
        exact = exact_amount_of(state, size)
        amount = min(max(to_chips(exact, chips_type(state)), smallest), largest)
        if ActionKind.ALL_IN in legal and is_all_in(state, amount):
            continue
        distance = abs(exact - Fraction(amount))
        if amount not in sized or distance <= sized[amount][0]:
            sized[amount] = (distance, size)
    actions.update({size: amount for amount, (_, size) in sized.items()})
    if ActionKind.ALL_IN in legal:
        actions[ActionKind.ALL_IN] = legal[ActionKind.ALL_IN]
    return actions


def check_action(state: State, kind: ActionKind, amount: Chips = None) -> ActionAmount:
    """Validate an action and return it in the form that the engine accepts.

    Args:
        state: The hand, with a player to act.
        kind: What the actor does; forced bets are not accepted.
        amount: Total on the street of a bet, raise or all-in, or the chips that a call adds; by
            default the smallest legal amount. An amount that is off by a rounding error is
            corrected.

    Returns:
        The action and its chips; an all-in is the bring-in, call, bet or raise that it amounts to.

    Raises:
        InputError: If the action is not legal; the message names the rule that it breaks.

    >>> from fifthstreet.game.flow import new_state
    >>> state = new_state((200, 150, 180), 1)
    >>> check_action(state, ActionKind.ALL_IN)
    ActionAmount(kind=RAISE, amount=180)
    >>> check_action(state, ActionKind.RAISE, 3)
    Traceback (most recent call last):
        ...
    fifthstreet.errors.InputError: cannot raise: 3 is below the minimum of 4
    """
    try:
        kind = ActionKind(kind)
    except ValueError:
        raise InputError(f"kind must be an ActionKind, got {kind!r}") from None
    try:
        if amount is not None and amount != amount:
            raise TypeError
        return _checked(state, kind, amount)
    except (TypeError, ArithmeticError):
        raise InputError(f"an amount of chips must be a number, got {amount!r}") from None


def _checked(state: State, kind: ActionKind, amount: Chips) -> ActionAmount:
    player = state.actor_index
    if player is None:
        raise InputError(_NO_ACTOR)
    if kind in FORCED:
        raise InputError(f"a player must act, got a {kind.value}, which is posted before")
    if kind is ActionKind.ALL_IN:
        return _all_in(state, player, amount)
    if kind in (ActionKind.BET, ActionKind.RAISE):
        return _raise(state, kind, amount)
    wanted: Chips = 0
    if kind is ActionKind.FOLD:
        _verify(kind, state.verify_fold)
    elif kind is ActionKind.BRING_IN:
        _verify(kind, state.verify_post_bring_in)
        wanted = state.bring_in_to_post
    else:
        _verify(kind, state.verify_check_or_call)
        wanted = state.amount_to_call
        if wanted and kind is ActionKind.CHECK:
            raise InputError(f"cannot check: {chips_text(wanted)} to call")
        if not wanted and kind is ActionKind.CALL:
            raise InputError("cannot call: there is no bet to call, so check instead")
    if amount is not None and not same_chips(amount, wanted, scale=sum_of_stacks(state)):
        name = kind.name.lower().replace("_", "-")
        raise InputError(f"a {name} must be {chips_text(wanted)}, got {chips_text(amount)}")
    return ActionAmount(kind, wanted)


def _verify(kind: ActionKind, verify: Callable[..., Chips], *arguments: Chips) -> Chips:
    """Call a verifier of the engine; name the action in its error."""
    try:
        return verify(*arguments)
    except InputError as error:
        raise InputError(f"cannot {kind.name.lower().replace('_', ' ')}: {error}") from None


def _all_in(state: State, player: int, amount: Chips) -> ActionAmount:
    all_in_amount = state.stacks[player] + state.bets[player]
    if amount is not None and not same_chips(amount, all_in_amount, scale=sum_of_stacks(state)):
        raise InputError(
            f"an all-in must be to {chips_text(all_in_amount)}, got {chips_text(amount)}"
        )
    if state.bring_in_status and state.bring_in_to_post == state.stacks[player]:
        return ActionAmount(ActionKind.BRING_IN, state.bring_in_to_post)
    if state.amount_to_call == state.stacks[player]:
        return ActionAmount(ActionKind.CALL, state.amount_to_call)
    return _raise(state, ActionKind.RAISE if max(state.bets) else ActionKind.BET, all_in_amount)


def _raise(state: State, kind: ActionKind, amount: Chips) -> ActionAmount:
    largest = max(state.bets)
    if largest and kind is ActionKind.BET:
        raise InputError(f"cannot bet: there is a bet of {chips_text(largest)}, so raise instead")
    if not largest and kind is ActionKind.RAISE:
        raise InputError("cannot raise: there is no bet to raise, so bet instead")
    if amount is not None:
        # The largest first: if the limits differ by a rounding error only, no chips are left.
        for limit in (
            state.max_raise_to,
            state.min_raise_to,
        ):
            if limit is not None and same_chips(amount, limit, scale=sum_of_stacks(state)):
                amount = limit
                break
    return ActionAmount(kind, _verify(kind, state.verify_bet_or_raise_to, amount))


def discretise(state: State, kind: ActionKind, amount: Chips = None) -> DiscreteAction:
    """Convert a legal action of the actor to a tree action.

    Args:
        state: The hand, with a player to act.
        kind: What the actor does.
        amount: Chips of the action, as in `check_action`.

    Returns:
        The kind, or the exact size of a bet or raise as a multiple of the pot after a call. A bet
        or raise that puts the actor or all callers all-in is ALL_IN, unless a limit forbids it.

    Raises:
        InputError: If the action is not legal.

    >>> from fifthstreet.game.flow import new_state
    >>> state = new_state((200, 150, 180), 1)
    >>> discretise(state, ActionKind.RAISE, 12), discretise(state, ActionKind.RAISE, 180)
    (2.0, ALL_IN)
    """
    action = check_action(state, kind, amount)
    if action.kind not in (ActionKind.BET, ActionKind.RAISE):
        return action.kind
    if ActionKind.ALL_IN in legal_actions(state) and is_all_in(state, action.amount):
        return ActionKind.ALL_IN
    size: DiscreteAction = size_of(state, action.amount)
    return size


def action_of(state: State, action: DiscreteAction) -> ActionAmount:
    """Convert a tree action to an action in chips.

    Args:
        state: The hand, with a player to act.
        action: FOLD, CHECK, CALL, ALL_IN, or a bet or raise as a multiple of the pot after a call.

    Returns:
        The action; a bet or raise outside the legal amounts becomes the nearest legal one.

    Raises:
        InputError: If this kind of action is not legal, or a size is not above 0.
    """
    if isinstance(action, ActionKind):
        return check_action(state, action)
    smallest = state.min_raise_to
    amount = amount_of(state, action)
    if smallest is not None:
        amount = max(smallest, min(amount, state.max_raise_to))
    return check_action(state, ActionKind.RAISE if max(state.bets) else ActionKind.BET, amount)


def nearest_bet(state: State, to: Fraction, *, chip: Fraction | None = None) -> Chips:
    """Return the legal bet or raise nearest to an amount, as a multiple of the smallest chip.

    Halves are rounded up. Where no multiple of the chip is legal, the result is the smallest bet.

    Args:
        state: The hand, with an actor who can bet or raise.
        to: Total of the actor on the street. At or above the largest legal bet, the result is that
            bet unrounded; it is all-in unless a limit forbids that.
        chip: The smallest chip, by default the `smallest_chip` of the state. Whole chips are never
            divided, so among them a chip of 1/4 counts as 1 and one of 3/2 as 3.

    Raises:
        InputError: If no player is to act, or the actor cannot bet or raise.

    >>> from fifthstreet.game.flow import new_state
    >>> state = new_state((20.0, 18.35), 0.1)
    >>> nearest_bet(state, Fraction(2, 3)), nearest_bet(state, Fraction(2, 3), chip=Fraction(1, 4))
    (0.67, 0.75)
    """
    state.verify_bet_or_raise_to()
    low = state.min_raise_to
    high = state.max_raise_to
    if to >= high:
        return high
    kind = chips_type(state)
    unit = smallest_chip(state) if chip is None else chip
    if is_whole(kind):
        unit = Fraction(unit.numerator)  # the least common multiple of the chip and 1
    amount = round_to_chip(to, unit)
    if amount < low:
        amount = unit * ceil(exact_amount(low) / unit)
    if amount > high:
        amount = unit * floor(exact_amount(high) / unit)
    # Limits may be off by rounding errors of floats, and a coarse chip may not fit between them.
    return high if amount > high else max(low, to_chips(amount, kind))


def act(state: State, action: DiscreteAction, amount: Chips = None) -> BettingAction:
    """Apply a legal action of the actor.

    Args:
        state: The hand, with a player to act.
        action: Kind of the action, or a bet or raise as a multiple of the pot after a call.
        amount: Chips of the action, as in `check_action`; not with a multiple of the pot.

    Returns:
        The event of the action.

    Raises:
        InputError: If the action is not legal.

    >>> from fifthstreet.game.flow import new_state
    >>> state = new_state((200, 150, 180), 1)
    >>> act(state, 2.0).total, act(state, ActionKind.FOLD).kind, act(state, ActionKind.CALL).added
    (12, FOLD, 10)
    """
    kind, chips = _chips_action(state, action, amount)
    if kind is ActionKind.FOLD:
        return state.fold()
    if kind in (ActionKind.CHECK, ActionKind.CALL):
        return state.check_or_call()
    if kind is ActionKind.BRING_IN:
        return state.post_bring_in()
    return state.bet_or_raise_to(chips)


def _chips_action(state: State, action: DiscreteAction, amount: Chips) -> ActionAmount:
    if isinstance(action, ActionKind):
        return check_action(state, action, amount)
    if amount is not None:
        raise InputError(f"specify a size or an amount, got the size {action} and {amount} chips")
    return action_of(state, action)
