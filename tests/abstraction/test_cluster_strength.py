"""Equities against clusters, and buckets of the next street."""

from itertools import combinations

import numpy as np
import pytest

from fifthstreet.abstraction import (
    cluster_blocks,
    cluster_weights,
    hold_em_index,
    next_bucket_blocks,
    preflop_indices,
    preflop_next_buckets,
    strength_blocks,
)
from fifthstreet.cards import HOLE_CARDS, HOLE_MASKS, cards_of
from fifthstreet.cards.hands import evaluate_masks
from fifthstreet.errors import InputError

RNG = np.random.default_rng(5)
LABELS = RNG.integers(8, size=169)
SOME_BOARDS = slice(70_000, 70_002)


def naive_equity(
    hand: int, board: int, weights: np.ndarray[tuple[int], np.dtype[np.float32]]
) -> float:
    """Return the equity of a hand on a complete board against weighted hands, one by one."""
    ours = int(evaluate_masks([hand], board)[0])
    won = met = 0.0
    for other, weight in zip(HOLE_MASKS.tolist(), weights.tolist(), strict=True):
        if other & (hand | board) == 0 and weight:
            theirs = int(evaluate_masks([other], board)[0])
            won += weight * (1.0 if ours > theirs else 0.5 if ours == theirs else 0.0)
            met += weight
    return won / met


def test_equities_are_those_against_each_cluster() -> None:
    weights = RNG.random((11, 1326)).astype(np.float32)
    weights[3] = weights[3] < 0.02
    for clusters in (LABELS, weights):
        by_hand = cluster_weights(clusters)
        (block,) = cluster_blocks(clusters, boards=SOME_BOARDS)
        assert block.equities.shape == (len(block), len(by_hand))
        boards = np.repeat(block.boards, np.diff(block.starts))
        for row in RNG.integers(len(block), size=6).tolist():
            hand, board = int(HOLE_MASKS[block.hands[row]]), int(boards[row])
            for cluster in (0, 3, len(by_hand) - 1):
                expected = naive_equity(hand, board, by_hand[cluster])
                assert block.equities[row, cluster] == pytest.approx(expected, abs=1e-6)


def test_one_cluster_of_all_hands_is_the_hand_strength() -> None:
    (block,) = cluster_blocks(np.ones((1, 1326)), boards=SOME_BOARDS)
    (strengths,) = strength_blocks(5, boards=SOME_BOARDS)
    np.testing.assert_allclose(block.equities[:, 0], strengths.strengths.ehs, atol=1e-7)


def test_equities_against_clusters_add_up_to_the_hand_strength() -> None:
    weights = cluster_weights(LABELS)
    (block,) = cluster_blocks(LABELS, boards=SOME_BOARDS)
    (strengths,) = strength_blocks(5, boards=SOME_BOARDS)
    boards = np.repeat(block.boards, np.diff(block.starts))
    taken = HOLE_MASKS[block.hands] | boards
    met = (HOLE_MASKS[None, :] & taken[:, None] == 0).astype(np.float32) @ weights.T  # [N, K]
    np.testing.assert_allclose(
        (met * block.equities).sum(axis=1) / 990, strengths.strengths.ehs, atol=1e-6
    )


def test_a_cluster_without_a_possible_hand_counts_as_all_hands() -> None:
    weights = np.ones((2, 1326), np.float32)
    (block,) = strength_blocks(5, boards=slice(70_000, 70_001))
    weights[1] = HOLE_MASKS & block.boards[0] != 0
    (found,) = cluster_blocks(weights, boards=slice(70_000, 70_001))
    np.testing.assert_allclose(found.equities[:, 1], found.equities[:, 0], atol=1e-7)


