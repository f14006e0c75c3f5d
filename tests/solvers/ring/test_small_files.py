"""Small files of tables: how they are packed, what they leave out, and certificates."""

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from fifthstreet.review import chart_at, preflop_charts
from fifthstreet.solvers import ring_solver
from fifthstreet.solvers.ring import RingStrategy, measure_on_other_boards, open_ring
from fifthstreet.solvers.ring.certificate import RingCertificate
from fifthstreet.solvers.ring.packing import (
    pack_shares,
    pack_values,
    rounded_shares,
    unpack_shares,
    unpack_values,
)

RECIPE = {"seats": 3, "stack": 20}


@pytest.fixture(scope="module")
def three() -> RingStrategy:
    solver = ring_solver(RECIPE, after="checked-down", boards=20)
    solver.iterate(40)
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


def test_certificates(three: RingStrategy) -> None:
    leaves = ring_solver(RECIPE, after="checked-down", boards=20).leaf_source
    shares: list[float] = []
    found = measure_on_other_boards(three, leaves, 3, boards=30, progress=shares.append)
    assert shares == sorted(shares)
    assert shares[-1] == pytest.approx(1)
    own = three.exploitability
    assert own.gains is not None
    assert own.values is not None
    assert found.values == pytest.approx(own.values, abs=0.05)
    for gain, error, known in zip(found.gains, found.errors, own.gains, strict=True):
        assert gain > -1e-4
        assert gain == pytest.approx(known, abs=0.03 + error)
        assert 0 < error < 0.05
    assert RingCertificate.from_dict(found.to_dict(), 3) == found
    again = measure_on_other_boards(three, leaves, 3, boards=30)
    assert again == found
    certified = three.with_certificate(found)
    assert certified.record.certificate == found


def test_intervals_are_students() -> None:
    found = RingCertificate.of([[0.0]] * 3, [[1.0], [2.0], [3.0]], 9, 5)
    assert found.gains == (2.0,)
    assert found.errors[0] == pytest.approx(4.303 / np.sqrt(3))  # two degrees of freedom
