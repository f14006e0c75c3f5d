"""Hands on complete boards, and tables over their equity."""

from itertools import pairwise

import numpy as np
import pytest

from fifthstreet.cards import HOLE_MASKS, cards_text, hole_permutation, hole_text, parse_cards
from fifthstreet.cards.equity import equity
from fifthstreet.solvers.values.river_samples import fit_tables
from fifthstreet.solvers.values.river_tables import BoardHands, Layer, TableNetwork

BOARD = tuple(parse_cards("QsJh2h7c3c"))


def drawn(seed: int) -> np.ndarray:
    random = np.random.default_rng(seed)
    return np.maximum(random.random((2, 1326)) - 0.4, 0)


def network(seed: int, knots: int = 8) -> TableNetwork:
    random = np.random.default_rng(seed)
    sizes = (3 + 2 * knots, 12, 2 * knots)
    layers = [
        Layer(
            random.normal(size=(rows, columns)).astype(np.float32),
            random.normal(size=columns).astype(np.float32),
        )
        for rows, columns in pairwise(sizes)
    ]
    return TableNetwork(tuple(layers))


def test_equities_are_those_of_hands_compared_one_by_one() -> None:
    reach = np.zeros((2, 1326))
    held = np.flatnonzero(HOLE_MASKS & np.uint64(sum(1 << card for card in BOARD)) == 0)
    hand, *opposing = np.random.default_rng(3).choice(held, 6, replace=False)
    opposing = [each for each in opposing if not HOLE_MASKS[each] & HOLE_MASKS[hand]]
    reach[1, opposing] = weights = np.linspace(0.2, 1, len(opposing))
    found = BoardHands.of([BOARD], reach)
    against = [
        equity(hole_text(hand), hole_text(other), board=cards_text(BOARD)).players[0].equity
        for other in opposing
    ]
    expected = 2 * np.average(against, weights=weights) - 1
    assert found.equity[0, 0, hand] == pytest.approx(expected)
    assert found.met[0, 0, hand] == pytest.approx(weights.sum())


def test_histograms_keep_the_mean_place() -> None:
    hands = BoardHands.of([BOARD], drawn(1))
    histograms = hands.histograms(16)
    assert histograms.sum(axis=2) == pytest.approx(np.ones((1, 2)))
    shares = hands.reach * hands.met
    mean = (shares * hands.places(16)).sum(axis=2) / shares.sum(axis=2)
    assert histograms @ np.arange(16) == pytest.approx(mean)


def test_hands_of_no_range_have_no_effect() -> None:
    hands = BoardHands.of([BOARD], np.zeros((2, 1326)))
    assert not hands.histograms(8).any()
    assert not hands.equity.any()


def test_values_sum_to_zero_whatever_the_weights() -> None:
    hands = BoardHands.of([BOARD], drawn(2))
    won = network(0).shares(np.array([2.0]), hands)
    total = (hands.reach * hands.met * won).sum()
    assert abs(total) < 1e-9 * (hands.reach * hands.met).sum()


def test_suits_do_not_matter() -> None:
    perm = (2, 0, 3, 1)
    reach = drawn(4)
    moved = np.empty_like(reach)
    moved[:, hole_permutation(perm)] = reach
    board = tuple(card // 4 * 4 + perm[card % 4] for card in BOARD)
    plain = network(1).shares(np.array([0.7]), BoardHands.of([BOARD], reach))
    permuted = network(1).shares(np.array([0.7]), BoardHands.of([board], moved))
    assert permuted[..., hole_permutation(perm)] == pytest.approx(plain)


def test_fitted_tables_return_the_values_that_they_were_fitted_to() -> None:
    hands = BoardHands.of([BOARD], drawn(5))
    tables = np.random.default_rng(6).normal(size=(1, 2, 8))
    shares = hands.equity / 2 + hands.looked_up(tables)
    histograms, fitted, weights = fit_tables(hands, shares, 8)
    assert weights.sum(axis=2) == pytest.approx(np.ones((1, 2)))
    assert histograms == pytest.approx(hands.histograms(8))
    assert abs(fitted - tables)[weights > 0.01].max() < 0.05
