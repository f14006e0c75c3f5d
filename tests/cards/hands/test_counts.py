"""Counts of the hands in each category, over whole decks."""

from collections import Counter
from itertools import combinations
from math import comb

import numpy as np
import pytest
from numpy.typing import NDArray

from fifthstreet.cards import ALL_CARDS, CARD_COUNT, subsets
from fifthstreet.cards.hands import HAND_TYPES, HandCategory, evaluate_masks, hand_category

# All sets of cards of a deck, counted by label. The counts for five and for three cards of the
# standard deck are in any book on poker odds; those for other games follow from the formulas given.
COUNTS: dict[tuple[str, int], dict[str, int]] = {
    ("standard high", 5): {
        "straight flush": 40,
        "four of a kind": 624,
        "full house": 3_744,
        "flush": 5_108,
        "straight": 10_200,
        "three of a kind": 54_912,
        "two pair": 123_552,
        "one pair": 1_098_240,
        "high card": 1_302_540,
    },
    ("deuce-to-seven low", 5): {
        "straight flush": 36,  # nine straights in four suits: A2345 is not one
        "four of a kind": 624,
        "full house": 3_744,
        "flush": 5_148 - 36,
        "straight": 9 * (4**5 - 4),
        "three of a kind": 54_912,
        "two pair": 123_552,
        "one pair": 1_098_240,
        "high card": 1_302_540 + 4**5 - 4,
    },
    ("ace-to-five low", 5): {
        "four of a kind": 624,
        "full house": 3_744,
        "three of a kind": 54_912,
        "two pair": 123_552,
        "one pair": 1_098_240,
        "high card": comb(13, 5) * 4**5,
    },
    ("eight-or-better low", 5): {"high card": comb(8, 5) * 4**5},
    ("short-deck high", 5): {
        "straight flush": 24,
        "four of a kind": 288,
        "flush": 480,
        "full house": 1_728,
        "straight": 6_120,
        "three of a kind": 16_128,
        "two pair": 36_288,
        "one pair": 193_536,
        "high card": 122_400,
    },
    ("royal high", 5): {
        "straight flush": 4,
        "four of a kind": 5 * 16,
        "full house": 5 * 4 * 4 * 6,
        "straight": 4**5 - 4,  # only five ranks: unpaired cards always make a straight
        "three of a kind": 5 * 4 * comb(4, 2) * 4**2,
        "two pair": comb(5, 2) * 6**2 * 12,
        "one pair": 5 * 6 * 4 * 4**3,
    },
    ("Kuhn high", 1): {"high card": 52},
    ("Leduc high", 2): {"one pair": 3, "high card": 12},
    ("Rhode Island high", 3): {
        "straight flush": 48,
        "three of a kind": 52,
        "straight": 720,
        "flush": 1_096,
        "one pair": 3_744,
        "high card": 16_440,
    },
    ("2-1-1 high", 3): {
        "straight flush": 9 * 4,  # A23 to 89T, and 9TA
        "three of a kind": 10 * 4,
        "straight": 9 * (4**3 - 4),
        "flush": 4 * (comb(10, 3) - 9),
        "one pair": 10 * 6 * 36,
        "high card": (comb(10, 3) - 9) * (4**3 - 4),
    },
}
COUNTS["short-deck high, trips over straight", 5] = COUNTS["short-deck high", 5]

STRONGEST = {
    "standard high": 7_462,
    "deuce-to-seven low": 7_462,
    "ace-to-five low": 6_175,
    "eight-or-better low": 56,
    "badugi": sum(comb(13, size) for size in (1, 2, 3, 4)),
    "ace-high badugi": sum(comb(13, size) for size in (1, 2, 3, 4)),
    "short-deck high": 1_404,
    "short-deck high, trips over straight": 1_404,
    "Kuhn high": 13,
    "Leduc high": 6,
    "Rhode Island high": 741,
    "2-1-1 high": 340,
}

# Counts over all sets of seven cards, weakest category first.
SEVEN_CARDS = [
    23_294_460,
    58_627_800,
    31_433_400,
    6_461_620,
    6_180_020,
    4_047_644,
    3_473_184,
    224_848,
    41_584,
]


