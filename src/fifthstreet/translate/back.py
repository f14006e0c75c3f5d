"""From an action of the tree back to chips of the real hand."""

from __future__ import annotations

from fractions import Fraction

from fifthstreet.game.state import State
from fifthstreet.table import ActionAmount, ActionKind, chips_type, largest_bet_that_counts
from fifthstreet.table.chips import to_chips
from fifthstreet.table.queries import exact_amount_of
from fifthstreet.translate.follow import Follower
from fifthstreet.translate.report import Match, TreeAction
from fifthstreet.translate.tree_view import ACTION, NodeView

_BETS = (ActionKind.BET, ActionKind.RAISE)


def real_action(
    where: Match | Follower, action: int | str, state: State | None = None
) -> ActionAmount:
    """What an action of the tree at the matched node is in the real hand; always a legal one.

    `action` is a child of the node or its label, like `b120`. A bet keeps its share of the pot
    after the call, within what may be bet; where nothing may be, it is a call. A follower asks
    `state`, by default the one that it observed last.
    """
    actions = where.children if isinstance(where, Match) else _at_follower(where, state)
    if not actions:
        raise ValueError("the tree does not ask the player in turn; want a match that is not lost")
    for offered in actions:
        if action in (offered.child, offered.label):
            return offered.real
    wanted = ", ".join(offered.label for offered in actions)
    raise ValueError(f"no action {action!r} at the node; want {wanted}")


def _at_follower(follower: Follower, state: State | None) -> tuple[TreeAction, ...]:
    state = follower.state if state is None else state
    if state is None:
        raise ValueError("no state of the real hand; want one observed, or given")
    if follower.ledger.actor >= 0 and follower.ledger.actor != state.actor_index:
        raise ValueError(
            f"player {state.actor_index} is to act and {follower.ledger.actor} was expected; "
            "want the state that was followed"
        )
    return tree_actions(follower, state)


def is_in_turn(follower: Follower) -> bool:
    """Whether the node is a decision of the player who is to act in the real hand."""
    actor = follower.ledger.actor
    if not follower.mapped or actor < 0:
        return False
    view = follower.walk.views.view(follower.node)
    return (
        view.kind == ACTION
        and view.street == follower.ledger.street
        and view.player == follower.walk.seat_of[actor]
    )


def tree_actions(follower: Follower, state: State) -> tuple[TreeAction, ...]:
    """All actions at the node if it is the player's in turn, each as a legal one of the hand."""
    if state.actor_index is None or not is_in_turn(follower):
        return ()
    view = follower.walk.views.view(follower.node)
    tree = follower.tree
    return tuple(
        TreeAction(child, tree.label(child), _convert(follower, view, child, state))
        for child in (view.fold, view.passive, *view.bets)
        if child >= 0
    )


def legal_actions(follower: Follower, state: State) -> tuple[TreeAction, ...]:
    """Of all actions at the node, those that are not something else in the real hand."""
    view = follower.walk.views.view(follower.node)
    return tuple(
        action
        for action in tree_actions(follower, state)
        if (action.real.kind is ActionKind.FOLD) == (action.child == view.fold)
        and (action.real.kind in _BETS) == (action.child in view.bets)
    )


def _can_fold(state: State) -> bool:
    """Whether there is a bet to fold to; cash games allow folds without one, which nobody wants."""
    return bool(state.checking_or_calling_amount) and state.can_fold()


def _convert(follower: Follower, view: NodeView, child: int, state: State) -> ActionAmount:
    to_call = state.checking_or_calling_amount
    call = ActionAmount(ActionKind.CALL if to_call else ActionKind.CHECK, to_call)
    if child == view.fold:
        return ActionAmount(ActionKind.FOLD, 0) if _can_fold(state) else call
    if child not in view.bets or not state.can_complete_bet_or_raise_to():
        return call
    bet = view.bets.index(child)
    to = exact_amount_of(state, Fraction(view.above[bet]) / Fraction(view.pot_after_call))
    if view.has_allin and bet == len(view.bets) - 1:
        top, most = Fraction(max(state.bets)), Fraction(largest_bet_that_counts(state))
        if most - top <= Fraction(follower.policy.allin_factor) * (to - top):
            to = most
    amount = max(
        state.min_completion_betting_or_raising_to_amount,
        min(
            state.max_completion_betting_or_raising_to_amount,
            to_chips(to, chips_type(state)),
        ),
    )
    return ActionAmount(ActionKind.RAISE if max(state.bets) else ActionKind.BET, amount)
