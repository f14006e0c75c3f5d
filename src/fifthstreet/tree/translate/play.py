"""Playing a hand from text or from events, up to the first action that the rules forbid."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from fifthstreet.cards import STANDARD, Card
from fifthstreet.errors import InputError
from fifthstreet.game import (
    Automation,
    Bet,
    Called,
    Checked,
    Event,
    Folded,
    Raised,
    State,
    parse_chips,
)
from fifthstreet.game.variants import NoLimitTexasHoldem
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


def new_hand(
    stacks: Sequence[float],
    blinds: Sequence[float],
    antes: Sequence[float] = (0,),
    board: Sequence[int] = (),
) -> State:
    """Return a new hand of no-limit hold'em that deals and collects automatically.

    Args:
        stacks: Chips of each player; the last one has the button, heads-up the small blind.
        blinds: Blinds and straddles, like 1 and 2.
        antes: One for all players, or one each.
        board: Cards that will be dealt to the board, as far as they are known; by default any.

    Raises:
        InputError: If there is no such hand.
    """
    if not blinds or not max(blinds) > 0:
        raise InputError(f"blinds must be above 0, like 1 and 2, got {tuple(blinds)}")
    chips = [parse_chips(f"{stack:.15g}") for stack in stacks]
    posted = [parse_chips(f"{blind:.15g}") for blind in blinds]
    paid: Any = [parse_chips(f"{ante:.15g}") for ante in antes]
    return NoLimitTexasHoldem.create_state(
        tuple(Automation),
        True,
        paid[0] if len(paid) == 1 else paid,
        tuple(posted),
        max(posted),
        chips,
        len(chips),
        deck_order=_deck_order(len(chips), board),
    )


def _deck_order(players: int, board: Sequence[int]) -> list[Card]:
    """Return a deck whose cards for the board are known, with a burnt card before each street."""
    rest = [card for card in STANDARD if int(card) not in board]
    Random(0).shuffle(rest)
    by_number = {int(card): card for card in STANDARD}
    known = [by_number[card] for card in board]
    order = [rest.pop() for _ in range(2 * players)]
    for count in (3, 1, 1):
        order.append(rest.pop())
        order += [known.pop(0) if known else rest.pop() for _ in range(count)]
    return order + rest


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
