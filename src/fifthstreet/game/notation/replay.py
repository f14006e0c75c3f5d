"""Replay a hand: its recorded actions, and the steps that the record leaves out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from fifthstreet.cards import Card
from fifthstreet.errors import InputError
from fifthstreet.game.notation.actions import apply_action
from fifthstreet.game.notation.amounts import ParseValue
from fifthstreet.game.notation.errors import ActionError
from fifthstreet.game.state import State


def replay(
    state: State,
    actions: list[str],
    parse_value: ParseValue,
    *,
    show_burns: bool,
    runout_count: int | None = None,
    finishing_stacks: Sequence[Any] | None = None,
) -> Iterator[tuple[State, str | None]]:
    """Apply actions to a state; yield the state after each step with the action applied.

    It is the same state each time. The action is None at the start and after steps that are not
    recorded: histories may leave out forced bets, burnt cards, unseen hole cards, folds of players
    who left, and checks. Where the next action is not possible yet, such steps are taken
    one at a time until it is. Raises an ActionError for an action that never becomes possible.

    `runout_count` is the number of runouts that the players choose. `finishing_stacks` determine
    how the pots are pushed, unless the state pushes them by itself.
    """
    yield state, None
    index = 0
    count = len(actions)
    first_error: Exception | None = None
    while index < count or state.status:
        action = None
        if index < count:
            text = actions[index]
            # No card can be dealt while a burn is due, so burn first.
            if text.startswith("d") and state.card_burning_status and state.can_burn_card():
                state.burn_card(Card.UNKNOWN)
                if show_burns:
                    yield state, None
                continue
            try:
                apply_action(state, text, parse_value)
            except InputError as error:
                first_error = first_error or error
            except (ArithmeticError, TypeError) as error:
                # Numbers of types that do not mix, like a decimal amount and a stack of floats.
                message = f"action {index + 1} of {count}, {text!r}: {error}"
                raise ActionError(message, index) from error
            else:
                action = text
                index += 1
                first_error = None
        if action is None:
            if state.card_burning_status and state.can_burn_card():
                state.burn_card(Card.UNKNOWN)
                if not show_burns:
                    continue
            elif not _step(state, index < count, runout_count, finishing_stacks):
                break
        yield state, action
    if index < count:
        message = f"action {index + 1} of {count}, {actions[index]!r}: {first_error}"
        raise ActionError(message, index)


def _step(
    state: State,
    has_actions: bool,
    runout_count: int | None,
    finishing_stacks: Sequence[Any] | None,
) -> bool:
    """Take the next step that a history may leave out; return whether there was one."""
    if state.can_post_ante():
        state.post_ante()
    elif state.can_collect_bets():
        state.collect_bets()
    elif state.can_post_blind():
        state.post_blind()
    elif state.can_deal_hole():
        state.deal_hole(Card.UNKNOWN)
    elif has_actions and not state.amount_to_call and state.can_check_or_call():
        state.check_or_call()
    elif has_actions and state.can_fold():
        state.fold()
    elif state.status and state.can_show_or_muck(()):
        state.show_or_muck(())
    elif state.can_choose_runouts():
        state.choose_runouts(runout_count)
    elif state.can_kill_hand():
        state.kill_hand()
    elif state.can_push_chips():
        state.push_chips(finishing_stacks=finishing_stacks)
    elif state.can_pull_chips():
        state.pull_chips()
    else:
        return False
    return True
