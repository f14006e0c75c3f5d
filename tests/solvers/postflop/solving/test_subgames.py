"""Streets that a file omits are re-solved to nearly the same values."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from fifthstreet.cards import Range
from fifthstreet.errors import InputError
from fifthstreet.solvers.postflop import (
    Node,
    Solution,
    Spot,
    TruncatedSolution,
    card_report,
    open_solution,
    solve,
)
from fifthstreet.solvers.postflop.solving.subgames import _ranges
from fifthstreet.tree import Rake
from fifthstreet.tree.strategy import Lock
from tests.solvers.postflop.same import assert_same_bits
from tests.solvers.postflop.stored_spots import LOCKED, TURN


def assert_close(node: Node, full: Node, chips: float) -> None:
    """The same node, with nearly the same values and frequencies."""
    assert (node.path, node.kind, node.board) == (full.path, full.kind, full.board)
    assert (node.player, node.actions, node.street) == (full.player, full.actions, full.street)
    assert node.pot == pytest.approx(full.pot)
    assert node.stacks == pytest.approx(full.stacks)
    assert node.strategy.shape == full.strategy.shape
    assert node.range_ev == pytest.approx(full.range_ev, abs=chips)
    assert node.range_equity == pytest.approx(full.range_equity, abs=0.02)
    assert node.frequencies == pytest.approx(full.frequencies, abs=0.12)


@pytest.mark.parametrize("path", ["r:k:k:n8c", "r:k:k:nAs:k", "r:b12.5:c:n2c", "r:k:k:n8c:k:k"])
def test_rivers_are_re_solved(path: str, turn: Solution, tmp_path: Path) -> None:
    full = turn.save(tmp_path / "full")
    size = turn.save(tmp_path / "file", last_street=2)
    assert size.bytes < full.bytes / 10
    opened = open_solution(tmp_path / "file", verify=True)
    assert opened.last_street == 2
    for stored in ("r", "r:k", "r:k:k"):
        assert_same_bits(opened.node(stored), turn.node(stored))
    assert_close(opened.node(path), turn.node(path), chips=0.03 * turn.spot.pot)


def test_reach_at_the_start_of_a_street_is_that_of_the_solution(
    turn: Solution, tmp_path: Path
) -> None:
    turn.save(tmp_path / "file", last_street=2)
    node = open_solution(tmp_path / "file").node("r:b12.5:c:n2c")
    for mine, theirs in zip(node.reach, turn.node("r:b12.5:c:n2c").reach, strict=True):
        np.testing.assert_allclose(mine, theirs, rtol=1e-6, atol=1e-9)


def test_values_of_a_missing_street_agree_with_the_stored_ones(
    turn: Solution, tmp_path: Path
) -> None:
    turn.save(tmp_path / "file", last_street=2)
    opened = open_solution(tmp_path / "file")
    reports = card_report(opened, "r:k:k")
    assert sum(report.probability for report in reports) == pytest.approx(1)
    before = turn.node("r:k:k").range_ev
    for player in (0, 1):
        mean = sum(report.probability * report.ev[player] for report in reports)
        assert mean == pytest.approx(before[player], abs=0.005 * turn.spot.pot)


@pytest.mark.parametrize("last_street", [1, 2])
def test_turns_and_rivers_are_re_solved(last_street: int, flop: Solution, tmp_path: Path) -> None:
    flop.save(tmp_path / "file", last_street=last_street)
    opened = open_solution(tmp_path / "file")
    for path in ("r", "r:b15", "r:k:k"):
        assert_same_bits(opened.node(path), flop.node(path))
    # Only nodes that many hands reach: elsewhere equilibria can differ widely.
    for path in ("r:k:k:n3c", "r:k:k:n3c:k", "r:k:k:nTs", "r:k:k:n3c:k:k:n4d"):
        assert_close(opened.node(path), flop.node(path), chips=0.05 * flop.spot.pot)


def test_reports_below_a_missing_street(flop: Solution, tmp_path: Path) -> None:
    flop.save(tmp_path / "file", last_street=1)
    opened = open_solution(tmp_path / "file")
    mine, theirs = (card_report(each, "r:k:k:n3c:k:k") for each in (opened, flop))
    assert [report.card for report in mine] == [report.card for report in theirs]
    for one, other in zip(mine, theirs, strict=True):
        assert one.probability == pytest.approx(other.probability, abs=0.01)
        assert one.equity == pytest.approx(other.equity, abs=0.05, nan_ok=True)


def kept_subgames(solution: Solution) -> int:
    assert isinstance(solution, TruncatedSolution)
    return len(solution._subgames._solved)


def test_a_subgame_is_solved_once(turn: Solution, tmp_path: Path) -> None:
    turn.save(tmp_path / "file", last_street=2)
    opened = open_solution(tmp_path / "file")
    assert_same_bits(opened.node("r:k:k:n8c:k"), opened.node("r:k:k:n8c:k"))
    assert kept_subgames(opened) == 1


def test_subgames_over_the_memory_limit_are_dropped(
    turn: Solution, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fifthstreet.solvers.postflop.solving.subgames._MAX_BYTES", 1)
    turn.save(tmp_path / "file", last_street=2)
    opened = open_solution(tmp_path / "file")
    first = opened.node("r:k:k:n8c")
    opened.node("r:k:k:n8d")
    assert kept_subgames(opened) == 1
    assert_same_bits(opened.node("r:k:k:n8c"), first)


def test_locks_hold_on_re_solved_streets(tmp_path: Path) -> None:
    """Locks on the card dealt or on every card hold; locks on another card do not."""
    full = solve(LOCKED, target_pot_percent=0.1)
    full.save(tmp_path / "file", last_street=2)
    opened = open_solution(tmp_path / "file")
    for path in ("r:k:k:n2c", "r:k:k:n3c", "r:k:k:n2c:k", "r:k:k:n3c:k"):
        assert_close(opened.node(path), full.node(path), chips=0.05 * LOCKED.pot)
    assert opened.node("r:k:k:n2c").frequencies[0] == 1
    assert opened.node("r:k:k:n3c").frequencies[0] < 1
    after_check = opened.node("r:k:k:n3c:k")
    assert after_check.frequencies[after_check.actions.index("b12")] == 1


def test_rake_is_taken_from_the_whole_pot(tmp_path: Path) -> None:
    full = solve(replace(TURN, rake=Rake(0.05, 2.0)), target_pot_percent=0.2)
    full.save(tmp_path / "file", last_street=2)
    node, whole = (each.node("r:b12.5:c:n2c") for each in (open_solution(tmp_path / "file"), full))
    assert sum(node.range_ev) == pytest.approx(sum(whole.range_ev), abs=0.2)
    assert sum(node.range_ev) < node.pot - 1.0


def test_nodes_that_nobody_reaches(tmp_path: Path) -> None:
    """A line that is never played, and a card that blocks a whole range."""
    locks = (Lock("r", {"k": 1.0}), Lock("r:k", {"k": 1.0}))
    spot = Spot.of("Td9d6hQc", 20, 60, oop="AsAh", ip="KK", bets="60%", locks=locks)
    full = solve(spot, target_pot_percent=0.1)
    full.save(tmp_path / "file", last_street=2)
    opened = open_solution(tmp_path / "file")
    for path in ("r:b12:c:n2c", "r:k:k:nAs", "r:k:k:nAs:k", "r:b12:c:n2c:k:k"):
        node, whole = opened.node(path), full.node(path)
        assert node.actions == whole.actions
        assert np.isnan(node.range_ev).all()
        np.testing.assert_array_equal(np.isnan(node.strategy), np.isnan(whole.strategy))
        for row in node.strategy:
            assert np.nan_to_num(row, nan=0.5) == pytest.approx(0.5)
    assert len(card_report(opened, "r:k:k")) == 48


def test_operations_that_need_all_streets_are_refused(turn: Solution, tmp_path: Path) -> None:
    turn.save(tmp_path / "file", last_street=2)
    opened = open_solution(tmp_path / "file")
    with pytest.raises(InputError, match="must be saved with all streets, but ends with the turn"):
        _ = opened.backend
    with pytest.raises(InputError, match=r"last_street must be 2 \(turn\), got 3$"):
        opened.save(tmp_path / "again", last_street=3)
    opened.save(tmp_path / "again")
    assert (tmp_path / "again").read_bytes() == (tmp_path / "file").read_bytes()


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("r:k:k:n", "path must name all 1 cards, like n8c"),
        ("r:k:k:nTd", "Td in 'r:k:k:nTd' is on the board"),
        ("r:k:k:n8c:b1", r"the step after 'r:k:k:n' must be one of k, b12\.5, a, got 'b1'"),
    ],
)
def test_bad_paths(path: str, message: str, turn: Solution, tmp_path: Path) -> None:
    turn.save(tmp_path / "file", last_street=2)
    with pytest.raises(InputError, match=message):
        open_solution(tmp_path / "file").node(path)


def test_hands_that_reach_a_node_but_never_meet() -> None:
    """Sums of weights are rounded, so the cards decide, not a sum that is nearly 0."""
    weights = Range.parse("AsKs:0.1,AsQs:0.2,AsJs:0.7").weights.astype(np.float64)
    other = Range.parse("AsAh:0.3").weights.astype(np.float64)
    assert _ranges((weights, other)) is None
    assert _ranges((weights, other * 0)) is None
    ranges = _ranges((weights, Range.parse("KhKd:0.3").weights.astype(np.float64)))
    assert ranges is not None
    assert [range_.weights.max() for range_ in ranges] == [1, 1]
