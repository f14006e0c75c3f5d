"""Answers: what a strategy does at a decision."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from math import isfinite
from typing import Any, Protocol

from fifthstreet.review.basis import Basis, ReachingRange
from fifthstreet.review.hands import Decision, PlayedHand
from fifthstreet.tree.translate import MatchQuality


@dataclass(frozen=True)
class Distance:
    """How far hand and tree are apart, as shares of the hand's values; may be infinite."""

    pot: float
    stack: float
    spr: float

    def to_dict(self) -> dict[str, Any]:
        """Return plain data; None for infinite."""
        return {name: share if isfinite(share) else None for name, share in vars(self).items()}


@dataclass(frozen=True)
class Choice:
    """An action of the tree at the node that stands for a decision."""

    action: str  # in the tree, as in a path
    real: str | None  # in the hand, None where the hand does not allow it
    frequency: float | None  # of the hand held
    range_frequency: float | None  # of the whole range that reaches the node
    ev: float | None  # chips that the hand held wins from here on

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        return asdict(self)


@dataclass(frozen=True)
class Answer:
    """What a tree has for a decision, or why it has nothing."""

    quality: MatchQuality  # of the match of hand and tree up to the decision
    reason: str = ""  # why there are no choices, or no reliable numbers for the hand held
    path: str | None = None  # the node, with cards in the tree's own suits
    distance: Distance | None = None
    choices: tuple[Choice, ...] = ()
    taken: int | None = None  # index of the choice that the real action maps to
    reach: float | None = None  # how often the tree gets here once the hand held is dealt
    translation: str | None = None  # exact, translated or clamped
    pot: float | None = None  # of the node, in chips of the hand
    basis: Basis | None = None  # the strategy behind it
    ranges: tuple[ReachingRange, ...] = ()  # of the tree's seats, that reach the node
    error: float | None = None  # half width of the interval of a loss, in chips of the hand
    note: str = ""  # what was solved for it, and how accurately, if the hand has left the tree

    def __repr__(self) -> str:
        return f"<Answer: {self.quality.value}, {self.path or self.reason or 'no node'}>"

    @property
    def exploitability(self) -> float | None:
        """Exploitability of the strategy in percent of its starting pot, if it is known."""
        return None if self.basis is None else self.basis.exploitability


def best_of(choices: Sequence[Choice], taken: int | None) -> int | None:
    """Return the index of the legal choice with the highest EV; None if EVs are unknown.

    Args:
        choices: The actions of a node.
        taken: Index of the choice that was taken, which is legal.
    """
    known = {
        at: choice.ev
        for at, choice in enumerate(choices)
        if choice.ev is not None and (choice.real is not None or at == taken)
    }
    return max(known, key=lambda at: known[at], default=None)


class Answers(Protocol):
    """A source of answers to the decisions of hands."""

    def refusal(self, hand: PlayedHand) -> str:
        """Return why a hand has no answers; an empty text if it has answers."""

    def answers(
        self, hand: PlayedHand, player: str | None = None
    ) -> Iterator[tuple[Decision, Answer]]:
        """Yield the answer to each decision of a hand, or of one player.

        The hand must not have been refused.
        """

    def describe(self) -> dict[str, Any]:
        """Describe the source as plain data."""
