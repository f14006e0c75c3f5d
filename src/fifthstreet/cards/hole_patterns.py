"""Weighted hands of two to six hole cards, and the patterns that describe them.

    AsAhKdQc          one hand
    AAxx  AKQJ        each rank at least as often as written; x or * is any card
    AsKsxx            cards, ranks and wildcards mix
    AAxxds            double suited: at least two suits have two or more cards
    AAxxss            single suited: exactly one suit has two or more cards
    AKQJr             rainbow: no two cards share a suit (hands of three or four cards)
    random  none      every hand, no hand

`weighted_tokens` describes weights and separators. If several tokens describe a hand, the last one
counts. Two-card hands are read as ranges, in the notation of `range_text`.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards.card import ALL_CARDS, RANKS, check_mask, mask_text, parse_card
from fifthstreet.cards.holes import HOLE_MASKS, freeze
from fifthstreet.cards.masks import CLUBS, MaskArray, subsets
from fifthstreet.cards.ranges import Range
from fifthstreet.cards.weighted_tokens import (
    EVERY_HAND,
    NO_HAND,
    RANK_SIGN,
    SUIT_SIGN,
    WeightedToken,
    weighted_tokens,
)
from fifthstreet.errors import InputError

_PLACE = re.compile(rf"({RANK_SIGN})({SUIT_SIGN})?|[x*]", re.IGNORECASE)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class WeightedHands:
    """Hands with the same number of hole cards, each with a weight above 0.

    If `is_random` is True, every hand is possible and both arrays are empty, because listing all
    hands of six cards would take twenty million entries. Random hands are dealt from the deck.
    """

    masks: MaskArray  # [H] ascending, read-only
    weights: NDArray[np.float64]  # [H] read-only
    holes: int  # cards per hand
    is_random: bool = False

    def __post_init__(self) -> None:
        if not 1 <= self.holes <= 52:
            raise InputError(f"hands must have 1 to 52 cards, got {self.holes}")
        if self.masks.ndim != 1 or self.masks.shape != self.weights.shape:
            raise InputError(
                "masks and weights must be one-dimensional and equally long, got shapes "
                f"{self.masks.shape} and {self.weights.shape}"
            )
        freeze(self.masks)
        freeze(self.weights)

    def __len__(self) -> int:
        """Return the number of hands listed, which is 0 for a random hand."""
        return len(self.masks)

    @classmethod
    def random(cls, holes: int) -> WeightedHands:
        """Return a random hand of `holes` cards."""
        return cls(np.empty(0, np.uint64), np.empty(0), holes, is_random=True)

    @classmethod
    def from_range(cls, hands: Range | str, deck_mask: int = ALL_CARDS) -> WeightedHands:
        """Return the two-card hands of a range that a deck can deal."""
        weights = Range(hands).weights
        outside = np.uint64(ALL_CARDS ^ check_mask(deck_mask))
        chosen = np.flatnonzero((weights > 0) & (HOLE_MASKS & outside == 0))
        # Ascending hand indices have ascending masks: both compare the higher card first.
        return cls(HOLE_MASKS[chosen], weights[chosen].astype(np.float64), 2)

    def __repr__(self) -> str:
        if self.is_random:
            return f"<WeightedHands: any {self.holes} cards>"
        return (
            f"<WeightedHands: {len(self):,} of {self.holes} cards, weight {self.weights.sum():.6g}>"
        )


def parse_hands(text: str, count: int, deck_mask: int = ALL_CARDS) -> WeightedHands:
    """Read text that describes hands.

    The text `random` alone gives a random hand, which is not listed; its weight, if above 0, is
    ignored.

    Args:
        text: Hands and patterns, like `AAxxds, AsKsxx:0.5`.
        count: Hole cards of each hand, 2 to 6.
        deck_mask: Mask of the deck; hands with a card outside it are omitted.

    Returns:
        The hands with their weights.

    Raises:
        InputError: If part of the text does not describe hands of that number of cards.

    >>> len(parse_hands("AAxx", 4)), len(parse_hands("AAxxds", 4))
    (6961, 864)
    """
    if not 2 <= count <= 6:
        raise InputError(f"hands must have 2 to 6 cards, got {count}")
    check_mask(deck_mask)
    tokens = weighted_tokens(text)
    if not tokens:
        raise InputError(f"hands must be like {_EXAMPLES[count]}, or 'none', got {text!r}")
    if count > 2:
        tokens = _that_count(tokens, count)
    if len(tokens) == 1 and tokens[0].weight > 0 and _is_any_hand(tokens[0].body, count):
        return WeightedHands.random(count)
    if count == 2:
        return WeightedHands.from_range(Range.parse(text), deck_mask)
    masks, weights = np.empty(0, np.uint64), np.empty(0)
    for token in reversed(tokens):  # a hand takes its weight from the last token it is in
        hands = np.sort(_hands_of(token.body, count, deck_mask))
        masks, weights = _overlaid(masks, weights, hands, token.weight)
    positive = weights > 0
    return WeightedHands(masks[positive], weights[positive], count)


_EXAMPLES = {
    2: "'AA' or 'AsKh'",
    3: "'AAx' or 'AsKhQd'",
    4: "'AAxx', 'AKQJds' or 'AsAhKdQc'",
    5: "'AAxxx', 'AKQJTds' or 'AsAhKdQcJc'",
    6: "'AAxxxx', 'AAKKxxds' or 'AsAhKdQcJcTd'",
}


def _is_any_hand(body: str, count: int) -> bool:
    return body.lower() in EVERY_HAND or (len(body) == count and not body.lower().strip("x*"))


def _that_count(tokens: list[WeightedToken], count: int) -> list[WeightedToken]:
    """Return the last of equal tokens, after the last token that stands for every hand."""
    last: dict[str, WeightedToken] = {}
    for token in tokens:
        if _is_any_hand(token.body, count):
            last.clear()
        elif token.body.lower() != NO_HAND:
            _read(token.body, count)
        last.pop(token.body, None)
        last[token.body] = token
    return list(last.values())


def _overlaid(
    masks: MaskArray, weights: NDArray[np.float64], hands: MaskArray, weight: float
) -> tuple[MaskArray, NDArray[np.float64]]:
    """Add hands that are not among the masks yet; all are ascending."""
    if not len(masks):
        return hands, np.full(len(hands), weight)
    at = np.minimum(np.searchsorted(masks, hands), len(masks) - 1)
    new = hands[masks[at] != hands]
    masks = np.concatenate([masks, new])
    order = np.argsort(masks, kind="stable")  # merges two ascending runs
    return masks[order], np.concatenate([weights, np.full(len(new), weight)])[order]


def _read(body: str, count: int) -> tuple[int, Counter[int], str]:
    """Return the mask of the cards, the ranks, and the suits that a token stands for."""
    match = _pattern(count).fullmatch(body)
    if match is None:
        raise InputError(f"a hand of {count} cards must be like {_EXAMPLES[count]}, got {body!r}")
    cards = 0
    ranks: Counter[int] = Counter()
    for place in _PLACE.finditer(match["places"]):
        if place[2]:
            card = 1 << parse_card(place[0])
            if cards & card:
                raise InputError(f"the card {mask_text(card)} appears twice in {body!r}")
            cards |= card
        elif place[1]:
            ranks[RANKS.index("T" if place[1] == "10" else place[1].upper())] += 1
    for rank, wanted in ranks.items():
        if wanted > 4 - (cards >> 4 * rank & 0xF).bit_count():
            raise InputError(f"more than four cards of rank {RANKS[rank]} in {body!r}")
    suits = (match["suits"] or "").lower()
    if suits == "r" and count > 4:
        raise InputError(f"suits of {count} cards must be 'ds' or 'ss', got {body!r}")
    if suits == "ds" and count < 4:
        raise InputError(f"suits of {count} cards must be 'ss' or 'r', got {body!r}")
    return cards, ranks, suits


def _hands_of(body: str, count: int, deck_mask: int) -> MaskArray:
    """Return the distinct hands of a deck that one token without a weight describes."""
    if body.lower() in EVERY_HAND:
        return subsets(deck_mask, count)
    if body.lower() == NO_HAND:
        return np.empty(0, np.uint64)
    cards, ranks, suits = _read(body, count)
    if cards & ~deck_mask:
        return np.empty(0, np.uint64)
    hands = _complete(cards, ranks, count, deck_mask)
    return _suited(hands, suits) if suits else hands


@lru_cache(maxsize=8)
def _pattern(count: int) -> re.Pattern[str]:
    # The whole text must match: in 'AAKKss', reading 'Ks' as a card would leave a lone 's'.
    place = rf"(?:{RANK_SIGN}(?:{SUIT_SIGN})?|[x*])"
    return re.compile(rf"(?P<places>{place}{{{count}}})(?P<suits>ds|ss|r)?", re.IGNORECASE)


def _complete(cards: int, ranks: Counter[int], count: int, deck_mask: int) -> MaskArray:
    """Return the hands that hold the given cards and each rank at least as often as given.

    For each given rank, choose all of the hand's other cards of that rank, as many as required or
    more; then fill up with cards of other ranks. So every hand is generated exactly once.
    """
    free = deck_mask & ~cards
    # Partial hands by number of cards.
    partial: dict[int, list[MaskArray]] = {cards.bit_count(): [np.array([cards], np.uint64)]}
    for rank, wanted in ranks.items():
        of_rank = free & 0xF << 4 * rank
        free &= ~of_rank
        longer: dict[int, list[MaskArray]] = {}
        for size, hands in partial.items():
            for more in range(wanted, min(4, count - size) + 1):
                chosen = subsets(of_rank, more)
                longer.setdefault(size + more, []).extend(_joined(part, chosen) for part in hands)
        partial = longer
    whole = [
        _joined(part, subsets(free, count - size))
        for size, hands in partial.items()
        for part in hands
    ]
    return np.concatenate(whole) if whole else np.empty(0, np.uint64)


def _joined(left: MaskArray, right: MaskArray) -> MaskArray:
    """Return the union of every set on the left with every set on the right."""
    joined: MaskArray = np.bitwise_or.outer(left, right)
    return joined.ravel()


def _suited(hands: MaskArray, suits: str) -> MaskArray:
    """Keep the hands that are double suited, single suited or rainbow."""
    shared = np.zeros(len(hands), np.int8)  # number of suits with two or more cards
    for suit in range(4):
        of_suit = hands & np.uint64(CLUBS << suit)
        # Clearing the lowest bit leaves a nonzero mask only if there is a second card. Without
        # any card 0 - 1 wraps around, but 0 & anything is still 0.
        shared += of_suit & (of_suit - np.uint64(1)) != 0
    fits: NDArray[np.bool_] = shared >= 2 if suits == "ds" else shared == int(suits == "ss")
    return hands[fits]
