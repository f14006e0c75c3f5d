"""Patterns of two to six hole cards, compared with a brute-force matcher."""

import re
from collections import Counter
from itertools import combinations
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fifthstreet.cards import (
    ALL_CARDS,
    ROYAL,
    SHORT,
    Range,
    WeightedHands,
    mask_of,
    mask_text,
    parse_cards,
    parse_hands,
    parse_mask,
)
from fifthstreet.errors import InputError

RANKS = "23456789TJQKA"
# Three ranks in four suits: few enough to try every hand, enough for every pattern.
SMALL_DECK = parse_mask("AcAdAhAsKcKdKhKsQcQdQhQs")


def matches(cards: tuple[int, ...], pattern: str, suits: str) -> bool:
    """Return whether cards fit a pattern of ranks and wildcards, and a suit suffix."""
    wanted = Counter(symbol for symbol in pattern if symbol not in "x*")
    held = Counter(RANKS[card // 4] for card in cards)
    suits_held_twice = sum(count >= 2 for count in Counter(card % 4 for card in cards).values())
    suits_fit = {
        "": True,
        "ds": suits_held_twice >= 2,
        "ss": suits_held_twice == 1,
        "r": suits_held_twice == 0,
    }[suits]
    return suits_fit and all(held[rank] >= count for rank, count in wanted.items())


def brute_force_hands(pattern: str, suits: str, count: int, deck: tuple[int, ...]) -> list[int]:
    fitting = (cards for cards in combinations(deck, count) if matches(cards, pattern, suits))
    return sorted(mask_of(cards) for cards in fitting)


@st.composite
def patterns(draw: st.DrawFn) -> tuple[str, str, int]:
    count = draw(st.integers(3, 6))
    symbols = draw(st.lists(st.sampled_from("AKQx*"), min_size=count, max_size=count))
    suits = draw(st.sampled_from(["", "ss", "r" if count < 5 else "ds", "ds" if count > 3 else ""]))
    return "".join(symbols), suits, count


@given(case=patterns())
@settings(deadline=None)
def test_patterns_match_brute_force(case: tuple[str, str, int]) -> None:
    pattern, suits, count = case
    if max(Counter(symbol for symbol in pattern if symbol not in "x*").values(), default=0) > 4:
        return
    hands = parse_hands(pattern + suits, count, SMALL_DECK)
    if hands.is_random:
        assert not pattern.strip("x*") and not suits  # noqa: PT018
        return
    deck = parse_cards(mask_text(SMALL_DECK))
    assert hands.masks.tolist() == brute_force_hands(pattern, suits, count, deck)
    assert (hands.weights == 1).all()
    assert hands.holes == count


@pytest.mark.parametrize(
    ("text", "count", "size"),
    [
        ("AsAhKdQc", 4, 1),
        ("AAAA", 4, 1),
        ("AAxx", 4, 6 * comb(48, 2) + 4 * 48 + 1),
        ("aaXX", 4, 6 * comb(48, 2) + 4 * 48 + 1),
        ("AA**", 4, 6 * comb(48, 2) + 4 * 48 + 1),
        ("xAxA", 4, 6 * comb(48, 2) + 4 * 48 + 1),
        ("AKQJ", 4, 256),
        ("10987", 4, 256),
        ("AKQJds", 4, 36),
        ("AKQJr", 4, 24),
        ("AKQJss", 4, 256 - 36 - 24),
        ("AAKK", 4, 36),
        ("AAKKds", 4, 6),
        ("AAKKss", 4, 24),
        ("AAKKr", 4, 6),
        ("xxxxr", 4, 13**4),
        ("xxxxds", 4, 6 * comb(13, 2) ** 2),
        ("xxxxss", 4, comb(52, 4) - 13**4 - 6 * comb(13, 2) ** 2),
        ("AsKsxx", 4, comb(50, 2)),
        ("AsAxx", 4, comb(51, 3) - comb(48, 3)),
        ("A♠A♥x*", 4, comb(50, 2)),
        ("AAKKxx", 6, 36_196),
        ("AAx", 3, 6 * 48 + 4),
        ("AKQr", 3, 24),
        ("AKQss", 3, 40),
        ("AAKx*", 5, None),
        ("none", 4, 0),
        ("AAxx,none", 4, 6961),
    ],
)
def test_counts(text: str, count: int, size: int | None) -> None:
    hands = parse_hands(text, count)
    if size is None:
        # At least two aces and a king among five cards.
        size = sum(
            comb(4, aces) * comb(4, kings) * comb(44, 5 - aces - kings)
            for aces in range(2, 5)
            for kings in range(1, 5)
            if aces + kings <= 5
        )
    assert len(hands) == size
    assert not hands.is_random
    assert (np.diff(hands.masks.astype(np.int64)) > 0).all()


def test_one_hand() -> None:
    hands = parse_hands("AsAhKdQc", 4)
    assert hands.masks.tolist() == [parse_mask("AsAhKdQc")]


@pytest.mark.parametrize(
    "text", ["random", "any", "*", "100%", "Random", "random:0.5", "[50]any[/50]"]
)
@pytest.mark.parametrize("count", [2, 3, 4, 5, 6])
def test_random_is_not_listed(text: str, count: int) -> None:
    hands = parse_hands(text, count)
    assert hands.is_random
    assert len(hands) == len(hands.weights) == 0
    assert hands.holes == count


def test_wildcards_alone_are_random() -> None:
    assert parse_hands("xxxx", 4).is_random
    assert parse_hands("x*xX*", 5).is_random
    assert not parse_hands("xxxxds", 4).is_random


def test_random_among_others_is_listed() -> None:
    hands = parse_hands("random,AAxx:0", 4, SHORT.mask)
    assert not hands.is_random
    assert len(hands) == comb(36, 4) - len(parse_hands("AAxx", 4, SHORT.mask))


@pytest.mark.parametrize("count", [4, 5, 6])
def test_every_hand_twice_is_read_at_once(count: int) -> None:
    """It took 20 seconds, because both lists of all hands were merged."""
    assert parse_hands("*,*", count).is_random
    assert parse_hands(f"AA{'x' * (count - 2)},*", count).is_random
    with pytest.raises(InputError, match="must be like"):
        parse_hands("ZZ,*", count)
    once = parse_hands(f"AA{'x' * (count - 2)}:0.5", count)
    twice = parse_hands(",".join([f"AA{'x' * (count - 2)}", f"AA{'x' * (count - 2)}:0.5"]), count)
    np.testing.assert_array_equal(once.masks, twice.masks)
    np.testing.assert_array_equal(once.weights, twice.weights)


def test_random_with_zero_weight_is_empty() -> None:
    hands = parse_hands("random:0", 4, ROYAL.mask)
    assert not hands.is_random
    assert len(hands) == 0


@pytest.mark.parametrize(
    "text", ["AAxx:0.5,KKxx", "AAxx@50 KKxx", "[50]AAxx[/50]KKxx", "AAxx,KKxx:0.25,AAxx:50%,KKxx"]
)
def test_weights_and_the_last_token_wins(text: str) -> None:
    hands = parse_hands(text, 4)
    kings = set(parse_hands("KKxx", 4).masks.tolist())
    aces = set(parse_hands("AAxx", 4).masks.tolist())
    for mask, weight in zip(hands.masks.tolist(), hands.weights.tolist(), strict=True):
        assert mask in kings or mask in aces
        assert weight == (1.0 if mask in kings else 0.5)
    assert len(hands) == len(kings | aces)


def test_dead_cards_remove_hands() -> None:
    deck = ALL_CARDS & ~parse_mask("As")
    assert len(parse_hands("AAxx", 4, deck)) == 3 * comb(48, 2) + 48
    assert len(parse_hands("AsAhKdQc", 4, deck)) == 0
    assert len(parse_hands("22xx", 4, SHORT.mask)) == 0


def test_two_card_hands_are_parsed_as_ranges() -> None:
    deck = ALL_CARDS & ~parse_mask("AsKd")
    hands = parse_hands("TT+,AKs:0.5", 2, deck)
    expected = Range.parse("TT+,AKs:0.5").without(parse_mask("AsKd"))
    assert len(hands) == len(expected)
    by_text = {
        mask_text(int(mask)): float(weight)
        for mask, weight in zip(hands.masks, hands.weights, strict=True)
    }
    assert by_text == dict(expected)


@given(deck=st.integers(0, 2**52 - 1))
def test_from_range(deck: int) -> None:
    range_ = Range.parse("22+:0.5,AK,76s:0.25")
    hands = WeightedHands.from_range(range_, deck)
    remaining = range_.without(ALL_CARDS & ~deck)
    assert hands.holes == 2
    assert hands.weights.sum() == remaining.combos
    assert (np.diff(hands.masks.astype(np.int64)) > 0).all()
    assert all(int(mask) & ~deck == 0 for mask in hands.masks)


def test_wide_patterns_of_six_cards() -> None:
    hands = parse_hands("AAxxxxds", 6)
    all_aces = parse_mask("AsAhAdAc")
    assert all((int(mask) & all_aces).bit_count() >= 2 for mask in hands.masks[::5000])
    assert len(parse_hands("AAxxxx", 6)) == sum(
        comb(4, aces) * comb(48, 6 - aces) for aces in (2, 3, 4)
    )


def test_arrays_are_read_only() -> None:
    hands = parse_hands("AAKK", 4)
    for array in (hands.masks, hands.weights):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0


@pytest.mark.parametrize(
    ("text", "count", "message"),
    [
        ("", 4, "hands must be like 'AAxx', 'AKQJds' or 'AsAhKdQc', or 'none', got ''"),
        ("AAx", 4, "a hand of 4 cards must be like 'AAxx', 'AKQJds' or 'AsAhKdQc', got 'AAx'"),
        ("AAxxx", 4, "a hand of 4 cards must be like 'AAxx', 'AKQJds' or 'AsAhKdQc', got 'AAxxx'"),
        ("AAyx", 4, "a hand of 4 cards must be like 'AAxx', 'AKQJds' or 'AsAhKdQc', got 'AAyx'"),
        (
            "AAxxts",
            4,
            "a hand of 4 cards must be like 'AAxx', 'AKQJds' or 'AsAhKdQc', got 'AAxxts'",
        ),
        ("15%", 4, "a hand of 4 cards must be like 'AAxx', 'AKQJds' or 'AsAhKdQc', got '15%'"),
        ("AA+", 5, "a hand of 5 cards must be like 'AAxxx', 'AKQJTds' or 'AsAhKdQcJc', got 'AA+'"),
        ("AAAAA", 5, "more than four cards of rank A in 'AAAAA'"),
        ("AsAAAAx", 6, "more than four cards of rank A in 'AsAAAAx'"),
        ("AsAsxx", 4, "the card As appears twice in 'AsAsxx'"),
        ("AAxxxr", 5, "suits of 5 cards must be 'ds' or 'ss', got 'AAxxxr'"),
        ("AAxxxxr", 6, "suits of 6 cards must be 'ds' or 'ss', got 'AAxxxxr'"),
        ("AAxds", 3, "suits of 3 cards must be 'ss' or 'r', got 'AAxds'"),
        ("AAxx:2", 4, "a weight must be from 0 to 1, or '@50' for percent, got '2' in 'AAxx:2'"),
        ("AAxx", 1, "hands must have 2 to 6 cards, got 1"),
        ("AAxx", 7, "hands must have 2 to 6 cards, got 7"),
        ("AKx", 2, "a hand or a run of hands must be like 'AA'"),
    ],
)
def test_errors_say_what_is_accepted(text: str, count: int, message: str) -> None:
    with pytest.raises(InputError, match="^" + re.escape(message)):
        parse_hands(text, count)


def test_invalid_weighted_hands() -> None:
    with pytest.raises(
        ValueError, match=r"masks and weights must be .* got shapes \(2,\) and \(3,\)"
    ):
        WeightedHands(np.zeros(2, np.uint64), np.zeros(3), 4)
    with pytest.raises(InputError, match="hands must have 1 to 52 cards, got 0"):
        WeightedHands.random(0)
