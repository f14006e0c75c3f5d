"""Weighted subsets of the flops."""

from dataclasses import astuple
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from tools.make_flop_subsets import DATA, flop_subsets_text, subset_text
from tools.solve_all_flops import SOLVED, write_solved_flops

from fifthstreet.abstraction import (
    SUBSET_SIZES,
    FlopStrengths,
    FlopSubset,
    MatchupError,
    SolvedFlops,
    SubsetError,
    board_textures,
    flop_strengths,
    flop_subset,
    hand_strengths,
    hold_em_index,
    make_flop_subset,
    preflop_indices,
    range_equity_error,
    read_solved_flops,
)
from fifthstreet.abstraction.flop_subsets import parse_subsets
from fifthstreet.abstraction.subset_error import matchup_error, subset_error
from fifthstreet.cards import Range, canonical_boards
from fifthstreet.errors import InputError
from tests.thoroughness import examples

FLOPS, COUNTS = canonical_boards(3)


def made_up(random: np.random.Generator, name: str = "made_up", flops: int = 1755) -> SolvedFlops:
    """Return results of a matchup in which the last hand class is never dealt."""
    weights = random.integers(0, 4, (flops, 2, 169))
    weights[:, :, -1] = 0
    return SolvedFlops(
        name=name,
        pot=5.0,
        ev=np.where(weights > 0, random.normal(0, 5, weights.shape), 0).astype(np.float32),
        weights=weights.astype(np.float32),
        bets=random.uniform(0, 1, (flops, 2)).astype(np.float32),
        exploitability=np.full(flops, 0.3, np.float32),
    )


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
    assert errors[2].ehs_rms < 0.005
    assert errors[-1].ehs_max < 0.005
    for matchup, name in enumerate(("raised", "three_bet")):
        of_matchup = [error.matchups[matchup] for error in errors]
        assert {each.name for each in of_matchup} == {name}
        for field in ("ev_rms", "ev_max"):
            numbers = [getattr(each, field) for each in of_matchup]
            assert numbers == sorted(numbers, reverse=True), field
        assert of_matchup[2].ev_rms < 0.012
        assert of_matchup[2].bet_max < 0.002


def test_error_of_ranges() -> None:
    on_subset, on_all = range_equity_error(flop_subset(49), Range("QQ"), Range("AKs"))
    assert on_all == pytest.approx(0.5395, abs=1e-4)
    assert on_subset == pytest.approx(on_all, abs=0.03)
    with pytest.raises(InputError, match="ranges are possible together on the subset's flops"):
        range_equity_error(flop_subset(49), Range("AsKs"), Range("AsKs"))


def test_unknown_size() -> None:
    with pytest.raises(InputError, match=r"must have 10, 25, 49, 85 or 184 flops, or .*, got 7"):
        flop_subset(7)


def slow_matchup_error(
    solved: SolvedFlops, flops: list[int], counts: list[int]
) -> tuple[float, float, float, float]:
    """Return the errors of `matchup_error`, one mean after the other."""

    def error_of(values: NDArray[Any], weights: NDArray[Any]) -> float:
        """Return the error of a mean on the chosen flops."""
        everywhere = np.average(values, weights=COUNTS[: len(solved)] * weights)
        chosen = weights[flops] * counts
        on_subset = np.average(values[flops], weights=chosen) if chosen.any() else everywhere
        return float(on_subset - everywhere)

    squares, most = [], 0.0
    for player in (0, 1):
        for hand in range(168):
            weights = solved.weights[:, player, hand].astype(float)
            error = error_of(solved.ev[:, player, hand] / solved.pot, weights)
            squares.append((error**2, COUNTS[: len(solved)] @ weights))
            most = max(most, abs(error))
    weights = solved.weights[:, 0].astype(float)
    matchups = weights.sum(axis=1)
    of_range = error_of((weights * solved.ev[:, 0]).sum(axis=1) / matchups / solved.pot, matchups)
    first = error_of(solved.bets[:, 0], matchups)
    second = error_of(solved.bets[:, 1], matchups * (1 - solved.bets[:, 0].astype(float)))
    numbers, times = np.array(squares).T
    rms = np.sqrt(np.average(numbers, weights=times))
    return rms, most, abs(of_range), max(abs(first), abs(second))


@settings(max_examples=examples(10))
@given(st.integers(0, 1_000), st.lists(st.integers(0, 29), min_size=1, max_size=6, unique=True))
def test_errors_of_a_matchup(seed: int, flops: list[int]) -> None:
    random = np.random.default_rng(seed)
    solved = made_up(random, flops=30)
    counts = random.integers(1, 100, len(flops))
    error = matchup_error(solved, COUNTS[:30], np.array(flops), counts)
    expected = slow_matchup_error(solved, flops, counts.tolist())
    assert astuple(error)[1:] == pytest.approx(expected, abs=1e-6)


