"""The betting of a hand as one line, like `r6:f:c/k:b8:c/`.

Actions are joined by colons: `f` fold, `k` check, `c` call, `b8` bet 8, `r6` raise to 6, `a`
all-in, `i` bring-in. A slash ends the betting of a street; streets without any leave no trace.
There is no letter for the start of a hand, so `r` can only be a raise.
"""

from __future__ import annotations

import re

from fifthstreet.game.state import State
from fifthstreet.notation.errors import ActionError
from fifthstreet.table.actions import act, legal_actions
from fifthstreet.table.chips import chips_text, chips_type, parse_chips
from fifthstreet.table.flow import advance
from fifthstreet.table.kinds import ActionKind
from fifthstreet.table.records import by_street, records

_SIZED = (ActionKind.BET, ActionKind.RAISE)
_LETTERS = {kind.value: kind for kind in ActionKind if len(kind.value) == 1}
_STREET_END = re.compile(r"/(?!\d)")  # 7/3 is an amount


def history_text(state: State, *, amounts: bool = True) -> str:
    """The betting of a hand so far; without amounts it cannot be read back.

    >>> from fifthstreet.table import new_state
    >>> state = play_history(new_state((200, 150, 180), 1), "r6:f:c/k:b8:c/k")
    >>> history_text(state), history_text(state, amounts=False)
    ('r6:f:c/k:b8:c/k', 'r:f:c/k:b:c/k')
    """
    rounds = by_street(record for record in records(state) if not record.is_forced)
    text = ""
    for street, rows in rounds.items():
        words = [
            row.kind.value + (chips_text(row.amount) if amounts and row.kind in _SIZED else "")
            for row in rows
        ]
        is_open = state.actor_index is not None and state.street_index == street
        text += ":".join(words) + ("" if is_open else "/")
    return text


def play_history(state: State, text: str, *, complete: bool = False) -> State:
    """A copy of a state in which the betting of a text has been done.

    An ActionError, which is a ValueError, says which action is not legal and why. So it does
    where a street ends too early or too late and, if the text is said to be complete, where it
    stops before the hand is over.
    """
    state = state.copy()
    advance(state)
    number = 0
    last = "the start"
    *streets, rest = _STREET_END.split(text.strip())
    for place, street in enumerate([*streets, rest]):
        ends = place < len(streets)
        at = state.street_index
        for word in street.split(":") if street or ends else ():
            number += 1
            where = f"action {number} {word!r}"
            if state.actor_index is None or state.street_index != at:
                raise ActionError(f"{where}: {_why_nobody_acts(state)} after {last}", number - 1)
            try:
                _play_word(state, word)
            except ValueError as error:
                message = f"{where} of player {state.actor_index}: {error}"
                raise ActionError(message, number - 1) from None
            advance(state)
            last = where
        if ends and state.actor_index is not None and state.street_index == at:
            message = f"the street ends after {last}: player {state.actor_index} is still to act"
            raise ActionError(message, number - 1)
    if complete and state.status:
        waits = f"player {state.turn_index} is still to act"
        raise ActionError(f"the history ends after {last}: {waits}", number - 1)
    return state


def _why_nobody_acts(state: State) -> str:
    if not state.status:
        return "the hand is over"
    if state.stand_patter_or_discarder_index is not None:
        return "players discard, which is not told here,"
    return "the street is over"


def _play_word(state: State, word: str) -> None:
    kind = _LETTERS.get(word[:1])
    if kind is None:
        wanted = "f, k, c, b or r and an amount, a or i"
        raise ValueError(f"not an action; want {wanted}")
    rest = word[1:]
    amount = parse_chips(rest, chips_type(state)) if rest else None
    if kind in _SIZED and amount is None and kind in legal_actions(state):
        smallest = state.min_completion_betting_or_raising_to_amount
        largest = state.max_completion_betting_or_raising_to_amount
        if smallest != largest:
            wanted = f"want {chips_text(smallest)} to {chips_text(largest)}"
            raise ValueError(f"a {kind.name.lower()} without an amount; {wanted}")
    act(state, kind, amount)
