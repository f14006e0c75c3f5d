"""What happens at a live table as plain data, from which the table can be continued.

Cards follow from the seed of a table, so its hands follow from the decisions of all players. Agents
are not asked again when a hand is repeated: an agent that solves may decide differently each time.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from fifthstreet.agents import BaseAgent, HandResult
from fifthstreet.arena.answering import Mistake
from fifthstreet.cards import Card
from fifthstreet.errors import InputError
from fifthstreet.game import (
    Action,
    ActionAmount,
    ActionKind,
    Bet,
    BettingEvent,
    BringInPosted,
    Called,
    Checked,
    Discard,
    Discarded,
    Event,
    Folded,
    Raised,
    SeatView,
)
from fifthstreet.support.storage import checked_types

_DISCARD = "discard"
_DECISIONS = (Folded, Checked, Called, BringInPosted, Bet, Raised, Discarded)
_LINE = {
    "hand": int,
    "moves": tuple[str, ...],
    "randoms": tuple[int, ...],
    "mistakes": tuple[tuple[str, str, str], ...],
    "payoffs": tuple[int, ...] | None,
    "adjusted": tuple[float, ...],
}


@dataclass(frozen=True)
class RecordedHand:
    """The decisions of a hand."""

    number: int
    moves: tuple[str, ...]  # of all players, in order: "fold", "raise 12", "discard AsKd"
    randoms: tuple[int, ...]  # [P]  place of each player in their random numbers
    mistakes: tuple[tuple[str, str, str], ...] = ()  # player, kind, message
    payoffs: tuple[int, ...] | None = None  # [S]  chips won; None while the hand is played
    adjusted: tuple[float, ...] = ()  # [P]  the same, luck-adjusted

    def added(self, later: RecordedHand) -> RecordedHand:
        """Return this part of a hand with a later one."""
        return RecordedHand(
            self.number,
            self.moves + later.moves,
            later.randoms,
            self.mistakes + later.mistakes,
            later.payoffs,
            later.adjusted,
        )

    def since(self, earlier: RecordedHand | None) -> RecordedHand | None:
        """Return what an earlier record of this hand lacks; None if that is nothing."""
        if earlier is None or earlier.number != self.number:
            return self
        moves = self.moves[len(earlier.moves) :]
        mistakes = self.mistakes[len(earlier.mistakes) :]
        if not moves and not mistakes and self.payoffs == earlier.payoffs:
            return None
        return RecordedHand(self.number, moves, self.randoms, mistakes, self.payoffs, self.adjusted)

    def to_dict(self) -> dict[str, Any]:
        """Return plain data, which `read_recorded` reads."""
        return {
            "hand": self.number,
            "moves": list(self.moves),
            "randoms": list(self.randoms),
            "mistakes": [list(each) for each in self.mistakes],
            "payoffs": None if self.payoffs is None else list(self.payoffs),
            "adjusted": list(self.adjusted),
        }


def read_recorded(lines: Iterable[Mapping[str, Any]]) -> list[RecordedHand]:
    """Return the hands of plain data, in order.

    Args:
        lines: Parts of hands, as `RecordedHand.to_dict` returns them.

    Raises:
        InputError: If a line has other contents, or a hand is missing.
    """
    hands: list[RecordedHand] = []
    for line in lines:
        part = RecordedHand(*checked_types(line, _LINE).values())
        if hands and part.number == hands[-1].number and hands[-1].payoffs is None:
            hands[-1] = hands[-1].added(part)
        elif part.number == len(hands) + 1 and all(each.payoffs is not None for each in hands[-1:]):
            hands.append(part)
        else:
            raise InputError(f"hand {len(hands) + 1} is missing or not complete")
    return hands


def move_texts(events: Sequence[Event]) -> tuple[str, ...]:
    """Return the decisions among the events of a hand as text.

    Args:
        events: They include cards that were thrown away.
    """
    return tuple(_text(event) for event in events if isinstance(event, _DECISIONS))


def _text(event: Event) -> str:
    if isinstance(event, Discarded):
        return " ".join([_DISCARD, *map(repr, event.cards)])
    assert isinstance(event, BettingEvent)
    name = event.kind.name.lower()
    return f"{name} {event.total}" if isinstance(event, Bet | Raised) else name


def move_of(text: str) -> Action:
    """Return the action of a text of `move_texts`.

    Args:
        text: One decision.

    Raises:
        InputError: If it is not one.
    """
    name, *rest = text.split(" ")
    try:
        if name == _DISCARD:
            return Discard(tuple(card for each in rest for card in Card.parse(each)))
        return ActionAmount(ActionKind[name.upper()], int(rest[0]) if rest else None)
    except (KeyError, ValueError):
        raise InputError(f"move must be a decision like 'raise 12', got {text!r}") from None


class RecordEnd(KeyboardInterrupt):  # nothing went wrong
    """All recorded decisions were made."""


class RecordedSeat(BaseAgent):
    """The seat of an agent while a record is repeated; the agent only observes.

    Errors that it raises then are mistakes that the record has already.
    """

    def __init__(self, agent: Any, moves: deque[Action]) -> None:
        """Set the agent, and the moves of all seats."""
        self._agent = agent
        self._moves = moves
        self.count = 0
        """Number of decisions made."""

    def decide(self, view: SeatView) -> Action:
        """Return the next move; raise `RecordEnd` if there is none."""
        if not self._moves:
            raise RecordEnd
        self.count += 1
        return self._moves.popleft()

    def observe(self, event: Event) -> None:
        """Pass an event to the agent."""
        self._tell("observe", event)

    def hand_over(self, result: HandResult) -> None:
        """Pass the result of a hand to the agent."""
        self._tell("hand_over", result)

    def _tell(self, method: str, news: Any) -> None:
        with suppress(Exception):
            getattr(self._agent, method, lambda _: None)(news)


def mistake_texts(mistakes: Iterable[Mistake], hand: int) -> tuple[tuple[str, str, str], ...]:
    """Return player, kind and message of the mistakes of a hand.

    Args:
        mistakes: Of any hands.
        hand: Number of the hand.
    """
    return tuple((each.player, each.kind, each.message) for each in mistakes if each.number == hand)
