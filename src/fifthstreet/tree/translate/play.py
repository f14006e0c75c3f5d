"""Playing a hand from text or from events, up to the first action that the rules forbid."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from fifthstreet.errors import InputError
from fifthstreet.game import Bet, Called, Checked, Event, Folded, Raised, State
from fifthstreet.tree.paths import Move, parse_path
from fifthstreet.tree.translate.betting_text import play_step


@dataclass(frozen=True)
class Refusal:
    """An action that could not be played."""

    number: int  # of the action, from 1; a deal has the number of the action before it
    action: str
    rule: str  # that the action breaks

    def __str__(self) -> str:
        return f"action {self.number}, {self.action!r}: {self.rule}"


def play_path(state: State, path: str) -> Refusal | None:
    """Play a path in a state.

    Args:
        state: A state that deals automatically; it is changed.
        path: Steps like `r:b6:c:n:b12`. Amounts are real chips; a percentage of the pot is rounded
            to the smallest chip. Cards that the path names are ignored.

    Returns:
        The action that the rules forbid, which ends the play; None if there was none.

    Raises:
        InputError: If the path cannot be read.
    """
    deals = 0  # deals to the board in the path so far
    number = 0
    for step in parse_path(path):
        street = state.street_index or 0
        if step.move == Move.DEAL:
            deals += 1
            if deals > street and not _ran_out(state):
                return Refusal(number, step.text, _why_no_deal(state))
            continue
        number += 1
        if deals < street:
            return Refusal(number, step.text, "the betting round is over: deal a card, n")
        try:
            play_step(state, step)
        except InputError as error:
            return Refusal(number, step.text, str(error))
    return None


def play_events(state: State, events: Iterable[Event]) -> Refusal | None:
    """Play the folds, checks, calls and bets among events.

    Args:
        state: A state that does everything else automatically; it is changed.
        events: Actions in order; other events are ignored.

    Returns:
        The action that the rules forbid, which ends the play; None if there was none.
    """
    number = 0
    for event in events:
        if not isinstance(event, Folded | Checked | Called | Bet | Raised):
            continue
        number += 1
        try:
            if event.seat != state.actor_index:
                raise InputError(f"player {event.seat} acts, but it is {_turn(state)} turn")
            if isinstance(event, Folded):
                state.fold()
            elif isinstance(event, Checked | Called):
                state.check_or_call()
            else:
                state.bet_or_raise_to(event.amount)
        except InputError as error:
            return Refusal(number, repr(event), str(error))
    return None


def _ran_out(state: State) -> bool:
    """Return whether the rest of the board was dealt without bets."""
    return state.all_in_status and state.actor_index is None


def _turn(state: State) -> str:
    return "no player's" if state.actor_index is None else f"player {state.actor_index}'s"


def _why_no_deal(state: State) -> str:
    if state.actor_index is None:
        return "the hand is over"
    return f"the betting round is not over: player {state.actor_index} is still to act"
