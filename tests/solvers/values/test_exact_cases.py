"""Exact cases and errors on them, with the network of the package."""

from dataclasses import replace
from itertools import combinations
from math import inf
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fifthstreet import _native
from fifthstreet.abstraction import high_evaluator
from fifthstreet.cards import HOLE_CLASS, HOLE_MASKS, compatible_weights, hole_index, parse_cards
from fifthstreet.errors import DamagedFileError, InputError
from fifthstreet.solvers.values import (
    MEASURES,
    ExactCase,
    ExactLeaves,
    FlopSampleSettings,
    FunctionLeaves,
    LaterBetting,
    Leaves,
    NetworkLeaves,
    PreflopNetworkLeaves,
    draw_case_situation,
    exact_cases,
    judge,
    load_cases,
    network_leaf_values,
    save_cases,
    shipped_network,
    solve_case,
)
from fifthstreet.solvers.values.case_errors import case_errors
from fifthstreet.solvers.values.class_hands import ClassHands, class_reach
from fifthstreet.solvers.values.exact_cases import mean_shares, met_weights
from fifthstreet.solvers.values.situations import draw_flops
from tests.faults.files import rewrite
from tests.solvers.values.networks import preflop_leaves

STORED = Path(__file__).with_name("turn.cases")
STORED_FLOPS = Path(__file__).with_name("flop.cases")
STORED_PREFLOP = Path(__file__).with_name("preflop.cases")


@pytest.fixture(scope="module")
def stored() -> list[ExactCase]:
    return load_cases(STORED)


def test_the_network_of_the_package_is_near_the_exact_values(stored: list[ExactCase]) -> None:
    every, *by_stack = judge(NetworkLeaves(shipped_network("turn"), threads=1), stored)
    assert every.cases == len(stored) == sum(row.cases for row in by_stack)
    assert every.stacks == (0, inf)
    limits = {"weighted": 0.009, "uniform": 0.013, "huber": 0.0004}
    for name in MEASURES:
        assert every.errors[name].mean < limits[name]
        assert every.errors[name].mean < 0.15 * every.baseline[name].mean
    for row in by_stack:
        assert row.errors["weighted"].mean < 0.2 * row.baseline["weighted"].mean


def test_the_network_for_the_flop_is_near_the_exact_values() -> None:
    """The stored cases were solved on a GPU."""
    network = shipped_network("flop")
    cases = load_cases(STORED_FLOPS)
    assert {len(case.situation.board) for case in cases} == {3}
    every, *by_stack = judge(network_leaf_values(network, threads=1), cases)
    assert every.cases == len(cases) == 8
    limits = {"weighted": 0.0115, "uniform": 0.014, "huber": 0.00025}
    for name in MEASURES:
        assert every.errors[name].mean < limits[name]
        assert every.errors[name].mean < 0.1 * every.baseline[name].mean
    for row in by_stack:
        assert row.errors["weighted"].mean < 0.15 * row.baseline["weighted"].mean
    assert every.baseline["weighted"].mean == pytest.approx(0.1129, abs=0.0001)
    tested = network.about["tested"]
    assert tested["cases"] == 30  # of which 8 are stored here
    stated = tested["errors"]["weighted"]["mean"]
    assert network.error_pot_percent == pytest.approx(100 * stated) == pytest.approx(1.13, abs=0.01)
    assert every.errors["weighted"].mean == pytest.approx(stated, rel=0.1)


def test_the_network_for_preflop_is_near_solved_flops() -> None:
    """The stored cases were solved on a GPU, on 195 flops.

    Most of the error is the choice of flops: with 85 instead of 25, it is 1% of the pot.
    """
    network, cases = shipped_network("preflop"), load_cases(STORED_PREFLOP)
    every, *by_stack = judge(PreflopNetworkLeaves(network, flops=25), cases)
    assert every.cases == len(cases) == 8
    for name in MEASURES:
        assert every.errors[name].mean < 0.26 * every.baseline[name].mean
    for row in by_stack:
        assert row.errors["weighted"].mean < 0.25 * row.baseline["weighted"].mean
    tested = network.about["tested"]
    assert tested["cases"] == 40  # of which 8 are stored here
    stated = 100 * tested["errors"]["weighted"]["mean"]
    assert network.error_pot_percent == pytest.approx(stated) == pytest.approx(1.05, abs=0.01)


def test_equity_alone_is_the_equity_all_in() -> None:
    """On flops as on turns; the network that adds nothing is compared with all runouts."""
    case = load_cases(STORED_FLOPS)[0]
    flop, reach = case.situation.board, case.situation.reach
    left = [card for card in range(52) if card not in flop]
    masks = np.array([sum(1 << card for card in (*flop, *pair)) for pair in combinations(left, 2)])
    opposing = np.ascontiguousarray(reach[::-1].T, np.float64)
    points, met = np.zeros_like(opposing), np.zeros_like(opposing)
    _native.meet_ranges(high_evaluator(), masks.astype(np.uint64), opposing, points, met)
    shares = np.divide(points, met, out=np.full(met.shape, 0.5), where=met > 0).T - 0.5
    shares = np.where(met_weights(case.situation) > 0, shares, 0).astype(np.float32)
    exact = replace(case, shares=shares)
    baseline = judge(FunctionLeaves(lambda *_: shares + 0.5), [exact])[0].baseline
    assert baseline["uniform"].mean == pytest.approx(0, abs=1e-5)


