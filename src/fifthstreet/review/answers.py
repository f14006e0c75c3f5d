"""What can be asked about a decision, and what is answered."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite
from typing import Any, Protocol

from fifthstreet.review.hands import Decision, PlayedHand
from fifthstreet.translate import MatchQuality


@dataclass(frozen=True)
class Distance:
    """How far hand and tree are apart, as shares of what the hand has, which may be infinite."""

    pot: float
    stack: float
    spr: float

    def to_dict(self) -> dict[str, Any]:
        """Plain data; None for infinite."""
        shares = {"pot": self.pot, "stack": self.stack, "spr": self.spr}
        return {name: share if isfinite(share) else None for name, share in shares.items()}


@dataclass(frozen=True)
class Choice:
    """An action of the tree at the node that stands for a decision."""

    action: str  # in the tree, as in a path
    real: str | None  # what it is in the hand, None where the hand does not allow it
    frequency: float | None  # of the hand held
    range_frequency: float | None  # of the whole range that gets there
    ev: float | None  # chips that the hand held wins from here on

    def to_dict(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "action": self.action,
            "real": self.real,
            "frequency": self.frequency,
            "range_frequency": self.range_frequency,
            "ev": self.ev,
        }


@dataclass(frozen=True)
class Answer:
    """What a tree says of a decision; without choices, why it says nothing."""

    standing: MatchQuality  # of the hand up to the decision, with the tree that answers it
    reason: str = ""  # why there are no choices, or no frequencies of the hand held
    path: str | None = None  # the node, cards as in the tree's own suits
    distance: Distance | None = None
    choices: tuple[Choice, ...] = ()
    taken: int | None = None  # of the choices, the one that stands for what was done
    reach: float | None = None  # how often the tree comes here with the hand held, if it is dealt
    translation: str | None = None  # exact, translated or clamped
    pot: float | None = None  # of the node, in chips of the hand
    exploitability: float | None = None  # of the strategies, percent of the pot that they start at


class Answers(Protocol):
    """Something that knows how hands should be played."""

    def refusal(self, hand: PlayedHand) -> str:
        """Why nothing can be said of a hand; an empty text if something can."""

    def answer(self, hand: PlayedHand, decision: Decision) -> Answer:
        """What there is to say of a decision of a hand that was not refused."""

    def describe(self) -> dict[str, Any]:
        """What it is, as plain data."""
