"""Hands of a live table as hand histories: real amounts, and only cards that the person saw."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from fifthstreet.arena.live.stakes import Stakes
from fifthstreet.game.events import visible_event
from fifthstreet.game.state import State
from fifthstreet.notation import HandHistory
from fifthstreet.notation.actions import action_texts

_AMOUNTS = ("bring_in", "small_bet", "big_bet", "min_bet")
_LISTS = ("antes", "blinds_or_straddles", "starting_stacks", "finishing_stacks")
_BET = "cbr"


def visible_history(
    stakes: Stakes, state: State, position: int, players: list[str], number: int
) -> HandHistory:
    """Return a finished hand as the player in a position saw it, with amounts as people have them.

    Cards that were never shown are unknown.
    """
    events = [visible_event(event, position) for event in state.events]
    history = HandHistory.from_game_state(
        stakes.game,
        state,
        variant=stakes.game.code,
        players=players,
        hand=number,
        ante_trimming_status=True,
        finishing_stacks=list(state.stacks),
        actions=action_texts(events, merge_deals=True, board_count=state.starting_board_count),
    )
    return _in_amounts(history, stakes) if stakes.decimals else history


def _in_amounts(history: HandHistory, stakes: Stakes) -> HandHistory:
    """Return a history of chips with amounts instead."""
    changes: dict[str, Any] = {"actions": [_with_amount(each, stakes) for each in history.actions]}
    for name in _AMOUNTS:
        if (chips := getattr(history, name)) is not None:
            changes[name] = stakes.value(chips)
    for name in _LISTS:
        if (row := getattr(history, name)) is not None:
            changes[name] = [stakes.value(chips) for chips in row]
    # Odd chips are whole cents, which a replay in fractions of them would not know.
    return replace(history, **changes, user_defined_fields={"_rake": 0})


def _with_amount(action: str, stakes: Stakes) -> str:
    words = action.split()
    if words[1] != _BET:
        return action
    return f"{words[0]} {_BET} {stakes.value(int(words[2]))}"
