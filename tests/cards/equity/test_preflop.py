"""Results of two hands before the flop compared with brute force, symmetries and publications."""

from math import comb
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from tools.make_preflop_wins import DATA, count_preflop_wins, save_preflop_wins

from fifthstreet import _native
from fifthstreet.cards import (
    CLASS_COUNT,
    HOLE_CLASS,
    HOLE_COUNT,
    HOLE_MASKS,
    SUIT_PERMUTATIONS,
    canonical_rows,
    class_holes,
    class_index,
    hole_permutation,
    parse_hole,
)
from fifthstreet.cards.equity import PreflopEquity, equity, preflop_equity, preflop_matrix
from fifthstreet.cards.equity.games import HOLD_EM
from fifthstreet.cards.equity.matchup import WINS
from fifthstreet.cards.equity.preflop import (
    PREFLOP_BOARDS,
    load_preflop_wins,
    preflop_wins,
)
from fifthstreet.cards.hands.types import DEUCE_TO_SEVEN_LOW
from fifthstreet.errors import InputError
from fifthstreet.support.storage import open_container
from fifthstreet.support.threads import thread_count

EVERY_HAND = np.arange(HOLE_COUNT)
DISJOINT = HOLE_MASKS[:, None] & HOLE_MASKS == 0  # [1326, 1326]

# Hands whose suits matter in different ways: shared, blocked, suited, with straights and ties.
MATCHUPS = [
    ("AsAh", "KsKh"),
    ("AsAh", "KsKd"),
    ("AsAh", "KdKc"),
    ("AsKs", "QsQh"),
    ("AsKs", "AhKh"),
    ("AsKh", "AhKs"),
    ("7s2h", "3d2c"),
    ("7s2s", "3s2h"),
    ("9s8s", "TsJs"),
    ("5c4c", "Ac2c"),
]


def boards_won(pairs: list[tuple[int, int]]) -> NDArray[np.int64]:
    """Count the boards that the first and the second hand win, by visiting all boards.  [N, 2]"""
    tallies = np.zeros((2 * len(pairs), 5), np.int64)
    _native.enumerate_boards(
        HOLD_EM.high.evaluator,
        None,
        HOLD_EM.deck.mask,
        HOLD_EM.hole_cards,
        HOLD_EM.board_cards,
        HOLE_MASKS[np.array(pairs)],
        0,
        0,
        thread_count(None),
        tallies,
    )
    return tallies[:, WINS].reshape(-1, 2)


def wins_in_table(pairs: list[tuple[int, int]]) -> NDArray[np.int64]:
    """Return the same counts from the table.  [N, 2]"""
    wins = preflop_wins(EVERY_HAND, EVERY_HAND).astype(np.int64)
    first, second = np.array(pairs).T
    return np.column_stack([wins[first, second], wins[second, first]])


def random_pairs(count: int, seed: int) -> list[tuple[int, int]]:
    candidates = np.random.default_rng(seed).integers(HOLE_COUNT, size=(2 * count, 2))
    return [(int(a), int(b)) for a, b in candidates if DISJOINT[a, b]][:count]


def test_counts_equal_brute_force_on_hands_whose_suits_matter() -> None:
    pairs = [(parse_hole(hand), parse_hole(other)) for hand, other in MATCHUPS]
    np.testing.assert_array_equal(wins_in_table(pairs), boards_won(pairs))


@pytest.mark.parametrize(
    "count", [pytest.param(20, id="few"), pytest.param(3_000, id="many", marks=pytest.mark.slow)]
)
def test_counts_equal_brute_force_on_random_hands(count: int) -> None:
    pairs = random_pairs(count, seed=count)
    np.testing.assert_array_equal(wins_in_table(pairs), boards_won(pairs))


def test_the_file_equals_a_recomputation() -> None:
    for threads in (1, 3):
        for stored, computed in zip(load_preflop_wins(), count_preflop_wins(threads), strict=True):
            np.testing.assert_array_equal(stored, computed)


def test_the_tables_are_saved_with_hashes(tmp_path: Path) -> None:
    save_preflop_wins(tmp_path / DATA.name, load_preflop_wins())
    for path in (tmp_path / DATA.name, DATA):
        container = open_container(path, "preflop_wins")
        container.verify()
        assert container.facts == {"boards": 1_712_304}
        for name, table in load_preflop_wins()._asdict().items():
            np.testing.assert_array_equal(container.array(name), table)


def test_there_are_47_008_matchups_up_to_suits() -> None:
    """That many unordered ones; 247 of them are the same with the hands exchanged."""
    of_class = np.array([class_holes(index)[0] for index in range(CLASS_COUNT)])
    first, second = np.nonzero(DISJOINT[of_class])
    rows = np.column_stack([HOLE_MASKS[of_class[first]], HOLE_MASKS[second]])
    ordered, _ = canonical_rows(rows, SUIT_PERMUTATIONS)
    _, exchanged = canonical_rows(ordered[:, ::-1], SUIT_PERMUTATIONS)
    unchanged = int((exchanged == np.arange(len(ordered))).sum())
    assert (len(ordered), unchanged) == (93_769, 247)
    assert (len(ordered) + unchanged) // 2 == 47_008


