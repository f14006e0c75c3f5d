"""The hand classes' interface to the native core."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Final, final

from fifthstreet._native import Evaluator
from fifthstreet.cards.hands import GREEK_HIGH, MAX_CARDS, HandType
from fifthstreet.pokerkit.cards import Card
from fifthstreet.pokerkit.lookups import Entry, Label

Cards = tuple[Card, ...]

CANNOT_SAY: Final = -1
_MAX_BOARD_CARDS: Final = 6  # of hands with a fixed number of hole cards


@final
class NativeHands:
    """Hands of one type, evaluated by the native core.

    The native core evaluates up to nine different cards, all known and in the deck of the type. For
    anything else (unknown cards, duplicates, large boards) the strength is `CANNOT_SAY`: such hands
    are rare enough to be found by trying all combinations.
    """

    def __init__(self, hand_type: HandType) -> None:
        self._type = hand_type
        self._size = hand_type.ranking.size
        self._from_hole = hand_type.from_hole
        self._fewest = 1 if hand_type.rainbow else self._size
        self._outside = ~hand_type.deck.mask
        # Any number of hole cards plays in a Greek hand, but two in the evaluator of that type.
        self.is_for_any_hole = hand_type is not GREEK_HIGH

    @cached_property
    def evaluator(self) -> Evaluator:
        """Native evaluator of the type."""
        return self._type.evaluator

    @cached_property
    def entries(self) -> tuple[Entry, ...]:
        """Entry of each strength, numbered from the weakest hand, or from the best in low games."""
        strongest = self._type.strongest
        low = self._type.ranking.low
        return tuple(
            Entry(
                strongest - strength if low else strength - 1,
                Label.__members__.get(label.name, Label.HIGH_CARD),
            )
            for strength, label in enumerate(self._type.labels)
        )

    @cached_property
    def _card_counts(self) -> list[int]:
        """Number of cards that play in a badugi of each strength."""
        return [category + 1 for category in self._type.evaluator.categories]

    def strength(self, hole: Cards, board: Cards) -> int:
        """Return the strength of the best hand of hole and board, 0 if there is none."""
        hole_mask, board_mask = _mask(hole), _mask(board)
        mask = hole_mask | board_mask
        count = len(hole) + len(board)
        if mask & self._outside or mask.bit_count() != count:
            return CANNOT_SAY
        if not self._fewest <= count <= MAX_CARDS:
            return CANNOT_SAY
        if self._from_hole is not None and not (
            (len(hole) == self._from_hole or (len(hole) > self._from_hole and self.is_for_any_hole))
            and self._size - self._from_hole <= len(board) <= _MAX_BOARD_CARDS
        ):
            return CANNOT_SAY
        return self.evaluator.strength(hole_mask, board_mask)

    def whole(self, cards: Cards) -> int:
        """Return the strength of a hand in which all cards play; 0 if they make none."""
        if self._type.rainbow:
            strength = self.strength(cards, ())
            return strength if strength < 1 or self._card_counts[strength] == len(cards) else 0
        if len(cards) != self._size:
            return CANNOT_SAY
        split = self._size if self._from_hole is None else self._from_hole
        return self.strength(cards[:split], cards[split:])


def _mask(cards: Iterable[Card]) -> int:
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask
