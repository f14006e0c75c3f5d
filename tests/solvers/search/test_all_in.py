"""Hands all-in against hands, against boards dealt one by one."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fifthstreet import _native
from fifthstreet.abstraction import high_evaluator
from fifthstreet.cards import HOLE_MASKS, mask_of, parse_cards
from fifthstreet.cards.hands import evaluate_masks
from fifthstreet.solvers.values.all_in import AllInShowdowns, boards_of_pair, checked_down

BOARDS = ["QsJh2h", "7s7h7d", "AdKdQd", "QsJh2h7c", "2c2d2h2s", "AsKsQsJsTs"]
FIRST, SECOND = np.arange(7, 1326, 11), np.arange(3, 1326, 13)


def beside(board: Sequence[int], hands: np.ndarray) -> np.ndarray:
    found: np.ndarray = hands[HOLE_MASKS[hands] & np.uint64(mask_of(board)) == 0]
    return found


@lru_cache
def expected(text: str) -> np.ndarray:
    """Wins less losses of FIRST over SECOND, board by board."""
    board = parse_cards(text)
    hands = [beside(board, held) for held in (FIRST, SECOND)]
    won = np.zeros((len(hands[0]), len(hands[1])), np.int64)
    left = [card for card in range(52) if card not in board]
    for dealt in combinations(left, 5 - len(board)):
        mask = np.uint64(mask_of([*board, *dealt]))
        known = []
        for held in hands:
            is_live = HOLE_MASKS[held] & mask == 0
            strengths = np.zeros(len(held), np.int64)
            strengths[is_live] = evaluate_masks(HOLE_MASKS[held[is_live]], mask)
            known.append((is_live, strengths))
        (first_live, first), (second_live, second) = known
        both = first_live[:, None] & second_live
        won += np.where(both, np.sign(first[:, None] - second), 0)
    is_met = HOLE_MASKS[hands[0]][:, None] & HOLE_MASKS[hands[1]] == 0
    return np.where(is_met, won, 0)


@pytest.mark.parametrize("text", BOARDS)
def test_leads_are_counted_on_all_boards(text: str) -> None:
    board = parse_cards(text)
    hands = (beside(board, FIRST), beside(board, SECOND))
    found = checked_down(board, hands, 2) * boards_of_pair(len(board))
    np.testing.assert_allclose(found, expected(text), atol=1e-3)


@pytest.mark.parametrize("text", BOARDS[3:])
def test_values_are_products_with_reach(text: str) -> None:
    board = parse_cards(text)
    hands = (beside(board, FIRST), beside(board, SECOND))
    reach = np.random.default_rng(0).random((3, 1326), np.float32)
    leads = expected(text) / boards_of_pair(len(board))
    for threads in (1, 2):
        all_in = AllInShowdowns(board, hands, threads)
        for player, matrix in ((0, leads), (1, -leads.T)):
            won = all_in.won(player, reach)
            wanted = reach[:, hands[1 - player]] @ matrix.T
            np.testing.assert_allclose(won[:, hands[player]], wanted, atol=1e-3)
            assert not np.delete(won, hands[player], axis=1).any()


@pytest.mark.parametrize("text", ["QsJh2h", "QsJh2h7c"])
def test_leads_are_opposite_and_the_same_with_any_number_of_threads(text: str) -> None:
    board = parse_cards(text)
    count = len(beside(board, np.arange(1326)))
    one, two = np.empty((2, count, count), np.int16)
    for threads, leads in ((1, one), (2, two)):
        _native.count_leads(high_evaluator(), mask_of(board), threads, leads)
    assert (one == two).all()
    assert (one == -one.T).all()


@settings(max_examples=30, deadline=None)
@given(st.integers(1, 15), st.integers(1, 90), st.integers(1, 150), st.integers(0))
def test_products_with_several_vectors(count: int, rows: int, columns: int, seed: int) -> None:
    random = np.random.default_rng(seed)
    leads = random.integers(-990, 991, (rows, columns)).astype(np.int16)
    vectors = random.random((count, columns), np.float32)
    matrix = _native.LeadMatrix(leads)
    results = []
    for threads in (1, 3):
        results.append(np.empty((count, rows), np.float32))
        matrix.multiply(vectors, threads, results[-1])
    np.testing.assert_allclose(results[0], vectors @ leads.T.astype(np.float32), atol=0.1)
    np.testing.assert_array_equal(results[0], results[1])
    alone = np.empty((1, rows), np.float32)
    matrix.multiply(vectors[-1:], 1, alone)
    np.testing.assert_array_equal(alone[0], results[0][-1])
