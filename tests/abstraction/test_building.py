"""Abstractions of a few boards: deterministic, as good as k-means promises, the same by threads."""

from __future__ import annotations

import numpy as np
import pytest

from fifthstreet.abstraction import (
    RECIPES,
    BuildProgress,
    CardAbstraction,
    HandStrengths,
    Recipe,
    StreetRecipe,
    board_blocks,
    build_abstraction,
    strength_blocks,
)
from fifthstreet.abstraction.building import Builder, opponent_clusters

SOME = slice(7, None, 1_700)
BOARDS = {"flop": SOME, "turn": SOME, "river": SOME}  # 2, 10 and 80
CLUSTERED = Recipe(
    flop=StreetRecipe("emd", 40),
    turn=StreetRecipe("emd", 300, sample=3_000),
    river=StreetRecipe("ehs-percentile", 20),
    seed=3,
)
OCHS = Recipe(preflop=StreetRecipe("lossless", 169), river=StreetRecipe("ochs", 60, sample=5_000))


def built(recipe: Recipe, threads: int = 2) -> CardAbstraction:
    return Builder(recipe, threads=threads, boards=BOARDS).build()


def test_same_buckets_for_any_number_of_threads() -> None:
    first, second = built(CLUSTERED, 1), built(CLUSTERED, 3)
    assert first.hash == second.hash
    for name, quality in first.quality.items():
        assert quality.mean_cost == second.quality[name].mean_cost
        np.testing.assert_array_equal(quality.ehs, second.quality[name].ehs)
    assert built(Recipe.from_dict(CLUSTERED.to_dict() | {"seed": 4})).hash != first.hash


def test_quality_is_that_of_the_tables() -> None:
    abstraction = built(CLUSTERED)
    assert abstraction.counts == {"flop": 40, "turn": 300, "river": 20}
    assert [table.dtype for table in abstraction.tables.values()] == [np.uint8, np.uint16, np.uint8]
    (block,) = strength_blocks(4, boards=SOME)
    labels = abstraction.tables["turn"][block.indices]
    quality = abstraction.quality["turn"]
    deals = np.bincount(labels, block.multiplicities, 300)
    np.testing.assert_array_equal(quality.deals, deals)
    np.testing.assert_array_equal(quality.hands, np.bincount(labels, minlength=300))
    means = np.bincount(labels, block.strengths.ehs * block.multiplicities, 300) / deals
    np.testing.assert_allclose(quality.ehs, means, atol=1 / 32768)
    error = np.average((block.strengths.ehs - means[labels]) ** 2, weights=block.multiplicities)
    assert quality.ehs_error == pytest.approx(np.sqrt(error), rel=1e-3)
    assert 1 < quality.effective_buckets < 300
    assert quality.mean_cost is not None
    assert quality.mean_cost > 0


def test_more_buckets_lose_less() -> None:
    errors = [
        built(Recipe(turn=StreetRecipe("emd", count))).quality["turn"].ehs_error
        for count in (5, 20, 80)
    ]
    assert errors[0] > 1.5 * errors[1] > 2 * errors[2]


def test_strength_buckets() -> None:
    methods = ("ehs", "ehs-percentile", "ehs2")
    by_method = {each: built(Recipe(turn=StreetRecipe(each, 25))) for each in methods}
    (block,) = strength_blocks(4, boards=SOME)
    labels = {each: by_method[each].tables["turn"][block.indices] for each in methods}
    wanted = np.minimum(block.strengths.ehs * 25, 24).astype(int)
    np.testing.assert_array_equal(labels["ehs"], wanted)
    for each, values in (
        ("ehs-percentile", block.strengths.ehs),
        ("ehs2", block.strengths.ehs_squared),
    ):
        in_order = labels[each][np.argsort(values, kind="stable")]
        assert (np.diff(in_order.astype(int)) >= 0).all()
        shares = by_method[each].quality["turn"].deals / block.multiplicities.sum()
        assert 0.02 < shares.min() <= shares.max() < 0.06
    assert (labels["ehs-percentile"] != labels["ehs2"]).any()


