"""The independent chip model, compared with PokerKit's sum over all finishing orders."""

from __future__ import annotations

import pokerkit
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fifthstreet.cards.equity import icm
from fifthstreet.errors import InputError

stacks = st.lists(st.integers(1, 1_000), min_size=2, max_size=6)
prizes = st.lists(st.integers(0, 100), max_size=6)


@given(prizes, stacks)
def test_matches_pokerkit(payouts: list[int], chips: list[int]) -> None:
    payouts = payouts[: len(chips)]
    assert icm(payouts, chips) == pytest.approx(pokerkit.calculate_icm(payouts, chips))


@given(st.permutations(range(5)), st.lists(st.integers(1, 99), min_size=5, max_size=5))
def test_player_order_does_not_matter(order: list[int], chips: list[int]) -> None:
    values = icm([50, 30, 20], chips)
    moved = icm([50, 30, 20], [chips[player] for player in order])
    assert moved == pytest.approx([values[player] for player in order])


def test_all_prizes_are_paid_out() -> None:
    values = icm([50, 25, 15, 7, 3], range(1, 16))
    assert sum(values) == pytest.approx(100)
    assert list(values) == sorted(values)


def test_players_without_chips() -> None:
    assert icm([60, 40], [10, 0, 0]) == (60, 20, 20)


def test_more_prizes_than_players() -> None:
    assert icm([60, 30, 10], [5, 5]) == (45, 45)


@pytest.mark.parametrize("chips", [[1, -1], [1, float("nan")]])
def test_bad_stacks(chips: list[float]) -> None:
    with pytest.raises(InputError, match="stacks must be finite and at least 0"):
        icm([1], chips)