@pytest.mark.slow
def test_stored_cases_are_solved_again(stored: list[ExactCase]) -> None:
    """As `fifthstreet values test --seed 1 --save-cases` writes them."""
    situation = draw_case_situation(1, 0)
    assert situation.board == stored[0].situation.board
    assert np.abs(situation.reach - stored[0].situation.reach).max() < 1e-6
    assert np.abs(solve_case(situation).shares - stored[0].shares).max() < 1e-4


def test_shares_are_means_that_sum_to_zero(stored: list[ExactCase]) -> None:
    for case in stored:
        situation = case.situation
        met = met_weights(situation)
        board = np.uint64(sum(1 << card for card in situation.board))
        assert not met[:, HOLE_MASKS & board != 0].any()
        assert not case.shares[met == 0].any()
        won = (situation.reach * met * case.shares).sum(axis=1, dtype=np.float64)
        dealt = (situation.reach * met).sum(axis=1, dtype=np.float64)
        assert (won / dealt).sum() == pytest.approx(0, abs=1e-4)
        assert np.abs(case.shares).max() <= situation.stack + 0.5 + 1e-4


def test_errors_are_as_defined(stored: list[ExactCase]) -> None:
    near = NetworkLeaves(shipped_network("turn"), threads=1)
    situation = stored[0].situation
    shares = mean_shares(near, situation)
    met = met_weights(situation)
    moved = np.where(met > 0, shares + np.array([[0.1], [-3.0]], np.float32), 0)
    weighted, uniform, huber = case_errors(near, ExactCase(situation, moved))
    hands = (met > 0).sum(axis=1)
    assert weighted == pytest.approx((0.1 + 3) / 2, rel=1e-4)  # both ranges are dealt as often
    assert uniform == pytest.approx(np.average([0.1, 3], weights=hands), rel=1e-4)
    assert huber == pytest.approx(np.average([0.005, 2.5], weights=hands), rel=1e-4)
    assert case_errors(near, ExactCase(situation, shares)) == (0, 0, 0)


def test_intervals_are_of_means(stored: list[ExactCase]) -> None:
    near = NetworkLeaves(shipped_network("turn"), threads=1)
    errors = np.array([case_errors(near, case)[0] for case in stored])
    found = judge(near, stored)[0].errors["weighted"]
    assert found.mean == pytest.approx(errors.mean())
    assert found.interval == pytest.approx(1.96 * errors.std(ddof=1) / len(errors) ** 0.5)
    assert judge(near, stored[:1])[0].errors["weighted"].interval is None


def test_cases_are_drawn_apart_and_again() -> None:
    first, again, second = (draw_case_situation(1, number) for number in (0, 0, 1))
    assert first.board == again.board
    assert first.stack == again.stack
    assert (first.reach == again.reach).all()
    assert first.stack != second.stack
    assert draw_case_situation(2, 0).stack != first.stack


def test_a_case_has_the_values_of_exact_leaves(monkeypatch: pytest.MonkeyPatch) -> None:
    """A single river instead of 48, so that it takes a moment."""
    situation = replace(draw_case_situation(0, 0), stack=1.5)
    leaves = Leaves(situation.board, np.array([10.0]), np.array([15.0]))
    card = next(card for card in range(52) if card not in situation.board)
    exact = ExactLeaves(iterations=200, threads=1)
    river = exact.values_after(leaves, situation.reach[None], card)[0]
    monkeypatch.setattr(
        ExactLeaves, "values", lambda self, *given: self.values_after(*given, card=card)
    )
    met = met_weights(situation)
    found = solve_case(situation, threads=1).shares
    assert found * met * 10 == pytest.approx(np.where(met > 0, river, 0), abs=1e-3)


def test_cases_are_read_as_they_were_written(stored: list[ExactCase], tmp_path: Path) -> None:
    save_cases(tmp_path / "my.cases", stored[:2])
    for read, written in zip(load_cases(tmp_path / "my.cases"), stored, strict=False):
        assert read.situation.board == written.situation.board
        assert read.situation.stack == written.situation.stack
        assert (read.situation.reach == written.situation.reach).all()
        assert (read.shares == written.shares).all()


def test_cases_of_flops_are_drawn_and_written(tmp_path: Path) -> None:
    situation = draw_case_situation(1, 0, "flop")
    assert situation.street == "flop"
    assert len(situation.board) == 3
    stored = load_cases(STORED_FLOPS)[:2]
    save_cases(tmp_path / "my.cases", stored)
    for read, written in zip(load_cases(tmp_path / "my.cases"), stored, strict=True):
        assert read.situation.board == written.situation.board
        assert (read.shares == written.shares).all()


