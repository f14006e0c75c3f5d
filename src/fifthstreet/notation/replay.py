"""Playing a hand history: its actions, and between them whatever the rules leave no choice in."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from fifthstreet.game.card import Card
from fifthstreet.game.state import State
from fifthstreet.notation.actions import parse_action
from fifthstreet.notation.errors import ActionError


def replay(
    state: State, actions: list[str], parse_value: Callable[[str], Any], *, show_burns: bool
) -> Iterator[tuple[State, str | None]]:
    """The one state after each step, with the action that led to it; None if the rules did.

    Histories leave things out: burnt cards, hole cards that nobody saw, players who left, checks
    of no interest. So where an action does not fit, the hand goes on by itself one step at a time
    until it does. An ActionError says which action never did.
    """
    yield state, None
    place = 0
    count = len(actions)
    problem: Exception | None = None
    while place < count or state.status:
        action = None
        if place < count:
            text = actions[place]
            # Nothing can be dealt before a burn that is due, so there is no use in trying.
            if text.startswith("d") and state.card_burning_status and state.can_burn_card():
                state.burn_card(Card.UNKNOWN)
                if show_burns:
                    yield state, None
                continue
            try:
                parse_action(state, text, parse_value)
            except ValueError as error:
                problem = problem or error
            except (ArithmeticError, TypeError) as error:
                # Numbers that do not go together, like a decimal amount and a stack of floats.
                message = f"action {place + 1} of {count}, {text!r}: {error}"
                raise ActionError(message, place) from error
            else:
                action = text
                place += 1
                problem = None
        if action is None:
            if state.card_burning_status and state.can_burn_card():
                state.burn_card(Card.UNKNOWN)
                if not show_burns:
                    continue
            elif not _step(state, place < count):
                break
        yield state, action
    if place < count:
        message = f"action {place + 1} of {count} does not fit, {actions[place]!r}: {problem}"
        raise ActionError(message, place)


def _step(state: State, has_actions: bool) -> bool:
    """Do the next thing that the rules leave no choice in; whether there was one."""
    if state.can_post_ante():
        state.post_ante()
    elif state.can_collect_bets():
        state.collect_bets()
    elif state.can_post_blind_or_straddle():
        state.post_blind_or_straddle()
    elif state.can_deal_hole():
        state.deal_hole(Card.UNKNOWN)
    elif has_actions and not state.checking_or_calling_amount and state.can_check_or_call():
        state.check_or_call()
    elif has_actions and state.can_fold():
        state.fold()
    elif state.status and state.can_show_or_muck_hole_cards(()):
        state.show_or_muck_hole_cards(())
    elif state.can_select_runout_count():
        state.select_runout_count()
    elif state.can_kill_hand():
        state.kill_hand()
    elif state.can_push_chips():
        state.push_chips()
    elif state.can_pull_chips():
        state.pull_chips()
    else:
        return False
    return True
