"""Public states where a street ends, and values from functions."""

import numpy as np
import pytest

from fifthstreet.cards import compatible_weight, compatible_weights, parse_cards
from fifthstreet.errors import InputError
from fifthstreet.solvers.values import FunctionLeaves, Leaves

TURN = tuple(parse_cards("QsJh2h7c"))


def drawn(seed: int, leaves: int) -> np.ndarray:
    random = np.random.default_rng(seed)
    return np.maximum(random.random((leaves, 2, 1326)) - 0.3, 0).astype(np.float32)


def leaves_of(pots: list[float], stacks: list[float]) -> Leaves:
    return Leaves(TURN, np.array(pots), np.array(stacks))


def test_weights_of_many_rows_are_those_of_each() -> None:
    rows = drawn(0, 3)
    expected = [[compatible_weight(row) for row in pair] for pair in rows]
    assert compatible_weights(rows) == pytest.approx(np.array(expected))


def test_values_of_a_function_sum_to_zero_and_leave_out_impossible_hands() -> None:
    def shares(board: tuple[int, ...], pot: float, stack: float, ranges: np.ndarray) -> np.ndarray:
        assert (board, ranges.shape) == (TURN, (2, 1326))
        return np.random.default_rng(int(pot + stack)).random((2, 1326))

    leaves, reach = leaves_of([10, 30], [100, 80]), drawn(1, 2)
    values = FunctionLeaves(shares).values(leaves, reach)
    possible = leaves.possible()
    assert not values[:, :, ~possible].any()
    assert values[:, :, possible].any()
    total = (values * reach).sum(axis=(1, 2), dtype=np.float64)
    assert abs(total).max() < 1e-4 * (abs(values) * reach).sum()


def test_differences_between_hands_are_those_of_the_function() -> None:
    random = np.random.default_rng(5)
    shares = random.random((2, 1326))
    leaves, reach = leaves_of([10], [100]), drawn(2, 1)
    values = FunctionLeaves(lambda *_: shares).values(leaves, reach)
    met = compatible_weights(reach[:, ::-1] * leaves.possible())
    first, second = np.flatnonzero(leaves.possible())[[3, 700]]
    won = values[0, 0] / met[0, 0]
    assert won[first] - won[second] == pytest.approx(10 * (shares[0, first] - shares[0, second]))


@pytest.mark.parametrize(
    ("board", "pots", "stacks", "message"),
    [
        ((0, 1), [1], [1], "the board of leaves must be 0, 3 or 4 different cards, got 2c2d"),
        ((0, 0, 1), [1], [1], "the board of leaves must be 0, 3 or 4 different cards, got"),
        (TURN, [1, 2], [1], r"pots and stacks must be one number for each leaf, got \(2,\) and"),
        (TURN, [0], [1], r"pots of leaves must be more than 0, got \[0.0\]"),
        (TURN, [1], [float("nan")], r"stacks of leaves must be more than 0, got \[nan\]"),
    ],
)
def test_states_that_are_not_leaves_are_refused(
    board: tuple[int, ...], pots: list[float], stacks: list[float], message: str
) -> None:
    with pytest.raises(InputError, match=message):
        Leaves(board, np.array(pots), np.array(stacks))


@pytest.mark.parametrize(
    ("reach", "message"),
    [
        (np.ones((1, 1326)), r"reach must have the shape \(1, 2, 1326\), got \(1, 1326\)"),
        (np.full((1, 2, 1326), -1.0), "reach must be finite and at least 0"),
        (np.full((1, 2, 1326), np.inf), "reach must be finite and at least 0"),
    ],
)
def test_reach_that_is_not_one_is_refused(reach: np.ndarray, message: str) -> None:
    with pytest.raises(InputError, match=message):
        FunctionLeaves(lambda *_: np.zeros((2, 1326))).values(leaves_of([1], [1]), reach)


def test_a_function_with_a_wrong_result_is_refused() -> None:
    def short(*_: object) -> np.ndarray:
        return np.zeros(1326)

    with pytest.raises(InputError, match=r"values from function short must be finite, in the sh"):
        FunctionLeaves(short).values(leaves_of([1], [1]), np.ones((1, 2, 1326), np.float32))
