"""The hand predictor: own and opponents' final hands, and the chance to win."""

import pickle
import re
from itertools import product
from math import prod

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fifthstreet.agents.prediction import (
    K_CLASSES,
    SF_CLASSES,
    HandPredictor,
    k_class,
    prediction_tables,
    preflop_class,
    sf_class,
)
from fifthstreet.cards import HOLE_MASKS, mask_of, parse_cards, parse_mask
from fifthstreet.cards.hands import HandCategory, evaluate, hand_category
from fifthstreet.errors import InputError

boards = st.sampled_from([0, 3, 4, 5]).flatmap(
    lambda count: st.lists(st.integers(0, 51), min_size=count, max_size=count, unique=True)
)
deals = st.sampled_from([2, 5, 6, 7]).flatmap(
    lambda count: st.lists(st.integers(0, 51), min_size=count, max_size=count, unique=True)
)


@pytest.fixture(scope="module")
def predictor() -> HandPredictor:
    return HandPredictor()


@given(deals, st.booleans())
def test_own_is_the_row_of_the_classes(cards: list[int], exact: bool) -> None:
    predictor, tables = HandPredictor(), prediction_tables()
    hole, board = cards[:2], cards[2:]
    own = predictor.own(hole, board, exact=exact)
    assert own.sum() == pytest.approx(1)
    if len(cards) == 7:
        assert own[hand_category(evaluate(hole, board))] == 1
        return
    if len(cards) == 2:
        expected = (tables.joint if exact else tables.factored)("preflop")[preflop_class(hole) - 1]
    else:
        rows = (tables.joint if exact else tables.factored)("flop" if len(cards) == 5 else "turn")
        expected = rows[SF_CLASSES.index(sf_class(cards)), K_CLASSES.index(k_class(cards))]
    np.testing.assert_array_equal(own, expected)


@settings(max_examples=20)
@given(boards, st.booleans())
def test_an_opponent_is_the_mean_of_all_holes(board: list[int], exact: bool) -> None:
    predictor, mask = HandPredictor(), mask_of(board)
    holes = [int(hole) for hole in HOLE_MASKS if not int(hole) & mask]
    mean = np.mean([predictor.own(hole, mask, exact=exact) for hole in holes], axis=0)
    np.testing.assert_allclose(predictor.opponent(board, exact=exact), mean, atol=1e-12)


@settings(max_examples=10)
@given(boards, st.integers(1, 9), st.booleans())
def test_all_holes_together_win_a_fair_share(board: list[int], opponents: int, exact: bool) -> None:
    predictor, mask = HandPredictor(), mask_of(board)
    shares = [
        predictor.win_probability(int(hole), mask, opponents=opponents, exact=exact)
        for hole in HOLE_MASKS
        if not int(hole) & mask
    ]
    assert np.mean(shares) == pytest.approx(1 / (opponents + 1))
    assert 0 <= min(shares) <= max(shares) <= 1 + 1e-12


@settings(max_examples=30)
@given(deals, st.integers(1, 3), st.booleans())
def test_win_probability_by_all_hands_of_all_players(
    cards: list[int], opponents: int, exact: bool
) -> None:
    predictor = HandPredictor()
    hole, board = cards[:2], cards[2:]
    own = predictor.own(hole, board, exact=exact)
    other = predictor.opponent(board, exact=exact)
    expected = 0.0
    for hand, *others in product(range(9), repeat=opponents + 1):
        if max(others) <= hand:
            winners = 1 + others.count(hand)
            expected += float(own[hand]) * prod(float(other[each]) for each in others) / winners
    share = predictor.win_probability(hole, board, opponents=opponents, exact=exact)
    assert share == pytest.approx(expected, abs=1e-9)


def test_before_the_flop_an_opponent_has_the_odds_of_seven_cards(predictor: HandPredictor) -> None:
    odds = prediction_tables().final_hands
    np.testing.assert_allclose(predictor.opponent(exact=True), odds, rtol=1e-12)
    assert np.abs(predictor.opponent() - odds).sum() / 2 < 0.021


def test_an_opponent_on_a_flop_by_evaluation(predictor: HandPredictor) -> None:
    # The joint of the classes does not know the board itself, so it is close but not equal.
    opponent = predictor.opponent("KhQh2c", exact=True)
    assert opponent[HandCategory.FLUSH] == pytest.approx(0.05, abs=0.02)
    assert opponent[HandCategory.ONE_PAIR] == pytest.approx(0.44, abs=0.03)


def test_better_hands_win_more(predictor: HandPredictor) -> None:
    hands = ["3c2d", "AhKd", "7h6h", "KcQd", "8s8d", "Ah2h"]
    shares = [predictor.win_probability(hand, "8h9hTd") for hand in hands]
    assert shares[0] == min(shares)
    assert predictor.win_probability("7h6h", "8h9hTh") > 0.99
    several = [predictor.win_probability("AsAh", opponents=count) for count in range(1, 10)]
    assert several == sorted(several, reverse=True)


def test_cards_in_any_form(predictor: HandPredictor) -> None:
    text = predictor.own("AsKd", "QhJc2s")
    for read in (parse_mask, parse_cards):
        assert predictor.own(read("AsKd"), read("QhJc2s")) is text
    assert predictor.own(["As", "Kd"], ["Qh", "Jc", "2s"]) is text
    assert predictor.own(np.array(parse_cards("AsKd")), "QhJc2s") is text


def test_nobody_can_change_what_others_are_told(predictor: HandPredictor) -> None:
    board = parse_mask("QhJc2s")
    with pytest.raises(ValueError, match="read-only"):
        predictor.own("AsKd", board)[0] = 1
    first = predictor.opponent(board)
    kept = first.copy()
    first[0] = 1
    assert np.array_equal(predictor.opponent("2sQhJc"), kept)


def test_a_predictor_can_be_pickled(predictor: HandPredictor) -> None:
    copy = pickle.loads(pickle.dumps(predictor))
    assert copy.win_probability("AsKd", "QhJc2s") == predictor.win_probability("AsKd", "QhJc2s")
    assert repr(copy) == repr(predictor)


@pytest.mark.parametrize(
    ("hole", "board", "opponents", "message"),
    [
        ("As", "", 1, "hole must be two cards, like 'AsQs', got As"),
        ("", "", 1, "hole must be two cards, like 'AsQs', got none"),
        ("AsKsQs", "", 1, "hole must be two cards, like 'AsQs', got AsKsQs"),
        ("AsKs", "2c", 1, "board must have no cards or 3 to 5, got 1"),
        ("AsKs", "2c3c4c5c6c7c", 1, "board must have no cards or 3 to 5, got 6"),
        ("AsKs", "AsKs2c", 1, "hole and board must differ, got AsKs in both"),
        ("AsKs", "", 0, "opponents must be from 1 to 22, got 0"),
        ("AsKs", "", 23, "opponents must be from 1 to 22, got 23"),
        ("AsKs", "", 1.5, "opponents must be from 1 to 22, got 1.5"),
    ],
)
def test_bad_input(
    predictor: HandPredictor, hole: str, board: str, opponents: int, message: str
) -> None:
    with pytest.raises(InputError, match=f"^{re.escape(message)}$"):
        predictor.win_probability(hole, board, opponents=opponents)


def test_bad_boards_of_opponents(predictor: HandPredictor) -> None:
    with pytest.raises(InputError, match=r"^board must have no cards or 3 to 5, got 2$"):
        predictor.opponent("AsKs")
    with pytest.raises(InputError, match="card must be a rank and a suit"):
        predictor.opponent("AsKsXx")
