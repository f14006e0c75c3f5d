"""Deciding by pot odds: the cost of a call or raise against its possible win."""

from __future__ import annotations

from typing import Any

from fifthstreet.errors import InputError
from fifthstreet.game import Action, SeatView
from fifthstreet.support.options import Form, option


def raise_pots_option() -> Any:
    """Declare the size of raises in pots, for games without fixed limits."""
    return option(0.75, "size of a raise in pots", form=Form(0.1, 20))


def style_option() -> Any:
    """Declare how far the chance to win may be below what the pot odds require."""
    return option(0.0, "higher values play more hands", form=Form(-1, 1))


def check_raise_pots(raise_pots: float) -> None:
    """Raise InputError if the size of raises is not above 0."""
    if not raise_pots > 0:
        raise InputError(f"raise_pots must be above 0, got {raise_pots}")


def raise_chips(view: SeatView, raise_pots: float) -> float:
    """Return the chips that a raise adds to a call: the fixed bet, or a share of the pot."""
    legal = view.legal
    low, high = legal.min_raise_to, legal.max_raise_to
    to_match = view.bets[view.seat] + legal.to_call
    smallest = float(low - to_match)
    if low == high:
        return smallest
    largest = float(high - to_match)
    return min(max(raise_pots * float(view.pot + legal.to_call), smallest), largest)


def raise_action(view: SeatView, raise_pots: float) -> Action:
    """Return a bet or raise of a number of pots, or the only legal one where the limit is fixed."""
    legal = view.legal
    if legal.min_raise_to is None or legal.min_raise_to == legal.max_raise_to:
        return legal.raise_to()
    return view.raise_by_pots(raise_pots)


def decide_by_pot_odds(view: SeatView, chance: float, style: float, raise_pots: float) -> Action:
    """Return the action that the pot odds call for, given the chance to win.

    Let a call cost B, a raise R more, and let the pot be M with N opponents in the hand. Raise if
    the chance is above (B + R) / (M + N R + B + R) - style, as if all opponents called; otherwise
    call if it is above B / (M + B) - style; otherwise fold, or check where that is free.
    """
    legal = view.legal
    cost = float(legal.to_call)
    pot = float(view.pot)
    if legal.min_raise_to is not None:
        raised = raise_chips(view, raise_pots)
        invested = cost + raised
        if chance > invested / (pot + view.opponent_count * raised + invested) - style:
            return raise_action(view, raise_pots)
    return call_by_pot_odds(view, chance, style)


def call_by_pot_odds(view: SeatView, chance: float, style: float) -> Action:
    """Return a check if that is free, a call if the pot odds justify it, and otherwise a fold."""
    cost = float(view.to_call)
    if cost == 0 or chance > cost / (float(view.pot) + cost) - style:
        return view.check_or_call()
    return view.fold()
