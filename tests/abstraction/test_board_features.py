"""Features of all hands on one board, and clusters of them."""

import numpy as np
import pytest

from fifthstreet.abstraction import (
    board_equities,
    board_strengths,
    cluster,
    cluster_weights,
    equal_width,
)
from fifthstreet.cards import (
    HOLE_MASKS,
    SUIT_PERMUTATIONS,
    hole_permutation,
    parse_hole,
    parse_mask,
)
from fifthstreet.cards import parse_cards as cards
from fifthstreet.errors import InputError
from tests.oracles.naive_strength import naive_strength

TURN, RIVER = "QsJh2h7c", "QsJh2h7c4d"
IS_LIVE = HOLE_MASKS & np.uint64(parse_mask(TURN)) == 0


@pytest.mark.parametrize("hand", ["AhKh", "QdQc", "3d3c"])
def test_turn_features_are_those_of_every_runout(hand: str) -> None:
    strengths = board_strengths(TURN, bins=10, potentials=True)
    wanted, at = naive_strength(cards(hand), cards(TURN)), parse_hole(hand)
    assert strengths.points[at] == sum(wanted.points)
    assert strengths.histogram is not None
    assert strengths.histogram[at].tolist() == wanted.histogram(10)
    assert strengths.positive_potential[at] == pytest.approx(wanted.positive_potential)
    assert strengths.negative_potential[at] == pytest.approx(wanted.negative_potential)


def test_blocked_hands_have_zeros() -> None:
    strengths = board_strengths(TURN, bins=10)
    assert len(strengths) == 1326
    assert not strengths.points[~IS_LIVE].any()
    assert strengths.points[IS_LIVE].all()
    assert strengths.histogram is not None
    assert set(strengths.histogram.sum(axis=1)[IS_LIVE].tolist()) == {46}


def test_suits_do_not_matter() -> None:
    strengths = board_strengths(TURN, potentials=True)
    for perm in SUIT_PERMUTATIONS[::5]:
        renamed = sum(1 << int(card) // 4 * 4 + perm[int(card) % 4] for card in cards(TURN))
        others = board_strengths(renamed, potentials=True)
        images = hole_permutation(perm)
        np.testing.assert_array_equal(others.points[images], strengths.points)
        np.testing.assert_array_equal(
            others.negative_potential[images], strengths.negative_potential
        )


def test_equities_against_clusters() -> None:
    clusters = np.arange(169) % 8
    equities = board_equities(RIVER, clusters)
    assert equities.shape == (1326, 8)
    everything = board_equities(RIVER, np.ones((1, 1326)))
    np.testing.assert_allclose(everything[:, 0], board_strengths(RIVER).ehs, atol=1e-6)
    is_free = HOLE_MASKS & np.uint64(parse_mask(RIVER)) == 0
    hand = parse_hole("AhKh")
    free = is_free & (HOLE_MASKS & HOLE_MASKS[hand] == 0)
    weights = cluster_weights(clusters)[:, free].sum(axis=1)
    assert equities[hand] @ weights / weights.sum() == pytest.approx(everything[hand, 0], abs=1e-6)


@pytest.mark.parametrize("count", [50, 100, 200])
def test_buckets_by_hand_strength(count: int) -> None:
    """floor(EHS x N) for 50 to 200 buckets; the nuts, with an EHS of 1, are in the last one."""
    ehs = board_strengths("AsKsQs2h3d").ehs
    buckets = equal_width(ehs, count)
    assert ehs[parse_hole("JsTs")] == 1
    assert buckets[parse_hole("JsTs")] == count - 1
    below = ehs < 1
    np.testing.assert_array_equal(buckets[below], np.floor(ehs[below].astype(float) * count))


def test_features_are_clustered_to_convergence() -> None:
    """EHS, EHS² and both potentials as one vector, k-means++ until nothing changes."""
    strengths = board_strengths(TURN, potentials=True)
    features = strengths.features()
    assert features.shape == (1326, 4)
    hand = parse_hole("AhKh")
    assert features[hand].tolist() == [
        strengths.ehs[hand],
        strengths.ehs_squared[hand],
        strengths.positive_potential[hand],
        strengths.negative_potential[hand],
    ]
    live = features[IS_LIVE]
    clusters = cluster(live, 20, metric="l2", tolerance=0, max_iterations=1_000)
    assert clusters.has_converged
    assert len(clusters) == 20
    distances = ((live[:, None] - clusters.centres) ** 2).sum(axis=2)
    nearest = distances[np.arange(len(live)), clusters.labels]
    assert (nearest <= distances.min(axis=1) + 1e-3).all()
    # A draw and a pair of about the same strength are told apart.
    draw, pair = parse_hole("Th9h"), parse_hole("5d5c")
    assert abs(strengths.ehs[draw] - strengths.ehs[pair]) < 0.01
    labels = np.full(1326, -1)
    labels[IS_LIVE] = clusters.labels
    assert labels[draw] != labels[pair]


def test_wrong_boards() -> None:
    with pytest.raises(InputError, match="board must be 3 to 5 cards, got 'QsJh'"):
        board_strengths("QsJh")
    with pytest.raises(InputError, match="board must have 5 cards, got 4"):
        board_equities(TURN, np.zeros(169, int))
    with pytest.raises(InputError, match="potentials require 3 or 4 board_cards, got 5"):
        board_strengths(RIVER, potentials=True)
