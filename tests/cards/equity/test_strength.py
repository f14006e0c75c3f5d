"""Hand strength compared with brute force and published preflop equities."""

from itertools import combinations

import pytest

from fifthstreet.cards import STANDARD, parse_cards
from fifthstreet.cards.equity import hand_strength
from fifthstreet.cards.hands import OMAHA_HIGH, STANDARD_HIGH, HandType
from fifthstreet.errors import InputError

# Equity in hold'em against one random hand, from the well-known tables of all-in equities (for
# instance Wizard of Odds, "Texas Hold 'em: Probabilities in the two-player game").
PREFLOP = {
    "AA": 0.8520,
    "AKs": 0.6704,
    "72o": 0.3458,
}


def test_preflop_strength_agrees_with_samples() -> None:
    """With 36 cards there are fewer boards; tests/cards/equity/test_equity.py compares all 52."""
    exact = hand_strength("AsAh", game="short-deck")
    sampled = hand_strength("AsAh", game="short-deck", method="sample", samples=200_000)
    assert exact.error == 0
    assert exact.equity == pytest.approx(sampled.equity, abs=1.5 * sampled.error)
    assert exact.equity == pytest.approx(exact.win + exact.tie / 2)
    assert float(exact) == exact.equity


@pytest.mark.parametrize(("hand", "published"), PREFLOP.items())
def test_published_preflop_equities(hand: str, published: float) -> None:
    strength = hand_strength(hand)
    assert strength.equity == pytest.approx(published, abs=5e-5)
    assert strength.error == 0
    assert strength.equity == pytest.approx(strength.win + strength.tie / 2)
    assert float(strength) == strength.equity


def _brute_force(
    hand_type: HandType, hand: str, board: str, opponents: int, hole_count: int, dead: str = ""
) -> float:
    """Return the average share of the pot over all opposing hands, on a complete board."""
    known = parse_cards(hand + board + dead)
    rest = [card for card in STANDARD if card not in known]
    own = hand_type.strength(hand, board)
    holes = list(combinations(rest, hole_count))
    strengths = [hand_type.strength(hole, board) for hole in holes]
    total = count = 0.0
    if opponents == 1:
        for strength in strengths:
            total += 1.0 if own > strength else 0.5 if own == strength else 0.0
            count += 1
        return total / count
    for first, first_strength in zip(holes, strengths, strict=True):
        for second, second_strength in zip(holes, strengths, strict=True):
            if set(first) & set(second):
                continue
            best = max(first_strength, second_strength)
            sharers = 1 + (first_strength == own) + (second_strength == own)
            total += 0.0 if best > own else 1 / sharers
            count += 1
    return total / count


@pytest.mark.parametrize("hand", ["AsKs", "7c2d", "QhQd"])
def test_one_opponent_on_the_river(hand: str) -> None:
    board = "Kd8h4c2s9d"
    expected = _brute_force(STANDARD_HIGH, hand, board, 1, 2)
    assert hand_strength(hand, board).equity == pytest.approx(expected, abs=1e-12)


def test_two_opponents_on_the_river() -> None:
    hand, board, dead = "AsKs", "Kd8h4c2s9d", "QcQdQhQs7c7d"
    expected = _brute_force(STANDARD_HIGH, hand, board, 2, 2, dead)
    exact = hand_strength(hand, board, opponents=2, dead=dead, method="exact")
    assert exact.equity == pytest.approx(expected, abs=1e-12)
    sampled = hand_strength(hand, board, opponents=2, dead=dead, method="sample", samples=200_000)
    assert sampled.error > 0
    assert sampled.equity == pytest.approx(expected, abs=2 * sampled.error)


@pytest.mark.slow
def test_omaha_on_the_river() -> None:
    hand, board = "AsAdKsKc", "Kd8h4c2s9d"
    expected = _brute_force(OMAHA_HIGH, hand, board, 1, 4)
    assert hand_strength(hand, board, game="omaha").equity == pytest.approx(expected, abs=1e-12)


def test_dead_cards_and_ranges() -> None:
    flop = "Kd8h4c"
    aces = hand_strength("AsAh", flop)
    assert hand_strength("AsAh", flop, dead="KcKhKs").equity > aces.equity
    kings = hand_strength("KcKh", flop)
    both = hand_strength("AsAh,KcKh", flop)
    assert both.equity == pytest.approx((aces.equity + kings.equity) / 2, abs=1e-12)


@pytest.mark.parametrize("opponents", [0, -1, 10])
def test_invalid_numbers_of_opponents(opponents: int) -> None:
    with pytest.raises(InputError, match=f"opponents must be from 1 to 9, got {opponents}"):
        hand_strength("AA", opponents=opponents)
