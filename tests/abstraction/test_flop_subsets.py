"""Weighted subsets of the flops."""

import numpy as np
import pytest
from tools.make_flop_subsets import DATA, flop_subsets_text

from fifthstreet.abstraction import (
    SUBSET_SIZES,
    FlopStrengths,
    board_textures,
    flop_strengths,
    flop_subset,
    hand_strengths,
    hold_em_index,
    make_flop_subset,
    preflop_indices,
    range_equity_error,
)
from fifthstreet.abstraction.flop_subsets import subset_error
from fifthstreet.cards import Range, canonical_boards


@pytest.mark.parametrize("size", SUBSET_SIZES)
def test_stored_subsets(size: int) -> None:
    subset = flop_subset(size)
    assert len(subset) == size == len(set(subset.boards.tolist()))
    assert set(subset.boards.tolist()) <= set(canonical_boards(3)[0].tolist())
    assert subset.counts.min() > 0
    assert subset.counts.sum() == 22_100
    # As rare as they are: 5% of all flops have one suit, 17% a pair.
    textures = board_textures(subset.boards)
    for is_kind, share in ((textures.num_suits == 1, 0.052), (textures.num_ranks == 2, 0.169)):
        assert subset.counts[is_kind].sum() / 22_100 == pytest.approx(share, abs=0.03)


def test_larger_subsets_are_better() -> None:
    errors = [flop_subset(size).error for size in SUBSET_SIZES]
    for name in ("ehs_rms", "ehs_max", "ehs_squared_rms", "ehs_squared_max", "texture_max"):
        numbers = [getattr(error, name) for error in errors]
        assert numbers == sorted(numbers, reverse=True), name
    assert errors[1].ehs_rms < 0.006
    assert errors[-1].ehs_max < 0.007


def test_error_of_ranges() -> None:
    on_subset, on_all = range_equity_error(flop_subset(49), Range("QQ"), Range("AKs"))
    assert on_all == pytest.approx(0.5395, abs=1e-4)
    assert on_subset == pytest.approx(on_all, abs=0.03)
    with pytest.raises(ValueError, match=r"leave no hands, or only hands that share a card"):
        range_equity_error(flop_subset(49), Range("AsKs"), Range("AsKs"))


def test_unknown_size() -> None:
    with pytest.raises(ValueError, match=r"no subset of 7 flops; want 25, 49, 85 or 184, or make"):
        flop_subset(7)


@pytest.fixture(scope="module")
def strengths() -> FlopStrengths:
    return flop_strengths()


@pytest.mark.slow
def test_the_file_is_what_the_tool_makes(strengths: FlopStrengths) -> None:
    assert DATA.read_text(encoding="utf-8") == flop_subsets_text(strengths)


@pytest.mark.slow
def test_all_flops_have_no_error(strengths: FlopStrengths) -> None:
    error = subset_error(strengths, np.arange(1755), strengths.counts)
    assert max(vars(error).values()) < 1e-12
    subset = make_flop_subset(1755, strengths)
    assert np.array_equal(subset.boards, strengths.boards)
    assert np.array_equal(subset.counts, strengths.counts)
    with pytest.raises(ValueError, match=r"a subset of 1756 flops; want 1 to 1,755"):
        make_flop_subset(1756, strengths)


@pytest.mark.slow
def test_strengths_are_those_of_hands(strengths: FlopStrengths) -> None:
    of_hands = hand_strengths(3)
    for flop in (0, 700, 1754):
        indices = hold_em_index(3).index_holes(strengths.boards[[flop]])[0]
        live = np.flatnonzero(indices >= 0)
        classes = preflop_indices()[live]
        points = np.bincount(classes, of_hands.points[indices[live]], 169)
        assert np.array_equal(strengths.points[flop], points)
        assert np.array_equal(strengths.hands[flop], np.bincount(classes, minlength=169))
    # Over all flops, a class has the strength that it has preflop.
    deals = strengths.counts[:, None] * strengths.hands
    means = (strengths.features()[:, :, 0] * deals).sum(axis=0) / deals.sum(axis=0)
    assert means == pytest.approx(hand_strengths(0).ehs, abs=1e-6)
