"""The flow of a hand: starting one, what comes next, and the dealer's operations."""

from __future__ import annotations

from collections.abc import Sequence

from fifthstreet.errors import InputError
from fifthstreet.game.actions import act
from fifthstreet.game.enums import Automation
from fifthstreet.game.kinds import DiscreteAction, NextStep
from fifthstreet.game.state import State
from fifthstreet.game.values import Chips
from fifthstreet.game.variants import NoLimitTexasHoldem


def new_state(
    stacks: Sequence[Chips],
    small_blind: Chips,
    *,
    big_blind: Chips = None,
    straddle: Chips = 0,
    antes: Chips = 0,
    automations: Sequence[Automation] = tuple(Automation),
    seed: int | None = None,
) -> State:
    """Start a hand of no-limit hold'em.

    Args:
        stacks: Chips of each player, from the first after the button; the last has the button.
        small_blind: Chips that the first player posts; heads-up, the button.
        big_blind: Chips that the next player posts, also the smallest bet; by default twice the
            small blind.
        straddle: Chips that the third player posts; 0 for no straddle.
        antes: Chips of every player, a list with one ante for each, or a mapping by position.
        automations: Operations that are carried out automatically, by default all; see `advance`.
        seed: Decides the order of the deck, from 0 to 2^63 - 1; by default a random one.

    Returns:
        The state after the automated operations, by default right before the first action.

    Raises:
        InputError: If an amount is not valid, or there is a straddle with fewer than three players.
    """
    big = 2 * small_blind if big_blind is None else big_blind
    blinds = (small_blind, big, straddle) if straddle else (small_blind, big)
    if straddle and len(stacks) < 3:
        raise InputError(f"a straddle requires at least 3 players, got {len(stacks)}")
    return NoLimitTexasHoldem.create_state(
        tuple(automations), True, antes, blinds, big, tuple(stacks), len(stacks), seed=seed
    )


def next_step(state: State) -> NextStep:
    """Return what happens next in a hand.

    Args:
        state: The hand, at any point.
    """
    if not state.status or state.folded_status:
        return NextStep.FINISH
    if state.actor_index is not None or state.discarder_index is not None:
        return NextStep.SHIFT_TURN
    if state.can_post_ante() or state.can_post_blind():
        return NextStep.SHIFT_TURN
    if state.street_index is None:
        # Antes go into the pot before the first street; chips go out after the last.
        return NextStep.SHIFT_STREET if state.bet_collection_status else NextStep.FINISH
    is_dealing = any(state.hole_dealing_statuses) or any(state.board_dealing_counts)
    is_last = state.street_index == state.street_count - 1
    if state.statuses.count(True) == 1 or (is_last and not is_dealing):
        return NextStep.FINISH
    return NextStep.RUN_OUT if state.all_in_status else NextStep.SHIFT_STREET


def next_step_after(state: State, action: DiscreteAction, amount: Chips = None) -> NextStep:
    """Return what happens right after a legal action of the actor, automated or not.

    Args:
        state: The hand; it is not changed.
        action: The action, as in `act`.
        amount: Chips of the action, as in `act`.

    Raises:
        InputError: If the action is not legal.

    >>> from fifthstreet.game.kinds import ActionKind
    >>> state = new_state((200, 150), 1)
    >>> next_step_after(state, ActionKind.CALL), next_step_after(state, ActionKind.FOLD)
    (<NextStep.SHIFT_TURN: 'shift turn'>, <NextStep.FINISH: 'finish'>)
    """
    after = state.copy()
    act(after, action, amount)
    if after.street_index == state.street_index:
        return next_step(after)
    if after.folded_status or state.street_index == state.street_count - 1:
        return NextStep.FINISH
    return NextStep.RUN_OUT if after.all_in_status else NextStep.SHIFT_STREET


def advance(state: State) -> NextStep:
    """Carry out the operations that are not a player's choice.

    Stops when a player has to act or discard, or when the hand is over. Players who have to show
    their cards do so.

    Args:
        state: A hand without automations, or with some of them.

    Returns:
        What comes next.
    """
    while _step(state):
        pass
    return next_step(state)


def _step(state: State) -> bool:
    """Carry out the next operation that is not a player's choice; return whether there was one."""
    if not state.status or (state.turn_index is not None and not state.showdown_indices):
        return False
    for can, do in (
        (state.can_post_ante, state.post_ante),
        (state.can_post_blind, state.post_blind),
        (state.can_collect_bets, state.collect_bets),
        (state.can_burn_card, state.burn_card),
        (state.can_deal_hole, state.deal_hole),
        (state.can_deal_board, state.deal_board),
        (state.can_choose_runouts, state.choose_runouts),
        (state.can_show_or_muck, state.show_or_muck),
        (state.can_kill_hand, state.kill_hand),
        (state.can_push_chips, state.push_chips),
        (state.can_pull_chips, state.pull_chips),
    ):
        if can():
            do()
            return True
    return False