def test_every_board_is_won_lost_or_tied() -> None:
    wins = preflop_wins(EVERY_HAND, EVERY_HAND)
    assert wins.min() == 0
    assert not wins[~DISJOINT].any()
    ties = PREFLOP_BOARDS - wins - wins.T
    assert ties[DISJOINT].min() > 0  # a royal flush on the board
    total = int(wins.sum(dtype=np.int64)) * 2 + int(ties[DISJOINT].sum(dtype=np.int64))
    assert total == comb(52, 2) * comb(50, 2) * PREFLOP_BOARDS


@pytest.mark.parametrize("permutation", [(1, 0, 2, 3), (0, 2, 1, 3), (0, 1, 3, 2)])
def test_permutations_of_suits_change_nothing(permutation: tuple[int, int, int, int]) -> None:
    """All permutations are made of exchanges of neighbouring suits."""
    wins = preflop_wins(EVERY_HAND, EVERY_HAND)
    images = hole_permutation(permutation)
    np.testing.assert_array_equal(wins[np.ix_(images, images)], wins)


def test_what_one_hand_wins_the_other_loses() -> None:
    matrix = preflop_matrix()
    assert matrix.dtype == np.float32
    assert matrix.shape == (HOLE_COUNT, HOLE_COUNT)
    np.testing.assert_array_equal(matrix, -matrix.T)
    assert not matrix[~DISJOINT].any()
    assert not matrix.flags.writeable
    assert preflop_matrix() is matrix
    for hand, other in random_pairs(100, seed=7):
        one, two = preflop_equity(hand, other), preflop_equity(other, hand)
        assert one == PreflopEquity(two.lose, two.tie, two.win)
        assert sum(one) == pytest.approx(1, abs=1e-15)
        assert matrix[hand, other] == np.float32(one.win - one.lose)


# Boards won, lost and tied, as counted by GNU poker-eval's hcmp2 and printed in "Texas Hold'em
# Trivia" (https://brainwagon.org/2005/04/09/texas-holdem-trivia).
PUBLISHED = [
    ("AdAc", "KhKs", 1_388_072, 317_694, 6_538),
    ("AdAc", "Td9d", 1_338_249, 367_143, 6_912),
    ("AdAc", "QcJh", 1_450_987, 254_763, 6_554),
]


@pytest.mark.parametrize(("hand", "other", "won", "lost", "tied"), PUBLISHED)
def test_published_counts(hand: str, other: str, won: int, lost: int, tied: int) -> None:
    result = preflop_equity(hand, other)
    boards = won + lost + tied
    assert boards == PREFLOP_BOARDS
    assert result == PreflopEquity(won / boards, tied / boards, lost / boards)


# Odds of classes of hands from PokerStove's list of all matchups, with ties divided, as quoted in
# "Plotting the distribution of odds for all preflop heads-up hands" (Two Plus Two, 2012).
ODDS = [("KK", "K2o", 17.6, 0.05), ("JTs", "22", 1.166, 0.0005)]


@pytest.mark.parametrize(("favourite", "underdog", "odds", "error"), ODDS)
def test_published_odds(favourite: str, underdog: str, odds: float, error: float) -> None:
    share = equity(favourite, underdog).players[0].equity
    assert share / (1 - share) == pytest.approx(odds, abs=error)


def test_mean_of_aces_against_a_random_hand() -> None:
    """85.2%: the published value that tests/cards/equity/test_strength.py has as well."""
    aces = parse_hole("AsAh")
    mean = preflop_matrix()[aces].sum(dtype=np.float64) / comb(50, 2)
    assert (1 + mean) / 2 == pytest.approx(0.8520, abs=5e-5)


def test_kings_against_king_deuce_are_the_most_one_sided_matchup() -> None:
    first, second = np.unravel_index(preflop_matrix().argmax(), (HOLE_COUNT, HOLE_COUNT))
    assert HOLE_CLASS[first] == class_index("KK")
    assert HOLE_CLASS[second] == class_index("K2o")


@pytest.mark.parametrize(
    ("hand", "other", "message"),
    [
        ("AsAh", "AsKd", "two hands must not share a card, got AsAh and AsKd"),
        ("AsAh", "AA", "card must be a rank and a suit"),
        ("AsAhKd", "QdQc", "a hand must be two cards, like 'AsKh', got 'AsAhKd'"),
        (1326, 0, "the index of a hand must be from 0 to 1325, got 1326"),
        (0, -1, "the index of a hand must be from 0 to 1325, got -1"),
    ],
)
def test_bad_hands(hand: str | int, other: str | int, message: str) -> None:
    with pytest.raises(InputError, match=message):
        preflop_equity(hand, other)


def test_low_hands_are_refused() -> None:
    evaluator = DEUCE_TO_SEVEN_LOW.evaluator
    assert isinstance(evaluator, _native.FreeEvaluator)
    tables = [np.zeros((size, size), np.int32) for size in (91, 351)]
    with pytest.raises(InputError, match="the evaluator must be for five-card high hands"):
        _native.count_preflop_wins(evaluator, 1, *tables)
