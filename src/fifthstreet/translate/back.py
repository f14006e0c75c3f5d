"""From an action of the tree back to chips of the real hand."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from math import floor
from typing import Any

from fifthstreet.game.state import State
from fifthstreet.translate.follow import Follower
from fifthstreet.translate.report import LegalAction, Match, RealAction
from fifthstreet.translate.tree_view import ACTION, NodeView
from fifthstreet.tree import Move


def real_action(
    where: Match | Follower, action: int | str, state: State | None = None
) -> RealAction:
    """What an action of the tree at the matched node is in the real hand; always a legal one.

    `action` is a child of the node or its label, like `b120`. A bet keeps its share of the pot
    after the call, within what may be bet; where nothing may be, it is a call. A follower asks
    `state`, by default the one that it observed last.
    """
    if isinstance(where, Match):
        return _of_match(where, action)
    state = where.state if state is None else state
    if state is None:
        raise ValueError("no state of the real hand; want one observed, or given")
    if not is_in_turn(where):
        raise ValueError("the tree does not ask the player in turn; want a match that is not lost")
    if where.ledger.actor != state.actor_index:
        raise ValueError(
            f"player {state.actor_index} is to act and {where.ledger.actor} was expected; "
            "want the state that was followed"
        )
    view = where.walk.views.view(where.node)
    children = {child: where.tree.label(child) for child in where.tree.children(where.node)}
    return _convert(where, view, _child(children, action), state)


def _of_match(match: Match, action: int | str) -> RealAction:
    if not match.legal:
        raise ValueError("the tree does not ask the player in turn; want a match that is not lost")
    child = _child(match.children, action)
    for legal in match.legal:
        if legal.child == child:
            return legal.real
    # Without a bet to fold to, or without the right to bet, it is a check or call.
    return next(a.real for a in match.legal if a.real.move in (Move.CHECK, Move.CALL))


def _child(children: Mapping[int, str], action: int | str) -> int:
    for child, label in children.items():
        if action in (child, label):
            return child
    raise ValueError(f"no action {action!r} at the node; want {', '.join(children.values())}")


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


def legal_actions(follower: Follower, state: State) -> tuple[LegalAction, ...]:
    """Actions of the tree that the real hand allows, where the node is the player's in turn."""
    if state.actor_index is None or not is_in_turn(follower):
        return ()
    view = follower.walk.views.view(follower.node)
    legal = []
    for child in (view.fold, view.passive, *view.bets):
        if child < 0:
            continue
        if child == view.fold and not _can_fold(state):
            continue
        if child in view.bets and not state.can_complete_bet_or_raise_to():
            continue
        real = _convert(follower, view, child, state)
        legal.append(LegalAction(child, follower.tree.label(child), real))
    return tuple(legal)


def _can_fold(state: State) -> bool:
    """Whether there is a bet to fold to; cash games allow folds without one, which nobody wants."""
    return bool(state.checking_or_calling_amount) and state.can_fold()


def _convert(follower: Follower, view: NodeView, child: int, state: State) -> RealAction:
    to_call = state.checking_or_calling_amount
    call = RealAction(Move.CALL, to_call) if to_call else RealAction(Move.CHECK)
    if child == view.fold:
        return RealAction(Move.FOLD) if _can_fold(state) else call
    if child not in view.bets or not state.can_complete_bet_or_raise_to():
        return call
    bet = view.bets.index(child)
    least = state.min_completion_betting_or_raising_to_amount
    most = state.max_completion_betting_or_raising_to_amount
    ledger = follower.ledger
    player = ledger.actor
    after_call = ledger.pot + ledger.top - ledger.bets[player]
    above = Fraction(view.above[bet]) * Fraction(after_call) / Fraction(view.pot_after_call)
    is_allin = view.has_allin and bet == len(view.bets) - 1
    reach = Fraction(ledger.reach(player)) - Fraction(ledger.top)  # more than that nobody can call
    if is_allin and reach <= Fraction(follower.policy.allin_factor) * above:
        above = reach
    to = _as_chips(Fraction(ledger.top) + above, most)
    return RealAction(Move.BET, max(least, min(most, to)))


def _as_chips(value: Fraction, like: Any) -> Any:
    """A value in the kind of number that the hand is played in; whole chips stay whole."""
    if isinstance(like, int):
        return floor(value + Fraction(1, 2))
    if isinstance(like, Fraction):
        return value
    rounded = round(float(value), 6)
    return Decimal(str(rounded)) if isinstance(like, Decimal) else type(like)(rounded)
