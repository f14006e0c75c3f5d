"""Strengths against brute force, sums against symmetry."""

from collections.abc import Iterator
from functools import cache
from itertools import pairwise

import numpy as np
import pytest
from numpy.typing import NDArray

from fifthstreet.abstraction import (
    HandStrengths,
    StrengthBlock,
    board_blocks,
    hand_strengths,
    hold_em_index,
    preflop_indices,
    runout_count,
    strength_blocks,
)
from fifthstreet.cards import (
    HOLE_CARDS,
    HOLE_MASKS,
    canonical_boards,
    canonical_mask,
    cards_of,
    hole_index,
    parse_cards,
    parse_mask,
)
from fifthstreet.cards.equity import equity, hand_strength
from fifthstreet.errors import InputError
from tests.oracles.naive_strength import naive_strength

MOST_POINTS = 1980


def board_number(board: str) -> int:
    """Return where the representative of a board is among all boards of its size."""
    masks, _ = canonical_boards(len(board) // 2)
    return int(np.searchsorted(masks, np.uint64(canonical_mask(parse_mask(board)))))


@cache
def block_of(board: str, bins: int | None = None, potentials: bool = False) -> StrengthBlock:
    number = board_number(board)
    (block,) = strength_blocks(
        len(board) // 2, bins=bins, potentials=potentials, boards=slice(number, number + 1)
    )
    return block


def row_of(block: StrengthBlock, hand: str, board: str) -> int:
    index = hold_em_index(len(board) // 2).index_masks([[parse_mask(hand), parse_mask(board)]])
    (row,) = np.flatnonzero(block.indices == index[0])
    return int(row)


def check_against_naive(hand: str, board: str, bins: int) -> None:
    block = block_of(board, bins, True)
    row = row_of(block, hand, board)
    expected = naive_strength(parse_cards(hand), parse_cards(board))
    found = block.strengths
    assert found.points[row] == sum(expected.points)
    assert found.square_points is not None
    assert found.square_points[row] == sum(points**2 for points in expected.points)
    assert found.histogram is not None
    assert found.histogram[row].tolist() == expected.histogram(bins)
    assert found.positive_potential[row] == pytest.approx(expected.positive_potential, abs=1e-6)
    assert found.negative_potential[row] == pytest.approx(expected.negative_potential, abs=1e-6)


@pytest.mark.parametrize(
    ("hand", "board"),
    [
        ("AsKs", "QsJsTs2h3d"),
        ("7c2d", "QsJsTsAsKs"),  # the board plays
        ("8h9h", "7h6hAhKd2c"),
        ("2c3d", "4h4s4d4cAs"),
        ("AhAd", "KhKdKcQs2s"),
        ("Td9d", "8s7c2hJdJc"),
    ],
)
def test_river_strength_is_the_equity_against_a_random_hand(hand: str, board: str) -> None:
    block = block_of(board)
    found = block.strengths.ehs[row_of(block, hand, board)]
    assert found == pytest.approx(hand_strength(hand, board).equity, abs=1e-7)


@pytest.mark.parametrize(
    ("hand", "board"),
    [("AsKs", "QsJs2h4d"), ("7c2d", "7h7s2s2c"), ("8h9h", "7d6dAsKd"), ("AdQc", "3h4cJhTh")],
)
def test_turn_features_are_those_of_every_runout(hand: str, board: str) -> None:
    check_against_naive(hand, board, bins=30)


def test_flop_strength_is_the_equity_against_a_random_hand() -> None:
    block = block_of("3h4cJh", 50, True)
    for hand in ("AdQc", "AhKh", "4d4h", "2c5c", "JdJs"):
        row = row_of(block, hand, "3h4cJh")
        assert block.strengths.ehs[row] == pytest.approx(
            hand_strength(hand, "3h4cJh").equity, abs=1e-7
        )


def test_potentials_of_the_published_example() -> None:
    """A♦Q♣ on 3♥4♣J♥: 0.208 and 0.274 (Billings, Papp, Schaeffer & Szafron 1998, table 2)."""
    block = block_of("3h4cJh", 50, True)
    row = row_of(block, "AdQc", "3h4cJh")
    assert block.strengths.positive_potential[row] == pytest.approx(0.208, abs=5e-4)
    assert block.strengths.negative_potential[row] == pytest.approx(0.274, abs=5e-4)


@pytest.mark.slow
@pytest.mark.parametrize(("hand", "board"), [("AdQc", "3h4cJh"), ("9s8s", "7s6sAs")])
def test_flop_features_are_those_of_every_runout(hand: str, board: str) -> None:
    check_against_naive(hand, board, bins=50)


@pytest.mark.parametrize(("board_cards", "bins", "step"), [(4, 20, 500), (5, None, 2000)])
def test_strengths_of_a_board_average_one_half(
    board_cards: int, bins: int | None, step: int
) -> None:
    """Of two hands that meet, one has the points that the other has not."""
    for block in strength_blocks(board_cards, bins=bins, boards=slice(None, None, step)):
        found = block.strengths
        for (first, last), board in zip(pairwise(block.starts), block.boards, strict=True):
            weights = block.multiplicities[first:last].astype(np.int64)
            deals = int(weights.sum())
            points = int((found.points[first:last] * weights).sum())
            assert 2 * points == deals * found.runouts * MOST_POINTS, cards_of(int(board))
        if found.histogram is not None:
            assert (found.histogram.sum(axis=1) == found.runouts).all()
        assert (found.ehs_squared >= np.square(found.ehs) - 1e-6).all()


def test_blocks_list_each_hand_once() -> None:
    for board_cards, deals in ((3, 25_989_600), (4, 305_377_800)):
        index = hold_em_index(board_cards)
        seen = np.zeros(index.size(1), np.bool_)
        total = 0
        for block in board_blocks(board_cards, threads=2):
            assert not seen[block.indices].any()
            seen[block.indices] = True
            total += int(block.multiplicities.sum())
            boards = np.repeat(block.boards, np.diff(block.starts))
            assert not (HOLE_MASKS[block.hands] & boards).any()
        assert seen.all()
        assert total == deals
        masks = np.column_stack([HOLE_MASKS[block.hands], boards])
        np.testing.assert_array_equal(index.index_masks(masks), block.indices)


def test_results_do_not_depend_on_the_number_of_threads() -> None:
    one, three = (
        [*strength_blocks(4, bins=10, potentials=True, boards=slice(0, 40), threads=threads)]
        for threads in (1, 3)
    )
    for name in ("points", "square_points", "histogram", "potentials"):
        np.testing.assert_array_equal(
            np.concatenate([getattr(block.strengths, name) for block in one]),
            np.concatenate([getattr(block.strengths, name) for block in three]),
        )


def test_progress_is_reported_and_may_stop() -> None:
    shares: list[float] = []

    def stop(share: float) -> None:
        shares.append(share)
        if len(shares) == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        for _ in strength_blocks(5, boards=slice(0, 8000), threads=1, progress=stop):
            pass
    assert shares == pytest.approx([0.128, 0.256, 0.384])


def test_streets_without_some_features() -> None:
    river = HandStrengths(5, np.array([1980, 990], np.uint16), None, None, None)
    np.testing.assert_allclose(river.ehs, [1, 0.5])
    np.testing.assert_allclose(river.ehs_squared, [1, 0.25])
    assert repr(river) == "<HandStrengths: 2 hands, 5 board cards, no histograms>"
    with pytest.raises(InputError, match="potentials were not calculated"):
        _ = river.positive_potential
    assert len(np.unique(preflop_indices())) == 169
    assert runout_count(3) == 1081


@pytest.mark.parametrize(
    ("board_cards", "options", "message"),
    [
        (2, {}, "board_cards must be 0, 3, 4 or 5, got 2"),
        (3, {"bins": 1}, "bins must be from 2 to 255, got 1"),
        (3, {"bins": 256}, "bins must be from 2 to 255, got 256"),
        (5, {"bins": 10}, "bins must be None on the river, where no card is to come"),
        (5, {"potentials": True}, "potentials require 3 or 4 board_cards, got"),
        (0, {"potentials": True}, "potentials require 3 or 4 board_cards, got"),
    ],
)
def test_wrong_options(board_cards: int, options: dict[str, int], message: str) -> None:
    with pytest.raises(InputError, match=message):
        hand_strengths(board_cards, **options)  # type: ignore[arg-type]
    if board_cards:
        with pytest.raises(InputError, match=message):
            next(strength_blocks(board_cards, **options))  # type: ignore[arg-type]


def weighted_sums(strengths: HandStrengths) -> Iterator[tuple[int, int]]:
    for block in board_blocks(strengths.board_cards):
        weights = block.multiplicities.astype(np.int64)
        yield int((strengths.points[block.indices] * weights).sum()), int(weights.sum())


@pytest.mark.slow
@pytest.mark.parametrize("board_cards", [3, 4, 5])
def test_strengths_of_a_street_average_one_half(board_cards: int) -> None:
    strengths = hand_strengths(board_cards, bins=30 if board_cards < 5 else None)
    points, deals = map(sum, zip(*weighted_sums(strengths), strict=True))
    assert 2 * points == deals * strengths.runouts * MOST_POINTS
    if strengths.histogram is not None:
        for start in range(0, len(strengths), 1 << 20):
            counts = strengths.histogram[start : start + (1 << 20)]
            assert (counts.sum(axis=1, dtype=np.int64) == strengths.runouts).all()


@pytest.mark.slow
def test_preflop_strengths_are_equities() -> None:
    strengths = hand_strengths(0, bins=50)
    indices = preflop_indices()
    for hand in ("AsAd", "7h2c", "JsTs", "2d2c"):
        found = float(strengths.ehs[indices[hole_index(*parse_cards(hand))]])
        exact = equity(hand, "random", method="exact").players[0].equity
        assert found == pytest.approx(exact, abs=1e-7)
    assert strengths.histogram is not None
    assert (strengths.histogram.sum(axis=1) == runout_count(0)).all()
    sizes: NDArray[np.int64] = np.bincount(hold_em_index(0).index(HOLE_CARDS))
    assert 2 * int((strengths.points * sizes).sum()) == 1326 * runout_count(0) * MOST_POINTS