def test_all_flops_have_the_means_of_a_matchup() -> None:
    solved = made_up(np.random.default_rng(1))
    error = matchup_error(solved, COUNTS, np.arange(1755), COUNTS)
    assert max(astuple(error)[1:]) < 1e-12


SHARES = st.integers(0, 10**6).map(lambda number: number / 10**6)
MATCHUPS = st.builds(MatchupError, st.sampled_from(["raised", "three_bet"]), *[SHARES] * 4)
ERRORS = st.builds(SubsetError, *[SHARES] * 5, st.lists(MATCHUPS, max_size=3).map(tuple))
ROWS = st.lists(st.integers(0, 1754), min_size=1, max_size=30, unique=True)


@settings(max_examples=examples(50))
@given(st.lists(st.tuples(ROWS, ERRORS), max_size=3))
def test_the_format_round_trips(contents: list[tuple[list[int], SubsetError]]) -> None:
    subsets = [FlopSubset(FLOPS[rows], COUNTS[rows], error) for rows, error in contents]
    text = "# A comment.\n" + "".join(map(subset_text, subsets))
    for subset, copy in zip(subsets, parse_subsets(text), strict=True):
        assert np.array_equal(subset.boards, copy.boards)
        assert np.array_equal(subset.counts, copy.counts)
        assert subset.error == copy.error


def test_solved_flops_are_written_and_read(tmp_path: Path) -> None:
    random = np.random.default_rng(2)
    matchups = [made_up(random, name, flops=20) for name in ("raised", "three_bet")]
    file = BytesIO()
    write_solved_flops(file, matchups)
    path = tmp_path / "solved.npz"
    path.write_bytes(file.getvalue())
    for one, other in zip(matchups, read_solved_flops(path), strict=True):
        assert (one.name, one.pot) == (other.name, other.pot)
        for field in ("ev", "weights", "bets", "exploitability"):
            assert np.array_equal(getattr(one, field), getattr(other, field))
    path.write_bytes(file.getvalue()[:1000])
    with pytest.raises(InputError, match=r"solved\.npz has no solved flops: "):
        read_solved_flops(path)
    with pytest.raises(InputError, match=r"has no solved flops: "):
        read_solved_flops(tmp_path / "missing.npz")
    bad = np.zeros((20, 3), np.float32)
    with pytest.raises(InputError, match=r"bets of x must have the shape \(20, 2\), got \(20, 3\)"):
        SolvedFlops("x", 5, matchups[0].ev, matchups[0].weights, bad, bad[:, 0])


@pytest.fixture(scope="module")
def strengths() -> FlopStrengths:
    return flop_strengths()


@pytest.mark.slow
@pytest.mark.skipif(not SOLVED.exists(), reason="python -m tools.solve_all_flops was not run")
def test_the_file_is_what_the_tool_makes(strengths: FlopStrengths) -> None:
    assert DATA.read_text(encoding="utf-8") == flop_subsets_text(
        strengths, read_solved_flops(SOLVED)
    )


@pytest.mark.slow
def test_errors_of_stored_subsets(strengths: FlopStrengths) -> None:
    for size in SUBSET_SIZES:
        subset = flop_subset(size)
        flops = np.searchsorted(FLOPS, subset.boards)
        error = subset_error(strengths, flops, subset.counts)
        assert astuple(error)[:5] == pytest.approx(astuple(subset.error)[:5], abs=1e-6)


@pytest.mark.slow
def test_solved_flops_take_part_in_the_choice(strengths: FlopStrengths) -> None:
    solved = made_up(np.random.default_rng(3))
    without = make_flop_subset(30, strengths)
    assert without.error.matchups == ()
    flops = np.searchsorted(FLOPS, without.boards)
    (before,) = subset_error(strengths, flops, without.counts, [solved]).matchups
    subset = make_flop_subset(30, strengths, [solved])
    assert subset.counts.sum() == 22_100
    (after,) = subset.error.matchups
    assert after.ev_rms < 0.8 * before.ev_rms
    with pytest.raises(InputError, match="made_up must be solved on all 1,755 flops, got 20"):
        make_flop_subset(30, strengths, [made_up(np.random.default_rng(3), flops=20)])


@pytest.mark.slow
def test_all_flops_have_no_error(strengths: FlopStrengths) -> None:
    error = subset_error(strengths, np.arange(1755), strengths.counts)
    assert max(astuple(error)[:5]) < 1e-12
    subset = make_flop_subset(1755, strengths)
    assert np.array_equal(subset.boards, strengths.boards)
    assert np.array_equal(subset.counts, strengths.counts)
    with pytest.raises(InputError, match="count must be 1 to 1,755 flops, got 1756"):
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