def test_histograms_under_both_metrics() -> None:
    emd, l2 = (built(Recipe(turn=StreetRecipe(name, 30))) for name in ("emd", "histogram-l2"))
    assert emd.counts == l2.counts == {"turn": 30}
    assert (emd.tables["turn"] != l2.tables["turn"]).any()
    assert emd.quality["turn"].ehs_error < l2.quality["turn"].ehs_error < 0.1


@pytest.mark.slow  # turn hands lead to all rivers
def test_potential_aware_buckets() -> None:
    recipe = Recipe(
        turn=StreetRecipe("potential-aware", 30, bins=20), river=StreetRecipe("ehs", 60)
    )
    aware = Builder(recipe, boards={"turn": SOME}).build()
    assert aware.counts == {"turn": 30, "river": 60}
    assert aware.quality["turn"].ehs_error < 0.05
    assert (np.diff(aware.quality["turn"].ehs) > 0).mean() > 0.8  # from weak to strong, roughly


def test_opponents_are_clustered_by_their_histograms() -> None:
    histogram = np.zeros((169, 50), np.int64)
    histogram[np.arange(169), np.arange(169) * 50 // 169] = 10
    zeros = np.zeros(169, np.int64)
    strengths = HandStrengths(0, zeros, zeros, histogram, None)
    labels = opponent_clusters(8, strengths=strengths)
    assert (np.diff(labels.astype(int)) >= 0).all()
    assert len(set(labels.tolist())) == 8
    with pytest.raises(
        ValueError, match="strengths must have a histogram: calculate them with bins"
    ):
        opponent_clusters(8, strengths=HandStrengths(0, zeros, zeros, None, None))


@pytest.mark.slow  # preflop histograms add up all rivers
def test_opponent_clusters() -> None:
    abstraction = built(OCHS)
    assert abstraction.tables["preflop"].tolist() == list(range(169))
    assert abstraction.quality["preflop"].ehs_error == 0
    river = abstraction.quality["river"]
    assert len(river.hands) == 60
    assert (np.diff(river.ehs) > -0.2).all()  # from weak to strong, roughly
    assert river.ehs[0] < 0.15
    assert river.ehs[-1] > 0.85
    assert river.ehs_error < 0.06


def test_progress_and_interruption() -> None:
    states: list[BuildProgress] = []
    Builder(CLUSTERED, boards=BOARDS, progress=states.append).build()
    assert {state.street for state in states} == {"flop", "turn", "river"}
    assert all(0 <= state.share <= 1 for state in states)
    assert states[-1] == BuildProgress("flop", "assigning hands", 1.0)

    def interrupt(state: BuildProgress) -> None:
        if state.step == "moving centres":
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Builder(CLUSTERED, boards=BOARDS, progress=interrupt).build()


@pytest.mark.slow
def test_whole_tiny_recipe() -> None:
    abstraction = build_abstraction(RECIPES["tiny"])
    assert abstraction.counts == {"preflop": 169, "flop": 50, "turn": 50, "river": 50}
    for name, deals in (("flop", 25_989_600), ("turn", 305_377_800), ("river", 2_809_475_760)):
        assert abstraction.quality[name].deals.sum() == deals
        assert (abstraction.quality[name].deals > 0).all()
        assert abstraction.quality[name].hands.sum() == len(abstraction.tables[name])
    errors = [abstraction.quality[name].ehs_error for name in ("flop", "turn", "river")]
    assert errors == sorted(errors)
    assert errors[-1] < 0.06
    for block in board_blocks(5, boards=slice(0, None, 10_000)):
        by_board = abstraction.buckets_of_boards(block.boards)
        rows = np.repeat(np.arange(len(block.boards)), np.diff(block.starts))
        np.testing.assert_array_equal(
            by_board[rows, block.hands], abstraction.tables["river"][block.indices]
        )
