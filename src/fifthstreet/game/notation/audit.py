"""Compare recorded hands with the rules: legal actions, and stacks or winnings at the end."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from fifthstreet.errors import InputError
from fifthstreet.game.events import BetsCollected, BettingEvent, Mucked, PotWon, Shown
from fifthstreet.game.notation.history import HandHistory
from fifthstreet.game.state import State
from fifthstreet.game.values import minus, plus, sum_of

# User-defined fields by which chips enter or leave a hand besides the rake.
_HOUSE_FIELDS = ("_house_added", "_cash_outs", "_not_awarded")
_RAKE_FIELDS = ("_rake", "_fees")
_MUCKED = re.compile(r"p\d+ sm( \?+)?( *#.*)?")


class AuditResult(StrEnum):
    """What the rules say about a recorded hand."""

    SAME = "same"  # every stack at the end, up to the stated rake
    RAKED = "raked"  # the winners have less by a rake that the record does not state
    DIFFERENT = "different"
    UNDECIDED = "undecided"  # unknown cards decide, or the record leaves out too much
    REFUSED = "refused"  # an action is not legal


@dataclass(frozen=True)
class HandAudit:
    """A recorded hand beside the same hand by the rules."""

    result: AuditResult
    reason: str = ""  # in words, unless the stacks are the same
    differences: tuple[Any, ...] = ()  # stated stacks less those by the rules, before rake
    rake: Any = 0  # that is missing at the end


def audit_hand(hand: HandHistory) -> HandAudit:
    """Replay a hand by the rules alone, and compare the stacks at the end with the stated ones.

    If the record states winnings instead of stacks, what each player took from the pots is
    compared. Pots go to the hands that win them, whatever the record says. The figures of players
    who won nothing must be exact; winners may have less by the rake.

    Args:
        hand: A hand from a file.

    Returns:
        Whether the hand is the same, different, or cannot be compared, and why.
    """
    extras = hand.user_defined_fields
    if hand.is_unfinished:
        return HandAudit(AuditResult.UNDECIDED, "the record ends before the hand")
    settled = {name: value for name, value in extras.items() if name not in _RAKE_FIELDS}
    alone = replace(hand, finishing_stacks=None, user_defined_fields=settled)
    try:
        state = _played(alone)
    except InputError as error:
        return HandAudit(AuditResult.REFUSED, str(error))
    if state.status:
        return HandAudit(AuditResult.UNDECIDED, "the record ends before the hand")
    if hand.finishing_stacks is None and hand.winnings is None:
        return HandAudit(AuditResult.UNDECIDED, "the record states no stacks or winnings")
    if any(extras.get(name) for name in _HOUSE_FIELDS):
        return HandAudit(AuditResult.UNDECIDED, "the house paid or took a part of the pot")
    if _has_hidden_showdown(hand, state):
        return HandAudit(AuditResult.UNDECIDED, "cards that are not known decide the pot")
    return _compared(hand, state)


def _played(hand: HandHistory) -> State:
    *_, state = hand
    return state


def _has_hidden_showdown(hand: HandHistory, state: State) -> bool:
    """Return whether a player neither showed nor, by the record, mucked their cards."""
    is_hidden: dict[int, bool] = {}
    for event in state.events:
        if isinstance(event, Shown):
            is_hidden[event.seat] = not all(card.is_known for card in event.cards)
        elif isinstance(event, Mucked):
            is_hidden[event.seat] = True
    mucked = {text.split()[0] for text in hand.actions if _MUCKED.fullmatch(text)}
    return any(hidden and f"p{seat + 1}" not in mucked for seat, hidden in is_hidden.items())


def _compared(hand: HandHistory, state: State) -> HandAudit:
    if hand.finishing_stacks is not None:
        what, stated, by_rules = "stacks", hand.finishing_stacks, state.stacks
    else:
        what, stated, by_rules = "winnings", hand.winnings or [], _collected(state)
    differences = tuple(minus(told, due) for told, due in zip(stated, by_rules, strict=True))
    missing = minus(0, sum_of(differences))
    due = sum_of([hand.user_defined_fields.get(name, 0) for name in _RAKE_FIELDS])
    winners = {
        seat
        for event in state.events
        if isinstance(event, PotWon)
        for seat, amount in enumerate(event.amounts)
        if amount
    }
    losers = [gap for seat, gap in enumerate(differences) if seat not in winners]
    if any(losers) or any(gap > 0 for gap in differences):
        reason = f"the {what} differ from the rules by {', '.join(map(str, differences))}"
        return HandAudit(AuditResult.DIFFERENT, reason, differences, missing)
    if missing == due:
        return HandAudit(AuditResult.SAME, "", differences, missing)
    if due:
        reason = f"the rake must be {due} as stated, got {missing}"
        return HandAudit(AuditResult.DIFFERENT, reason, differences, missing)
    return HandAudit(AuditResult.RAKED, f"{missing} missing at the end", differences, missing)


def _collected(state: State) -> list[Any]:
    """Return what each player took from the pots; uncalled bets are not part of them."""
    collected = [
        minus(end, start) for start, end in zip(state.starting_stacks, state.stacks, strict=True)
    ]
    for event in state.events:
        if isinstance(event, BettingEvent):
            collected[event.seat] = plus(collected[event.seat], event.added)
        elif isinstance(event, BetsCollected) and event.uncalled_seat >= 0:
            seat = event.uncalled_seat
            collected[seat] = minus(collected[seat], event.uncalled)
    return collected
