"""The betting of a hand as one line, like `b6:f:c/k:b8:c/`.

Steps are as in a path (`tree.parse_step`), joined by colons: `f` fold, `k` check, `c` call, `b8`
bet or raise to 8, `a` all-in; `i` is a bring-in. A slash ends the betting of a street; streets
without betting are left out. The root has no step, so `r8` is read as a raise to 8, like
`b8`. A bare `b` is accepted where only one amount is legal.
"""

from __future__ import annotations

import re
from typing import Any

from fifthstreet.errors import InputError
from fifthstreet.game import (
    FORCED,
    ActionKind,
    BettingAction,
    ForcedBet,
    State,
    act,
    advance,
    betting_by_street,
    chips_text,
    chips_type,
    exact_amount_of,
    exact_chips,
    legal_actions,
    nearest_bet,
)
from fifthstreet.game.notation import ActionError
from fifthstreet.tree.paths import LETTERS, Move, Step, parse_step

_BETS = (ActionKind.BET, ActionKind.RAISE)
_KINDS = {
    Move.FOLD: ActionKind.FOLD,
    Move.CHECK: ActionKind.CHECK,
    Move.CALL: ActionKind.CALL,
    Move.ALL_IN: ActionKind.ALL_IN,
}
_STREET_END = re.compile(r"/(?!\d)")  # 7/3 is an amount


def action_text(kind: ActionKind, amount: Any = None) -> str:
    """Return an action as a step of a history or path.

    Args:
        kind: An action in turn; blinds and other forced bets are refused.
        amount: Chips that a bet or raise is to; None for a bare letter. Other actions ignore it.

    Raises:
        InputError: If the action is a forced bet.

    >>> action_text(ActionKind.RAISE, 6), action_text(ActionKind.CALL, 4)
    ('b6', 'c')
    """
    if kind in FORCED:
        raise InputError(f"a step must be an action in turn, got a {kind.value}")
    if kind not in _BETS:
        return kind.value
    return LETTERS[Move.BET] + ("" if amount is None else chips_text(amount))


def history_text(state: State, *, amounts: bool = True) -> str:
    """Write the betting of a hand so far; without amounts it cannot be read back.

    >>> from fifthstreet.game.flow import new_state
    >>> state = play_history(new_state((200, 150, 180), 1), "b6:f:c/k:b8:c/k")
    >>> history_text(state), history_text(state, amounts=False)
    ('b6:f:c/k:b8:c/k', 'b:f:c/k:b:c/k')
    """
    rounds = betting_by_street(each for each in state.events if not isinstance(each, ForcedBet))
    text = ""
    for street, rows in rounds.items():
        words = [action_text(row.kind, row.amount if amounts else None) for row in rows]
        is_open = state.actor_index is not None and state.street_index == street
        text += ":".join(words) + ("" if is_open else "/")
    return text


def play_history(state: State, text: str, *, complete: bool = False) -> State:
    """Play the betting of a text in a copy of a state, and return the copy.

    Raises an ActionError, an InputError, that names the illegal action and the rule. It is also
    raised if a street ends too early or too late and, with `complete`, if the text stops before
    the hand is over.
    """
    state = state.copy()
    advance(state)
    number = 0
    last = "the start"
    *streets, rest = _STREET_END.split(text.strip())
    for place, street in enumerate([*streets, rest]):
        is_closed = place < len(streets)
        street_index = state.street_index
        for word in street.split(":") if street or is_closed else ():
            number += 1
            where = f"action {number} {word!r}"
            if state.actor_index is None or state.street_index != street_index:
                raise ActionError(f"{where}: {_why_no_turn(state)} after {last}", number - 1)
            try:
                _play_word(state, word)
            except InputError as error:
                message = f"{where} of player {state.actor_index}: {error}"
                raise ActionError(message, number - 1) from None
            advance(state)
            last = where
        if is_closed and state.actor_index is not None and state.street_index == street_index:
            message = f"the street ends after {last}: player {state.actor_index} is still to act"
            raise ActionError(message, number - 1)
    if complete and state.status:
        message = f"the history ends after {last}: player {state.turn_index} is still to act"
        raise ActionError(message, number - 1)
    return state


def play_step(state: State, step: Step) -> BettingAction:
    """Apply one step of betting for the actor.

    A size in percent of the pot is rounded to the smallest chip and clamped to the legal
    amounts, as in a betting tree; amounts of chips are not changed.
    """
    if step.move == Move.BET:
        kind = ActionKind.RAISE if max(state.bets) else ActionKind.BET
        if step.percent is None:
            return act(state, kind, exact_chips(step.amount, chips_type(state)))
        if not state.can_bet_or_raise_to():
            return act(state, kind)  # raises the error with the reason
        return act(state, kind, nearest_bet(state, exact_amount_of(state, step.percent / 100)))
    if step.move not in _KINDS:
        raise InputError("an action must be f, k, c, b and an amount, or a, got a deal")
    return act(state, _KINDS[step.move])


def _why_no_turn(state: State) -> str:
    if not state.status:
        return "the hand is over"
    if state.discarder_index is not None:
        return "players have to discard, which histories do not record,"
    return "the street is over"


def _play_word(state: State, word: str) -> None:
    letter = word.lower()
    if letter == ActionKind.BRING_IN.value:
        act(state, ActionKind.BRING_IN)
    elif letter == LETTERS[Move.BET]:
        _play_only_bet(state)
    else:
        try:
            step = parse_step(word)
        except InputError:
            raise InputError("an action must be f, k, c, b and an amount, a or i") from None
        play_step(state, step)


def _play_only_bet(state: State) -> None:
    """Bet or raise where there is only one legal amount."""
    kind = ActionKind.RAISE if max(state.bets) else ActionKind.BET
    if kind in legal_actions(state):
        smallest = state.min_raise_to
        largest = state.max_raise_to
        if smallest != largest:
            amounts = f"{chips_text(smallest)} to {chips_text(largest)}"
            raise InputError(f"a {kind.name.lower()} must have an amount of {amounts}")
    act(state, kind)
