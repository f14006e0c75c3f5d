"""Ranges narrowed by bets."""

import numpy as np
import pytest

from fifthstreet.agents.opponents.bets import BLINDS, CALL, EARLY, FOLD, LATE, RAISE, SeenBet
from fifthstreet.agents.opponents.ranges import NarrowedRange, keep_best
from fifthstreet.agents.prediction import Percentiles
from fifthstreet.cards import HOLE_COUNT, parse_cards, parse_hole
from fifthstreet.errors import InputError

PERCENTILES = Percentiles()


def narrowed(
    position: int, seats: int, *bets: tuple[int, int, int], board: str = ""
) -> NarrowedRange:
    result = NarrowedRange(position, seats)
    for street, action, raises in bets:
        cards = parse_cards(board)[: (0, 3, 4, 5)[street]]
        result.narrow(SeenBet(0, street, True, action), raises, cards, PERCENTILES)
    return result


def size(hands: NarrowedRange) -> float:
    return float(hands.weights.sum())


def test_raises_are_narrower_than_calls_and_reraises_narrower_still() -> None:
    called = narrowed(LATE, 10, (0, CALL, 0))
    raised = narrowed(LATE, 10, (0, RAISE, 0))
    reraised = narrowed(LATE, 10, (0, RAISE, 1))
    assert HOLE_COUNT > size(called) > size(raised) > size(reraised)
    assert size(narrowed(EARLY, 10, (0, RAISE, 0))) < size(raised)
    assert size(narrowed(LATE, 2, (0, RAISE, 0))) > size(raised)
    assert reraised.weights[parse_hole("AsAh")] == 1
    assert 0 < reraised.weights[parse_hole("7h2c")] < 1


def test_later_bets_keep_what_is_good_on_the_board() -> None:
    board = "AsKd7h2c2d"
    bet = narrowed(BLINDS, 6, (1, RAISE, 0), board=board)
    assert bet.weights[parse_hole("AhKh")] > bet.weights[parse_hole("9c8c")]
    assert bet.weights[parse_hole("AsKh")] == 0  # on the board
    raised = narrowed(BLINDS, 6, (1, RAISE, 1), board=board)
    assert size(raised) < size(bet)
    more = narrowed(BLINDS, 6, (1, RAISE, 0), (2, RAISE, 0), (3, RAISE, 0), board=board)
    ratio = [hands.weights[parse_hole("AhKh")] / size(hands) for hands in (bet, more)]
    assert ratio[1] > ratio[0]


def test_checks_and_folds_change_nothing() -> None:
    hands = NarrowedRange(LATE, 6)
    hands.narrow(SeenBet(0, 1, False, CALL), 0, parse_cards("AsKd7h"), PERCENTILES)
    hands.narrow(SeenBet(0, 1, True, FOLD), 0, parse_cards("AsKd7h"), PERCENTILES)
    assert hands.is_random
    assert (hands.weights == 1).all()


def test_the_best_share_is_kept() -> None:
    weights, scores = np.ones(6), np.array([0.1, np.nan, 0.9, 0.5, 0.7, 0.3])
    assert keep_best(weights, scores, 0.4).tolist() == [0.5, 0.0, 1.0, 0.5, 1.0, 0.5]


def test_positions_are_checked() -> None:
    with pytest.raises(InputError, match="position must be from 0 to 2, got 3"):
        NarrowedRange(3, 6)
