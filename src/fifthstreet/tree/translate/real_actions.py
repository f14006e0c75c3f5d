"""Actions of the tree as actions of the real hand, in real chips."""

from __future__ import annotations

from fractions import Fraction

from fifthstreet.errors import InputError
from fifthstreet.game import (
    ActionAmount,
    ActionKind,
    State,
    exact_amount_of,
    largest_bet_that_counts,
    nearest_bet,
    smallest_chip,
    sum_of_stacks,
    without_rounding_error,
)
from fifthstreet.tree.translate.follow import Follower
from fifthstreet.tree.translate.reports import Match, TreeAction
from fifthstreet.tree.translate.tree_view import ACTION, NodeView

_BETS = (ActionKind.BET, ActionKind.RAISE)


def real_action(
    where: Match | Follower, action: int | str, state: State | None = None
) -> ActionAmount:
    """Convert an action of the tree at the matched node into a legal action of the real hand.

    A bet keeps its share of the pot after the call; it is rounded to the smallest chip and clamped
    to the legal amounts, and where no bet is legal it becomes a call.

    Args:
        where: A match, or a follower at the node.
        action: A child of the node, or its label, like `b120`.
        state: For a follower, the real hand; by default the state that it observed last.

    Returns:
        The kind of the action and its real chips.

    Raises:
        InputError: If the node has no such action, or is not a decision of the player who is to
            act.
    """
    actions = where.children if isinstance(where, Match) else _at_follower(where, state)
    if not actions:
        raise InputError("the matched node must be a decision of the player who is to act")
    for tree_action in actions:
        if action in (tree_action.child, tree_action.label):
            return tree_action.real
    labels = ", ".join(tree_action.label for tree_action in actions)
    raise InputError(f"action must be one of {labels}, got {action!r}")


def _at_follower(follower: Follower, state: State | None) -> tuple[TreeAction, ...]:
    state = follower.state if state is None else state
    if state is None:
        raise InputError("the state of the real hand is missing: observe it, or pass it")
    check_turn(follower, state)
    return tree_actions(follower, state)


def check_turn(follower: Follower, state: State) -> None:
    """Check that the same player is to act in a state and in the hand that was followed.

    A state that waits for a deal passes, as no player is to act in it.
    """
    actor = follower.hand.actor
    if state.actor_index is not None and 0 <= actor != state.actor_index:
        raise InputError(
            f"player {state.actor_index} is to act in the state and player {actor} in the hand "
            "that was followed: observe the state first"
        )


def is_in_turn(follower: Follower) -> bool:
    """Return whether the node is a decision of the player who is to act in the real hand.

    Args:
        follower: It has followed the real hand up to now.
    """
    actor = follower.hand.actor
    if not follower.mapped or actor < 0:
        return False
    view = follower.walk.views.view(follower.node)
    return (
        view.kind == ACTION
        and view.street == follower.hand.street
        and view.player == follower.walk.seat_of[actor]
    )


def tree_actions(follower: Follower, state: State) -> tuple[TreeAction, ...]:
    """Return all actions at the node as legal real actions; none if it is another player's turn.

    Args:
        follower: It has followed the real hand up to now.
        state: The real hand.
    """
    if state.actor_index is None or not is_in_turn(follower):
        return ()
    view = follower.walk.views.view(follower.node)
    tree = follower.tree
    chip = smallest_chip(state) if follower.chip is None else follower.chip
    return tuple(
        TreeAction(child, tree.label(child), _convert(follower, view, child, state, chip))
        for child in (view.fold, view.passive, *view.bets)
        if child >= 0
    )


def legal_actions(follower: Follower, state: State) -> tuple[TreeAction, ...]:
    """Return the actions at the node that are of the same kind in the real hand.

    Args:
        follower: It has followed the real hand up to now.
        state: The real hand.
    """
    return of_same_kind(follower, tree_actions(follower, state))


def legal_action(follower: Follower, state: State, child: int) -> ActionAmount | None:
    """Return one action of `legal_actions`, None if it is of another kind in the real hand.

    Args:
        follower: It has followed the real hand up to now, and it is the player's turn at the node.
        state: The real hand.
        child: The child of the node that the action leads to.
    """
    view = follower.walk.views.view(follower.node)
    chip = smallest_chip(state) if follower.chip is None else follower.chip
    real = _convert(follower, view, child, state, chip)
    return real if _is_same_kind(view, child, real) else None


def of_same_kind(follower: Follower, actions: tuple[TreeAction, ...]) -> tuple[TreeAction, ...]:
    """Keep the tree actions that are of the same kind as their real actions: folds, calls, bets."""
    view = follower.walk.views.view(follower.node)
    return tuple(action for action in actions if _is_same_kind(view, action.child, action.real))


def unrepresented(
    follower: Follower, state: State, legal: tuple[TreeAction, ...]
) -> tuple[str, ...]:
    """Return the kinds of legal actions in the real hand that no action at the node stands for.

    Args:
        follower: It has followed the real hand up to now.
        state: The real hand.
        legal: The actions at the node that are of the same kind in the real hand.
    """
    if state.actor_index is None:
        return ()
    kinds = [ActionKind.CALL if state.amount_to_call else ActionKind.CHECK]
    if _can_fold(state):
        kinds.insert(0, ActionKind.FOLD)
    if state.can_bet_or_raise_to():
        kinds.append(ActionKind.RAISE if max(state.bets) else ActionKind.BET)
    known = {action.real.kind for action in legal}
    return tuple(kind.name.lower() for kind in kinds if kind not in known)


def _is_same_kind(view: NodeView, child: int, real: ActionAmount) -> bool:
    is_fold, is_bet = real.kind is ActionKind.FOLD, real.kind in _BETS
    return is_fold == (child == view.fold) and is_bet == (child in view.bets)


def _can_fold(state: State) -> bool:
    """Return whether the player faces a bet to fold to; cash games allow folds without a bet."""
    return bool(state.amount_to_call) and state.can_fold()


def _convert(
    follower: Follower, view: NodeView, child: int, state: State, chip: Fraction
) -> ActionAmount:
    to_call = state.amount_to_call
    to_call = without_rounding_error(to_call, scale=sum_of_stacks(state))
    call = ActionAmount(ActionKind.CALL if to_call else ActionKind.CHECK, to_call)
    if child == view.fold:
        return ActionAmount(ActionKind.FOLD, 0) if _can_fold(state) else call
    if child not in view.bets or not state.can_bet_or_raise_to():
        return call
    kind = ActionKind.RAISE if max(state.bets) else ActionKind.BET
    bet = view.bets.index(child)
    to = exact_amount_of(state, Fraction(view.above[bet]) / Fraction(view.pot_after_call))
    if view.has_allin and bet == len(view.bets) - 1:
        all_in = largest_bet_that_counts(state)
        top = Fraction(state.bet_to_match)
        if Fraction(all_in) - top <= Fraction(follower.policy.allin_factor) * (to - top):
            low = state.min_raise_to
            high = state.max_raise_to
            return ActionAmount(kind, max(low, min(high, all_in)))
    return ActionAmount(kind, nearest_bet(state, to, chip=chip))
