"""The hand classes' interface to the native core."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from itertools import combinations
from typing import Final, final

from fifthstreet.hands import HandType
from fifthstreet.hands.types import MOST_CARDS
from fifthstreet.pokerkit.cards import Card
from fifthstreet.pokerkit.lookups import Entry, Label

Cards = tuple[Card, ...]

CANNOT_SAY: Final = -1
_MOST_BOARD_CARDS: Final = 6  # of hands with a fixed number of hole cards
_CATEGORIES: Final = frozenset(Label.__members__)


@final
class NativeHands:
    """Hands of one type, evaluated by the native core.

    The native core evaluates up to nine different cards, all known and in the deck of the type. For
    anything else (unknown cards, duplicates, large boards) the strength is `CANNOT_SAY`: such hands
    are rare enough to be found by trying all combinations.
    """

    def __init__(self, hand_type: HandType) -> None:
        self.any_card_plays = hand_type.from_hole is None
        self._type = hand_type
        self._size = hand_type.ranking.size
        self._from_hole = hand_type.from_hole
        self._fewest = 1 if hand_type.rainbow else self._size
        self._outside = ~hand_type.deck.mask

    @cached_property
    def _evaluate(self) -> Callable[[int, int], int]:
        return self._type.evaluator.strength

    @cached_property
    def entries(self) -> tuple[Entry, ...]:
        """Entry of each strength, numbered from the weakest hand, or from the best in low games."""
        strongest = self._type.strongest
        low = self._type.ranking.low
        return tuple(
            Entry(
                strongest - strength if low else strength - 1,
                Label[label.name] if label.name in _CATEGORIES else Label.HIGH_CARD,
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
        if not self._fewest <= count <= MOST_CARDS:
            return CANNOT_SAY
        if self._from_hole is not None and not (
            len(hole) >= self._from_hole
            and self._size - self._from_hole <= len(board) <= _MOST_BOARD_CARDS
        ):
            return CANNOT_SAY
        return self._evaluate(hole_mask, board_mask)

    def whole(self, cards: Cards) -> int:
        """Return the strength of a hand in which all cards play; 0 if they make none."""
        if self._type.rainbow:
            strength = self.strength(cards, ())
            return strength if strength < 1 or self._card_counts[strength] == len(cards) else 0
        if len(cards) != self._size:
            return CANNOT_SAY
        split = self._size if self._from_hole is None else self._from_hole
        return self.strength(cards[:split], cards[split:])

    def playing(self, hole: Cards, board: Cards, strength: int) -> Cards:
        """Return the first cards, in the order given, that make a hand of this strength."""
        evaluate = self._evaluate
        if self._from_hole is None:
            count = self._card_counts[strength] if self._type.rainbow else self._size
            for cards in combinations(hole + board, count):
                if evaluate(_mask(cards), 0) == strength:
                    return cards
        else:
            board_mask = _mask(board)
            for part in combinations(hole, self._from_hole):
                part_mask = _mask(part)
                if evaluate(part_mask, board_mask) != strength:
                    continue
                for rest in combinations(board, self._size - self._from_hole):
                    if evaluate(part_mask, _mask(rest)) == strength:
                        return part + rest
        raise AssertionError(f"no hand of strength {strength} in {hole} on {board}")


def _mask(cards: Iterable[Card]) -> int:
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask
