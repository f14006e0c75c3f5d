"""Betting events as text: `raises to 12 all-in`."""

from __future__ import annotations

from collections.abc import Iterable

from fifthstreet.game.chips import chips_text
from fifthstreet.game.events import BettingEvent, Event
from fifthstreet.game.kinds import ActionKind

_VERBS = {
    ActionKind.FOLD: "folds",
    ActionKind.CHECK: "checks",
    ActionKind.CALL: "calls",
    ActionKind.BET: "bets",
    ActionKind.RAISE: "raises to",
    ActionKind.BRING_IN: "brings in",
}


def event_words(event: BettingEvent) -> str:
    """Describe what the player of a betting event did.

    Args:
        event: A forced bet or an action.

    Returns:
        A verb with its amount, without the player.

    >>> from fifthstreet.game.flow import new_state
    >>> event_words(new_state((200, 150), 1).bet_or_raise_to(150))
    'raises to 150 all-in'
    """
    verb = _VERBS.get(event.kind, f"posts {event.kind.value}")
    amount = f" {chips_text(event.amount)}" if event.added else ""
    return f"{verb}{amount}{' all-in' if event.is_all_in else ''}"


def betting_by_street(events: Iterable[Event]) -> dict[int, tuple[BettingEvent, ...]]:
    """Group the forced bets and actions among events by street.

    Args:
        events: Events in order; other events than forced bets and actions are left out.

    Returns:
        The events of each street that has any, by its number from 0.
    """
    streets: dict[int, list[BettingEvent]] = {}
    for event in events:
        if isinstance(event, BettingEvent):
            streets.setdefault(event.street, []).append(event)
    return {street: tuple(rows) for street, rows in streets.items()}


def betting_text(events: Iterable[Event]) -> str:
    """Write forced bets and actions one per line.

    Args:
        events: Events in order; other events than forced bets and actions are left out.

    Returns:
        The lines street by street, numbered from 1 on each.

    >>> from fifthstreet.game.flow import new_state
    >>> print(betting_text(new_state((200, 150), 1).events))
    street 0
      1: player 0 posts big blind 2 (bet 2, stack 198)
      2: player 1 posts small blind 1 (bet 1, stack 149)
    """
    lines: list[str] = []
    for street, rows in betting_by_street(events).items():
        lines.append(f"street {street}")
        for number, event in enumerate(rows, 1):
            chips = f"(bet {chips_text(event.total)}, stack {chips_text(event.stack_after)})"
            lines.append(f"  {number}: player {event.seat} {event_words(event)} {chips}")
    return "\n".join(lines)