def test_labels_are_by_preflop_index() -> None:
    labels = np.zeros(169, np.int64)
    aces = preflop_indices()[-1]  # the last hand is AsAh
    labels[aces] = 1
    weights = cluster_weights(labels)
    assert [tuple(HOLE_CARDS[hand] // 4) for hand in np.flatnonzero(weights[1])] == [(12, 12)] * 6
    assert weights.sum() == 1326


@pytest.mark.parametrize(
    ("clusters", "message"),
    [
        (np.zeros(168, np.int64), "clusters must be 169 integers or have shape"),
        (np.zeros(169), "clusters must be 169 integers or have shape"),
        (np.full(169, -1), "from 0 to 1023"),
        (np.arange(169) * 10, "from 0 to 1023"),
        (np.arange(169) * 2, "cluster 1 has no hand"),
        (np.zeros((2, 1326)), "cluster 0 has no hand"),
        (np.full((2, 1326), -1.0), "must be finite and 0 or more"),
        (np.full((2, 1326), np.nan), "must be finite and 0 or more"),
        (np.zeros((0, 1326)), "clusters must be 1 to 1024, got 0"),
    ],
)
def test_wrong_clusters(clusters: object, message: str) -> None:
    with pytest.raises(InputError, match=message):
        next(cluster_blocks(clusters))  # type: ignore[arg-type]


@pytest.mark.parametrize("board_cards", [3, 4])
def test_next_buckets_are_those_after_each_card(board_cards: int) -> None:
    index = hold_em_index(board_cards + 1)
    buckets = (np.arange(index.size(1), dtype=np.uint32) * 2_654_435_761 >> 16).astype(
        np.uint16
    ) % 700
    (block,) = next_bucket_blocks(board_cards, buckets, boards=slice(900, 903), threads=2)
    assert block.next_buckets.shape == (len(block), 50 - board_cards)
    boards = np.repeat(block.boards, np.diff(block.starts))
    counts = block.counts(700)
    assert (counts.sum(axis=1) == 50 - board_cards).all()
    for row in RNG.integers(len(block), size=10).tolist():
        hand, board = int(HOLE_MASKS[block.hands[row]]), int(boards[row])
        next_cards = cards_of((1 << 52) - 1 & ~(hand | board))
        deals = [[hand, board | 1 << card] for card in next_cards]
        expected = buckets[index.index_masks(deals)]
        np.testing.assert_array_equal(block.next_buckets[row], np.sort(expected))
        np.testing.assert_array_equal(counts[row], np.bincount(expected, minlength=700))
    with pytest.raises(InputError, match=r"buckets must be at least \d+, got 3"):
        block.counts(3)


def test_preflop_buckets_are_those_of_all_flops() -> None:
    index = hold_em_index(3)
    buckets = np.arange(index.size(1)) % 5
    counts = preflop_next_buckets(buckets)
    assert counts.shape == (169, 5)
    assert (counts.sum(axis=1) == 19_600).all()
    for hand in (0, 700, 1325):
        low, high = HOLE_CARDS[hand].tolist()
        rest = [card for card in range(52) if card not in (low, high)]
        deals = [[low, high, *flop] for flop in combinations(rest, 3)]
        expected = np.bincount(buckets[index.index(deals)], minlength=5)
        np.testing.assert_array_equal(counts[preflop_indices()[hand]], expected)


def test_wrong_buckets() -> None:
    with pytest.raises(InputError, match=r"be 13,960,050 integers, got int64 of shape \(5,\)"):
        next(next_bucket_blocks(3, np.zeros(5, np.int64)))
    with pytest.raises(InputError, match="buckets must be from 0 to 65535"):
        preflop_next_buckets(np.full(hold_em_index(3).size(1), -1))
    with pytest.raises(InputError, match="board_cards must be 3 or 4, got 5"):
        next(next_bucket_blocks(5, []))


@pytest.mark.slow
def test_all_boards_have_equities() -> None:
    rows = 0
    for block in cluster_blocks(LABELS):
        rows += len(block)
        assert ((block.equities >= 0) & (block.equities <= 1)).all()
    assert rows == 123_156_254


def test_equities_are_the_same_bits_on_any_number_of_threads() -> None:
    weights = np.random.default_rng(1).random((5, 1326)).astype(np.float32)
    for clusters in (LABELS, weights):
        one, *more = (
            np.concatenate(
                [
                    block.equities
                    for block in cluster_blocks(
                        clusters, boards=slice(0, None, 100), threads=threads
                    )
                ]
            )
            for threads in (1, 2, 3)
        )
        for equities in more:
            assert equities.tobytes() == one.tobytes()
