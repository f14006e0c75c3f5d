"""Playing a hand from text or from operations, up to the action that the rules forbid."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from fifthstreet.game.operations import (
    CheckingOrCalling,
    CompletionBettingOrRaisingTo,
    Folding,
    Operation,
)
from fifthstreet.game.state import State
from fifthstreet.table import ActionKind, act
from fifthstreet.tree import Move, Step, parse_path

_KINDS = {
    Move.FOLD: ActionKind.FOLD,
    Move.CHECK: ActionKind.CHECK,
    Move.CALL: ActionKind.CALL,
    Move.ALL_IN: ActionKind.ALL_IN,
}


@dataclass(frozen=True)
class Refusal:
    """The action that could not be played."""

    number: int  # of the action, from 1; a deal has the number of the action before
    action: str
    rule: str  # what speaks against it

    def __str__(self) -> str:
        """The action and the rule in one line."""
        return f"action {self.number}, {self.action!r}: {self.rule}"


def play_path(state: State, path: str) -> Refusal | None:
    """Play a path like `r:b6:c:n:b12` in a state that deals by itself; what was refused, if any.

    Amounts are real chips. A first `n`, the deal of hole cards, may be written or left out.
    """
    steps = parse_path(path)
    streets = 0  # deals of the board that the path names
    number = 0
    for place, step in enumerate(steps):
        here = state.street_index or 0
        if step.move == Move.DEAL:
            if place == 0:
                continue
            streets += 1
            if streets > here and not _ran_out(state):
                return Refusal(number, step.text, _unanswered(state))
            continue
        number += 1
        if streets < here:
            return Refusal(number, step.text, "the betting round is over; want a deal, n")
        try:
            _play(state, step)
        except ValueError as error:
            return Refusal(number, step.text, str(error))
    return None


def play_operations(state: State, operations: Iterable[Operation]) -> Refusal | None:
    """Play the actions among operations in a state that does the rest by itself."""
    number = 0
    for operation in operations:
        try:
            if isinstance(operation, Folding | CheckingOrCalling | CompletionBettingOrRaisingTo):
                number += 1
                if operation.player_index != state.actor_index:
                    raise ValueError(
                        f"player {operation.player_index} acts where {_turn(state)} is to"
                    )
            if isinstance(operation, Folding):
                state.fold()
            elif isinstance(operation, CheckingOrCalling):
                state.check_or_call()
            elif isinstance(operation, CompletionBettingOrRaisingTo):
                state.complete_bet_or_raise_to(operation.amount)
        except ValueError as error:
            return Refusal(number, repr(operation), str(error))
    return None


def _play(state: State, step: Step) -> None:
    if step.move != Move.BET:
        act(state, _KINDS[step.move])
        return
    whole = int(step.amount)
    amount = whole if whole == step.amount else step.amount
    act(state, ActionKind.RAISE if max(state.bets) else ActionKind.BET, amount)


def _ran_out(state: State) -> bool:
    """Whether the board was dealt to its end without bets."""
    return state.all_in_status and state.actor_index is None


def _turn(state: State) -> str:
    return "nobody" if state.actor_index is None else f"player {state.actor_index}"


def _unanswered(state: State) -> str:
    if state.actor_index is None:
        return "the hand is over"
    return f"the betting round is not over; player {state.actor_index} has not answered"