def strengths_of(name: str, size: int) -> NDArray[np.uint16]:
    hand_type = HAND_TYPES[name]
    return hand_type.evaluate_masks(subsets(hand_type.deck.mask, size))


def counts_by_label(name: str, strengths: NDArray[np.uint16]) -> dict[str, int]:
    """Count the strengths by label, without 0, which is not a hand."""
    counts: Counter[str] = Counter()
    for strength, count in enumerate(np.bincount(strengths).tolist()):
        if strength and count:
            counts[HAND_TYPES[name].label(strength)] += count
    return dict(counts)


@pytest.mark.parametrize(("name", "size"), COUNTS)
def test_hands_by_category(name: str, size: int) -> None:
    strengths = strengths_of(name, size)
    assert len(strengths) == comb(len(HAND_TYPES[name].deck), size)
    assert counts_by_label(name, strengths) == COUNTS[name, size]


@pytest.mark.parametrize("name", [name for name, _ in COUNTS if name in STRONGEST])
def test_all_strengths_are_reached(name: str) -> None:
    hand_type = HAND_TYPES[name]
    assert hand_type.strongest == STRONGEST[name]
    reached = np.unique(strengths_of(name, hand_type.ranking.size))
    assert reached[reached > 0].tolist() == list(range(1, STRONGEST[name] + 1))


def test_the_counts_cover_all_hands() -> None:
    for (name, size), counts in COUNTS.items():
        if name != "eight-or-better low":
            assert sum(counts.values()) == comb(len(HAND_TYPES[name].deck), size)
    assert sum(SEVEN_CARDS) == comb(CARD_COUNT, 7)


def largest_rainbow(hands: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the most cards in each row that repeat no rank or suit.  [N, 4] -> [N]"""
    largest = np.ones(len(hands), np.int64)
    for size in (2, 3, 4):
        for columns in combinations(range(4), size):
            chosen = hands[:, columns]
            fits = np.ones(len(hands), np.bool_)
            for left, right in combinations(range(size), 2):
                fits &= chosen[:, left] // 4 != chosen[:, right] // 4
                fits &= chosen[:, left] % 4 != chosen[:, right] % 4
            largest[fits] = size
    return largest


@pytest.mark.parametrize("name", ["badugi", "ace-high badugi"])
def test_badugis_by_size(name: str) -> None:
    hands = np.array(list(combinations(range(52), 4)))
    strengths = HAND_TYPES[name].evaluate_cards(hands)
    sizes = {"one-card badugi": 1, "two-card badugi": 2, "three-card badugi": 3, "badugi": 4}
    labels = np.array([0, *(sizes[label] for label in HAND_TYPES[name].labels[1:])])
    largest = largest_rainbow(hands)
    assert (labels[strengths] == largest).all()
    # One card: four of one suit or one rank. Four cards: any four ranks, each in its own suit.
    assert np.bincount(largest).tolist() == [0, 4 * comb(13, 4) + 13, 96_252, 154_440, 17_160]
    assert comb(13, 4) * 24 == 17_160


@pytest.mark.parametrize("name", ["badugi", "ace-high badugi"])
def test_all_badugi_strengths_are_reached(name: str) -> None:
    hand_type = HAND_TYPES[name]
    reached = np.unique(np.concatenate([strengths_of(name, size) for size in (1, 2, 3, 4)]))
    assert reached.tolist() == list(range(1, STRONGEST[name] + 1))
    assert hand_type.strongest == STRONGEST[name]


def test_all_seven_card_hands() -> None:
    """Count all 133,784,560, in groups that share their two highest cards."""
    lower = subsets(ALL_CARDS, 5)
    by_strength = np.zeros(7_463, np.int64)
    for high in range(6, 52):
        for low in range(5, high):
            # Sets are in ascending order, so those of cards below `low` come first.
            hands = lower[: comb(low, 5)] | np.uint64(1 << high | 1 << low)
            by_strength += np.bincount(evaluate_masks(hands), minlength=7_463)
    assert by_strength[0] == 0
    assert np.count_nonzero(by_strength) == 4_824
    by_category: Counter[HandCategory] = Counter()
    for strength in np.flatnonzero(by_strength).tolist():
        by_category[hand_category(strength)] += int(by_strength[strength])
    assert [by_category[category] for category in HandCategory] == SEVEN_CARDS