def test_a_flop_is_solved_as_its_turns_are(monkeypatch: pytest.MonkeyPatch) -> None:
    """A single turn instead of 49, with a stack that leaves little to bet."""
    situation = replace(draw_case_situation(0, 0, "flop"), stack=0.15)
    leaves = Leaves(situation.board, np.array([10.0]), np.array([1.5]))
    card = next(card for card in range(52) if card not in situation.board)
    exact = ExactLeaves(LaterBetting("a", "", 1), iterations=45, threads=1)
    turn = exact.values_after(leaves, situation.reach[None], card)[0]
    monkeypatch.setattr(
        ExactLeaves, "values", lambda self, *given: self.values_after(*given, card=card)
    )
    met = met_weights(situation)
    found = solve_case(situation, exact.betting, threads=1).shares
    assert found * met * 10 == pytest.approx(np.where(met > 0, turn, 0), abs=1e-3)


def test_a_case_before_the_flop_is_a_mean_over_solved_flops(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Two flops and few iterations instead of 195 and 100."""
    monkeypatch.setattr(exact_cases, "CASE_FLOPS", 2)
    monkeypatch.setattr(exact_cases, "_CASE_ITERATIONS", 3)
    situation = draw_case_situation(1, 0, "preflop")
    assert situation.street == "preflop"
    betting = LaterBetting("a", "", 1)
    case = solve_case(situation, betting, threads=1)
    flops, _ = draw_flops(np.random.default_rng(exact_cases._STREAM), 2)
    settings = FlopSampleSettings(iterations=3, betting=betting)
    reach = situation.reach[None].astype(float)
    (solved,) = settings.solve_flops(flops, situation.stack, reach, "native")
    hands = ClassHands.of(class_reach(reach))
    expected = []
    chosen = (hole_index(*parse_cards(text)) for text in ("AsKs", "7d7c"))
    classes = [np.flatnonzero(HOLE_CLASS[hand] == HOLE_CLASS) for hand in chosen]
    for same in classes:
        added = weight = 0.0
        for flop, shares, equity in zip(flops, solved.shares, solved.equity, strict=True):
            possible = HOLE_MASKS & np.uint64(sum(1 << card for card in flop)) == 0
            met = compatible_weights(reach[:, ::-1] * possible)[0, 0] * possible
            added += (met * (shares[0, 0] - equity[0, 0] / 2))[same].sum()
            weight += met[same].sum()
        expected.append(hands.equity[0, 0, HOLE_CLASS[same[0]]] / 2 + added / weight)
        assert np.ptp(case.shares[0, same]) == 0
    # All shares are moved alike, so that both players' sum to zero.
    found = [case.shares[0, same[0]] for same in classes]
    assert found[0] - found[1] == pytest.approx(expected[0] - expected[1], abs=1e-5)
    won = (situation.reach * met_weights(situation) * case.shares).sum(dtype=np.float64)
    assert won / (situation.reach * met_weights(situation)).sum() == pytest.approx(0, abs=1e-5)
    save_cases(tmp_path / "my.cases", [case])
    (read,) = load_cases(tmp_path / "my.cases")
    assert read.situation.board == ()
    assert (read.situation.reach == situation.reach).all()
    assert (read.shares == case.shares).all()
    equity = judge(preflop_leaves(0, scale=0), [read])[0]
    assert equity.errors == equity.baseline
    assert equity.errors["weighted"].mean > 0.001


def test_cases_of_different_bets_are_not_saved_together(
    stored: list[ExactCase], tmp_path: Path
) -> None:
    other = replace(stored[1], betting=LaterBetting("a"))
    save_cases(tmp_path / "my.cases", [other])
    assert load_cases(tmp_path / "my.cases")[0].betting == LaterBetting("a")
    with pytest.raises(InputError, match="the same bet sizes, got 2 different ones"):
        save_cases(tmp_path / "my.cases", [stored[0], other])


def _fill(name: str, value: Any) -> Any:
    return lambda _, arrays: arrays[name].fill(value)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (_fill("boards", 52), "cards must be from 0 to 51, got 52"),
        (_fill("boards", 3), "the board of leaves must be 0, 3 or 4 different cards"),
        (_fill("stacks", 0), "stacks of leaves must be more than 0"),
        (_fill("reach", -1), "reach must be finite and at least 0"),
        (_fill("shares", np.inf), "reach and shares must be finite, in the shape"),
        (lambda _, arrays: arrays.update(stacks=np.ones(3)), "boards must be at least one"),
        (lambda facts, _: facts["betting"].update(bets=5), "bets must be str, got 5"),
        (lambda *_: "strategy", "must be an exact_cases, got a strategy"),
    ],
)
def test_files_with_wrong_content_are_refused(
    stored: list[ExactCase], tmp_path: Path, change: Any, message: str
) -> None:
    path = tmp_path / "my.cases"
    save_cases(path, stored[:1])
    rewrite(path, change)
    with pytest.raises(DamagedFileError, match=message):
        load_cases(path)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"missing\.cases cannot be read: No such file"):
        load_cases(tmp_path / "missing.cases")
