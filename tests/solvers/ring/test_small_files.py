"""Small files of tables: how they are packed, what they leave out, and certificates."""

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from fifthstreet.review import chart_at, preflop_charts
from fifthstreet.solvers import ring_solver
from fifthstreet.solvers.ring import RingSolver, RingStrategy, measure_on_other_boards, open_ring
from fifthstreet.solvers.ring.certificate import RingCertificate
from fifthstreet.solvers.ring.packing import (
    pack_shares,
    pack_values,
    rounded_shares,
    unpack_shares,
    unpack_values,
)
from fifthstreet.tree.strategy import Exploitability

RECIPE = {"seats": 3, "stack": 20}


@pytest.fixture(scope="module")
def solver() -> RingSolver:
    solver = ring_solver(RECIPE, after="checked-down", boards=20)
    solver.iterate(40)
    return solver


@pytest.fixture(scope="module")
def three(solver: RingSolver) -> RingStrategy:
    return solver.strategy()


def test_shares_stay_whole_in_eight_bits() -> None:
    rng = np.random.default_rng(3)
    starts = np.array([0, 2, 5, 9])
    shares = rng.random((9, 169)) ** 8
    for first, last in pairwise(starts):
        shares[first:last] /= shares[first:last].sum(axis=0)
    found = rounded_shares(shares, starts)
    assert np.add.reduceat(found.astype(int), starts[:-1], axis=0).min() == 255
    assert np.add.reduceat(found.astype(int), starts[:-1], axis=0).max() == 255
    assert np.abs(found / 255 - shares).max() <= 1 / 255
    assert np.array_equal(unpack_shares(pack_shares(found), 9), found)


def test_values_are_rounded_and_unknown_ones_stay_unknown() -> None:
    values = np.random.default_rng(3).normal(size=(7, 169)) * 30
    values[2, 5] = np.nan
    packed, step = pack_values(values)
    found = unpack_values(packed, 7, step)
    assert np.array_equal(np.isnan(found), np.isnan(values))
    assert np.nanmax(np.abs(found - values)) <= 0.51 * step
    assert step < 0.01
    assert pack_values(np.full((1, 169), np.nan))[1] == 1


def test_a_small_file_has_what_play_gets_to(three: RingStrategy, tmp_path: Path) -> None:
    file = tmp_path / "small.ring"
    three.save_small(file, 1e-3)
    small = open_ring(file)
    three.save(tmp_path / "whole.ring")
    assert 3 * file.stat().st_size < (tmp_path / "whole.ring").stat().st_size
    likely = three.decision_probabilities() >= 1e-3
    assert small.decisions == np.flatnonzero(likely).tolist()
    assert 0 < len(small.decisions) < len(three.decisions)
    for node in small.decisions:
        assert small.shares(node) == pytest.approx(three.shares(node), abs=1.1 / 255)
        found, expected = small.class_values(node), three.class_values(node)
        assert found == pytest.approx(expected, abs=20 / 10_000, nan_ok=True)
    assert small.record.least_probability == 1e-3
    assert [each.title for each in preflop_charts(small)] == [
        each.title for each in preflop_charts(three)
    ]


def test_what_is_left_out_is_never_made_up(three: RingStrategy, tmp_path: Path) -> None:
    three.save_small(tmp_path / "small.ring", 1e-2)
    small = open_ring(tmp_path / "small.ring")
    (node, *_) = (each for each in three.decisions if each not in set(small.decisions))
    assert small.is_left_out(node)
    assert not three.is_left_out(node)
    at = small.at(node, ())
    assert at.action_ev is not None
    for table in (at.strategy, at.action_ev, at.frequencies):
        assert np.isnan(table).all()
    with pytest.raises(ValueError, match="the file leaves out"):
        chart_at(small, small.tree.path(node))
    # Agents check or fold where probabilities do not add up to more than 0.
    assert np.isnan(small.hand_probabilities(node, (), 7)).all()
    assert max(map(np.max, small.reach(small.tree.children(node)[0], ()))) <= 1


def test_certificates(solver: RingSolver, three: RingStrategy) -> None:
    before = solver.exploitability()
    shares: list[float] = []
    found = measure_on_other_boards(solver, 3, boards=30, progress=shares.append)
    assert shares == sorted(shares)
    assert shares[-1] == pytest.approx(1)
    own = three.exploitability
    assert own.gains is not None
    assert own.values is not None
    assert found.values == pytest.approx(own.values, abs=0.05)
    for gain, error, known in zip(found.gains, found.errors, own.gains, strict=True):
        assert gain > -error
        assert gain == pytest.approx(known, abs=0.02 + error)
        assert 0 < error < 0.05
    assert RingCertificate.from_dict(found.to_dict(), 3) == found
    assert measure_on_other_boards(solver, 3, boards=30) == found
    assert solver.exploitability() == before
    assert three.with_certificate(found).record.certificate == found


def test_the_jackknife_removes_what_falls_with_the_number_of_sets() -> None:
    """A gain of 1, noise of 0.9 for one set, and 0.3 for three."""
    noisy = [Exploitability((gain,), (0.0,)) for gain in (1.45, 1.45, 1.45)]
    found = RingCertificate.of(Exploitability((1.3,), (0.0,)), noisy, 9, 5)
    assert found.gains == pytest.approx((1.0,))
    assert found.errors == (0.0,)
    spread = [Exploitability((gain,), (0.0,)) for gain in (2.5, 2.0, 1.5)]  # of sets 1, 2 and 3
    found = RingCertificate.of(Exploitability((2.0,), (0.0,)), spread, 9, 5)
    assert found.gains == pytest.approx((2.0,))
    assert found.errors[0] == pytest.approx(4.303 / np.sqrt(3))  # as of three results
