"""Percentiles: against exact equities, their symmetry, and the tables."""

import numpy as np
import pytest

from fifthstreet.agents.prediction import (
    PERCENTILE_CLASSES,
    Percentiles,
    percentile_tables,
    pot_share,
)
from fifthstreet.agents.prediction.percentiles import count_percentiles
from fifthstreet.cards import CLASS_SIZES, HOLE_COUNT, cards_text, hole_index, parse_cards
from fifthstreet.cards.equity import hand_strength
from fifthstreet.cards.hands import evaluate


def deals(cards: int, count: int, seed: int) -> list[list[int]]:
    random = np.random.default_rng(seed)
    return [random.permutation(52)[:cards].tolist() for _ in range(count)]


def test_rows_are_distributions_and_average_to_the_uniform_one() -> None:
    tables = percentile_tables()
    for table in (tables.preflop, tables.flop, tables.turn):
        assert np.allclose(table.sum(axis=-1), 1)
        assert table.min() >= 0
    mean = CLASS_SIZES @ tables.preflop / HOLE_COUNT
    assert mean == pytest.approx(1 / PERCENTILE_CLASSES, abs=0.01)  # ties are not split


def test_a_percentile_is_the_share_of_hands_that_lose() -> None:
    percentiles = Percentiles(exact=True)
    for deal in deals(7, 5, seed=1):
        hole, board = deal[:2], deal[2:]
        own = evaluate(hole, board)
        rest = [card for card in range(52) if card not in board]
        others = [evaluate([a, b], board) for a in rest for b in rest if a < b]
        lower, upper = percentiles.bounds(hole, board)
        assert lower == pytest.approx(sum(other < own for other in others) / len(others))
        assert upper == pytest.approx(sum(other <= own for other in others) / len(others))


@pytest.mark.parametrize(("board_cards", "error"), [(0, 0.01), (3, 0.06), (4, 0.06), (5, 0.03)])
@pytest.mark.parametrize("opponents", [1, 4])
def test_chances_are_near_the_equity(board_cards: int, error: float, opponents: int) -> None:
    percentiles = Percentiles()
    gaps = []
    for deal in deals(2 + board_cards, 25, seed=2):
        hole, board = deal[:2], deal[2:]
        chance = percentiles.win_probability(hole, board, opponents)
        exact = hand_strength(
            cards_text(hole),
            cards_text(board),
            opponents=opponents,
            method="sample",
            samples=16_384,
            threads=1,
        )
        gaps.append(chance - exact.equity)
    assert np.abs(gaps).mean() < error
    assert abs(np.mean(gaps)) < error / 2


def test_final_agrees_with_the_chance_against_one() -> None:
    percentiles = Percentiles(exact=True)
    middles = (np.arange(PERCENTILE_CLASSES) + 0.5) / PERCENTILE_CLASSES
    for board_cards in (0, 3, 4, 5):
        for deal in deals(2 + board_cards, 10, seed=3):
            hole, board = deal[:2], deal[2:]
            final = percentiles.final(hole, board)
            assert final.shape == (PERCENTILE_CLASSES,)
            assert final.sum() == pytest.approx(1)
            chance = percentiles.win_probability(hole, board)
            assert final @ middles == pytest.approx(chance, abs=0.026)
            expected = percentiles.expected(board)[hole_index(*hole)]
            assert expected == pytest.approx(chance, abs=0.026)


def test_order_of_cards_does_not_matter() -> None:
    percentiles = Percentiles()
    for deal in deals(7, 10, seed=4):
        hole, board = deal[:2], deal[2:]
        turned = percentiles.win_probability(hole[::-1], board[::-1], 3)
        assert turned == percentiles.win_probability(hole, board, 3)
        assert percentiles.final(hole[::-1]) is not None
        assert (percentiles.final(hole[::-1]) == percentiles.final(hole)).all()


def test_hands_on_the_board_have_no_expectation() -> None:
    expected = Percentiles().expected(parse_cards("AsKsQs"))
    assert np.isnan(expected).sum() == HOLE_COUNT - 49 * 48 // 2
    assert np.isnan(expected[hole_index(*parse_cards("As2c"))])


def test_ties_share_the_pot() -> None:
    board = parse_cards("AsKsQsJsTs")
    chance = Percentiles().win_probability(parse_cards("2c3d"), board, 3)
    assert chance == pytest.approx(0.25)
    assert pot_share(0.5, 0.5, 2) == pytest.approx(0.25)
    assert pot_share(0.2, 0.2 + 1e-5, 4) == pytest.approx(0.2**4, rel=1e-3)


def test_tables_depend_on_the_seed_alone() -> None:
    first, again = count_percentiles(20, 1), count_percentiles(20, 1)
    other = count_percentiles(20, 2)
    for name in first:
        assert (first[name] == again[name]).all()
        assert (first[name] != other[name]).any()
